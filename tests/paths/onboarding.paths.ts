import { getSimplePaths } from 'xstate/graph';
import { onboardingLifecycle, onboardingSnapshot, openGates } from '#src/machines/onboarding/onboarding.lifecycle.ts';
import type { Gate, OnboardingEvent, OnboardingFacts } from '#src/machines/onboarding/onboarding.lifecycle.ts';

export type OnboardingEventType = OnboardingEvent['type'];

export interface OnboardingStep {
  event: OnboardingEventType;
  /** The gates that are still closed after it, first things first. */
  gates: Gate[];
}

export interface OnboardingPath {
  role: OnboardingFacts['role'];
  /** The gates at the start. */
  gates: Gate[];
  steps: OnboardingStep[];
}

const newBusiness = { cardAdded: false, usedTrial: false, subscription: 'inactive', hasTopCities: false } as const;

/** Who meets the onboarding, as they are on the first day. */
const beginners: OnboardingFacts[] = [
  { role: 'mover', business: newBusiness, hasAgreement: false },
  { role: 'assistant', business: newBusiness, hasAgreement: false },
  { role: 'carrier', business: null, hasAgreement: false },
  { role: 'agent', business: null, hasAgreement: false },
];

/** Who can cause each event; of several, whoever the walk is about. */
const events: OnboardingEvent[] = [
  { type: 'trial.started', by: 'mover' },
  { type: 'card.added', by: 'mover' },
  { type: 'subscription.activated', by: 'system' },
  { type: 'top-cities.chosen', by: 'mover' },
  { type: 'agreement.signed', by: 'carrier' },
];

/** Every way of each role from the first day until all gates are open, without going in circles. */
export function onboardingPaths(): OnboardingPath[] {
  return beginners.flatMap((facts) => {
    const start = onboardingSnapshot(facts);
    const paths = getSimplePaths(onboardingLifecycle, {
      fromState: start,
      events,
      filterEvents: (state: typeof start, event: OnboardingEvent) => state.can(event),
      toState: (state: typeof start) => openGates(state).length === 0,
    } as never);
    return paths.map((path) => ({
      role: facts.role,
      gates: openGates(start),
      steps: path.steps
        .filter(({ event }) => !event.type.startsWith('xstate.'))
        .map(({ event, state }) => ({ event: event.type as OnboardingEventType, gates: openGates(state as never) })),
    }));
  });
}
