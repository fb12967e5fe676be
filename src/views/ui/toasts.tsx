import { CheckCircleIcon, InformationCircleIcon, XCircleIcon, XMarkIcon } from '@heroicons/react/16/solid';
import { useSelector } from '@xstate/react';
import { createPortal } from 'react-dom';
import type { ActorRefFrom } from 'xstate';
import type { NotificationColor } from '#src/machines/notification/notification.machine.ts';
import type { NotificationRef, notificationsMachine } from '#src/machines/notification/notifications.machine.ts';
import { cx } from './class-names.ts';

const icons: Record<NotificationColor, [typeof XCircleIcon, string]> = {
  green: [CheckCircleIcon, 'text-primary-600'],
  red: [XCircleIcon, 'text-red-600'],
  gray: [InformationCircleIcon, 'text-gray-500'],
};

/** The stack of notifications: the full width on a phone, 24rem from there on. */
export function Toasts({ actor }: { actor: ActorRefFrom<typeof notificationsMachine> }) {
  const shown = useSelector(actor, (snapshot) => snapshot.context.shown);
  const hold = (type: 'notification.held' | 'notification.released') => () => shown.forEach((ref) => ref.send({ type }));
  return createPortal(
    <section
      aria-label="Notifications"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-50 flex flex-col gap-2 p-3 sm:left-auto sm:w-[24rem] sm:p-4"
      onMouseEnter={hold('notification.held')}
      onMouseLeave={hold('notification.released')}
      onFocus={hold('notification.held')}
      onBlur={hold('notification.released')}
    >
      <ol role="status" aria-atomic="false" className="contents">
        {shown.map((ref) => (
          <Toast key={ref.id} actor={ref} />
        ))}
      </ol>
    </section>,
    document.getElementById('notifications') ?? document.body,
  );
}

function Toast({ actor }: { actor: NotificationRef }) {
  const { title, description, color, action } = useSelector(actor, (snapshot) => snapshot.context.notification);
  const [Icon, tint] = icons[color];
  const dismiss = () => actor.send({ type: 'notification.dismissed' });
  return (
    <li
      className="pointer-events-auto flex items-start gap-2.5 rounded-lg bg-white py-3 pr-2 pl-3 shadow-float transition duration-150 starting:translate-y-2 starting:opacity-0"
      onKeyDown={(event) => event.key === 'Escape' && dismiss()}
    >
      <Icon className={cx('mt-0.5 size-4 shrink-0', tint)} aria-hidden />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-medium">{title}</p>
        {description && <p className="text-gray-600">{description}</p>}
      </div>
      {action && (
        <button
          type="button"
          className="link rounded-sm px-1 font-medium"
          onClick={() => {
            action.run();
            dismiss();
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" aria-label="Dismiss" className="rounded-sm p-0.5 text-gray-500 hover:text-gray-900" onClick={dismiss}>
        <XMarkIcon className="size-4" />
      </button>
    </li>
  );
}
