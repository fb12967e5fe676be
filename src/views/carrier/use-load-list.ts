import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { LoadsDocument, type LoadsQueryVariables } from '#src/generated/graphql/graphql.ts';
import { useLive } from '#src/views/ui/live-context.ts';
import { rowOf } from './load-names.ts';

const PAGE = 50;

/** One keyset-paginated list of loads that stays true while loads come and go. */
export function useLoadList(wanted: Omit<LoadsQueryVariables, 'after' | 'limit'>) {
  const client = useApolloClient();
  const variables = { ...wanted, limit: PAGE };
  const { data, error, fetchMore } = useQuery(LoadsDocument, { variables });
  const [going, setGoing] = useState<'busy' | 'failed' | null>(null);
  const page = data?.loads.page;

  async function load(): Promise<void> {
    setGoing('busy');
    try {
      await fetchMore({
        variables: { ...variables, after: page?.end },
        updateQuery: (before, { fetchMoreResult }) => ({
          ...before,
          loads: { ...fetchMoreResult.loads, loads: [...before.loads.loads, ...fetchMoreResult.loads.loads] },
        }),
      });
      setGoing(null);
    } catch {
      setGoing('failed');
    }
  }

  /** All pages that are shown, so that a change on top does not make the list short. */
  async function reload(): Promise<void> {
    const count = data?.loads.loads.length ?? 0;
    let read: NonNullable<typeof data>['loads'] | undefined;
    do {
      const answer = await client.query({ query: LoadsDocument, variables: { ...variables, after: read?.page.end }, fetchPolicy: 'no-cache' });
      const next = answer.data!.loads;
      read = { ...next, loads: [...(read?.loads ?? []), ...next.loads] };
    } while (read.page.hasNext && read.loads.length < count);
    client.writeQuery({ query: LoadsDocument, variables, data: { __typename: 'Query', loads: read } });
  }
  // A reload that fails leaves what is shown; the next change tries again.
  const again = () => void reload().catch(() => {});
  useLive('load', again);

  return {
    rows: data?.loads.loads.map(rowOf).filter(({ tab }) => wanted.filter?.mine || tab === wanted.tab),
    failed: error !== undefined && data === undefined,
    more: page?.hasNext ? { load: () => void load(), busy: going === 'busy', failed: going === 'failed' } : null,
    reload: again,
  };
}
