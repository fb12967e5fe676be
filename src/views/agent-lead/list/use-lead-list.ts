import { AgentLeadsDocument, type AgentLeadsQueryVariables } from '#src/generated/graphql/graphql.ts';
import { useLive } from '#src/views/ui/live-context.ts';
import { usePages } from '#src/views/ui/use-pages.ts';
import type { LeadRow } from '../lead-lifecycle.ts';

const PAGE = 50;

/** One keyset-paginated list of leads that stays true while others work in it. `limit` is the size of a page. */
export function useLeadList(wanted: Omit<AgentLeadsQueryVariables, 'after'>) {
  const { data, error, more, reload } = usePages({
    document: AgentLeadsDocument,
    variables: { limit: PAGE, ...wanted },
    rowsOf: ({ agentLeads }) => agentLeads.leads,
    nextOf: ({ agentLeads: { page } }) => (page.hasNext ? page.end : null),
    withRows: (answer, leads) => ({ ...answer, agentLeads: { ...answer.agentLeads, leads } }),
  });
  useLive('agent-lead', reload);

  // What was just moved elsewhere leaves the list before it is read again.
  const isHere = (lead: LeadRow) =>
    lead.isArchived === (wanted.archived ?? false) && (!wanted.tab || lead.state === wanted.tab);
  return {
    rows: data?.agentLeads.leads.filter(isHere),
    /** Where the rows that follow begin; null after the last one. */
    after: data?.agentLeads.page.hasNext ? data.agentLeads.page.end : null,
    failed: error !== undefined,
    more,
    reload,
  };
}
