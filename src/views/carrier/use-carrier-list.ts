import { AgentCarriersDocument, type AgentCarriersQueryVariables } from '#src/generated/graphql/graphql.ts';
import { useLive } from '#src/views/ui/live-context.ts';
import { usePages } from '#src/views/ui/use-pages.ts';

const PAGE = 50;

/** A keyset-paginated list of carriers. */
export function useCarrierList(wanted: Omit<AgentCarriersQueryVariables, 'after' | 'limit'>) {
  const { data, error, more, reload } = usePages({
    document: AgentCarriersDocument,
    variables: { ...wanted, limit: PAGE },
    fetchPolicy: 'cache-and-network',
    rowsOf: ({ agentCarriers }) => agentCarriers.carriers,
    nextOf: ({ agentCarriers: { page } }) => (page.hasNext ? page.end : null),
    withRows: (answer, carriers) => ({ ...answer, agentCarriers: { ...answer.agentCarriers, carriers } }),
  });
  useLive('carrier', reload);
  return { rows: data?.agentCarriers.carriers, error, more, reload };
}
