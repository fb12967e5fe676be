import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { NotificationRef, notificationsMachine } from '#src/machines/notification/notifications.machine.ts';
import { Toast } from './toast.tsx';

/** While the pointer or the focus is on one of them, none of them times out. */
function tend(area: Element | null, shown: readonly NotificationRef[]) {
  const type = area?.matches(':hover, :focus-within') ? 'notification.held' : 'notification.released';
  for (const ref of shown) ref.send({ type });
}

/**
 * The stack of notifications: on a phone one at a time at full width, otherwise 24rem wide. It avoids the buttons
 * likely to be pressed next: the main buttons are at the bottom of a phone, and at the bottom right of dialogs and
 * sheets. Rendered inside a permanent element, because screen readers only announce changes in a region they already
 * know.
 */
export function Toasts({ actor }: { actor: ActorRefFrom<typeof notificationsMachine> }) {
  const shown = useSelector(actor, (snapshot) => snapshot.context.shown);
  const area = useRef<HTMLDivElement>(null);
  const tendAll = () => tend(area.current, shown);
  // A new toast may appear under the pointer, and a removed one may take the focus with it, without an event.
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
