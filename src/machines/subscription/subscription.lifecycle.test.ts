import { describe, expect, test } from 'vitest';
import { getShortestPaths } from 'xstate/graph';
import { guardsOf } from '../lifecycle.ts';
import { entitlementOf, subscriptionAt } from './entitlement.ts';
import { priceWith } from './price.ts';
import { STANDINGS, isInGrace, subscriptionLifecycle } from './subscription.lifecycle.ts';
import type { Standing, SubscriptionEvent, SubscriptionFacts } from './subscription.lifecycle.ts';

const NOW = '2026-11-21T12:00:00Z';
const facts: SubscriptionFacts = {
  usedTrial: false,
  hasCard: true,
  cards: 1,
  coupon: null,
  hasOpenInvoice: true,
  isKnown: true,
  pastDueSince: null,
  now: NOW,
};
const ask = (standing: Standing, event: SubscriptionEvent, more: Partial<SubscriptionFacts> = {}, isEnding = false) =>
  subscriptionLifecycle.judge({ standing, isEnding }, { ...facts, ...more }, event);
const asked: SubscriptionEvent[] = [
  { type: 'trial.started', by: 'mover' },
  { type: 'subscription.started', by: 'mover' },
  { type: 'payment.asked', by: 'mover' },
  { type: 'cancel.asked', by: 'mover', reason: 'Too expensive' },
  { type: 'cancel.taken-back', by: 'mover' },
  { type: 'coupon.applied', by: 'mover', code: 'SPRING' },
  { type: 'coupon.removed', by: 'mover' },
];
const allowed = (standing: Standing, more: Partial<SubscriptionFacts> = {}, isEnding = false) =>
  asked.filter((event) => ask(standing, event, more, isEnding).may).map(({ type }) => type);

test.each<[Standing, string[]]>([
  ['none', ['trial.started', 'subscription.started']],
  ['incomplete', ['payment.asked']],
  ['trialing', ['subscription.started', 'cancel.asked', 'coupon.applied']],
  ['active', ['cancel.asked', 'coupon.applied']],
  ['past-due', ['payment.asked', 'cancel.asked', 'coupon.applied']],
  ['unpaid', ['payment.asked']],
  ['canceled', ['trial.started', 'subscription.started']],
])('in %s a mover may ask for %s', (standing, events) => {
  expect(allowed(standing)).toEqual(events);
});

test.each<[string, SubscriptionEvent, [Standing, Partial<SubscriptionFacts>?], string]>([
  ['a second trial', asked[0]!, ['canceled', { usedTrial: true }], 'the trial has not been used'],
  ['paying without a card', asked[2]!, ['past-due', { hasCard: false, cards: 0 }], 'a card is on file'],
  [
    'a cancellation without a reason',
    { type: 'cancel.asked', by: 'mover', reason: ' ' },
    ['active'],
    'a reason is given',
  ],
  ['a second coupon', asked[5]!, ['active', { coupon: 'OTHER' }], 'no other coupon is in use'],
  [
    'taking away the last card of what runs',
    { type: 'card.removed', by: 'mover' },
    ['active'],
    'another card stays, or nothing has to be paid',
  ],
  [
    'closing before its time',
    { type: 'grace.ended', by: 'system' },
    ['past-due', { pastDueSince: '2026-11-20T12:00:00Z' }],
    'the time to pay is over',
  ],
])('%s is refused with its reason', (_what, event, [standing, more], phrase) => {
  expect(ask(standing, event, more)).toEqual({ may: false, because: 'requirements', unmet: [phrase] });
});

test('what ends needs no card, unless a payment is missing; to keep it needs one', () => {
  const removed: SubscriptionEvent = { type: 'card.removed', by: 'mover' };
  expect(ask('active', removed, { hasOpenInvoice: false }, true)).toMatchObject({ may: true });
  expect(ask('past-due', removed, { hasOpenInvoice: true }, true)).toMatchObject({ may: false });
  expect(ask('active', removed, { hasOpenInvoice: false })).toMatchObject({ may: false });
  const bare = { hasCard: false, cards: 0, hasOpenInvoice: false };
  expect(ask('active', asked[4]!, bare, true)).toEqual({
    may: false,
    because: 'requirements',
    unmet: ['a card is on file, or the trial still runs'],
  });
  expect(ask('trialing', asked[4]!, bare, true)).toMatchObject({ may: true });
});

test('an assistant asks for nothing', () => {
  for (const standing of STANDINGS)
    for (const event of asked)
      expect(ask(standing, { ...event, by: 'assistant' }, { coupon: 'X' }, true)).toMatchObject({ may: false });
});

test('only a payment ends a trial early, and one that was ending goes on', () => {
  for (const isEnding of [false, true])
    expect(ask('trialing', asked[1]!, {}, isEnding)).toEqual({
      may: true,
      next: { standing: 'active', isEnding: false },
    });
});

test('what ends is kept, and only what ends', () => {
  expect(ask('active', asked[3]!)).toEqual({ may: true, next: { standing: 'active', isEnding: true } });
  expect(ask('active', asked[3]!, {}, true)).toMatchObject({ may: false });
  expect(ask('active', asked[4]!, {}, true)).toEqual({ may: true, next: { standing: 'active', isEnding: false } });
});

test('the provider may say anything in any state, and nobody else may say it', () => {
  for (const from of STANDINGS) {
    for (const standing of STANDINGS) {
      const event: SubscriptionEvent = { type: 'provider.reported', by: 'system', standing, endsWithPeriod: false };
      expect(ask(from, event, {}, true)).toEqual({ may: true, next: { standing, isEnding: false } });
      expect(ask(from, { ...event, by: 'mover' })).toMatchObject({ may: false });
    }
  }
});

test('every standing can be reached from the first day', () => {
  const events: SubscriptionEvent[] = [
    ...asked,
    ...STANDINGS.map((standing): SubscriptionEvent => ({
      type: 'provider.reported',
      by: 'system',
      standing,
      endsWithPeriod: false,
    })),
  ];
  const paths = getShortestPaths(subscriptionLifecycle.machine, {
    fromState: subscriptionLifecycle.snapshot({ standing: 'none', isEnding: false }, facts),
    events,
    filterEvents: (state: { can: (event: SubscriptionEvent) => boolean }, event: SubscriptionEvent) => state.can(event),
  } as never);
  const seen = new Set(paths.map(({ state }) => subscriptionLifecycle.stateOf(state as never).standing));
  expect(seen).toEqual(new Set(STANDINGS));
});

describe('what it opens', () => {
  test.each<[Standing, string]>([
    ['none', 'inactive'],
    ['incomplete', 'inactive'],
    ['trialing', 'trialing'],
    ['active', 'active'],
    ['unpaid', 'inactive'],
    ['canceled', 'inactive'],
  ])('%s: %s', (standing, view) => {
    expect(entitlementOf({ standing, isEnding: false }, facts)).toBe(view);
  });

  test('past due: for a week', () => {
    expect(
      entitlementOf({ standing: 'past-due', isEnding: false }, { ...facts, pastDueSince: '2026-11-14T12:00:01Z' }),
    ).toBe('active');
    expect(
      entitlementOf({ standing: 'past-due', isEnding: false }, { ...facts, pastDueSince: '2026-11-14T12:00:00Z' }),
    ).toBe('inactive');
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
  for (const { guards } of guardsOf(subscriptionLifecycle.machine))
    for (const phrase of guards) expect(phrase).toMatch(/^[a-z][a-z' ,-]+$/);
});
