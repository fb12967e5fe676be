import { setup } from 'xstate';
import { defineLifecycle } from '../lifecycle.ts';

/**
 * The last part of a carrier's sign-up, one screen after the other. What is on record decides what comes next; it
 * comes along with each event, because the server keeps it and this machine only knows the way.
 *
 * profile    who the company is, where, with what and for which states; nothing goes on without it
 * licenses   what it is licensed to do; may wait
 * insurance  its policies; may wait, and compliance then says what cannot be done yet
 * agreement  the broker-carrier agreement is read and signed; its own lifecycle says when it may be
 * done       signed: the session is read again, and the load board opens
 */
export const SIGNUP_STEPS = ['profile', 'licenses', 'insurance', 'agreement'] as const;
export type SignupStep = (typeof SIGNUP_STEPS)[number];
export type SignupState = SignupStep | 'done';

export interface SignupFacts {
  /** What the profile lacks, as `missingInProfile` says it. */
  missing: readonly string[];
  licenseCount: number;
  /** What is lacking of the insurance, as compliance says it. */
  coverGaps: readonly string[];
  isSigned: boolean;
}

export type SignupEvent =
  | { type: 'step.finished'; facts: SignupFacts }
  | { type: 'step.skipped'; facts: SignupFacts }
  | { type: 'step.back' }
  /** The agreement could not be drawn up: the profile lacks something after all. */
  | { type: 'profile.wanted' }
  | { type: 'agreement.signed' };

export const carrierSignupMachine = setup({
  types: { events: {} as SignupEvent, context: {} as Record<string, never> },
  guards: {
    'the profile is complete': ({ event }) => 'facts' in event && event.facts.missing.length === 0,
    'a license is listed': ({ event }) => 'facts' in event && event.facts.licenseCount > 0,
    'liability and cargo insurance are on record': ({ event }) =>
      'facts' in event && event.facts.coverGaps.length === 0,
  },
}).createMachine({
  id: 'carrier-signup',
  context: {},
  initial: 'profile',
  states: {
    profile: {
      on: { 'step.finished': { target: 'licenses', guard: 'the profile is complete' } },
    },
    licenses: {
      on: {
        'step.finished': { target: 'insurance', guard: 'a license is listed' },
        'step.skipped': 'insurance',
        'step.back': 'profile',
      },
    },
    insurance: {
      on: {
        'step.finished': { target: 'agreement', guard: 'liability and cargo insurance are on record' },
        'step.skipped': 'agreement',
        'step.back': 'licenses',
      },
    },
    agreement: {
      on: { 'agreement.signed': 'done', 'step.back': 'insurance', 'profile.wanted': 'profile' },
    },
    done: { type: 'final' },
  },
});

/** A step may be finished on the same terms as something happens to a record, and says in the same way what is missing. */
const signup = defineLifecycle({
  what: 'the sign-up',
  machine: carrierSignupMachine,
  version: 1,
  start: 'profile' as SignupState,
  valueOf: (state) => state,
  stateOf: ({ value }) => value,
  nameOf: (state) => state,
});

/** Where the sign-up goes on after a reload: at the step that was left, as far as what is on record allows. */
export function resumedSignup(left: SignupStep | null, facts: SignupFacts) {
  const value: SignupState = facts.isSigned ? 'done' : facts.missing.length > 0 ? 'profile' : (left ?? 'profile');
  return carrierSignupMachine.resolveState({ value, context: {} });
}

/** What is missing before the next step, as phrases fit to show; empty where it may be taken. */
export function missingBeforeNext(snapshot: ReturnType<typeof resumedSignup>, facts: SignupFacts): readonly string[] {
  const verdict = signup.judge(snapshot.value, {}, { type: 'step.finished', facts });
  if (verdict.may) return [];
  const told: Record<string, readonly string[]> = {
    'the profile is complete': facts.missing,
    'liability and cargo insurance are on record': facts.coverGaps,
  };
  return verdict.unmet.flatMap((phrase) => told[phrase] ?? [phrase]);
}
