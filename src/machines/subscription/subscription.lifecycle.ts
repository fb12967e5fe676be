import { and, assign, setup } from 'xstate';
import type { Role } from '../law.ts';

/**
 * The subscription of a business of movers. Two regions:
 *
 * standing  none        there is none, and nothing was tried
 *           incomplete  begun, the first payment is missing
 *           trialing    the free time, once for each business
 *           active      paid for
 *           past-due    a renewal could not be collected; the provider tries again, and leads stay open for a while
 *           unpaid      the provider has given up collecting, the subscription still stands
 *           canceled    over; another one may begin
 * ending    no          goes on by itself
 *           at_period_end  ends with the period that is paid for
 *
 * What the mover asks for is judged here before the provider is asked; what the provider says is folded in as
 * `provider.reported`, which may land anywhere: it is the provider's money.
 * Raise the version with every change of a state, transition or guard.
 */
export const SUBSCRIPTION_MODEL_VERSION = 1;

/** How long leads stay open after a renewal failed. */
export const GRACE_DAYS = 7;

export const STANDINGS = ['none', 'incomplete', 'trialing', 'active', 'past-due', 'unpaid', 'canceled'] as const;
export type Standing = (typeof STANDINGS)[number];

/** What the rows say besides where it stands. */
export interface SubscriptionFacts {
  usedTrial: boolean;
  hasCard: boolean;
  /** How many cards are on file. */
  cards: number;
  coupon: string | null;
  hasOpenInvoice: boolean;
  /** False for a free time from before there was a payment provider. */
  isKnown: boolean;
  /** UTC ISO 8601; since when a renewal is missing. */
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

type Context = SubscriptionFacts & { runs: boolean };

const RUNNING: readonly Standing[] = ['trialing', 'active', 'past-due'];
const says = (standing: Standing) => ({ target: standing, guard: `the provider says ${standing}` as const });
const reported = STANDINGS.map(says);
const runs = assign<Context, SubscriptionEvent, undefined, SubscriptionEvent, never>({ runs: true });
const rests = assign<Context, SubscriptionEvent, undefined, SubscriptionEvent, never>({ runs: false });

const mayStart = and(['a mover does it', 'a card is on file']);
const mayPay = { 'payment.asked': { guard: and(['a mover does it', 'an invoice is open', 'a card is on file']), actions: 'the history records it' } } as const;
const begin = {
  'trial.started': { target: 'trialing', guard: and(['a mover does it', 'the trial has not been used']) },
  'subscription.started': { target: 'incomplete', guard: mayStart },
} as const;

const saidBy = (standing: Standing) => ({ event }: { event: SubscriptionEvent }) => 'standing' in event && event.by === 'system' && event.standing === standing;

export const subscriptionLifecycle = setup({
  types: { context: {} as Context, events: {} as SubscriptionEvent, input: {} as Context },
  // What changes no state is still an event: it is judged here and stands in the history.
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
    'another card stays, or nothing has to be paid': ({ context }) => context.cards > 1 || !context.runs,
    'the time to pay is over': ({ context, event }) => event.by === 'system' && context.pastDueSince !== null && !isInGrace(context.pastDueSince, context.now),
    'the provider says none': saidBy('none'),
    'the provider says incomplete': saidBy('incomplete'),
    'the provider says trialing': saidBy('trialing'),
    'the provider says active': saidBy('active'),
    'the provider says past-due': saidBy('past-due'),
    'the provider says unpaid': saidBy('unpaid'),
    'the provider says canceled': saidBy('canceled'),
    'it ends with the period': ({ event }) => 'endsWithPeriod' in event && event.by === 'system' && event.endsWithPeriod,
    'it goes on': ({ event }) => 'endsWithPeriod' in event && event.by === 'system' && !event.endsWithPeriod,
  },
}).createMachine({
  id: 'subscription',
  context: ({ input }) => input,
  type: 'parallel',
  on: {
    'card.added': { guard: 'a mover does it', actions: 'the history records it' },
    'card.made-default': { guard: and(['a mover does it', 'a card is on file']), actions: 'the history records it' },
    'card.removed': { guard: and(['a mover does it', 'a card is on file', 'another card stays, or nothing has to be paid']), actions: 'the history records it' },
    'coupon.applied': {
      guard: and(['a mover does it', 'the subscription runs', 'the payment provider knows the subscription', 'no other coupon is in use']),
      actions: 'the history records it',
    },
    'coupon.removed': { guard: and(['a mover does it', 'the subscription runs', 'a coupon is in use']), actions: 'the history records it' },
  },
  states: {
    standing: {
      initial: 'none',
      on: { 'provider.reported': reported.map(({ target, guard }) => ({ target: `.${target}` as const, guard })) },
      states: {
        none: { entry: rests, on: begin },
        incomplete: { entry: rests, on: mayPay },
        trialing: { entry: runs },
        active: { entry: runs },
        'past-due': { entry: runs, on: { ...mayPay, 'grace.ended': { guard: 'the time to pay is over', actions: 'the history records it' } } },
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
          on: {
            'cancel.asked': {
              target: 'at_period_end',
              guard: and(['a mover does it', 'the subscription runs', 'the payment provider knows the subscription', 'a reason is given']),
            },
          },
        },
        at_period_end: {
          on: { 'cancel.taken-back': { target: 'no', guard: and(['a mover does it', 'the subscription runs']) } },
        },
      },
    },
  },
});

export interface SubscriptionPlace {
  standing: Standing;
  isEnding: boolean;
}

/** Where a subscription stands: the law's snapshot for its row and the facts around it. */
export function subscriptionSnapshot({ standing, isEnding }: SubscriptionPlace, facts: SubscriptionFacts) {
  return subscriptionLifecycle.resolveState({
    value: { standing, ending: isEnding ? 'at_period_end' : 'no' },
    context: { ...facts, runs: RUNNING.includes(standing) },
  });
}

/** What a snapshot of the law means for the row. */
export function placeOf(snapshot: ReturnType<typeof subscriptionSnapshot>): SubscriptionPlace {
  const { standing, ending } = snapshot.value as { standing: Standing; ending: 'no' | 'at_period_end' };
  return { standing, isEnding: ending === 'at_period_end' };
}

/** Whether leads stay open although a renewal is missing since `since`. Instants, UTC ISO 8601. */
export function isInGrace(since: string, now: string): boolean {
  return Date.parse(now) < Date.parse(since) + GRACE_DAYS * 86_400_000;
}
