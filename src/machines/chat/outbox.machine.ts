import { assign, emit, fromCallback, setup } from 'xstate';

/**
 * Messages that were written but have not reached the server yet. They are sent one at a time, in order; each with its
 * own key, so that a retry is recognized as the same message.
 *
 * resting    nothing waits
 * sending    the first message is being sent
 * waiting    no response: retried a little later, or as soon as the connection is back
 *
 * A message that the server refused permanently stays with its reason, and does not block the others.
 */
export interface Outgoing {
  /** The Idempotency-Key. */
  key: string;
  text: string;
  photos: readonly File[];
  /** The server's id; the message is shown from here until it appears among the loaded messages. */
  id: string | null;
  problem: string | null;
}

export type Written = Pick<Outgoing, 'key' | 'text' | 'photos'>;

export type SendEvent =
  | { type: 'upload.progressed'; fraction: number }
  | { type: 'upload.taken'; id: string }
  | { type: 'upload.lost' }
  | { type: 'upload.refused'; problem: string };

interface OutboxContext {
  queue: readonly Outgoing[];
  /** Upload progress of the message being sent, 0 to 1. */
  progress: number;
}

const waits = ({ id, problem }: Outgoing): boolean => id === null && problem === null;
const firstOf = ({ queue }: OutboxContext): Outgoing | undefined => queue.find(waits);
const changed = (context: OutboxContext, key: string | undefined, part: Partial<Outgoing>): readonly Outgoing[] =>
  context.queue.map((one) => (one.key === key ? { ...one, ...part } : one));

export const outboxMachine = setup({
  types: {
    context: {} as OutboxContext,
    input: {} as { queue: readonly Written[] },
    events: {} as
      | { type: 'message.written'; message: Written }
      | { type: 'message.retried'; key: string }
      | { type: 'message.dropped'; key: string }
      | { type: 'messages.read'; ids: readonly string[] }
      | { type: 'connection.back' }
      | SendEvent,
    emitted: {} as { type: 'message.taken' },
  },
  actors: {
    /** Sends one message and reports the result; stopping it aborts the upload. */
    send: fromCallback<{ type: 'none' }, Outgoing>(() => {
      throw new Error('actor "send" was not provided');
    }),
  },
  delays: { aWhile: 5000 },
  guards: {
    'a message waits': ({ context }) => firstOf(context) !== undefined,
    'it is the one on its way': ({ context }, key: string) => firstOf(context)?.key === key,
  },
  actions: {
    add: assign({
      queue: ({ context }, message: Written) => [...context.queue, { ...message, id: null, problem: null }],
    }),
    drop: assign({ queue: ({ context }, key: string) => context.queue.filter((one) => one.key !== key) }),
    retry: assign({ queue: ({ context }, key: string) => changed(context, key, { problem: null }) }),
    forgetSeen: assign({
      queue: ({ context }, ids: readonly string[]) =>
        context.queue.filter(({ id }) => id === null || !ids.includes(id)),
    }),
    keepTaken: assign({ queue: ({ context }, id: string) => changed(context, firstOf(context)?.key, { id }) }),
    keepRefusal: assign({
      queue: ({ context }, problem: string) => changed(context, firstOf(context)?.key, { problem }),
    }),
    /** The view of the chat reloads its messages. */
    tell: emit({ type: 'message.taken' }),
    keepProgress: assign({ progress: (_, fraction: number) => fraction }),
  },
}).createMachine({
  id: 'outbox',
  context: ({ input }) => ({
    queue: input.queue.map((message) => ({ ...message, id: null, problem: null })),
    progress: 0,
  }),
  on: {
    'message.written': { actions: { type: 'add', params: ({ event }) => event.message } },
    'message.retried': { actions: { type: 'retry', params: ({ event }) => event.key } },
    'message.dropped': { actions: { type: 'drop', params: ({ event }) => event.key } },
    'messages.read': { actions: { type: 'forgetSeen', params: ({ event }) => event.ids } },
  },
  initial: 'resting',
  states: {
    resting: { always: { target: 'sending', guard: 'a message waits' } },
    sending: {
      entry: { type: 'keepProgress', params: 0 },
      invoke: { src: 'send', input: ({ context }) => firstOf(context)! },
      on: {
        'message.dropped': [
          {
            target: 'resting',
            guard: { type: 'it is the one on its way', params: ({ event }) => event.key },
            actions: { type: 'drop', params: ({ event }) => event.key },
          },
          { actions: { type: 'drop', params: ({ event }) => event.key } },
        ],
        'upload.progressed': { actions: { type: 'keepProgress', params: ({ event }) => event.fraction } },
        'upload.taken': {
          target: 'resting',
          actions: [{ type: 'keepTaken', params: ({ event }) => event.id }, 'tell'],
        },
        'upload.lost': 'waiting',
        'upload.refused': { target: 'resting', actions: { type: 'keepRefusal', params: ({ event }) => event.problem } },
      },
    },
    waiting: {
      after: { aWhile: 'resting' },
      on: {
        'connection.back': 'resting',
        'message.retried': { target: 'resting', actions: { type: 'retry', params: ({ event }) => event.key } },
      },
    },
  },
});
