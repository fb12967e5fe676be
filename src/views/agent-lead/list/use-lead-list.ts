import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { AgentLeadsDocument, type AgentLeadsQueryVariables } from '#src/generated/graphql/graphql.ts';
import { useLive } from '#src/views/ui/live-context.ts';
import { type LeadRow, rowOf } from '../lead-law.ts';

const PAGE = 50;

interface LeadList {
  /** Undefined until the first page is there. */
  rows: readonly LeadRow[] | undefined;
  failed: boolean;
  more: { load: () => void; busy: boolean; failed: boolean } | null;
  /** Reads what is shown again, all pages of it. */
  reload: () => void;
}

/** One keyset-paginated list of leads that stays true while others work in it. `limit` is the size of a page. */
export function useLeadList(wanted: Omit<AgentLeadsQueryVariables, 'after'>): LeadList {
  const client = useApolloClient();
  const variables = { limit: PAGE, ...wanted };
  const { data, error, fetchMore } = useQuery(AgentLeadsDocument, { variables });
  const [going, setGoing] = useState<'busy' | 'failed' | null>(null);
  const page = data?.agentLeads.page;

  async function load(): Promise<void> {
    setGoing('busy');
    try {
      await fetchMore({
        variables: { ...variables, after: page?.end },
        updateQuery: (before, { fetchMoreResult }) => ({
          ...before,
          agentLeads: { ...fetchMoreResult.agentLeads, leads: [...before.agentLeads.leads, ...fetchMoreResult.agentLeads.leads] },
        }),
      });
      setGoing(null);
    } catch {
      setGoing('failed');
    }
  }

  async function reload(): Promise<void> {
    const count = data?.agentLeads.leads.length ?? 0;
    let read: NonNullable<typeof data>['agentLeads'] | undefined;
    do {
      const answer = await client.query({ query: AgentLeadsDocument, variables: { ...variables, after: read?.page.end }, fetchPolicy: 'no-cache' });
      const next = answer.data!.agentLeads;
      read = { ...next, leads: [...(read?.leads ?? []), ...next.leads] };
    } while (read.page.hasNext && read.leads.length < count);
    client.writeQuery({ query: AgentLeadsDocument, variables, data: { __typename: 'Query', agentLeads: read } });
  }
  // A reload that fails leaves what is shown; the next change tries again.
  const again = () => void reload().catch(() => {});
  useLive('agent-lead', again);

  const isHere = (lead: LeadRow) => lead.isArchived === (wanted.archived ?? false) && (!wanted.tab || lead.state === wanted.tab);
  return {
    rows: data?.agentLeads.leads.map(rowOf).filter(isHere),
    failed: error !== undefined && data === undefined,
    more: page?.hasNext ? { load: () => void load(), busy: going === 'busy', failed: going === 'failed' } : null,
    reload: again,
  };
}
