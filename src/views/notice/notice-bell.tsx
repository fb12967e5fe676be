import { useQuery } from '@apollo/client/react';
import { BellIcon } from '@heroicons/react/24/outline';
import { useState } from 'react';
import { NoticeCountDocument } from '#src/generated/graphql/graphql.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';
import { useLive } from '#src/views/ui/live-context.ts';

const NoticePanel = lazy(() => import('./notice-panel.tsx'));

/** The number of an agent's unread notices. The notices are loaded when it is pressed. */
export default function NoticeBell({ accountId }: { accountId: string }) {
  const { data, refetch } = useQuery(NoticeCountDocument);
  // If a count cannot be reloaded, it stays as it was until the next change.
  useLive('notice', () => void refetch().catch(() => {}), accountId);
  const [isOpen, setOpen] = useState(false);
  const unread = data?.noticeCount.unread ?? 0;
  const count = unread > 99 ? '99+' : String(unread);
  return (
    <>
      <button
        type="button"
        className="btn btn-ghost btn-icon relative"
        aria-label={unread > 0 ? `Notifications, ${count} unread` : 'Notifications'}
        title="Notifications"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <BellIcon className="size-5!" />
        {unread > 0 && (
          <span
            aria-hidden
            style={{ transform: 'translate(25%, -10%)' }}
            className="absolute top-0 right-0 rounded-full bg-primary-600 px-1 text-xs font-medium text-white tabular-nums"
          >
            {count}
          </span>
        )}
      </button>
      {isOpen && (
        <LazyBoundary>
          <NoticePanel accountId={accountId} onClose={() => setOpen(false)} />
        </LazyBoundary>
      )}
    </>
  );
}
