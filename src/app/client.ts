import { ApolloClient, ApolloLink, CombinedGraphQLErrors, HttpLink, InMemoryCache } from '@apollo/client';
import { ErrorLink } from '@apollo/client/link/error';
import type { DocumentNode } from 'graphql';
import { ahead } from './ahead.ts';
import { inOrder } from './in-order.ts';

/** What the code generator adds to a document: the hash that identifies it to the gateway. */
type KnownDocument = DocumentNode & { __meta__?: { hash?: string } };

/** Production sends only the hash: the gateway runs known documents and nothing else. */
const sendHash = new ApolloLink((operation, forward) => {
  const sha256Hash = (operation.query as KnownDocument).__meta__?.hash;
  if (sha256Hash && !import.meta.env.DEV) {
    operation.extensions.persistedQuery = { version: 1, sha256Hash };
    operation.setContext({ http: { includeQuery: false, includeExtensions: true } });
  }
  return forward(operation);
});

/**
 * Parts of a record without their own id. The fields requested by different screens are merged: otherwise, the answer
 * to a write would take away fields that a page needs, and the page would not show the write until it was read again.
 */
export const PARTS = [
  'AgentLeadCounts',
  'AgentLeadFacts',
  'Client',
  'FactsQuote',
  'FollowUp',
  'LeadMoney',
  'Place',
  'Quote',
  'UserSettings',
];
const parts = Object.fromEntries(PARTS.map((type) => [type, { merge: true }]));

/**
 * Fields of which one page requests several at the same time. By default, the response to one marks all others as
 * outdated, and those still in flight would be requested again.
 */
const apart = { keyArgs: (given: object | null) => Object.keys(given ?? {}) };

/** A client for one signed-in person; discarded with its cache when they sign out. */
export function createClient({ onSignedOut }: { onSignedOut: () => void }): ApolloClient {
  const watchSession = new ErrorLink(({ error }) => {
    if (!CombinedGraphQLErrors.is(error)) return;
    if (error.errors.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED')) onSignedOut();
  });
  const http = new HttpLink({ uri: '/graphql', headers: { 'x-requested-with': 'lead-platform' } });
  return new ApolloClient({
    link: ApolloLink.from([watchSession, inOrder(), ahead(), sendHash, http]),
    cache: new InMemoryCache({
      typePolicies: { ...parts, Query: { fields: { agentLeads: apart, chats: apart, agreementTemplate: apart } } },
    }),
    // Without a `nextFetchPolicy`: with 'cache-first', a write would not show while a query is being refetched.
    defaultOptions: { watchQuery: { fetchPolicy: 'cache-and-network' } },
    // A refetch after a change must not receive the response to an earlier request; see `inOrder`.
    queryDeduplication: false,
    clientAwareness: { name: 'browser' },
    devtools: { enabled: import.meta.env.DEV },
  });
}
