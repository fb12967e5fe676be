import { useApolloClient } from '@apollo/client/react';
import { BellIcon } from '@heroicons/react/24/outline';
import {
  NoticesDocument,
  type NoticesQuery,
  ReadAllNoticesDocument,
  ReadNoticeDocument,
} from '#src/generated/graphql/graphql.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { Button, LinkButton } from '#src/views/ui/button.tsx';
import { cx } from '#src/views/ui/class-names.ts';
import { EmptyState } from '#src/views/ui/empty-state.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { mutate } from '#src/views/ui/mutate.ts';
import { PageLink } from '#src/views/ui/page-link.tsx';
import { useWrite } from '#src/views/ui/use-write.ts';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { Sheet } from '#src/views/ui/sheet.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { usePages } from '#src/views/ui/use-pages.ts';

type Notice = NoticesQuery['notices']['notices'][number];

/** What others did with one's leads, newest first. Opening an entry marks it as read. */
export default function NoticePanel({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  const client = useApolloClient();
  const { busy, write } = useWrite();
  const { data, error, more, reload } = usePages({
    document: NoticesDocument,
    variables: {},
    fetchPolicy: 'cache-and-network',
    rowsOf: ({ notices }) => notices.notices,
    nextOf: ({ notices }) => (notices.page.hasNext ? notices.page.end : null),
    withRows: ({ notices: page, ...answer }, notices) => ({ ...answer, notices: { ...page, notices } }),
  });
  useLive('notice', reload, accountId);
  const notices = data?.notices.notices;
  const newest = notices?.[0];

  function read({ id, readAt }: Notice): void {
    onClose();
    // If it cannot be marked, it stays unread; the lead opens anyway.
    if (!readAt) void mutate({ client, key: crypto.randomUUID() }, ReadNoticeDocument, { id }).catch(() => {});
  }
  const readAll = (through: string) =>
    write({
      send: () => mutate({ client, key: crypto.randomUUID() }, ReadAllNoticesDocument, { through }),
      done: reload,
      failed: 'Couldn’t mark them as read. Try again.',
    });

  return (
    <Sheet
      open
      title="Notifications"
      onClose={onClose}
      footer={
        <>
          <LinkButton variant="ghost" href={hrefs.agent.notices()} onClick={onClose}>
            Settings
          </LinkButton>
          {newest && (data?.notices.unread ?? 0) > 0 && (
            <Button busy={busy !== null} onClick={() => void readAll(newest.id)}>
              Mark all as read
            </Button>
          )}
        </>
      }
    >
      {error && <FailedState title="Notifications could not be loaded" onRetry={reload} />}
      {!notices && !error && (
        <Loading label="Loading notifications…">
          <div className="space-y-4">
            {[3, 2, 3, 2].map((lines, index) => (
              <TextBones key={index} lines={lines} />
            ))}
          </div>
        </Loading>
      )}
      {notices?.length === 0 && (
        <EmptyState icon={<BellIcon />} title="No notifications yet.">
          When a client, a carrier, or a colleague does something on one of your leads, you’ll see it here.
        </EmptyState>
      )}
      {notices && notices.length > 0 && (
        <ul className="-mx-4 -mt-4 divide-y divide-gray-100">
          {notices.map((notice) => (
            <li key={notice.id}>
              <PageLink
                href={notice.bidId ? hrefs.agent.award(notice.lead.id, notice.bidId) : hrefs.agent.lead(notice.lead.id)}
                className="flex items-start gap-3 px-4 py-2.5 -outline-offset-2 hover:bg-gray-50"
                onClick={() => read(notice)}
              >
                <span
                  className={cx('mt-1.5 size-2 shrink-0 rounded-full', !notice.readAt && 'bg-primary-500')}
                  aria-hidden
                />
                <span className="min-w-0 flex-1">
                  <span className={cx('block wrap-anywhere', !notice.readAt && 'font-medium')}>
                    {!notice.readAt && <span className="sr-only">Unread: </span>}
                    {notice.title}
                  </span>
                  {notice.about && <span className="block text-gray-600 wrap-anywhere">{notice.about}</span>}
                  <span className="block text-gray-500">
                    {notice.lead.clientName} · {notice.lead.reference}
                    {notice.others > 0 && ` and ${notice.others} more`} · <RelativeTime instant={notice.createdAt} />
                  </span>
                </span>
              </PageLink>
            </li>
          ))}
        </ul>
      )}
      {more && (
        <p className="mt-4 text-center">
          <Button busy={more.busy} onClick={more.load}>
            {more.failed ? 'Try again' : 'Show more'}
          </Button>
        </p>
      )}
    </Sheet>
  );
}
