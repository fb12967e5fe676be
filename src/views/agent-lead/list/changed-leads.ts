import type { ApolloClient } from '@apollo/client';
import { AgentLeadsDocument, type AgentLeadsQueryVariables } from '#src/generated/graphql/graphql.ts';
import { type Ranked, rankedRows } from './ranked-leads.ts';

const asked = new WeakMap<ApolloClient, Map<string, Promise<Ranked[]>>>();

/**
 * Of the leads that have changed those that a list still has, or has now, whatever tab they are in: columns of a board that
 * hear of the same change ask together.
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
 * The rows of a list after a change. `here`: of the changed ones those that belong to it, as they are now.
 *
 * @returns `same` where it has none of them, `unknown` where it must be read to know
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
  // What stands behind the last row of a list that goes on is on a page that was not read.
  const within = here.filter(({ rank }) => last === null || rank! <= last);
  if (!list.isWhole && others.length + within.length < list.fewest) return 'unknown';
  return [...others, ...within].toSorted((a, b) => (a.rank! < b.rank! ? -1 : 1));
}
