import type { ApolloClient } from '@apollo/client';
import { LoadDocument, LoadsDocument } from '#src/generated/graphql/graphql.ts';

/** As many as a truck has under way, and more. */
const MOST = 10;

/** An app on the home screen reads the open jobs before they are opened: in a cab there may be no connection by then. */
export async function readOpenJobs(client: ApolloClient): Promise<void> {
  if (!matchMedia('(display-mode: standalone)').matches) return;
  try {
    // The question that the page of the open jobs asks.
    const variables = { tab: 'open', filter: {}, sort: 'newest', limit: 50 } as const;
    const { data } = await client.query({ query: LoadsDocument, variables });
    for (const { id } of data?.loads.loads.slice(0, MOST) ?? [])
      await client.query({ query: LoadDocument, variables: { id } });
  } catch {
    // Then what was opened is what is kept.
  }
}
