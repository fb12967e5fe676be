import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { AgentCarriersDocument, type AgentCarriersQueryVariables } from '#src/generated/graphql/graphql.ts';
import { useLive } from '#src/views/ui/live-context.ts';
import type { CarrierRow } from './carrier-columns.tsx';

const PAGE = 50;

/** One keyset-paginated list of carriers. */
export function useCarrierList(wanted: Omit<AgentCarriersQueryVariables, 'after' | 'limit'>) {
  const variables = { ...wanted, limit: PAGE };
  const { data, error, refetch, fetchMore } = useQuery(AgentCarriersDocument, { variables });
  const [going, setGoing] = useState<'busy' | 'failed' | null>(null);
  const again = () => void refetch().catch(() => {});
  useLive('carrier', again);

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
  return {
    // Unmasking does nothing at run time; see the leads' own.
    rows: data?.agentCarriers.carriers as readonly unknown[] as readonly CarrierRow[] | undefined,
    failed: error !== undefined && data === undefined,
    more: data?.agentCarriers.page.hasNext ? { load: () => void load(), busy: going === 'busy', failed: going === 'failed' } : null,
    reload: again,
  };
}
