import type { Notification } from '#src/machines/notification/notification.machine.ts';
import type { Notify } from '#src/views/ui/notify-context.ts';

/** Asked for again by whoever keeps data, so that it is there before the first call fails. */
export const loadNotifications = () => import('./notification-area.tsx');

/** Notifications for the whole application; what draws them comes with the first one, or with the first portal. */
export function createNotify(): Notify {
  let count = 0;
  // What says that there is no connection must be there before it is gone.
  for (const gesture of ['pointerdown', 'keydown'])
    globalThis.addEventListener?.(gesture, () => void loadNotifications().catch(() => {}), {
      once: true,
      passive: true,
    });
  const raise = (notification: Notification) => void loadNotifications().then((area) => area.raise(notification));
  return {
    done(title, more) {
      count += 1;
      raise({ id: `notification-${count}`, title, color: 'green', ...more });
    },
    failed: (error, fallback) => void loadNotifications().then((area) => area.raiseFailure(error, fallback)),
  };
}
