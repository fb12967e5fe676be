import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { ChatsDocument, type ChatRowFragment } from '#src/generated/graphql/graphql.ts';
import { useLive } from '#src/views/ui/live-context.ts';

export type ChatRow = ChatRowFragment;

/** Chats, page by page: those whose client waits for a person first. It stays true while people write. */
export function useChatList(wanted: { state?: 'open' | 'closed'; leadId?: string }) {
  const client = useApolloClient();
  const { data, error, fetchMore } = useQuery(ChatsDocument, { variables: wanted, fetchPolicy: 'cache-and-network' });
  const [going, setGoing] = useState<'busy' | 'failed' | null>(null);
  const page = data?.chats;

  async function load(): Promise<void> {
    setGoing('busy');
    try {
      await fetchMore({
        variables: { ...wanted, after: page?.next },
        // Who was written to meanwhile may stand in both pages.
        updateQuery: ({ chats: before }, { fetchMoreResult: { chats } }) => ({ __typename: 'Query', chats: { ...chats, items: [...before.items, ...chats.items.filter((item) => !idsOf(before.items).has(idOf(item)))] } }),
      });
      setGoing(null);
    } catch {
      setGoing('failed');
    }
  }

  /** Reads what is shown again, all pages of it. */
  async function reload(): Promise<void> {
    const count = page?.items.length ?? 0;
    let read: NonNullable<typeof page> | undefined;
    do {
      const answer = await client.query({ query: ChatsDocument, variables: { ...wanted, after: read?.next }, fetchPolicy: 'no-cache' });
      const next = answer.data!.chats;
      read = { ...next, items: [...(read?.items ?? []), ...next.items] };
    } while (read.next && read.items.length < count);
    client.writeQuery({ query: ChatsDocument, variables: wanted, data: { __typename: 'Query', chats: read } });
  }
  // A reload that fails leaves what is shown; the next change tries again.
  const again = () => void reload().catch(() => {});
  useLive('chat', again);

  return {
    // Unmasking does nothing at run time; see the leads' own.
    rows: page?.items as readonly unknown[] as readonly ChatRow[] | undefined,
    unread: page?.unread,
    waiting: page?.waiting,
    failed: error !== undefined && data === undefined,
    more: page?.next ? { load: () => void load(), busy: going === 'busy', failed: going === 'failed' } : null,
    reload: again,
  };
}

const idOf = (item: unknown) => (item as ChatRow).id;
const idsOf = (items: readonly unknown[]) => new Set(items.map(idOf));
