import type { ActorRefFrom } from 'xstate';
import type { notificationsMachine } from '#src/machines/notification/notifications.machine.ts';
import type { Notify } from '#src/views/ui/notify-context.ts';
import { problemOf } from '#src/views/ui/problem.ts';

/** Notifications for the whole application. Which error shows which words: specification, section 8. */
export function createNotify(actor: ActorRefFrom<typeof notificationsMachine>): Notify {
  let count = 0;
  const newId = () => `notification-${(count += 1)}`;
  return {
    done(title, more) {
      actor.send({ type: 'notification.raised', notification: { id: newId(), title, color: 'green', ...more } });
    },
    failed(error, fallback) {
      const { status, detail } = problemOf(error);
      const description = (status === 400 || status === 401 ? detail : null) ?? fallback;
      // The same failure twice is one notification, shown anew.
      const id = `failed-${description}`;
      actor.send({ type: 'notification.raised', notification: { id, title: 'Error', description, color: 'red' } });
    },
  };
}
