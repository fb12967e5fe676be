import { LoadsDocument, type LoadTab } from '#src/generated/graphql/graphql.ts';
import { useLive } from '#src/views/ui/live-context.ts';
import { problemOf, whyUnread } from '#src/views/ui/problem.ts';
import { usePages } from '#src/views/ui/use-pages.ts';
import { filterOf, type LoadFilters } from './load-filters.ts';

const PAGE = 50;
const variablesOf = (tab: LoadTab, filters: LoadFilters) => ({
  tab,
  filter: filterOf(filters),
  sort: filters.sort ?? 'newest',
  limit: PAGE,
});

/** What the list of a tab reads first, for `useAhead`. */
export const firstReadsOf = (tab: LoadTab, filters: LoadFilters) =>
  [[LoadsDocument, variablesOf(tab, filters)]] as const;

/** A keyset-paginated list of the loads of one tab, kept up to date while loads come and go. */
export function useLoadList(tab: LoadTab, filters: LoadFilters) {
  const { data, error, more, reload } = usePages({
    document: LoadsDocument,
    variables: variablesOf(tab, filters),
    rowsOf: ({ loads }) => loads.loads,
    nextOf: ({ loads: { page } }) => (page.hasNext ? page.end : null),
    withRows: (answer, loads) => ({ ...answer, loads: { ...answer.loads, loads } }),
  });
  useLive('load', reload);
  // What the carrier may see and do depends on its compliance.
  useLive('carrier', reload);

  const problem = error && problemOf(error);
  return {
    rows: data?.loads.loads.filter((load) => filters.mine || load.tab === tab),
    /** Why the board is closed to the carrier, as a sentence; null if it is open. */
    refused: problem?.status === 403 ? problem.detail : null,
    failed: error !== undefined,
    failure: whyUnread(error),
    more,
    reload,
  };
}
