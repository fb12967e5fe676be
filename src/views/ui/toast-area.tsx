import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { ActorRefFrom } from 'xstate';
import type { notificationsMachine } from '#src/machines/notification/notifications.machine.ts';

const Toast = lazy(() => import('./toast.tsx'));

/**
 * The stack of notifications: the full width on a phone, 24rem from there on. The area is always there, because a
 * screen reader only speaks of changes in an area it knows; how a notification looks is loaded with the first one.
 */
export function ToastArea({ actor }: { actor: ActorRefFrom<typeof notificationsMachine> }) {
  const [subscribe] = useState(() => (listener: () => void) => {
    const { unsubscribe } = actor.subscribe(listener);
    return unsubscribe;
  });
  const shown = useSyncExternalStore(subscribe, () => actor.getSnapshot().context.shown);
  const hold = (type: 'notification.held' | 'notification.released') => () => shown.forEach((ref) => ref.send({ type }));
  return createPortal(
    <section
      aria-label="Notifications"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-50 p-3 sm:left-auto sm:w-[24rem] sm:p-4"
      onMouseEnter={hold('notification.held')}
      onMouseLeave={hold('notification.released')}
      onFocus={hold('notification.held')}
      onBlur={hold('notification.released')}
    >
      <div role="status" aria-atomic="false" className="flex flex-col gap-2">
        <Suspense>
          {shown.map((ref) => (
            <Toast key={ref.id} actor={ref} />
          ))}
        </Suspense>
      </div>
    </section>,
    document.getElementById('notifications') ?? document.body,
  );
}
