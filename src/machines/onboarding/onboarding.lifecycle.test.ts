import { expect, test } from 'vitest';
import {
  type OnboardingEvent,
  type OnboardingFacts,
  onboardingLifecycle,
  onboardingState,
  openGates,
} from './onboarding.lifecycle.ts';

const business = { cardAdded: false, usedTrial: false, subscription: 'inactive', hasPlaces: false } as const;
const newMover: OnboardingFacts = { role: 'mover', business, hasAgreement: false };
const gatesOf = (facts: OnboardingFacts) => openGates(onboardingState(facts));
const after = (facts: OnboardingFacts, ...events: OnboardingEvent[]) =>
  openGates(
    events.reduce((state, event) => {
      const verdict = onboardingLifecycle.judge(state, {}, event);
      return verdict.may ? verdict.next : state;
    }, onboardingState(facts)),
  );

test('a new mover and its assistant choose cities, then subscribe', () => {
  expect(gatesOf(newMover)).toEqual(['top_cities', 'subscribe']);
  expect(gatesOf({ ...newMover, role: 'assistant' })).toEqual(['top_cities', 'subscribe']);
});

test('a card, a trial that was used, or a subscription opens the gate of the subscription for good', () => {
  for (const part of [
    { cardAdded: true },
    { usedTrial: true },
    { subscription: 'trialing' },
    { subscription: 'active' },
  ] as const) {
    expect(gatesOf({ ...newMover, business: { ...business, ...part } })).toEqual(['top_cities']);
  }
});

test('a carrier signs its agreement first; an agent has no gate', () => {
  expect(gatesOf({ role: 'carrier', business: null, hasAgreement: false })).toEqual(['signup_complete']);
  expect(gatesOf({ role: 'carrier', business: null, hasAgreement: true })).toEqual([]);
  expect(gatesOf({ role: 'agent', business: null, hasAgreement: false })).toEqual([]);
});

test('the way of each role ends with every gate open', () => {
  expect(after(newMover, { type: 'trial.started', by: 'mover' })).toEqual(['top_cities']);
  expect(after(newMover, { type: 'top-cities.chosen', by: 'assistant' })).toEqual(['subscribe']);
  expect(after(newMover, { type: 'card.added', by: 'mover' }, { type: 'top-cities.chosen', by: 'mover' })).toEqual([]);
  expect(
    after({ role: 'carrier', business: null, hasAgreement: false }, { type: 'agreement.signed', by: 'carrier' }),
  ).toEqual([]);
});

test('an assistant cannot subscribe for its mover, and nobody signs for a carrier', () => {
  expect(onboardingLifecycle.judge(onboardingState(newMover), {}, { type: 'trial.started', by: 'assistant' })).toEqual({
    may: false,
    because: 'role',
    unmet: ['a mover does it'],
  });
  expect(after(newMover, { type: 'trial.started', by: 'assistant' })).toEqual(['top_cities', 'subscribe']);
  const carrier = onboardingState({ role: 'carrier', business: null, hasAgreement: false });
  expect(onboardingLifecycle.judge(carrier, {}, { type: 'agreement.signed', by: 'agent' })).toMatchObject({
    may: false,
    because: 'role',
  });
});

test('a second trial is not in the model', () => {
  const used = onboardingState({ ...newMover, business: { ...business, usedTrial: true } });
  expect(onboardingLifecycle.judge(used, {}, { type: 'trial.started', by: 'mover' })).toEqual({
    may: false,
    because: 'state',
    unmet: [],
  });
});
