import { assign, fromPromise, setup } from 'xstate';
import { OPEN_STATES, type PurchaseState } from './purchase.lifecycle.ts';

/**
 * A buyer's path from the cart to the contacts, on one screen. What may happen to the purchase is decided by its
 * lifecycle (purchase.lifecycle.ts): this flow only reads it.
 *
 * restoring    the page was opened with an earlier purchase, which is being loaded
 * unreachable  it could not be loaded, or the server refused: it still exists, the buyer may retry or leave it
 * cart         nothing is reserved; shows what was refused
 * reserving    the shares are requested; unknown whether they are available
 * held         there is a purchase, in the state that its lifecycle determines
 * idle         the buyer reads, types a card, or responds to the bank
 * opening      the payment provider is requested to take a card
 * checking     the provider has responded: the server is requested to check with it too
 * reading      the purchase is reloaded, because someone else may have changed it; the card form stays
 * releasing    the buyer releases the shares
 * returning    the buyer releases the shares to reserve them again for another email address
 */

/** The part of a purchase that decides where this flow continues. */
export interface CheckoutPurchase {
  state: PurchaseState;
  /** US cents, as shown to the buyer. */
  total: number;
  /** Which of the buyer's actions the lifecycle allows now. */
  actions: readonly { event: string; may: boolean; unmet: readonly string[] }[];
}

export interface Reservation {
  leadIds: readonly string[];
  /** US cents for each lead, in the same order, as shown to the buyer. */
  prices: readonly number[];
  email: string;
  /** How much of the buyer's credit to use, as shown to the buyer, and the token that proves ownership. */
  credit: { token: string; amount: number } | null;
}

/** An expected refusal is a response; only unexpected errors reject. */
export type ReserveAnswer =
  | { is: 'reserved'; token: string; purchase: CheckoutPurchase }
  | {
      is: 'refused';
      detail: string;
      gone: readonly string[];
      fields: Readonly<Record<string, string>>;
      changed: readonly PriceSeen[];
    };

/** A lead whose price has changed since, with the price it had. */
export interface PriceSeen {
  id: string;
  seen: number;
}

export type PurchaseAnswer =
  | { is: 'there'; purchase: CheckoutPurchase }
  | { is: 'gone' }
  | { is: 'refused'; detail: string };

/** What the payment provider's card form needs. */
export interface CardKey {
  provider: 'off' | 'sandbox' | 'stripe';
  publishableKey: string;
  clientSecret: string;
}

/** `card` is null if nothing is left to pay. */
export type OpenAnswer =
  | { is: 'open'; card: CardKey | null; purchase: CheckoutPurchase }
  | { is: 'refused'; detail: string };

interface CheckoutContext {
  /** Only the browser that made the reservation has it. */
  token: string | null;
  purchase: CheckoutPurchase | null;
  card: CardKey | null;
  wish: Reservation & { key: string };
  problem: string | null;
  gone: readonly string[];
  fields: Readonly<Record<string, string>>;
  changed: readonly PriceSeen[];
  /** A card was refused while the form was open: the form itself shows it. */
  isRefusedHere: boolean;
  /** The buyer came back to the cart to change the email address. */
  isAddressAsked: boolean;
}

const NO_ANSWER = 'No response. Check your connection and try again; you won’t be charged twice.';
const NO_CARD_FORM = 'The payment provider does not answer. Try again in a moment.';
/** In these states someone else has to act, so the purchase is reloaded periodically. */
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
      | { type: 'address.asked' }
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
  delays: { aWhile: 4000, aLongWhile: 10_000 },
  actions: {
    wish: assign({
      wish: (_, wish: CheckoutContext['wish']) => wish,
      problem: null,
      gone: [],
      fields: {},
      changed: [],
      isAddressAsked: false,
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
    askAddress: assign({ isAddressAsked: true }),
    /** With a new card, the form clears the message about the previous one. */
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
    /** The token survives a reload and, while the shares are held, the tab; it is deleted with the purchase. */
    remember: (() => {}) as (scope: { context: CheckoutContext }, token: string | null) => void,
    /** Purchased leads are removed from the cart. */
    emptyCart: () => {},
  },
  guards: {
    'a purchase was begun before': ({ context }) => context.token !== null,
    'the shares are held': (_, answer: ReserveAnswer) => answer.is === 'reserved',
    'there is no such purchase': (_, answer: PurchaseAnswer) => answer.is === 'gone',
    'the leads were let go': (_, answer: PurchaseAnswer) =>
      answer.is === 'there' && answer.purchase.state === 'expired',
    'it was not shown': (_, answer: PurchaseAnswer) => answer.is === 'refused',
    'a card can be entered': ({ context }) =>
      context.card === null && context.purchase !== null && may(context.purchase, 'payment.begun'),
    'the buyer may let go': ({ context }) => context.purchase !== null && may(context.purchase, 'reservation.released'),
    'the bank was asked before': ({ context }) => context.purchase?.state === 'authenticating',
    'the purchase is over': ({ context }) =>
      context.purchase !== null && ![...OPEN_STATES, ...WAITING].includes(context.purchase.state),
    // A reservation ends early when one of its leads is taken off the market.
    'the reservation may end': ({ context }) =>
      context.card !== null && context.purchase !== null && OPEN_STATES.some((one) => one === context.purchase?.state),
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
    isAddressAsked: false,
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
        // It may never be shown again: paid leads are mailed, unpaid ones are released automatically.
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
        // After each response: continue with what the lifecycle allows next, without another click.
        looking: { always: [{ guard: 'a card can be entered', target: 'opening' }, { target: 'idle' }] },
        idle: {
          entry: [{ type: 'remember', params: ({ context }) => context.token }, 'emptyCart'],
          after: {
            aWhile: { guard: 'somebody else has to do something', target: 'reading' },
            aLongWhile: { guard: 'the reservation may end', target: 'reading' },
          },
          on: {
            'card-form.asked': { guard: 'a card can be entered', target: 'opening', actions: 'forgetProblem' },
            'card.confirmed': { target: 'checking', actions: ['takeCard', 'forgetProblem'] },
            'card.refused': { target: 'checking', actions: ['refuse', 'forgetProblem'] },
            // Its time may be over: have the server check now instead of at its next scheduled check.
            'purchase.doubted': 'checking',
            'release.asked': { guard: 'the buyer may let go', target: 'releasing', actions: 'forgetProblem' },
            'address.asked': { guard: 'the buyer may let go', target: 'returning', actions: 'forgetProblem' },
          },
        },
        opening: {
          tags: 'busy',
          invoke: {
            id: 'open',
            src: 'open',
            input: ({ context }) => ({ token: context.token!, total: context.purchase!.total }),
            onDone: [
              // The bank's request is still open; the provider has the result, and the server must apply it.
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
            // The payment may have arrived. The server is notified asynchronously, so reload until it has been.
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
          // As in `idle`: the buyer does not wait for this.
          on: {
            'card.confirmed': { target: 'checking', actions: ['takeCard', 'forgetProblem'] },
            'card.refused': { target: 'checking', actions: ['refuse', 'forgetProblem'] },
            'purchase.doubted': 'checking',
            'release.asked': { guard: 'the buyer may let go', target: 'releasing', actions: 'forgetProblem' },
            'address.asked': { guard: 'the buyer may let go', target: 'returning', actions: 'forgetProblem' },
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
        returning: {
          tags: 'busy',
          invoke: {
            id: 'letGo',
            src: 'release',
            input: ({ context }) => ({ token: context.token! }),
            onDone: [
              {
                guard: { type: 'the leads were let go', params: ({ event }) => event.output },
                target: '#checkout.cart',
                actions: ['leave', 'askAddress'],
              },
              { target: 'idle', actions: { type: 'keepPurchase', params: ({ event }) => event.output } },
            ],
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
