import { assign, fromPromise, setup } from 'xstate';

/**
 * One write on its way from a button or a form to the server.
 *
 * ready    nothing is on its way
 * writing  it was sent; asking again meanwhile does nothing
 * refused  the server said why not, and nothing was written
 * failed   no answer came, or none that gives a reason; it may have been written, so it is asked again with the same key
 */

/** An expected refusal is an answer; only what nobody expected rejects. */
export type WriteAnswer =
  | { is: 'done' }
  | {
      is: 'refused';
      /** The server's sentence, fit to show. */
      detail: string | null;
      /** Field names to sentences. */
      fields: Readonly<Record<string, string>>;
    };

interface WriteContext {
  /** Which of the buttons asked, where a screen has several. */
  name: string;
  detail: string | null;
  fields: Readonly<Record<string, string>>;
}

const refusedBy = (answer: WriteAnswer) =>
  answer.is === 'refused' ? { detail: answer.detail, fields: answer.fields } : { detail: null, fields: {} };

export const writeMachine = setup({
  types: {
    context: {} as WriteContext,
    events: {} as { type: 'write.asked'; name: string; write: () => Promise<WriteAnswer> },
    tags: {} as 'busy',
  },
  actors: {
    write: fromPromise<WriteAnswer, { write: () => Promise<WriteAnswer> }>(({ input }) => input.write()),
  },
  actions: {
    begin: assign((_, name: string) => ({ name, detail: null, fields: {} })),
    keepRefusal: assign((_, answer: WriteAnswer) => refusedBy(answer)),
  },
  guards: {
    'it was written': (_, answer: WriteAnswer) => answer.is === 'done',
  },
}).createMachine({
  id: 'write',
  initial: 'ready',
  context: { name: '', detail: null, fields: {} },
  states: {
    ready: { on: { 'write.asked': 'writing' } },
    writing: {
      tags: 'busy',
      entry: { type: 'begin', params: ({ event }) => event.name },
      invoke: {
        id: 'write',
        src: 'write',
        input: ({ event }) => ({ write: event.write }),
        onDone: [
          { guard: { type: 'it was written', params: ({ event }) => event.output }, target: 'ready' },
          { target: 'refused', actions: { type: 'keepRefusal', params: ({ event }) => event.output } },
        ],
        onError: 'failed',
      },
    },
    refused: { on: { 'write.asked': 'writing' } },
    failed: { on: { 'write.asked': 'writing' } },
  },
});
