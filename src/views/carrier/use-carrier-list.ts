import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { AgentCarriersDocument, type AgentCarriersQueryVariables } from '#src/generated/graphql/graphql.ts';
import { useLive } from '#src/views/ui/live-context.ts';
import type { CarrierRow } from './carrier-columns.tsx';

const PAGE = 50;

/** One keyset-paginated list of carriers. */
export function useCarrierList(wanted: Omit<AgentCarriersQueryVariables, 'after' | 'limit'>) {
  const client = useApolloClient();
  const variables = { ...wanted, limit: PAGE };
  const { data, error, fetchMore } = useQuery(AgentCarriersDocument, { variables, fetchPolicy: 'cache-and-network' });
  const [going, setGoing] = useState<'busy' | 'failed' | null>(null);
  async function load(): Promise<void> {
    setGoing('busy');
    try {
      await fetchMore({
        variables: { ...variables, after: data?.agentCarriers.page.end },
        updateQuery: (before, { fetchMoreResult: { agentCarriers } }) => ({
          ...before,
          agentCarriers: { ...agentCarriers, carriers: [...before.agentCarriers.carriers, ...agentCarriers.carriers] },
        }),
      });
      setGoing(null);
    } catch {
      setGoing('failed');
    }
  }
  /** Reads what is shown again, all pages of it. */
  async function reload(): Promise<void> {
    const count = data?.agentCarriers.carriers.length ?? 0;
    let read: NonNullable<typeof data>['agentCarriers'] | undefined;
    do {
      const answer = await client.query({ query: AgentCarriersDocument, variables: { ...variables, after: read?.page.end }, fetchPolicy: 'no-cache' });
      const next = answer.data!.agentCarriers;
      read = { ...next, carriers: [...(read?.carriers ?? []), ...next.carriers] };
    } while (read.page.hasNext && read.carriers.length < count);
    client.writeQuery({ query: AgentCarriersDocument, variables, data: { __typename: 'Query', agentCarriers: read } });
  }
  // A reload that fails leaves what is shown; the next change tries again.
  const again = () => void reload().catch(() => {});
  useLive('carrier', again);

  return {
    // Unmasking does nothing at run time; see the leads' own.
    rows: data?.agentCarriers.carriers as readonly unknown[] as readonly CarrierRow[] | undefined,
    error: data === undefined ? error : undefined,
    more: data?.agentCarriers.page.hasNext ? { load: () => void load(), busy: going === 'busy', failed: going === 'failed' } : null,
    reload: again,
  };
}
