import { createHash } from 'node:crypto';
import { parse, print, type DocumentNode, type GraphQLSchema, validate } from 'graphql';
import type { PersistedQueryProvider } from 'mercurius';
import { errorOfProblem } from './errors.ts';

/**
 * The documents allowed in production. Those of the views are identified by hash; those of the session are full texts,
 * because they are sent before any GraphQL client is loaded.
 */
export type AllowedDocuments = { persisted: Readonly<Record<string, string>>; texts: readonly string[] };

type Body = { query?: unknown; extensions?: { persistedQuery?: { sha256Hash?: unknown } } };

/** Accepts only allowed documents, by hash or in full; without a list, any document. */
export function documentProvider(allowed: AllowedDocuments | null): PersistedQueryProvider {
  const byHash = new Map(Object.entries(allowed?.persisted ?? {}));
  const known = new Set([...byHash.values(), ...(allowed?.texts ?? [])]);

  const hashOf = ({ query, extensions }: Body): string => {
    const hash = extensions?.persistedQuery?.sha256Hash;
    if (typeof hash === 'string') return hash;
    if (typeof query !== 'string') return '';
    const own = createHash('sha256').update(query).digest('hex');
    if (known.has(query)) byHash.set(own, query);
    return own;
  };
  return {
    // Everything is looked up by hash, except full documents where any document may run.
    isPersistedQuery: (body: Body) => allowed !== null || typeof body.query !== 'string',
    isPersistedQueryRetry: () => false,
    getHash: (body: Body) => hashOf(body),
    getQueryFromHash: (hash: string) => Promise.resolve(byHash.get(hash) ?? ''),
    notFoundError: 'This document is not known here.',
    notSupportedError: 'The request names no document.',
  };
}

/**
 * Refuses subscriptions that are not allowed. The library neither validates nor looks them up, and accepts a syntax
 * tree instead of a text, so the tree is what is checked.
 *
 * @throws GraphQLError INVALID
 */
export function createSubscriptionJudge(allowed: AllowedDocuments | null) {
  const texts = allowed ? [...allowed.texts, ...Object.values(allowed.persisted)] : [];
  // Parsed at the first subscription: there are hundreds, which would slow down startup.
  let known: Set<string> | undefined;
  return (schema: GraphQLSchema, document: DocumentNode): void => {
    const text = print(document);
    known ??= new Set(texts.map((one) => print(parse(one))));
    if (allowed ? known.has(text) : validate(schema, parse(text)).length === 0) return;
    throw errorOfProblem(400, { detail: 'This document is not known here.' });
  };
}
