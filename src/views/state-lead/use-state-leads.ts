import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { StateLeadsDocument, type StateLeadsQueryVariables } from '#src/generated/graphql/graphql.ts';
import { useLive } from '#src/views/ui/live-context.ts';
import { rowOf } from './state-lead-names.ts';

const PAGE = 50;

/** One keyset-paginated list of a business's leads that stays true while leads arrive and colleagues work. */
export function useStateLeads(wanted: Omit<StateLeadsQueryVariables, 'after' | 'limit'>) {
  const client = useApolloClient();
  const variables = { ...wanted, limit: PAGE };
  const { data, error, fetchMore } = useQuery(StateLeadsDocument, { variables });
  const [going, setGoing] = useState<'busy' | 'failed' | null>(null);
  const list = data?.stateLeads;

  async function load(): Promise<void> {
    setGoing('busy');
    try {
      await fetchMore({
        variables: { ...variables, after: list?.page.end },
        updateQuery: (before, { fetchMoreResult }) => ({
          ...before,
          stateLeads: { ...fetchMoreResult.stateLeads, leads: [...before.stateLeads.leads, ...fetchMoreResult.stateLeads.leads] },
        }),
      });
      setGoing(null);
    } catch {
      setGoing('failed');
    }
  }

  /** All pages that are shown, so that a change on top does not make the list short. */
  async function reload(): Promise<void> {
    const count = list?.leads.length ?? 0;
    let read: NonNullable<typeof list> | undefined;
    do {
      const answer = await client.query({ query: StateLeadsDocument, variables: { ...variables, after: read?.page.end }, fetchPolicy: 'no-cache' });
      const next = answer.data!.stateLeads;
      read = { ...next, leads: [...(read?.leads ?? []), ...next.leads] };
    } while (read.page.hasNext && read.leads.length < count);
    client.writeQuery({ query: StateLeadsDocument, variables, data: { __typename: 'Query', stateLeads: read } });
  }
  // A reload that fails leaves what is shown; the next change tries again.
  const again = () => void reload().catch(() => {});
  useLive('state-lead', again);

  return {
    // What was just put on the shelf, or taken from it, leaves the list before it is read again.
    rows: list?.leads.map(rowOf).filter(({ isArchived }) => isArchived === (wanted.filter?.isArchived ?? false)),
    counts: list?.counts,
    isLocked: list?.isLocked ?? false,
    failed: error !== undefined && data === undefined,
    more: list?.page.hasNext ? { load: () => void load(), busy: going === 'busy', failed: going === 'failed' } : null,
    reload: again,
  };
}
