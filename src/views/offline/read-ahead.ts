import type { ApolloClient } from '@apollo/client';
import { LoadDocument, LoadsDocument } from '#src/generated/graphql/graphql.ts';

/** More than a truck ever has in progress. */
const MOST = 10;

/** An app on the home screen loads the open jobs in advance: later, on the road, there may be no connection. */
export async function readOpenJobs(client: ApolloClient): Promise<void> {
  if (!matchMedia('(display-mode: standalone)').matches) return;
  try {
    // The same query as that of the page of open jobs.
    const variables = { tab: 'open', filter: {}, sort: 'newest', limit: 50 } as const;
    const { data } = await client.query({ query: LoadsDocument, variables });
    for (const { id } of data?.loads.loads.slice(0, MOST) ?? [])
      await client.query({ query: LoadDocument, variables: { id } });
  } catch {
    // Then only the jobs that were opened are available.
  }
}
