import { expect, test } from 'vitest';
import { getNextSnapshot } from 'xstate';
import { judge } from '../law.ts';
import { type OnboardingEvent, type OnboardingFacts, onboardingLifecycle, onboardingSnapshot, openGates } from './onboarding.lifecycle.ts';

const business = { cardAdded: false, usedTrial: false, subscription: 'inactive', hasTopCities: false } as const;
const newMover: OnboardingFacts = { role: 'mover', business, hasAgreement: false };
const gatesOf = (facts: OnboardingFacts) => openGates(onboardingSnapshot(facts));
const after = (facts: OnboardingFacts, ...events: OnboardingEvent[]) =>
  openGates(events.reduce((snapshot, event) => getNextSnapshot(onboardingLifecycle, snapshot, event), onboardingSnapshot(facts)));

test('a new mover and its assistant subscribe, then choose cities', () => {
  expect(gatesOf(newMover)).toEqual(['subscribe', 'top_cities']);
  expect(gatesOf({ ...newMover, role: 'assistant' })).toEqual(['subscribe', 'top_cities']);
});

test('a card, a trial that was used, or a subscription opens the first gate for good', () => {
  for (const part of [{ cardAdded: true }, { usedTrial: true }, { subscription: 'trialing' }, { subscription: 'active' }] as const) {
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
  expect(after({ role: 'carrier', business: null, hasAgreement: false }, { type: 'agreement.signed', by: 'carrier' })).toEqual([]);
});

test('an assistant cannot subscribe for its mover, and nobody signs for a carrier', () => {
  const snapshot = onboardingSnapshot(newMover);
  expect(judge(snapshot, { type: 'trial.started', by: 'assistant' } as OnboardingEvent)).toEqual({ may: false, because: 'role', unmet: ['a mover does it'] });
  expect(after(newMover, { type: 'trial.started', by: 'assistant' })).toEqual(['subscribe', 'top_cities']);
  const carrier = onboardingSnapshot({ role: 'carrier', business: null, hasAgreement: false });
  expect(judge(carrier, { type: 'agreement.signed', by: 'agent' } as OnboardingEvent)).toMatchObject({ may: false, because: 'role' });
});

test('a second trial is not in the model', () => {
  const used = onboardingSnapshot({ ...newMover, business: { ...business, usedTrial: true } });
  expect(judge(used, { type: 'trial.started', by: 'mover' } as OnboardingEvent)).toEqual({ may: false, because: 'state', unmet: [] });
});
