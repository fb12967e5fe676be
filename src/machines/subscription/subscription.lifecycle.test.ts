import { describe, expect, test } from 'vitest';
import { getNextSnapshot } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { guardsOf, judge } from '../law.ts';
import { entitlementOf, subscriptionAt } from './entitlement.ts';
import { priceWith } from './price.ts';
import { STANDINGS, isInGrace, placeOf, subscriptionLifecycle, subscriptionSnapshot } from './subscription.lifecycle.ts';
import type { Standing, SubscriptionEvent, SubscriptionFacts } from './subscription.lifecycle.ts';

const NOW = '2026-11-21T12:00:00Z';
const facts: SubscriptionFacts = { usedTrial: false, hasCard: true, cards: 1, coupon: null, hasOpenInvoice: true, isKnown: true, pastDueSince: null, now: NOW };
const at = (standing: Standing, more: Partial<SubscriptionFacts> = {}, isEnding = false) => subscriptionSnapshot({ standing, isEnding }, { ...facts, ...more });
const asked: SubscriptionEvent[] = [
  { type: 'trial.started', by: 'mover' },
  { type: 'subscription.started', by: 'mover' },
  { type: 'payment.asked', by: 'mover' },
  { type: 'cancel.asked', by: 'mover', reason: 'Too expensive' },
  { type: 'cancel.taken-back', by: 'mover' },
  { type: 'coupon.applied', by: 'mover', code: 'SPRING' },
  { type: 'coupon.removed', by: 'mover' },
];
const allowed = (standing: Standing, more: Partial<SubscriptionFacts> = {}, isEnding = false) => asked.filter((event) => judge(at(standing, more, isEnding), event).may).map(({ type }) => type);

test.each<[Standing, string[]]>([
  ['none', ['trial.started', 'subscription.started']],
  ['incomplete', ['payment.asked']],
  ['trialing', ['cancel.asked', 'coupon.applied']],
  ['active', ['cancel.asked', 'coupon.applied']],
  ['past-due', ['payment.asked', 'cancel.asked', 'coupon.applied']],
  ['unpaid', ['payment.asked']],
  ['canceled', ['trial.started', 'subscription.started']],
])('in %s a mover may ask for %s', (standing, events) => {
  expect(allowed(standing)).toEqual(events);
});

test.each<[string, SubscriptionEvent, ReturnType<typeof at>, string]>([
  ['a second trial', asked[0]!, at('canceled', { usedTrial: true }), 'the trial has not been used'],
  ['paying without a card', asked[2]!, at('past-due', { hasCard: false, cards: 0 }), 'a card is on file'],
  ['a cancellation without a reason', { type: 'cancel.asked', by: 'mover', reason: ' ' }, at('active'), 'a reason is given'],
  ['a second coupon', asked[5]!, at('active', { coupon: 'OTHER' }), 'no other coupon is in use'],
  ['taking away the last card of what runs', { type: 'card.removed', by: 'mover' }, at('active'), 'another card stays, or nothing has to be paid'],
  ['closing before its time', { type: 'grace.ended', by: 'system' }, at('past-due', { pastDueSince: '2026-11-20T12:00:00Z' }), 'the time to pay is over'],
])('%s is refused with its reason', (_what, event, snapshot, phrase) => {
  expect(judge(snapshot, event)).toEqual({ may: false, because: 'requirements', unmet: [phrase] });
});

test('an assistant asks for nothing', () => {
  for (const standing of STANDINGS) for (const event of asked) expect(judge(at(standing, { coupon: 'X' }, true), { ...event, by: 'assistant' } as SubscriptionEvent)).toMatchObject({ may: false });
});

test('what ends is kept, and only what ends', () => {
  const ending = getNextSnapshot(subscriptionLifecycle, at('active'), asked[3]!);
  expect(placeOf(ending)).toEqual({ standing: 'active', isEnding: true });
  expect(judge(ending, asked[3]!)).toMatchObject({ may: false });
  expect(placeOf(getNextSnapshot(subscriptionLifecycle, ending, asked[4]!))).toEqual({ standing: 'active', isEnding: false });
});

test('the provider may say anything in any state, and nobody else may say it', () => {
  for (const from of STANDINGS) {
    for (const standing of STANDINGS) {
      const event: SubscriptionEvent = { type: 'provider.reported', by: 'system', standing, endsWithPeriod: false };
      expect(placeOf(getNextSnapshot(subscriptionLifecycle, at(from, {}, true), event))).toEqual({ standing, isEnding: false });
      expect(judge(at(from), { ...event, by: 'mover' } as SubscriptionEvent)).toMatchObject({ may: false });
    }
  }
});

test('every standing can be reached from the first day', () => {
  const events: SubscriptionEvent[] = [...asked, ...STANDINGS.map((standing): SubscriptionEvent => ({ type: 'provider.reported', by: 'system', standing, endsWithPeriod: false }))];
  const paths = getShortestPaths(subscriptionLifecycle, { fromState: at('none'), events, filterEvents: (state: ReturnType<typeof at>, event: SubscriptionEvent) => state.can(event) } as never);
  const seen = new Set(paths.map(({ state }) => placeOf(state as never).standing));
  expect(seen).toEqual(new Set(STANDINGS));
});

describe('what it opens', () => {
  test.each<[Standing, string]>([['none', 'inactive'], ['incomplete', 'inactive'], ['trialing', 'trialing'], ['active', 'active'], ['unpaid', 'inactive'], ['canceled', 'inactive']])('%s: %s', (standing, view) => {
    expect(entitlementOf(at(standing))).toBe(view);
  });

  test('past due: for a week', () => {
    expect(entitlementOf(at('past-due', { pastDueSince: '2026-11-14T12:00:01Z' }))).toBe('active');
    expect(entitlementOf(at('past-due', { pastDueSince: '2026-11-14T12:00:00Z' }))).toBe('inactive');
    expect(isInGrace('2026-11-14T12:00:00Z', NOW)).toBe(false);
  });

  test('a trial is over once the provider has had its time to say what came after', () => {
    expect(subscriptionAt({ subscription: 'trialing', trialEndsAt: NOW }, NOW)).toBe('trialing');
    expect(subscriptionAt({ subscription: 'trialing', trialEndsAt: NOW }, '2026-11-21T12:14:59.999Z')).toBe('trialing');
    expect(subscriptionAt({ subscription: 'trialing', trialEndsAt: NOW }, '2026-11-21T12:15:00Z')).toBe('inactive');
    expect(subscriptionAt({ subscription: 'active', trialEndsAt: '2026-01-01T00:00:00Z' }, NOW)).toBe('active');
  });
});

test('a coupon takes a part or an amount off, and never more than there is', () => {
  expect(priceWith(null, 9900)).toBe(9900);
  expect(priceWith({ percent_off: 33.3, amount_off: null }, 9900)).toBe(6603);
  expect(priceWith({ percent_off: null, amount_off: 4000 }, 9900)).toBe(5900);
  expect(priceWith({ percent_off: null, amount_off: 20_000 }, 9900)).toBe(0);
});

test('every guard is a phrase fit to show', () => {
  for (const { guards } of guardsOf(subscriptionLifecycle)) for (const phrase of guards) expect(phrase).toMatch(/^[a-z][a-z' ,-]+$/);
});
