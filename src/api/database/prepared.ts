import { sql } from 'kysely';
import type pg from 'pg';
import { sha256 } from './ids.ts';

/**
 * Stands at the beginning of a statement that each connection parses once, and plans once if a plan that knows no values
 * is as good as one that does (plan_cache_mode is auto). Not for searches, and not for lists by columns whose values
 * differ much in how often they occur: an unnamed statement is planned with its values each time.
 */
export const prepared = sql`/* prepared */`;

const MARK = '/* prepared */';
/** So many texts at most are kept by each connection: a text depends on what is asked for. */
const MAXIMUM_TEXTS = 300;
const names = new Map<string, string>();

/** The name of a marked statement; undefined for one that is sent unnamed. */
export function nameOf(text: string): string | undefined {
  if (!text.startsWith(MARK)) return undefined;
  const known = names.get(text);
  if (known !== undefined || names.size >= MAXIMUM_TEXTS) return known;
  const name = sha256(text).slice(0, 32);
  names.set(text, name);
  return name;
}

/** Lets connections of a pool send marked statements by name. */
export function preparing<Client extends pg.ClientBase>(client: Client): Client {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const named = (text: unknown, ...rest: unknown[]): unknown => {
    const name = typeof text === 'string' ? nameOf(text) : undefined;
    if (name === undefined || !Array.isArray(rest[0])) return query(text, ...rest);
    const [values, ...others] = rest;
    return query({ name, text, values }, ...others);
  };
  client.query = named as Client['query'];
  return client;
}
