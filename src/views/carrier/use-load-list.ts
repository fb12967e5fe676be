import { LoadsDocument, type LoadsQueryVariables } from '#src/generated/graphql/graphql.ts';
import { useLive } from '#src/views/ui/live-context.ts';
import { problemOf, whyUnread } from '#src/views/ui/problem.ts';
import { usePages } from '#src/views/ui/use-pages.ts';

const PAGE = 50;

/** A keyset-paginated list of loads, kept up to date while loads come and go. */
export function useLoadList(wanted: Omit<LoadsQueryVariables, 'after' | 'limit'>) {
  const { data, error, more, reload } = usePages({
    document: LoadsDocument,
    variables: { ...wanted, limit: PAGE },
    rowsOf: ({ loads }) => loads.loads,
    nextOf: ({ loads: { page } }) => (page.hasNext ? page.end : null),
    withRows: (answer, loads) => ({ ...answer, loads: { ...answer.loads, loads } }),
  });
  useLive('load', reload);
  // What the carrier may see and do depends on its compliance.
  useLive('carrier', reload);

  const problem = error && problemOf(error);
  return {
    rows: data?.loads.loads.filter(({ tab }) => wanted.filter?.mine || tab === wanted.tab),
    /** Why the board is closed to the carrier, as a sentence; null if it is open. */
    refused: problem?.status === 403 ? problem.detail : null,
    failed: error !== undefined,
    failure: whyUnread(error),
    more,
    reload,
  };
}
