import { setup } from 'xstate';
import { defineLifecycle } from '../lifecycle.ts';
import type { Role } from '../lifecycle.ts';

/**
 * What a new account must do before its portal opens: one region per gate. A gate that does not apply to a role has
 * passed from the start.
 *
 * top_cities       nobody in the business has chosen the cities or states in which it works
 * subscribe        a business of movers has neither a card, nor a trial, nor a subscription
 * signup_complete  the carrier has not signed the broker-carrier agreement
 *
 * Cities come before the trial, so that people see how many leads there are before they are offered it. The order only
 * affects which gate is shown; gates may be passed in any order, so a business that subscribed first still has to
 * choose cities. A passed gate never closes again: the end of a trial is shown inside the portal. Specification,
 * section 4. Increment the version with every change of a state, transition, or guard.
 */
export const ONBOARDING_MODEL_VERSION = 2;

export type OnboardingEvent = { by: Role } & (
  | { type: 'trial.started' }
  | { type: 'card.added' }
  | { type: 'subscription.activated' }
  | { type: 'top-cities.chosen' }
  | { type: 'agreement.signed' }
);

const onboardingMachine = setup({
  types: { events: {} as OnboardingEvent },
  guards: {
    'a mover does it': ({ event }) => event.by === 'mover',
    'a mover or an assistant does it': ({ event }) => event.by === 'mover' || event.by === 'assistant',
    'a carrier does it': ({ event }) => event.by === 'carrier',
  },
}).createMachine({
  id: 'onboarding',
  type: 'parallel',
  states: {
    top_cities: {
      initial: 'asked',
      states: {
        asked: { on: { 'top-cities.chosen': { target: 'passed', guard: 'a mover or an assistant does it' } } },
        // Cities can be chosen again at any time.
        passed: { on: { 'top-cities.chosen': { target: 'passed', guard: 'a mover or an assistant does it' } } },
      },
    },
    subscribe: {
      initial: 'asked',
      states: {
        asked: {
          on: {
            'trial.started': { target: 'passed', guard: 'a mover does it' },
            'card.added': { target: 'passed', guard: 'a mover does it' },
            'subscription.activated': 'passed',
          },
        },
        passed: {},
      },
    },
    signup_complete: {
      initial: 'asked',
      states: {
        asked: { on: { 'agreement.signed': { target: 'passed', guard: 'a carrier does it' } } },
        passed: {},
      },
    },
  },
});

/** The gates, in the order in which they are shown. */
export const GATES = ['top_cities', 'subscribe', 'signup_complete'] as const;
export type Gate = (typeof GATES)[number];

/** An account's facts; `business` for movers and assistants, `hasAgreement` for carriers. */
export interface OnboardingFacts {
  role: 'mover' | 'assistant' | 'agent' | 'carrier';
  business: {
    cardAdded: boolean;
    usedTrial: boolean;
    subscription: 'inactive' | 'trialing' | 'active';
    /** Whether cities or whole states were chosen. */
    hasPlaces: boolean;
  } | null;
  hasAgreement: boolean;
}

/** Which gates were passed, and which are still open. */
export type OnboardingState = Record<Gate, 'asked' | 'passed'>;

export const onboardingLifecycle = defineLifecycle({
  what: 'the account',
  machine: onboardingMachine,
  version: ONBOARDING_MODEL_VERSION,
  start: null as OnboardingState | null,
  valueOf: (state) => ({ ...state }),
  stateOf: ({ value }) => value as OnboardingState,
  nameOf: (state) => GATES.filter((gate) => state[gate] === 'asked').join(', ') || 'passed',
});

/** The onboarding state of an account, from its facts. */
export function onboardingState({ role, business, hasAgreement }: OnboardingFacts): OnboardingState {
  const gate = (isAsked: boolean) => (isAsked ? ('asked' as const) : ('passed' as const));
  return {
    top_cities: gate(business !== null && !business.hasPlaces),
    subscribe: gate(
      business !== null && !business.cardAdded && !business.usedTrial && business.subscription === 'inactive',
    ),
    signup_complete: gate(role === 'carrier' && !hasAgreement),
  };
}

/** The gates still to be passed, in order. */
export const openGates = (state: OnboardingState): Gate[] => GATES.filter((gate) => state[gate] === 'asked');
