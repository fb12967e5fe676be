import type { TypedDocumentNode } from '@graphql-typed-document-node/core';

const TIMEOUT_MS = 20_000;

/** What the code generator writes onto a document: the hash under which the gateway knows it. */
type KnownDocument = { __meta__?: { hash?: string } };

interface Options {
  signal?: AbortSignal;
  /** Makes a write happen once, however often it is sent. */
  key?: string;
}

/**
 * One call of somebody without an account. They come once, on a phone, for one page: a cache and its client would be
 * half of what they wait for. Rejects with the shape that `problemOf` reads.
 */
export async function ask<Data, Variables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { signal, key }: Options = {},
): Promise<Data> {
  const hash = (document as KnownDocument).__meta__?.hash;
  const query = import.meta.env.DEV ? (await import('graphql')).print(document) : undefined;
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'lead-platform',
      ...(key && { 'idempotency-key': key }),
    },
    body: JSON.stringify({
      variables,
      ...(query ? { query } : { extensions: { persistedQuery: { version: 1, sha256Hash: hash } } }),
    }),
    signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]),
  });
  const { data, errors } = (await response.json()) as { data?: Data | null; errors?: unknown[] };
  if (errors?.length || !data) throw Object.assign(new Error('The request was refused.'), { errors: errors ?? [] });
  return data;
}
