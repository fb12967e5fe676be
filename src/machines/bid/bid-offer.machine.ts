import { assign, fromPromise, setup } from 'xstate';

/**
 * A carrier's offer for one load, on its screen.
 *
 * entering     decides what comes next: the form, or the active bid
 * filling      the offer is being typed; what was typed is the draft
 * sending      it is being placed or revised, once
 * failed       unknown whether it was placed; a retry sends the same key
 * standing     the carrier's bid is active
 * confirming   the carrier is asked to confirm the withdrawal
 * withdrawing  it is being withdrawn
 */
export interface OfferDraft<Load = unknown> {
  /** Cents. */
  amount: number | null;
  startDate: string | null;
  note: string;
  /** The load as it was when the offer was begun, stored with the draft: what the offer is for. */
  load?: Load;
}

export interface OfferWrite {
  draft: OfferDraft;
  key: string;
}

/** A refusal is a response; only unexpected errors reject. */
export type OfferAnswer = { is: 'done' } | { is: 'refused'; detail: string; fields: Readonly<Record<string, string>> };

interface OfferContext extends OfferWrite {
  isStanding: boolean;
  problem: string | null;
  fields: Readonly<Record<string, string>>;
}

const FAILED = 'No response. Check your connection and try again; it won’t happen twice.';
const wordsOf = (answer: OfferAnswer) =>
  answer.is === 'refused' ? { problem: answer.detail, fields: answer.fields } : { problem: null, fields: {} };

export const bidOfferMachine = setup({
  types: {
    context: {} as OfferContext,
    input: {} as { draft: OfferDraft; isStanding: boolean },
    events: {} as
      | { type: 'draft.changed'; part: Partial<OfferDraft> }
      | { type: 'offer.sent' }
      | { type: 'form.opened'; draft: OfferDraft }
      | { type: 'form.closed' }
      | { type: 'withdrawal.asked' }
      | { type: 'withdrawal.cancelled' }
      | { type: 'withdrawal.confirmed' },
    tags: {} as 'busy',
  },
  actors: {
    place: fromPromise<OfferAnswer, OfferWrite>(() => Promise.reject(new Error('actor "place" was not provided'))),
    withdraw: fromPromise<OfferAnswer, { key: string }>(() =>
      Promise.reject(new Error('actor "withdraw" was not provided')),
    ),
  },
  actions: {
    change: assign({
      draft: ({ context }, part: Partial<OfferDraft>) => ({ ...context.draft, ...part }),
      problem: null,
      fields: {},
    }),
    makeKey: assign({ key: () => crypto.randomUUID() }),
    keepWords: assign((_, answer: OfferAnswer) => wordsOf(answer)),
    keepFailure: assign({ problem: FAILED }),
    forgetProblem: assign({ problem: null, fields: {} }),
  },
  guards: {
    'a bid stands': ({ context }) => context.isStanding,
    'it is done': (_, answer: OfferAnswer) => answer.is === 'done',
  },
}).createMachine({
  id: 'bid-offer',
  initial: 'entering',
  context: ({ input }) => ({ ...input, key: '', problem: null, fields: {} }),
  states: {
    entering: {
      always: [{ guard: 'a bid stands', target: 'standing' }, { target: 'filling' }],
    },
    filling: {
      on: {
        'draft.changed': { actions: { type: 'change', params: ({ event }) => event.part } },
        'offer.sent': { target: 'sending', actions: 'makeKey' },
        'form.closed': { target: 'standing', actions: 'forgetProblem' },
      },
    },
    sending: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'place',
        src: 'place',
        input: ({ context: { draft, key } }) => ({ draft, key }),
        onDone: [
          { guard: { type: 'it is done', params: ({ event }) => event.output }, target: 'standing' },
          { target: 'filling', actions: { type: 'keepWords', params: ({ event }) => event.output } },
        ],
        onError: { target: 'failed', actions: 'keepFailure' },
      },
    },
    failed: {
      on: {
        'offer.sent': 'sending',
        'draft.changed': { target: 'filling', actions: { type: 'change', params: ({ event }) => event.part } },
      },
    },
    standing: {
      on: {
        'form.opened': { target: 'filling', actions: { type: 'change', params: ({ event }) => event.draft } },
        'withdrawal.asked': { target: 'confirming', actions: 'makeKey' },
        // The bid has ended meanwhile but the load still takes bids: show the form again.
        'draft.changed': { target: 'filling', actions: { type: 'change', params: ({ event }) => event.part } },
        'offer.sent': { target: 'sending', actions: 'makeKey' },
      },
    },
    confirming: {
      on: {
        'withdrawal.cancelled': { target: 'standing', actions: 'forgetProblem' },
        'withdrawal.confirmed': 'withdrawing',
      },
    },
    withdrawing: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'withdraw',
        src: 'withdraw',
        input: ({ context: { key } }) => ({ key }),
        onDone: [
          { guard: { type: 'it is done', params: ({ event }) => event.output }, target: 'filling' },
          { target: 'standing', actions: { type: 'keepWords', params: ({ event }) => event.output } },
        ],
        // A retry sends the same key, so the bid is withdrawn once.
        onError: { target: 'confirming', actions: 'keepFailure' },
      },
    },
  },
});
