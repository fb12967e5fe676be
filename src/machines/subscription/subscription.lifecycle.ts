import { and, assign, setup } from 'xstate';
import { defineLifecycle } from '../lifecycle.ts';
import type { Role } from '../lifecycle.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

/**
 * The subscription of a business of movers. Two regions:
 *
 * standing  none        there is none, and none was tried
 *           incomplete  begun, the first payment is missing
 *           trialing    the free trial, once per business
 *           active      paid for
 *           past-due    a renewal could not be collected; the provider retries, and leads stay accessible for a while
 *           unpaid      the provider has given up collecting, but the subscription still exists
 *           canceled    over; another one may begin
 * ending    no          renews automatically
 *           at_period_end  ends with the period that is paid for
 *
 * A mover's request is judged here before it is sent to the provider. What the provider reports is applied as
 * `provider.reported`, which may lead to any state, because the provider has the money. Increment the version with
 * every change of a state, transition, or guard.
 */
export const SUBSCRIPTION_MODEL_VERSION = 3;

/** How long leads stay accessible after a renewal failed. */
export const GRACE_DAYS = 7;

export const STANDINGS = ['none', 'incomplete', 'trialing', 'active', 'past-due', 'unpaid', 'canceled'] as const;
export type Standing = (typeof STANDINGS)[number];

/** The facts from the rows, besides the state. */
export interface SubscriptionFacts {
  /** By this business, or by another one with its mailbox or card. */
  usedTrial: boolean;
  hasCard: boolean;
  /** How many cards are on file. */
  cards: number;
  coupon: string | null;
  hasOpenInvoice: boolean;
  /** False for a trial from before there was a payment provider. */
  isKnown: boolean;
  /** UTC ISO 8601; since when a renewal payment has been missing. */
  pastDueSince: string | null;
  now: string;
}

export type SubscriptionEvent = { by: Role } & (
  | { type: 'trial.started' }
  | { type: 'subscription.started' }
  | { type: 'cancel.asked'; reason: string }
  | { type: 'cancel.taken-back' }
  | { type: 'coupon.applied'; code: string }
  | { type: 'coupon.removed' }
  | { type: 'card.added' }
  | { type: 'card.removed' }
  | { type: 'card.made-default' }
  | { type: 'payment.asked' }
  | { type: 'provider.reported'; standing: Standing; endsWithPeriod: boolean }
  | { type: 'grace.ended' }
);

interface Place {
  runs: boolean;
  isTrial: boolean;
  /** Ends with the period that is paid for: no further period begins, so no further payment either. */
  ends: boolean;
}
type Context = SubscriptionFacts & Place;

const RUNNING: readonly Standing[] = ['trialing', 'active', 'past-due'];
const says = (standing: Standing) => ({ target: standing, guard: `the provider says ${standing}` as const });
const reported = STANDINGS.map(says);
const notes = (place: Partial<Place>) => assign<Context, SubscriptionEvent, undefined, SubscriptionEvent, never>(place);
const trial = notes({ runs: true, isTrial: true });
const runs = notes({ runs: true, isTrial: false });
const rests = notes({ runs: false, isTrial: false });

const mayStart = and(['a mover does it', 'a card is on file']);
const mayPay = {
  'payment.asked': {
    guard: and(['a mover does it', 'an invoice is open', 'a card is on file']),
    actions: 'the history records it',
  },
} as const;
const begin = {
  'trial.started': { target: 'trialing', guard: and(['a mover does it', 'the trial has not been used']) },
  'subscription.started': { target: 'incomplete', guard: mayStart },
} as const;

const saidBy =
  (standing: Standing) =>
  ({ event }: { event: SubscriptionEvent }) =>
    'standing' in event && event.by === 'system' && event.standing === standing;

const subscriptionMachine = setup({
  types: { context: {} as Context, events: {} as SubscriptionEvent, input: {} as Context },
  // An event that changes no state is still judged and recorded in the history.
  actions: { 'the history records it': () => {} },
  guards: {
    'a mover does it': ({ event }) => event.by === 'mover',
    'the trial has not been used': ({ context }) => !context.usedTrial,
    'a card is on file': ({ context }) => context.hasCard,
    'an invoice is open': ({ context }) => context.hasOpenInvoice,
    'a reason is given': ({ event }) => 'reason' in event && event.reason.trim() !== '',
    'the subscription runs': ({ context }) => context.runs,
    'the payment provider knows the subscription': ({ context }) => context.isKnown,
    'no other coupon is in use': ({ context }) => context.coupon === null,
    'a coupon is in use': ({ context }) => context.coupon !== null,
    'another card stays, or nothing has to be paid': ({ context }) =>
      context.cards > 1 || !context.runs || (context.ends && !context.hasOpenInvoice),
    'a card is on file, or the trial still runs': ({ context }) => context.hasCard || context.isTrial,
    'the time to pay is over': ({ context, event }) =>
      event.by === 'system' && context.pastDueSince !== null && !isInGrace(context.pastDueSince, context.now),
    'the provider says none': saidBy('none'),
    'the provider says incomplete': saidBy('incomplete'),
    'the provider says trialing': saidBy('trialing'),
    'the provider says active': saidBy('active'),
    'the provider says past-due': saidBy('past-due'),
    'the provider says unpaid': saidBy('unpaid'),
    'the provider says canceled': saidBy('canceled'),
    'it ends with the period': ({ event }) =>
      'endsWithPeriod' in event && event.by === 'system' && event.endsWithPeriod,
    'it goes on': ({ event }) => 'endsWithPeriod' in event && event.by === 'system' && !event.endsWithPeriod,
  },
}).createMachine({
  id: 'subscription',
  context: ({ input }) => input,
  type: 'parallel',
  on: {
    'card.added': { guard: 'a mover does it', actions: 'the history records it' },
    'card.made-default': { guard: and(['a mover does it', 'a card is on file']), actions: 'the history records it' },
    'card.removed': {
      guard: and(['a mover does it', 'a card is on file', 'another card stays, or nothing has to be paid']),
      actions: 'the history records it',
    },
    'coupon.applied': {
      guard: and([
        'a mover does it',
        'the subscription runs',
        'the payment provider knows the subscription',
        'no other coupon is in use',
      ]),
      actions: 'the history records it',
    },
    'coupon.removed': {
      guard: and(['a mover does it', 'the subscription runs', 'a coupon is in use']),
      actions: 'the history records it',
    },
  },
  states: {
    standing: {
      initial: 'none',
      on: { 'provider.reported': reported.map(({ target, guard }) => ({ target: `.${target}` as const, guard })) },
      states: {
        none: { entry: rests, on: begin },
        incomplete: { entry: rests, on: mayPay },
        // A business that wants more than the trial shows need not wait for its end. Only a payment ends it early.
        trialing: {
          entry: trial,
          on: {
            'subscription.started': {
              target: ['#subscription.standing.active', '#subscription.ending.no'],
              guard: mayStart,
            },
          },
        },
        active: { entry: runs },
        'past-due': {
          entry: runs,
          on: { ...mayPay, 'grace.ended': { guard: 'the time to pay is over', actions: 'the history records it' } },
        },
        unpaid: { entry: rests, on: mayPay },
        canceled: { entry: rests, on: begin },
      },
    },
    ending: {
      initial: 'no',
      on: {
        'provider.reported': [
          { target: '.at_period_end', guard: 'it ends with the period' },
          { target: '.no', guard: 'it goes on' },
        ],
      },
      states: {
        no: {
          entry: notes({ ends: false }),
          on: {
            'cancel.asked': {
              target: 'at_period_end',
              guard: and([
                'a mover does it',
                'the subscription runs',
                'the payment provider knows the subscription',
                'a reason is given',
              ]),
            },
          },
        },
        at_period_end: {
          entry: notes({ ends: true }),
          on: {
            'cancel.taken-back': {
              target: 'no',
              guard: and(['a mover does it', 'the subscription runs', 'a card is on file, or the trial still runs']),
            },
          },
        },
      },
    },
  },
});

export interface SubscriptionPlace {
  standing: Standing;
  isEnding: boolean;
}

export const subscriptionLifecycle = defineLifecycle({
  what: 'the subscription',
  machine: subscriptionMachine,
  version: SUBSCRIPTION_MODEL_VERSION,
  // Null, because a trial from before there was a payment provider starts in its existing state.
  start: null as SubscriptionPlace | null,
  valueOf: ({ standing, isEnding }) => ({ standing, ending: isEnding ? 'at_period_end' : 'no' }),
  contextOf: ({ standing, isEnding }, facts: SubscriptionFacts) => ({
    ...facts,
    runs: RUNNING.includes(standing),
    isTrial: standing === 'trialing',
    ends: isEnding,
  }),
  stateOf: ({ value }) => {
    const { standing, ending } = value as { standing: Standing; ending: 'no' | 'at_period_end' };
    return { standing, isEnding: ending === 'at_period_end' };
  },
  nameOf: ({ standing, isEnding }) => `${standing}${isEnding ? '.ending' : ''}`,
  stateNamed: (name) => ({ standing: name.replace(/\.ending$/, '') as Standing, isEnding: name.endsWith('.ending') }),
});

/** Until when leads stay accessible although a renewal payment is missing since `since`. Instants in UTC ISO 8601. */
export const graceEndOf = (since: string): string => new Date(Date.parse(since) + GRACE_DAYS * DAY).toISOString();

export const isInGrace = (since: string, now: string): boolean => Date.parse(now) < Date.parse(graceEndOf(since));
