import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { NotificationRef, notificationsMachine } from '#src/machines/notification/notifications.machine.ts';
import { Toast } from './toast.tsx';

/** The pointer or the focus on one of them holds them all. */
function tend(area: Element | null, shown: readonly NotificationRef[]) {
  const type = area?.matches(':hover, :focus-within') ? 'notification.held' : 'notification.released';
  for (const ref of shown) ref.send({ type });
}

/**
 * The stack of notifications: the full width on a phone, one at a time, 24rem from there on. It keeps away from what is
 * pressed next: main buttons are at the bottom of a phone, and at the bottom right of dialogs and sheets. Drawn inside an element of the page
 * that is always there, because a screen reader only speaks of changes in an area it knows.
 */
export function Toasts({ actor }: { actor: ActorRefFrom<typeof notificationsMachine> }) {
  const shown = useSelector(actor, (snapshot) => snapshot.context.shown);
  const area = useRef<HTMLDivElement>(null);
  const tendAll = () => tend(area.current, shown);
  // One that comes may come under the pointer; one that goes takes the focus along, and no event tells.
  useEffect(() => tend(area.current, shown), [shown]);
  return (
    <div
      ref={area}
      className="pointer-events-none fixed inset-x-0 top-0 z-50 flex flex-col gap-2 p-3 max-sm:*:not-last:hidden sm:top-auto sm:right-auto sm:bottom-0 sm:w-[24rem] sm:p-4"
      onMouseEnter={tendAll}
      onMouseLeave={tendAll}
      onFocus={tendAll}
      onBlur={tendAll}
    >
      {shown.map((ref) => (
        <Toast key={ref.id} actor={ref} />
      ))}
    </div>
  );
}
