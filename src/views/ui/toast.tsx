import { CheckCircleIcon, InformationCircleIcon, XCircleIcon, XMarkIcon } from '@heroicons/react/24/outline';
import type { NotificationColor } from '#src/machines/notification/notification.machine.ts';
import type { NotificationRef } from '#src/machines/notification/notifications.machine.ts';
import { cx } from './class-names.ts';

const icons: Record<NotificationColor, [typeof XCircleIcon, string]> = {
  green: [CheckCircleIcon, 'text-primary-600'],
  red: [XCircleIcon, 'text-red-600'],
  gray: [InformationCircleIcon, 'text-gray-500'],
};

export function Toast({ actor }: { actor: NotificationRef }) {
  const { title, description, color, undo } = actor.getSnapshot().context.notification;
  const [Icon, tint] = icons[color];
  const dismiss = () => actor.send({ type: 'notification.dismissed' });
  return (
    <div
      role="group"
      aria-label={title}
      className="pointer-events-auto flex items-start gap-2 rounded-lg bg-white py-3 pr-2 pl-3 shadow-float transition duration-150 starting:translate-y-2 starting:opacity-0"
      onKeyDown={(event) => event.key === 'Escape' && dismiss()}
    >
      <Icon className={cx('mt-0.5 size-4 shrink-0', tint)} aria-hidden />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-medium">{title}</p>
        {description && <p className="text-gray-600">{description}</p>}
      </div>
      {undo && (
        <button
          type="button"
          aria-keyshortcuts="z"
          className="link rounded-sm px-1 font-medium"
          onClick={() => {
            undo();
            dismiss();
          }}
        >
          Undo
        </button>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        className="rounded-sm p-1 text-gray-500 hover:text-gray-900"
        onClick={dismiss}
      >
        <XMarkIcon className="size-4" />
      </button>
    </div>
  );
}
