import { assign, setup } from 'xstate';

/**
 * Enlarged pictures.
 *
 * closed  nothing is shown
 * open    one picture fills the screen; previous and next wrap around at both ends
 */

export type LightboxEvent =
  | { type: 'lightbox.opened'; count: number; index: number }
  | { type: 'picture.next' }
  | { type: 'picture.previous' }
  | { type: 'picture.chosen'; index: number }
  | { type: 'lightbox.closed' };

export const lightboxMachine = setup({
  types: {
    context: {} as { count: number; index: number },
    events: {} as LightboxEvent,
  },
  actions: {
    open: assign((_, params: { count: number; index: number }) => params),
    show: assign({ index: ({ context }, index: number) => (index + context.count) % context.count }),
  },
  guards: {
    'there is a picture': (_, params: { count: number; index: number }) =>
      params.index >= 0 && params.index < params.count,
  },
}).createMachine({
  id: 'lightbox',
  initial: 'closed',
  context: { count: 0, index: 0 },
  states: {
    closed: {
      on: {
        'lightbox.opened': {
          guard: { type: 'there is a picture', params: ({ event }) => event },
          target: 'open',
          actions: { type: 'open', params: ({ event: { count, index } }) => ({ count, index }) },
        },
      },
    },
    open: {
      on: {
        'picture.next': { actions: { type: 'show', params: ({ context }) => context.index + 1 } },
        'picture.previous': { actions: { type: 'show', params: ({ context }) => context.index - 1 } },
        'picture.chosen': {
          guard: { type: 'there is a picture', params: ({ context, event }) => ({ ...context, index: event.index }) },
          actions: { type: 'show', params: ({ event }) => event.index },
        },
        'lightbox.closed': 'closed',
      },
    },
  },
});
