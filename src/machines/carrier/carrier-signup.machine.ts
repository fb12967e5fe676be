import { setup } from 'xstate';
import { defineLifecycle } from '../lifecycle.ts';

/**
 * The last part of a carrier's sign-up, one screen after the other. The facts that decide what comes next are stored on
 * the server and passed with each event; this machine only knows the order.
 *
 * profile    who the company is, where, its equipment, and its states; required before anything else
 * licenses   what it is licensed to do; may be skipped for now
 * insurance  its policies; may be skipped for now, and compliance then explains what is not possible yet
 * agreement  the broker-carrier agreement is read and signed; its own lifecycle decides when that is possible
 * done       signed: the session is reloaded, and the load board opens
 */
export const SIGNUP_STEPS = ['profile', 'licenses', 'insurance', 'agreement'] as const;
export type SignupStep = (typeof SIGNUP_STEPS)[number];
export type SignupState = SignupStep | 'done';

export interface SignupFacts {
  /** What the profile lacks, from `missingInProfile`. */
  missing: readonly string[];
  licenseCount: number;
  /** The missing insurance, from compliance. */
  coverGaps: readonly string[];
  isSigned: boolean;
}

export type SignupEvent =
  | { type: 'step.finished'; facts: SignupFacts }
  | { type: 'step.skipped'; facts: SignupFacts }
  | { type: 'step.back' }
  /** The agreement could not be created because the profile is incomplete after all. */
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

/** Steps are guarded like events of a record, so that missing requirements are reported the same way. */
const signup = defineLifecycle({
  what: 'the sign-up',
  machine: carrierSignupMachine,
  version: 1,
  start: 'profile' as SignupState,
  valueOf: (state) => state,
  stateOf: ({ value }) => value,
  nameOf: (state) => state,
});

/** Resumes the sign-up after a reload: at the step that was left, as far as the stored facts allow. */
export function resumedSignup(left: SignupStep | null, facts: SignupFacts) {
  const value: SignupState = facts.isSigned ? 'done' : facts.missing.length > 0 ? 'profile' : (left ?? 'profile');
  return carrierSignupMachine.resolveState({ value, context: {} });
}

/** What is missing before the next step, as phrases ready to display; empty if it is allowed. */
export function missingBeforeNext(snapshot: ReturnType<typeof resumedSignup>, facts: SignupFacts): readonly string[] {
  const verdict = signup.judge(snapshot.value, {}, { type: 'step.finished', facts });
  if (verdict.may) return [];
  const told: Record<string, readonly string[]> = {
    'the profile is complete': facts.missing,
    'liability and cargo insurance are on record': facts.coverGaps,
  };
  return verdict.unmet.flatMap((phrase) => told[phrase] ?? [phrase]);
}
