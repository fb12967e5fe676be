import {
  GATES,
  ONBOARDING_MODEL_VERSION,
  onboardingLifecycle,
  openGates,
} from '#src/machines/onboarding/onboarding.lifecycle.ts';
import type { Gate } from '#src/machines/onboarding/onboarding.lifecycle.ts';
import { lifecycleModel } from './path-model.ts';

/** The gates that are still closed. */
type Place = readonly Gate[];
const standing = (place: Place, gate: Gate) => (place.includes(gate) ? ('asked' as const) : ('passed' as const));
const WORDS: Record<Gate, string> = {
  top_cities: 'choose cities',
  subscribe: 'subscribe',
  signup_complete: 'sign the agreement',
};

export const onboarding = lifecycleModel({
  id: 'onboarding',
  title: 'Gates before a portal opens',
  machine: onboardingLifecycle.machine,
  version: ONBOARDING_MODEL_VERSION,
  start: [...GATES] as Place,
  facts: {},
  snapshot: (place: Place) =>
    onboardingLifecycle.snapshot(
      {
        top_cities: standing(place, 'top_cities'),
        subscribe: standing(place, 'subscribe'),
        signup_complete: standing(place, 'signup_complete'),
      },
      {},
    ),
  placeOf: (snapshot: never) => openGates(onboardingLifecycle.stateOf(snapshot)),
  keyOf: (place) => (place.length === 0 ? 'open' : place.join('+')),
  names: {
    'subscribe.asked': 'subscribe',
    'subscribe.passed': '',
    'top_cities.asked': 'choose cities',
    'top_cities.passed': '',
    'signup_complete.asked': 'sign the agreement',
    'signup_complete.passed': '',
  },
  nameOf: (place) =>
    place.length === 0 ? 'Everything is open' : `To do: ${place.map((gate) => WORDS[gate]).join(', ')}`,
  events: {
    'trial.started': { does: 'starts the trial', event: { type: 'trial.started', by: 'mover' } },
    'card.added': { does: 'adds a card', event: { type: 'card.added', by: 'mover' } },
    'subscription.activated': {
      does: 'activates the subscription',
      event: { type: 'subscription.activated', by: 'system' },
    },
    'top-cities.chosen': { does: 'chooses the cities', event: { type: 'top-cities.chosen', by: 'mover' } },
    'agreement.signed': {
      does: 'signs the broker-carrier agreement',
      event: { type: 'agreement.signed', by: 'carrier' },
    },
  },
  breaks: {},
  rows: null,
});
