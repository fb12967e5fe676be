import type { DocumentNode, OperationVariables } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';

type Read = readonly [query: DocumentNode, variables: OperationVariables];

/**
 * Requests what a page is about to show when it starts to render. A query of its own is sent only once everything has
 * been rendered, on a phone a fifth of a second later; it then receives this response (src/app/ahead.ts).
 *
 * @param reads the page's own queries, with the same variables
 */
export function useAhead(reads: () => readonly Read[]): void {
  const client = useApolloClient();
  useState(() => {
    for (const [query, variables] of reads())
      // A failure is reported by the page.
      client.query({ query, variables, fetchPolicy: 'no-cache', context: { isAhead: true } }).catch(() => {});
  });
}
