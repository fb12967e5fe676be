import { assign, setup } from 'xstate';

/**
 * One notification in the corner of the screen.
 *
 * shown   visible; its time is running
 * held    paused while it has the pointer or the focus
 * gone    dismissed or timed out
 */

export type NotificationColor = 'green' | 'red' | 'gray';

export interface Notification {
  id: string;
  title: string;
  description?: string;
  color: NotificationColor;
  /** Takes back what it reports; that closes the notification. */
  undo?: () => void;
}

/** How long a notification is shown, in milliseconds. Specification, section 9. */
export const NOTIFICATION_MS = 5000;

interface NotificationContext {
  notification: Notification;
  remaining: number;
  since: number;
}

export const notificationMachine = setup({
  types: {
    input: {} as { notification: Notification },
    context: {} as NotificationContext,
    events: {} as
      | { type: 'notification.held' }
      | { type: 'notification.released' }
      | { type: 'notification.dismissed' },
  },
  actions: {
    startTime: assign({ since: () => Date.now() }),
    stopTime: assign({ remaining: ({ context }) => Math.max(0, context.remaining - (Date.now() - context.since)) }),
  },
  delays: {
    remaining: ({ context }) => context.remaining,
  },
}).createMachine({
  id: 'notification',
  initial: 'shown',
  context: ({ input }) => ({ notification: input.notification, remaining: NOTIFICATION_MS, since: 0 }),
  on: { 'notification.dismissed': '.gone' },
  states: {
    shown: {
      entry: 'startTime',
      exit: 'stopTime',
      after: { remaining: 'gone' },
      on: { 'notification.held': 'held' },
    },
    held: {
      on: { 'notification.released': 'shown' },
    },
    gone: { type: 'final' },
  },
});
