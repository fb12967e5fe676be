import {
  STANDINGS,
  SUBSCRIPTION_MODEL_VERSION,
  subscriptionLifecycle,
} from '#src/machines/subscription/subscription.lifecycle.ts';
import type {
  Standing,
  SubscriptionFacts,
  SubscriptionPlace,
} from '#src/machines/subscription/subscription.lifecycle.ts';
import { lifecycleModel } from './path-model.ts';

const facts: SubscriptionFacts = {
  usedTrial: false,
  hasCard: true,
  cards: 2,
  coupon: null,
  hasOpenInvoice: true,
  isKnown: true,
  pastDueSince: '2030-01-01T08:00:00Z',
  now: '2030-01-20T08:00:00Z',
};
const reported = (standing: Standing, endsWithPeriod: boolean) => ({
  does: `hears from the provider that it is ${standing}${endsWithPeriod ? ', to the end of the period' : ''}`,
  event: { type: 'provider.reported', by: 'system', standing, endsWithPeriod } as const,
});

export const subscription = lifecycleModel({
  id: 'subscription',
  title: 'Subscription of a business of movers',
  machine: subscriptionLifecycle.machine,
  version: SUBSCRIPTION_MODEL_VERSION,
  start: { standing: 'none', isEnding: false } as SubscriptionPlace,
  facts,
  snapshot: subscriptionLifecycle.snapshot,
  placeOf: subscriptionLifecycle.stateOf as never,
  keyOf: subscriptionLifecycle.nameOf,
  names: {
    'standing.none': 'None',
    'standing.incomplete': 'Incomplete',
    'standing.trialing': 'Trialing',
    'standing.active': 'Active',
    'standing.past-due': 'Past due',
    'standing.unpaid': 'Unpaid',
    'standing.canceled': 'Canceled',
    'ending.no': 'goes on',
    'ending.at_period_end': 'ends with the period',
  },
  nameOf: ({ standing, isEnding }, names) =>
    `${names[`standing.${standing}`]}${isEnding ? `, ${names['ending.at_period_end']}` : ''}`,
  events: {
    'trial.started': { does: 'starts the trial', event: { type: 'trial.started', by: 'mover' } },
    'subscription.started': { does: 'subscribes', event: { type: 'subscription.started', by: 'mover' } },
    'cancel.asked': {
      does: 'cancels with a reason',
      event: { type: 'cancel.asked', by: 'mover', reason: 'Too few leads' },
    },
    'cancel.taken-back': {
      does: 'keeps the subscription after all',
      event: { type: 'cancel.taken-back', by: 'mover' },
    },
    'coupon.applied': { does: 'applies a coupon', event: { type: 'coupon.applied', by: 'mover', code: 'WELCOME' } },
    'coupon.removed': {
      does: 'removes the coupon',
      event: { type: 'coupon.removed', by: 'mover' },
      facts: { coupon: 'WELCOME' },
    },
    'card.added': { does: 'adds a card', event: { type: 'card.added', by: 'mover' } },
    'card.removed': { does: 'removes a card', event: { type: 'card.removed', by: 'mover' } },
    'card.made-default': { does: 'makes another card the default', event: { type: 'card.made-default', by: 'mover' } },
    'payment.asked': { does: 'pays what is due', event: { type: 'payment.asked', by: 'mover' } },
    'provider.reported': reported('active', false),
    'grace.ended': { does: 'ends the time to pay', event: { type: 'grace.ended', by: 'system' } },
  },
  more: Object.fromEntries(
    STANDINGS.flatMap((standing) =>
      [false, true].map((ends) => [`provider.reported ${standing}${ends ? ' ending' : ''}`, reported(standing, ends)]),
    ),
  ),
  breaks: {
    'the trial has not been used': ({ event, facts: given }) => ({ event, facts: { ...given, usedTrial: true } }),
    'a card is on file': ({ event, facts: given }) => ({ event, facts: { ...given, hasCard: false, cards: 0 } }),
    'an invoice is open': ({ event, facts: given }) => ({ event, facts: { ...given, hasOpenInvoice: false } }),
    'a reason is given': ({ event, facts: given }) => ({ event: { ...event, reason: ' ' } as never, facts: given }),
    // Whether it runs is part of its place: the pairs of places and events cover it.
    'the subscription runs': (given) => given,
    'the payment provider knows the subscription': ({ event, facts: given }) => ({
      event,
      facts: { ...given, isKnown: false },
    }),
    'no other coupon is in use': ({ event, facts: given }) => ({ event, facts: { ...given, coupon: 'OTHER' } }),
    'a coupon is in use': ({ event, facts: given }) => ({ event, facts: { ...given, coupon: null } }),
    'another card stays, or nothing has to be paid': ({ event, facts: given }) => ({
      event,
      facts: { ...given, cards: 1 },
    }),
    'a card is on file, or the trial still runs': ({ event, facts: given }) => ({
      event,
      facts: { ...given, hasCard: false, cards: 0 },
    }),
    'the time to pay is over': ({ event, facts: given }) => ({
      event,
      facts: { ...given, now: '2030-01-02T08:00:00Z' },
    }),
    'the provider says none': (given) => ({ ...given, event: reported('active', false).event }),
    'the provider says incomplete': (given) => ({ ...given, event: reported('active', false).event }),
    'the provider says trialing': (given) => ({ ...given, event: reported('active', false).event }),
    'the provider says active': (given) => ({ ...given, event: reported('canceled', false).event }),
    'the provider says past-due': (given) => ({ ...given, event: reported('active', false).event }),
    'the provider says unpaid': (given) => ({ ...given, event: reported('active', false).event }),
    'the provider says canceled': (given) => ({ ...given, event: reported('active', false).event }),
    'it ends with the period': (given) => ({ ...given, event: reported('active', false).event }),
    'it goes on': (given) => ({ ...given, event: reported('active', true).event }),
  },
  rows: { table: 'subscription', state: 'standing' },
});
