import { assign, fromPromise, setup } from 'xstate';

/**
 * An email that can be sent again on request.
 *
 * waiting  the last one was just sent; a countdown runs
 * ready    another one can be requested
 * sending  the request is in progress
 */

/** Seconds between two emails: most have arrived by then. */
export const RESEND_SECONDS = 30;

interface ResendContext {
  /** Until another email can be requested. */
  seconds: number;
  /** How many were sent again from this screen. */
  sent: number;
  problem: string | null;
}

export const resendMachine = setup({
  types: {
    /** When the first one was sent, in milliseconds since 1970. */
    input: {} as { sentAt: number },
    context: {} as ResendContext,
    events: {} as { type: 'resend.asked' },
    tags: {} as 'busy',
  },
  actors: {
    /** Returns why it was not sent, as a sentence; null if it was. */
    send: fromPromise<string | null>(() => Promise.reject(new Error('actor "send" was not provided'))),
  },
  actions: {
    countDown: assign({ seconds: ({ context }) => context.seconds - 1 }),
    startWaiting: assign(({ context }) => ({ seconds: RESEND_SECONDS, sent: context.sent + 1, problem: null })),
    setProblem: assign({ problem: (_, problem: string | null) => problem }),
  },
  guards: {
    'the wait is over': ({ context }) => context.seconds <= 0,
    'it was sent': (_, problem: string | null) => problem === null,
  },
}).createMachine({
  id: 'resend',
  initial: 'waiting',
  context: ({ input }) => ({
    seconds: Math.min(RESEND_SECONDS, RESEND_SECONDS - Math.floor((Date.now() - input.sentAt) / 1000)),
    sent: 0,
    problem: null,
  }),
  states: {
    waiting: {
      always: { guard: 'the wait is over', target: 'ready' },
      after: { 1000: { target: 'waiting', reenter: true, actions: 'countDown' } },
    },
    ready: {
      on: { 'resend.asked': 'sending' },
    },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'send',
        src: 'send',
        onDone: [
          {
            guard: { type: 'it was sent', params: ({ event }) => event.output },
            target: 'waiting',
            actions: 'startWaiting',
          },
          { target: 'ready', actions: { type: 'setProblem', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'ready',
          actions: { type: 'setProblem', params: 'Can’t reach the server. Check your connection, then try again.' },
        },
      },
    },
  },
});
