import { ApolloClient, ApolloLink, CombinedGraphQLErrors, HttpLink, InMemoryCache } from '@apollo/client';
import { ErrorLink } from '@apollo/client/link/error';
import type { DocumentNode } from 'graphql';
import { inOrder } from './in-order.ts';

/** What the code generator writes onto a document: the hash under which the gateway knows it. */
type KnownDocument = DocumentNode & { __meta__?: { hash?: string } };

/** In production only the hash travels: the gateway runs known documents and nothing else. */
const sendHash = new ApolloLink((operation, forward) => {
  const sha256Hash = (operation.query as KnownDocument).__meta__?.hash;
  if (sha256Hash && !import.meta.env.DEV) {
    operation.extensions.persistedQuery = { version: 1, sha256Hash };
    operation.setContext({ http: { includeQuery: false, includeExtensions: true } });
  }
  return forward(operation);
});

/** Parts of a lead without an id of their own: two screens that ask for different fields of one add up. */
const parts = Object.fromEntries(
  ['Client', 'Place', 'Quote', 'FollowUp', 'AgentLeadFacts', 'FactsQuote', 'AgentLeadCounts'].map((type) => [
    type,
    { merge: true },
  ]),
);

/** A client for one signed-in person; it is dropped, cache and all, when they leave. */
export function createClient({ onSignedOut }: { onSignedOut: () => void }): ApolloClient {
  const watchSession = new ErrorLink(({ error }) => {
    if (!CombinedGraphQLErrors.is(error)) return;
    if (error.errors.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED')) onSignedOut();
  });
  const http = new HttpLink({ uri: '/graphql', headers: { 'x-requested-with': 'lead-platform' } });
  return new ApolloClient({
    link: ApolloLink.from([watchSession, inOrder(), sendHash, http]),
    cache: new InMemoryCache({ typePolicies: parts }),
    // Without a `nextFetchPolicy`: under 'cache-first' what was written would not be drawn while a query is read again.
    defaultOptions: { watchQuery: { fetchPolicy: 'cache-and-network' } },
    // What is read again because of a change must not be given the answer to the question before; see `inOrder`.
    queryDeduplication: false,
    clientAwareness: { name: 'browser' },
    devtools: { enabled: import.meta.env.DEV },
  });
}
