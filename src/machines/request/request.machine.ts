import { assign, fromPromise, setup } from 'xstate';

/**
 * One request from a form or a button to the server: a write, or the next page of a list.
 *
 * ready    nothing is in progress
 * sending  the request was sent; further requests are ignored
 * refused  the server gave a reason, and nothing was written
 * failed   no response, or one without a reason; it may have been written, so a retry uses the same key
 */

/** An expected refusal is a response; only unexpected errors reject. */
export type RequestAnswer =
  | { is: 'done' }
  | {
      is: 'refused';
      /** The server's sentence, ready to display. */
      detail: string | null;
      /** Sentences by field name. */
      fields: Readonly<Record<string, string>>;
    };

interface RequestContext {
  /** Which button was pressed, on screens with several. */
  name: string;
  /** The message if the server gives no reason. */
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
      /** The person has read the reason, and starts over or gives up. */
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
