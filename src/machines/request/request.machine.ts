import { assign, fromPromise, setup } from 'xstate';

/**
 * One request on its way from a form or a button to the server: what is written, or the next page of a list.
 *
 * ready    nothing is on its way
 * sending  it was sent; asking again meanwhile does nothing
 * refused  the server said why not, and nothing was written
 * failed   no answer came, or none that gives a reason; it may have been written, so it is sent again with the same key
 */

/** An expected refusal is an answer; only what nobody expected rejects. */
export type RequestAnswer =
  | { is: 'done' }
  | {
      is: 'refused';
      /** The server's sentence, fit to show. */
      detail: string | null;
      /** Field names to sentences. */
      fields: Readonly<Record<string, string>>;
    };

interface RequestContext {
  /** Which of the buttons asked, where a screen has several. */
  name: string;
  /** What is said where nobody gives a reason. */
  failed: string;
  send: () => Promise<RequestAnswer>;
  /** Why it was not done: the server's sentence, or `failed`. */
  detail: string | null;
  fields: Readonly<Record<string, string>>;
}

const refusedBy = (answer: RequestAnswer) =>
  answer.is === 'refused' ? { detail: answer.detail, fields: answer.fields } : { detail: null, fields: {} };

export const requestMachine = setup({
  types: {
    context: {} as RequestContext,
    events: {} as
      | { type: 'request.made'; name: string; failed: string; send: () => Promise<RequestAnswer> }
      /** The person read why not, and begins again or leaves it. */
      | { type: 'request.dismissed' },
    tags: {} as 'busy',
  },
  actors: {
    send: fromPromise<RequestAnswer, { send: () => Promise<RequestAnswer> }>(({ input }) => input.send()),
  },
  actions: {
    begin: assign((_, { name, failed, send }: Pick<RequestContext, 'name' | 'failed' | 'send'>) => ({
      name,
      failed,
      send,
      detail: null,
      fields: {},
    })),
    keepRefusal: assign((_, answer: RequestAnswer) => refusedBy(answer)),
    forget: assign({ detail: null, fields: {} }),
    keepFailure: assign({ detail: ({ context }) => context.failed }),
  },
  guards: {
    'it was done': (_, answer: RequestAnswer) => answer.is === 'done',
  },
}).createMachine({
  id: 'request',
  initial: 'ready',
  context: { name: '', failed: '', send: () => Promise.resolve({ is: 'done' }), detail: null, fields: {} },
  states: {
    ready: { on: { 'request.made': { target: 'sending', actions: { type: 'begin', params: ({ event }) => event } } } },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'send',
        src: 'send',
        input: ({ context: { send } }) => ({ send }),
        onDone: [
          { guard: { type: 'it was done', params: ({ event }) => event.output }, target: 'ready' },
          { target: 'refused', actions: { type: 'keepRefusal', params: ({ event }) => event.output } },
        ],
        onError: { target: 'failed', actions: 'keepFailure' },
      },
    },
    refused: {
      on: {
        'request.made': { target: 'sending', actions: { type: 'begin', params: ({ event }) => event } },
        'request.dismissed': { target: 'ready', actions: 'forget' },
      },
    },
    failed: {
      on: {
        'request.made': { target: 'sending', actions: { type: 'begin', params: ({ event }) => event } },
        'request.dismissed': { target: 'ready', actions: 'forget' },
      },
    },
  },
});
