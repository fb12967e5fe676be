import { setup } from 'xstate';

/**
 * The first visit to a deployment that nobody can sign in to, one screen after the other. The server keeps what each
 * step has done; this machine only knows the way.
 *
 * code       who started the product enters the code that it printed
 * brokerage  who the brokerage is; agreements, mails and pages carry it
 * agent      the first agent, who may do everything; with the account the person is signed in, and no way leads back
 * mail       a mail to oneself shows whether the mail server takes mails; it may be put right later
 * payments   whether the payment provider knows the keys; likewise
 * done       the agent portal opens
 */
export const SETUP_STEPS = ['code', 'brokerage', 'agent', 'mail', 'payments'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];
export type SetupState = SetupStep | 'done';

export type SetupEvent =
  | { type: 'code.accepted' }
  | { type: 'brokerage.saved' }
  | { type: 'agent.created' }
  | { type: 'step.finished' }
  | { type: 'step.back' }
  /** What the code has opened is closed: it took too long, or the product was started again. */
  | { type: 'access.ended' };

export const setupMachine = setup({
  types: { events: {} as SetupEvent, context: {} as Record<string, never> },
}).createMachine({
  id: 'setup',
  context: {},
  initial: 'code',
  states: {
    code: { on: { 'code.accepted': 'brokerage' } },
    brokerage: { on: { 'brokerage.saved': 'agent', 'access.ended': 'code' } },
    agent: { on: { 'agent.created': 'mail', 'step.back': 'brokerage', 'access.ended': 'code' } },
    mail: { on: { 'step.finished': 'payments' } },
    payments: { on: { 'step.finished': 'done', 'step.back': 'mail' } },
    done: { type: 'final' },
  },
});

/** Where the set-up goes on after a reload: at the step that was left, where what opens it is still there. */
export function resumedSetup(left: string, { hasToken, isSignedIn }: { hasToken: boolean; isSignedIn: boolean }) {
  const step = SETUP_STEPS.find((one) => one === left) ?? 'code';
  const isOpen = step === 'mail' || step === 'payments' ? isSignedIn : hasToken;
  return setupMachine.resolveState({ value: isOpen ? step : 'code', context: {} });
}
