import type { Notification } from '#src/machines/notification/notification.machine.ts';
import type { Notify } from '#src/views/ui/notify-context.ts';
import { problemOf } from '#src/views/ui/problem.ts';

/** Asked for again by whoever keeps data, so that it is there before the first call fails. */
export const loadNotifications = () => import('./notification-area.tsx');

/** Notifications for the whole application. Which error shows which words: specification, section 8. */
export function createNotify(): Notify {
  let count = 0;
  const raise = (notification: Notification) => void loadNotifications().then((area) => area.raise(notification));
  return {
    done(title, more) {
      count += 1;
      raise({ id: `notification-${count}`, title, color: 'green', ...more });
    },
    failed(error, fallback) {
      const { status, detail } = problemOf(error);
      const description = (status === 400 || status === 401 ? detail : null) ?? fallback;
      // The same failure twice is one notification, shown anew.
      raise({ id: `failed-${description}`, title: 'Error', description, color: 'red' });
    },
  };
}
