import { useApolloClient } from '@apollo/client/react';
import {
  AgentLeadsDocument,
  type AgentLeadsQueryVariables,
  ListColumnsDocument,
} from '#src/generated/graphql/graphql.ts';
import type { AgentLeadTab } from '#src/machines/agent-lead/agent-lead.types.ts';
import { useLive } from '#src/views/ui/live-context.ts';
import { whyUnread } from '#src/views/ui/problem.ts';
import { usePages } from '#src/views/ui/use-pages.ts';
import { graphqlTab } from '../lead-lifecycle.ts';
import { filterOf, type LeadFilters } from './lead-filters.ts';
import { type Ranked, rankedRows, withRanked } from './ranked-leads.ts';

const PAGE = 50;
const paged = (wanted: Wanted) => ({ limit: PAGE, ...wanted });

type Wanted = Omit<AgentLeadsQueryVariables, 'after' | 'ids'>;

/** The leads of one tab that match the filters of the URL. */
export const leadsOf = (tab: AgentLeadTab, filters: LeadFilters) => ({
  tab: graphqlTab(tab),
  filter: filterOf(filters, tab),
  sort: filters.sort ?? 'due',
});

/** What the list of a tab reads first, for `useAhead`. */
export const firstReadsOf = (tab: AgentLeadTab, filters: LeadFilters) =>
  [
    [AgentLeadsDocument, paged(leadsOf(tab, filters))],
    [ListColumnsDocument, {}],
  ] as const;

/**
 * A keyset-paginated list of leads that stays current while others work in it: after a change, only the changed leads
 * are loaded. `limit` is the page size.
 */
export function useLeadList(wanted: Wanted) {
  const client = useApolloClient();
  const variables = paged(wanted);
  const { data, error, more, change, reload } = usePages({
    document: AgentLeadsDocument,
    variables,
    rowsOf: rankedRows,
    nextOf: ({ agentLeads: { page } }) => (page.hasNext ? page.end : null),
    withRows: withRanked,
  });
  // A lead just moved elsewhere leaves the list before it is loaded again.
  const isHere = ({ isArchived, state }: Pick<Ranked['lead'], 'isArchived' | 'state'>) =>
    isArchived === (wanted.archived ?? false) && (!wanted.tab || state === wanted.tab);
  useLive('agent-lead', async (ids) => {
    if (!ids) return reload();
    const { changedLeads, withChanged } = await import('./changed-leads.ts');
    const found = await changedLeads(client, wanted, ids).catch(() => null);
    if (!found) return reload();
    change((answer) => {
      const rows = withChanged(
        rankedRows(answer),
        found.filter(({ lead }) => isHere(lead)),
        ids,
        {
          isWhole: !answer.agentLeads.page.hasNext,
          fewest: variables.limit! / 2,
        },
      );
      if (rows === 'unknown') reload();
      return rows === 'unknown' || rows === 'same' ? null : withRanked(answer, rows);
    });
  });

  return {
    rows: data?.agentLeads.leads.filter(isHere),
    /** The cursor of the next page; null after the last one. */
    after: data?.agentLeads.page.hasNext ? data.agentLeads.page.end : null,
    failed: error !== undefined,
    failure: whyUnread(error),
    more,
    reload,
  };
}
