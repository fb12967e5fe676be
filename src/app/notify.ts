import type { Notification } from '#src/machines/notification/notification.machine.ts';
import type { Notify } from '#src/views/ui/notify-context.ts';

/** Also called by whatever loads data, so that the module is there before the first request fails. */
export const loadNotifications = () => import('./notification-area.tsx');

/** Notifications for the whole application; their UI is loaded with the first one, or with the first portal. */
export function createNotify(): Notify {
  let count = 0;
  // The offline message must be loaded before the connection is lost.
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
