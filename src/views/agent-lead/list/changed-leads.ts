import type { ApolloClient } from '@apollo/client';
import { AgentLeadsDocument, type AgentLeadsQueryVariables } from '#src/generated/graphql/graphql.ts';
import { type Ranked, rankedRows } from './ranked-leads.ts';

const asked = new WeakMap<ApolloClient, Map<string, Promise<Ranked[]>>>();

/**
 * Of the leads that changed, those that a list still contains, or contains now, whatever tab they are in: board columns
 * notified of the same change share one request.
 */
export async function changedLeads(
  client: ApolloClient,
  { archived, filter, sort }: AgentLeadsQueryVariables,
  ids: readonly string[],
): Promise<Ranked[]> {
  const open = asked.get(client) ?? new Map<string, Promise<Ranked[]>>();
  asked.set(client, open);
  const variables = { archived, filter, sort, ids: [...ids], limit: ids.length };
  const key = JSON.stringify(variables);
  const answer =
    open.get(key) ??
    client
      .query({ query: AgentLeadsDocument, variables, fetchPolicy: 'no-cache' })
      .then(({ data }) => (data ? rankedRows(data) : []))
      .finally(() => open.delete(key));
  open.set(key, answer);
  return await answer;
}

/**
 * The rows of a list after a change. `here`: those of the changed leads that belong to it, as they are now.
 *
 * @returns `same` if it contains none of them, `unknown` if it must be loaded to find out
 */
export function withChanged(
  rows: readonly Ranked[],
  here: readonly Ranked[],
  ids: readonly string[],
  list: { isWhole: boolean; fewest: number },
): Ranked[] | 'same' | 'unknown' {
  const others = rows.filter(({ lead }) => !ids.includes(lead.id));
  if (others.length === rows.length && here.length === 0) return 'same';
  if (here.some(({ rank }) => rank === null)) return 'unknown';
  const last = list.isWhole ? null : (rows.at(-1)?.rank ?? null);
  // In a list that continues, anything after the last row is on a page that was not loaded.
  const within = here.filter(({ rank }) => last === null || rank! <= last);
  if (!list.isWhole && others.length + within.length < list.fewest) return 'unknown';
  return [...others, ...within].toSorted((a, b) => (a.rank! < b.rank! ? -1 : 1));
}
