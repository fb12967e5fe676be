import { type ActorRefFrom, assign, setup } from 'xstate';
import { type Notification, notificationMachine } from './notification.machine.ts';

/** The stack of notifications: each has its own timer and leaves the stack when it is gone. */

export type NotificationRef = ActorRefFrom<typeof notificationMachine>;

const idOf = (ref: NotificationRef) => ref.getSnapshot().context.notification.id;

/** More than this at once is too many; the oldest is removed. */
const AT_ONCE = 5;

export const notificationsMachine = setup({
  types: {
    context: {} as { shown: NotificationRef[] },
    events: {} as { type: 'notification.raised'; notification: Notification } | { type: `xstate.done.actor.${string}` },
  },
  actors: { notification: notificationMachine },
}).createMachine({
  id: 'notifications',
  context: { shown: [] },
  on: {
    'notification.raised': {
      actions: assign({
        shown: ({ context, event, spawn }) => {
          const { notification } = event;
          // A repeated notification replaces the existing one and restarts its timer.
          const others = context.shown.filter((ref) => idOf(ref) !== notification.id).slice(1 - AT_ONCE);
          return [...others, spawn('notification', { input: { notification } })];
        },
      }),
    },
    'xstate.done.actor.*': {
      actions: assign({
        shown: ({ context }) => context.shown.filter((ref) => ref.getSnapshot().status === 'active'),
      }),
    },
  },
});
