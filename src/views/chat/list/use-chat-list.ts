import { ChatsDocument, type ChatRowFragment } from '#src/generated/graphql/graphql.ts';
import { useLive } from '#src/views/ui/live-context.ts';
import { usePages } from '#src/views/ui/use-pages.ts';

export type ChatRow = ChatRowFragment;

/** Chats, page by page, with those whose client waits for a person first. Kept up to date while people write. */
export function useChatList(wanted: { state?: 'open' | 'closed'; leadId?: string }) {
  const { data, error, more, reload } = usePages({
    document: ChatsDocument,
    variables: wanted,
    fetchPolicy: 'cache-and-network',
    rowsOf: ({ chats }) => chats.items,
    nextOf: ({ chats }) => chats.next,
    // A chat with a new message may appear in two pages.
    withRows: (answer, items) => ({
      ...answer,
      chats: { ...answer.chats, items: [...new Map(items.map((item) => [item.id, item])).values()] },
    }),
  });
  useLive('chat', reload);

  return {
    rows: data?.chats.items,
    unread: data?.chats.unread,
    waiting: data?.chats.waiting,
    failed: error !== undefined,
    more,
    reload,
  };
}
