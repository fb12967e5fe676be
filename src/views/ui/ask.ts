import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { Answer } from './first-answers.ts';

const TIMEOUT_MS = 20_000;

/** What the code generator adds to a document: the hash that identifies it to the gateway. */
type KnownDocument = { __meta__?: { hash?: string } };

interface Options {
  signal?: AbortSignal;
  /** The idempotency key of a write. */
  key?: string;
}

/**
 * A request without an account. These visitors open one page once, on a phone: a client with a cache would be half of
 * what they wait for. Rejects with the shape that `problemOf` reads.
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
  return dataOf((await response.json()) as Answer<Data>);
}

/** Throws what `ask` rejects with if the response is a refusal. */
export function dataOf<Data>({ data, errors }: Answer<Data>): Data {
  if (errors?.length || !data) throw Object.assign(new Error('The request was refused.'), { errors: errors ?? [] });
  return data;
}
