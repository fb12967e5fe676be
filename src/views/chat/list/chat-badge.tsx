import { useQuery } from '@apollo/client/react';
import { ChatCountsDocument } from '#src/generated/graphql/graphql.ts';
import { useLive } from '#src/views/ui/live-context.ts';
import { Unread } from '../unread.tsx';

/** In the sidebar: whether a client waits for a person, and how many chats are unread. */
export default function ChatBadge({ collapsed }: { collapsed: boolean }) {
  const { data, refetch } = useQuery(ChatCountsDocument);
  // If a count cannot be reloaded, it stays as it was until the next change.
  useLive('chat', () => void refetch().catch(() => {}));
  const { unread = 0, waiting = 0 } = data?.chatCounts ?? {};
  return (
    <>
      {(waiting > 0 || (collapsed && unread > 0)) && (
        <span
          className={
            collapsed
              ? 'absolute top-1 right-1 size-1.5 rounded-full bg-amber-500'
              : 'size-1.5 rounded-full bg-amber-500'
          }
          aria-hidden
        />
      )}
      {waiting > 0 && (
        <span className="sr-only">
          {waiting === 1 ? '1 client waiting for a person' : `${waiting} clients waiting for a person`}
        </span>
      )}
      {!collapsed && <Unread count={unread} />}
    </>
  );
}
