import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { notificationsMachine } from '#src/machines/notification/notifications.machine.ts';
import { Toast } from './toast.tsx';

/**
 * The stack of notifications: the full width on a phone, 24rem from there on. Drawn inside an element of the page
 * that is always there, because a screen reader only speaks of changes in an area it knows.
 */
export function Toasts({ actor }: { actor: ActorRefFrom<typeof notificationsMachine> }) {
  const shown = useSelector(actor, (snapshot) => snapshot.context.shown);
  const hold = (type: 'notification.held' | 'notification.released') => () => shown.forEach((ref) => ref.send({ type }));
  return (
    <div
      className="pointer-events-none fixed inset-x-0 bottom-0 z-50 flex flex-col gap-2 p-3 sm:left-auto sm:w-[24rem] sm:p-4"
      onMouseEnter={hold('notification.held')}
      onMouseLeave={hold('notification.released')}
      onFocus={hold('notification.held')}
      onBlur={hold('notification.released')}
    >
      {shown.map((ref) => (
        <Toast key={ref.id} actor={ref} />
      ))}
    </div>
  );
}
