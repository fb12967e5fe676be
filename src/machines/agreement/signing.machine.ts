import { assign, fromPromise, setup } from 'xstate';
import { isSignerName } from './signer-name.ts';

/**
 * An agreement on a signer's screen, from reading to signing or declining; the same for clients and carriers.
 *
 * looking  the page is shown; nothing was written, because viewing it does not count as opening it
 * begun    the signer has begun: the server is notified once, without waiting for the response
 *   reading    only the text is shown
 *   signing    consent and signature are given; they are the draft
 *   declining  the reason is given instead
 *   sending    the signature or the reason is being written, once
 *   failed     unknown whether it was written; a retry sends the same key, so it happens at most once
 *   refused    it cannot be signed in its state; the draft is kept until the agreement was reloaded
 * signed   it is done
 * declined the signer declined
 */
export interface SigningDraft {
  kind: 'drawn' | 'typed';
  /** The signer's name, which is also the signature if typed. */
  name: string;
  /** The drawn signature, PNG. */
  image: Blob | null;
  hasConsent: boolean;
  reason: string;
}

export type SigningWish = 'sign' | 'decline';

export interface SigningWrite {
  wish: SigningWish;
  draft: SigningDraft;
  /** Each submission has one idempotency key, however often it is sent. */
  key: string;
}

/** A refusal is a response; only unexpected errors reject. */
export type SigningAnswer = { is: 'signed' } | { is: 'declined' } | { is: 'refused'; detail: string };

interface SigningContext extends SigningWrite {
  problem: string | null;
}

const FAILED = 'No response. Check your connection and try again; it won’t be sent twice.';
const EMPTY: SigningDraft = { kind: 'typed', name: '', image: null, hasConsent: false, reason: '' };

export const signingMachine = setup({
  types: {
    context: {} as SigningContext,
    input: {} as Partial<SigningDraft> | undefined,
    events: {} as
      | { type: 'signer.began' }
      | { type: 'signature.reached' }
      | { type: 'draft.changed'; part: Partial<SigningDraft> }
      | { type: 'signature.sent' }
      | { type: 'decline.opened' }
      | { type: 'decline.cancelled' }
      | { type: 'decline.sent' }
      | { type: 'text.read-again' },
    tags: {} as 'busy',
  },
  actors: {
    open: fromPromise<unknown>(() => Promise.reject(new Error('actor "open" was not provided'))),
    send: fromPromise<SigningAnswer, SigningWrite>(() => Promise.reject(new Error('actor "send" was not provided'))),
  },
  actions: {
    change: assign({
      draft: ({ context }, part: Partial<SigningDraft>) => ({ ...context.draft, ...part }),
      problem: null,
    }),
    wish: assign({ wish: (_, wish: SigningWish) => wish, key: () => crypto.randomUUID(), problem: null }),
    keepProblem: assign({ problem: (_, problem: string) => problem }),
    forgetProblem: assign({ problem: null }),
    // What was agreed to has changed, so the consent no longer applies.
    takeBackConsent: assign({ draft: ({ context }) => ({ ...context.draft, hasConsent: false }), problem: null }),
  },
  guards: {
    'consent and signature are given': ({ context: { draft } }) =>
      draft.hasConsent && isSignerName(draft.name) && (draft.kind === 'typed' || draft.image !== null),
    'a reason is given': ({ context: { draft } }) => draft.reason.trim() !== '',
    'it was to be signed': ({ context }) => context.wish === 'sign',
    'it was to be declined': ({ context }) => context.wish === 'decline',
    'it is signed': (_, answer: SigningAnswer) => answer.is === 'signed',
    'it is declined': (_, answer: SigningAnswer) => answer.is === 'declined',
  },
}).createMachine({
  id: 'signing',
  initial: 'looking',
  context: ({ input }) => ({ wish: 'sign', draft: { ...EMPTY, ...input }, key: '', problem: null }),
  states: {
    looking: {
      on: {
        'signer.began': 'begun',
        'signature.reached': 'begun.signing',
        'draft.changed': { target: 'begun.signing', actions: { type: 'change', params: ({ event }) => event.part } },
        'decline.opened': 'begun.declining',
      },
    },
    begun: {
      // Signing implies opening, so a failed notification of the opening must not block it.
      invoke: { id: 'open', src: 'open', onError: {} },
      initial: 'reading',
      states: {
        reading: {
          on: {
            'signature.reached': 'signing',
            'draft.changed': { target: 'signing', actions: { type: 'change', params: ({ event }) => event.part } },
            'decline.opened': 'declining',
          },
        },
        signing: {
          on: {
            'draft.changed': { actions: { type: 'change', params: ({ event }) => event.part } },
            'signature.sent': {
              guard: 'consent and signature are given',
              target: 'sending',
              actions: { type: 'wish', params: 'sign' as const },
            },
            'decline.opened': { target: 'declining', actions: 'forgetProblem' },
          },
        },
        declining: {
          on: {
            'draft.changed': { actions: { type: 'change', params: ({ event }) => event.part } },
            'decline.sent': {
              guard: 'a reason is given',
              target: 'sending',
              actions: { type: 'wish', params: 'decline' as const },
            },
            'decline.cancelled': { target: 'signing', actions: 'forgetProblem' },
          },
        },
        sending: {
          tags: 'busy',
          invoke: {
            id: 'send',
            src: 'send',
            input: ({ context: { wish, draft, key } }) => ({ wish, draft, key }),
            onDone: [
              { guard: { type: 'it is signed', params: ({ event }) => event.output }, target: '#signing.signed' },
              { guard: { type: 'it is declined', params: ({ event }) => event.output }, target: '#signing.declined' },
              {
                target: 'refused',
                actions: {
                  type: 'keepProblem',
                  params: ({ event }) => (event.output.is === 'refused' ? event.output.detail : FAILED),
                },
              },
            ],
            onError: { target: 'failed', actions: { type: 'keepProblem', params: FAILED } },
          },
        },
        failed: {
          on: {
            'signature.sent': { guard: 'it was to be signed', target: 'sending', actions: 'forgetProblem' },
            'decline.sent': { guard: 'it was to be declined', target: 'sending', actions: 'forgetProblem' },
            'draft.changed': [
              {
                guard: 'it was to be declined',
                target: 'declining',
                actions: { type: 'change', params: ({ event }) => event.part },
              },
              { target: 'signing', actions: { type: 'change', params: ({ event }) => event.part } },
            ],
            'decline.opened': { target: 'declining', actions: 'forgetProblem' },
            'decline.cancelled': { target: 'signing', actions: 'forgetProblem' },
          },
        },
        refused: {
          on: { 'text.read-again': { target: 'reading', actions: 'takeBackConsent' } },
        },
      },
    },
    signed: { type: 'final' },
    declined: { type: 'final' },
  },
});
