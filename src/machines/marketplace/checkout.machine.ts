import { assign, fromPromise, setup } from 'xstate';
import { OPEN_STATES, type PurchaseState } from './purchase.lifecycle.ts';

/**
 * The way of a buyer from the cart to the contacts, on one screen. What may happen to the purchase is the lifecycle's
 * (purchase.lifecycle.ts): here it is read, never decided.
 *
 * restoring    the page was opened with a purchase of before: it is read
 * unreachable  it could not be read, or the server refused: it is still there, the buyer may try again or leave it
 * cart         nothing is held; what was refused is said
 * reserving    the shares are asked for; nobody knows yet whether they are had
 * held         there is a purchase, and it stands where its lifecycle says
 *   idle         the buyer reads, types a card, or answers the bank
 *   opening      the payment provider is asked to take a card
 *   checking     the provider has said something: the server is asked to hear it, too
 *   reading      the purchase is read again, because its time is over or somebody else may have moved it
 *   releasing    the buyer lets go of the shares
 */

/** Of a purchase, what decides where this flow goes on. */
export interface CheckoutPurchase {
  state: PurchaseState;
  /** US cents, as the buyer sees it. */
  total: number;
  /** What the lifecycle says to the buyer's gestures now. */
  actions: readonly { event: string; may: boolean; unmet: readonly string[] }[];
}

export interface Reservation {
  leadIds: readonly string[];
  /** US cents of each lead, in their order, as the buyer sees them. */
  prices: readonly number[];
  email: string;
  /** What of the buyer's credit is to pay for it, as the buyer sees it, with what shows that it is theirs. */
  credit: { token: string; amount: number } | null;
}

/** An expected refusal is an answer; only what nobody expected rejects. */
export type ReserveAnswer =
  | { is: 'reserved'; token: string; purchase: CheckoutPurchase }
  | {
      is: 'refused';
      detail: string;
      gone: readonly string[];
      fields: Readonly<Record<string, string>>;
      changed: readonly PriceSeen[];
    };

/** What a lead cost that costs something else now. */
export interface PriceSeen {
  id: string;
  seen: number;
}

export type PurchaseAnswer =
  | { is: 'there'; purchase: CheckoutPurchase }
  | { is: 'gone' }
  | { is: 'refused'; detail: string };

/** What the provider's card form needs. */
export interface CardKey {
  provider: 'off' | 'sandbox' | 'stripe';
  publishableKey: string;
  clientSecret: string;
}

/** Without a card where nothing is left to pay. */
export type OpenAnswer =
  | { is: 'open'; card: CardKey | null; purchase: CheckoutPurchase }
  | { is: 'refused'; detail: string };

interface CheckoutContext {
  /** Only the browser that has reserved knows it. */
  token: string | null;
  purchase: CheckoutPurchase | null;
  card: CardKey | null;
  wish: Reservation & { key: string };
  problem: string | null;
  gone: readonly string[];
  fields: Readonly<Record<string, string>>;
  changed: readonly PriceSeen[];
  /** A card was refused while one looked: the form says so itself. */
  isRefusedHere: boolean;
}

const NO_ANSWER = 'No response. Check your connection and try again; you won’t be charged twice.';
const NO_CARD_FORM = 'The payment provider does not answer. Try again in a moment.';
/** In these somebody else has to do something: the purchase is looked at again by itself. */
const WAITING: readonly PurchaseState[] = ['paid', 'refunding'];

const notProvided = (name: string) => () => Promise.reject(new Error(`actor "${name}" was not provided`));

export const checkoutMachine = setup({
  types: {
    context: {} as CheckoutContext,
    input: {} as { token: string | null },
    events: {} as
      | ({ type: 'reserve.asked'; key: string } & Reservation)
      | { type: 'restore.retried' }
      | { type: 'card-form.asked' }
      | { type: 'card.confirmed' }
      | { type: 'card.refused' }
      | { type: 'purchase.doubted' }
      | { type: 'release.asked' }
      | { type: 'purchase.left' }
      | { type: 'panel.closed' },
    tags: {} as 'busy',
  },
  actors: {
    reserve: fromPromise<ReserveAnswer, Reservation & { key: string }>(notProvided('reserve')),
    read: fromPromise<PurchaseAnswer, { token: string }>(notProvided('read')),
    open: fromPromise<OpenAnswer, { token: string; total: number }>(notProvided('open')),
    check: fromPromise<PurchaseAnswer, { token: string }>(notProvided('check')),
    release: fromPromise<PurchaseAnswer, { token: string }>(notProvided('release')),
  },
  delays: { aWhile: 4000 },
  actions: {
    wish: assign({
      wish: (_, wish: CheckoutContext['wish']) => wish,
      problem: null,
      gone: [],
      fields: {},
      changed: [],
    }),
    hold: assign((_, answer: ReserveAnswer) =>
      answer.is === 'reserved'
        ? { token: answer.token, purchase: answer.purchase, card: null, isRefusedHere: false }
        : {},
    ),
    keepRefusal: assign((_, answer: ReserveAnswer) =>
      answer.is === 'refused'
        ? { problem: answer.detail, gone: answer.gone, fields: answer.fields, changed: answer.changed }
        : {},
    ),
    keepPurchase: assign((_, answer: PurchaseAnswer | OpenAnswer) => ({
      ...('purchase' in answer ? { purchase: answer.purchase } : {}),
      problem: answer.is === 'refused' ? answer.detail : null,
    })),
    keepCard: assign({
      card: ({ context }, answer: OpenAnswer) => (answer.is === 'open' ? answer.card : context.card),
    }),
    keepProblem: assign({ problem: (_, problem: string) => problem }),
    forgetProblem: assign({ problem: null }),
    refuse: assign({ isRefusedHere: true }),
    /** With another card the form forgets what it said of the last one. */
    takeCard: assign({ isRefusedHere: false }),
    leave: assign({
      token: null,
      purchase: null,
      card: null,
      problem: null,
      gone: [],
      fields: {},
      changed: [],
      isRefusedHere: false,
    }),
    /** The token outlives the page, and is forgotten with the purchase. */
    remember: (() => {}) as (scope: unknown, token: string | null) => void,
    /** What was bought is no longer in the cart. */
    emptyCart: () => {},
  },
  guards: {
    'a purchase was begun before': ({ context }) => context.token !== null,
    'the shares are held': (_, answer: ReserveAnswer) => answer.is === 'reserved',
    'there is no such purchase': (_, answer: PurchaseAnswer) => answer.is === 'gone',
    'it was not shown': (_, answer: PurchaseAnswer) => answer.is === 'refused',
    'a card can be entered': ({ context }) =>
      context.card === null && context.purchase !== null && may(context.purchase, 'payment.begun'),
    'the buyer may let go': ({ context }) => context.purchase !== null && may(context.purchase, 'reservation.released'),
    'the bank was asked before': ({ context }) => context.purchase?.state === 'authenticating',
    'the purchase is over': ({ context }) =>
      context.purchase !== null && ![...OPEN_STATES, ...WAITING].includes(context.purchase.state),
    'somebody else has to do something': ({ context }) =>
      context.purchase !== null && WAITING.includes(context.purchase.state),
  },
}).createMachine({
  id: 'checkout',
  context: ({ input }) => ({
    token: input.token,
    purchase: null,
    card: null,
    wish: { leadIds: [], prices: [], email: '', credit: null, key: '' },
    problem: null,
    gone: [],
    fields: {},
    changed: [],
    isRefusedHere: false,
  }),
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'a purchase was begun before', target: 'restoring' }, { target: 'cart' }] },
    restoring: {
      tags: 'busy',
      invoke: {
        id: 'restore',
        src: 'read',
        input: ({ context }) => ({ token: context.token! }),
        onDone: [
          { guard: { type: 'there is no such purchase', params: ({ event }) => event.output }, target: 'cart' },
          {
            guard: { type: 'it was not shown', params: ({ event }) => event.output },
            target: 'unreachable',
            actions: { type: 'keepPurchase', params: ({ event }) => event.output },
          },
          { target: 'held', actions: { type: 'keepPurchase', params: ({ event }) => event.output } },
        ],
        onError: 'unreachable',
      },
    },
    unreachable: {
      on: {
        'restore.retried': { target: 'restoring', actions: 'forgetProblem' },
        // It may never be shown again; what was paid is in the mail, and what was not is let go by itself.
        'purchase.left': { target: 'cart', actions: 'leave' },
      },
    },
    cart: {
      entry: [{ type: 'remember', params: null }],
      on: {
        'reserve.asked': {
          target: 'reserving',
          actions: {
            type: 'wish',
            params: ({ event: { leadIds, prices, email, credit, key } }) => ({ leadIds, prices, email, credit, key }),
          },
        },
      },
    },
    reserving: {
      tags: 'busy',
      invoke: {
        id: 'reserve',
        src: 'reserve',
        input: ({ context }) => context.wish,
        onDone: [
          {
            guard: { type: 'the shares are held', params: ({ event }) => event.output },
            target: 'held',
            actions: { type: 'hold', params: ({ event }) => event.output },
          },
          { target: 'cart', actions: { type: 'keepRefusal', params: ({ event }) => event.output } },
        ],
        onError: { target: 'cart', actions: { type: 'keepProblem', params: NO_ANSWER } },
      },
    },
    held: {
      initial: 'looking',
      entry: { type: 'remember', params: ({ context }) => context.token },
      on: {
        'purchase.left': { target: 'cart', actions: 'leave' },
        'panel.closed': { guard: 'the purchase is over', target: 'cart', actions: 'leave' },
      },
      states: {
        // After each answer: what the lifecycle allows next is offered without another press.
        looking: { always: [{ guard: 'a card can be entered', target: 'opening' }, { target: 'idle' }] },
        idle: {
          entry: 'emptyCart',
          after: { aWhile: { guard: 'somebody else has to do something', target: 'reading' } },
          on: {
            'card-form.asked': { guard: 'a card can be entered', target: 'opening', actions: 'forgetProblem' },
            'card.confirmed': { target: 'checking', actions: ['takeCard', 'forgetProblem'] },
            'card.refused': { target: 'checking', actions: ['refuse', 'forgetProblem'] },
            // Its time may be over: the server is to say so now, not when it looks by itself.
            'purchase.doubted': 'checking',
            'release.asked': { guard: 'the buyer may let go', target: 'releasing', actions: 'forgetProblem' },
          },
        },
        opening: {
          tags: 'busy',
          invoke: {
            id: 'open',
            src: 'open',
            input: ({ context }) => ({ token: context.token!, total: context.purchase!.total }),
            onDone: [
              // Its question still stands; the provider knows, and the purchase has to hear it.
              {
                guard: 'the bank was asked before',
                target: 'checking',
                actions: [
                  { type: 'keepPurchase', params: ({ event }) => event.output },
                  { type: 'keepCard', params: ({ event }) => event.output },
                ],
              },
              {
                target: 'idle',
                actions: [
                  { type: 'keepPurchase', params: ({ event }) => event.output },
                  { type: 'keepCard', params: ({ event }) => event.output },
                ],
              },
            ],
            onError: { target: 'idle', actions: { type: 'keepProblem', params: NO_CARD_FORM } },
          },
        },
        checking: {
          tags: 'busy',
          invoke: {
            id: 'check',
            src: 'check',
            input: ({ context }) => ({ token: context.token! }),
            onDone: { target: 'idle', actions: { type: 'keepPurchase', params: ({ event }) => event.output } },
            // The money may be there: the server hears of it in its own time, and so it is read until it has.
            onError: { target: 'idle', actions: { type: 'keepProblem', params: NO_ANSWER } },
          },
        },
        reading: {
          invoke: {
            id: 'read',
            src: 'read',
            input: ({ context }) => ({ token: context.token! }),
            onDone: [
              {
                guard: { type: 'there is no such purchase', params: ({ event }) => event.output },
                target: '#checkout.cart',
                actions: 'leave',
              },
              { target: 'idle', actions: { type: 'keepPurchase', params: ({ event }) => event.output } },
            ],
            onError: 'idle',
          },
        },
        releasing: {
          tags: 'busy',
          invoke: {
            id: 'release',
            src: 'release',
            input: ({ context }) => ({ token: context.token! }),
            onDone: { target: 'idle', actions: { type: 'keepPurchase', params: ({ event }) => event.output } },
            onError: { target: 'idle', actions: { type: 'keepProblem', params: NO_ANSWER } },
          },
        },
      },
    },
  },
});

function may({ actions }: CheckoutPurchase, event: string): boolean {
  return actions.some((action) => action.event === event && action.may);
}
