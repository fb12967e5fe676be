import { setup } from 'xstate';

/**
 * The first visit to a deployment that nobody can sign in to, one screen after the other. The server stores what each
 * step has done; this machine only knows the order.
 *
 * code       whoever started the product enters the code that it printed
 * brokerage  who the brokerage is; used in agreements, emails, and pages
 * agent      the first agent, who may do everything; creating the account signs in, so there is no way back
 * mail       a test email shows whether the mail server works; may be fixed later
 * payments   whether the payment provider accepts the keys; may be fixed later
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
  /** The access given by the code has ended: it took too long, or the product was restarted. */
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

/** Resumes the setup after a reload: at the step that was left, if it is still accessible. */
export function resumedSetup(left: string, { hasToken, isSignedIn }: { hasToken: boolean; isSignedIn: boolean }) {
  const step = SETUP_STEPS.find((one) => one === left) ?? 'code';
  const isOpen = step === 'mail' || step === 'payments' ? isSignedIn : hasToken;
  return setupMachine.resolveState({ value: isOpen ? step : 'code', context: {} });
}
