import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { ApolloClient, OperationVariables } from '@apollo/client';

/** Runs a mutation; the idempotency key ensures that it happens once, however often it is sent. */
export function mutate<Variables extends OperationVariables>(
  { client, key }: { client: ApolloClient; key?: string | undefined },
  mutation: TypedDocumentNode<unknown, Variables>,
  variables: Variables,
  fetchPolicy?: 'no-cache',
) {
  return client.mutate({
    mutation,
    variables: variables as never,
    context: key ? { headers: { 'idempotency-key': key } } : {},
    ...(fetchPolicy ? { fetchPolicy } : {}),
  });
}
