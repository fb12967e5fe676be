import { setup } from 'xstate';
import type { Role } from '../law.ts';

/**
 * What a new account must do before its portal opens: one region per gate. A gate that does not concern a role was
 * passed from the start.
 *
 * subscribe        a business of movers has neither a card, nor a trial, nor a subscription
 * top_cities       nobody of the business has said yet in which cities it works
 * signup_complete  the carrier has not signed the broker-carrier agreement
 *
 * A passed gate never closes again: who let the trial run out is told so inside the portal.
 * Specification, section 4. Raise the version with every change of a state, transition or guard.
 */
export const ONBOARDING_MODEL_VERSION = 1;

export type OnboardingEvent = { by: Role } & (
  | { type: 'trial.started' }
  | { type: 'card.added' }
  | { type: 'subscription.activated' }
  | { type: 'top-cities.chosen' }
  | { type: 'agreement.signed' }
);

export const onboardingLifecycle = setup({
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
    top_cities: {
      initial: 'asked',
      states: {
        asked: { on: { 'top-cities.chosen': { target: 'passed', guard: 'a mover or an assistant does it' } } },
        // They may be chosen anew at any time.
        passed: { on: { 'top-cities.chosen': { target: 'passed', guard: 'a mover or an assistant does it' } } },
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

/** The gates, in the order in which they hold somebody up. */
export const GATES = ['subscribe', 'top_cities', 'signup_complete'] as const;
export type Gate = (typeof GATES)[number];

/** What the rows of an account say; `business` for movers and assistants, `hasAgreement` for carriers. */
export interface OnboardingFacts {
  role: 'mover' | 'assistant' | 'agent' | 'carrier';
  business: { cardAdded: boolean; usedTrial: boolean; subscription: 'inactive' | 'trialing' | 'active'; hasTopCities: boolean } | null;
  hasAgreement: boolean;
}

/** Where an account stands: the law's snapshot for the facts of its rows. */
export function onboardingSnapshot({ role, business, hasAgreement }: OnboardingFacts) {
  const asked: Record<Gate, boolean> = {
    subscribe: business !== null && !business.cardAdded && !business.usedTrial && business.subscription === 'inactive',
    top_cities: business !== null && !business.hasTopCities,
    signup_complete: role === 'carrier' && !hasAgreement,
  };
  const standing = (gate: Gate) => (asked[gate] ? ('asked' as const) : ('passed' as const));
  return onboardingLifecycle.resolveState({
    value: { subscribe: standing('subscribe'), top_cities: standing('top_cities'), signup_complete: standing('signup_complete') },
  });
}

/** The gates that are still to be passed, first things first. */
export function openGates(snapshot: ReturnType<typeof onboardingSnapshot>): Gate[] {
  return GATES.filter((gate) => snapshot.matches({ [gate]: 'asked' } as never));
}
