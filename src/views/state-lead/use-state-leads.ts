import { StateLeadsDocument } from '#src/generated/graphql/graphql.ts';
import { useLive } from '#src/views/ui/live-context.ts';
import { whyUnread } from '#src/views/ui/problem.ts';
import { usePages } from '#src/views/ui/use-pages.ts';
import { filterOf, type StateLeadFilters } from './state-lead-filters.ts';

const PAGE = 50;
const variablesOf = (filters: StateLeadFilters, isArchive: boolean) => ({
  filter: filterOf(filters, isArchive),
  sort: filters.sort ?? null,
  limit: PAGE,
});

/** What the inbox reads first, for `useAhead`. */
export const firstReadsOf = (filters: StateLeadFilters) => [[StateLeadsDocument, variablesOf(filters, false)]] as const;

/**
 * A keyset-paginated list of a business's leads, in the inbox or in the archive, kept up to date while leads arrive and
 * colleagues work.
 */
export function useStateLeads(filters: StateLeadFilters, isArchive: boolean) {
  const { data, error, more, reload } = usePages({
    document: StateLeadsDocument,
    variables: variablesOf(filters, isArchive),
    rowsOf: ({ stateLeads }) => stateLeads.leads,
    nextOf: ({ stateLeads: { page } }) => (page.hasNext ? page.end : null),
    withRows: (answer, leads) => ({ ...answer, stateLeads: { ...answer.stateLeads, leads } }),
  });
  useLive('state-lead', reload);
  const list = data?.stateLeads;

  return {
    // A lead just archived or restored leaves the list before it is loaded again.
    rows: list?.leads.filter(({ isArchived }) => isArchived === isArchive),
    counts: list?.counts,
    isLocked: list?.isLocked ?? false,
    /** Some leads per day are open, the others locked. */
    isTrial: (list?.isTrial && list.leads.some(({ isLocked }) => isLocked)) ?? false,
    failed: error !== undefined,
    failure: whyUnread(error),
    more,
    reload,
  };
}
