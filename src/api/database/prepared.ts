import type { Writable } from 'node:stream';
import { sql } from 'kysely';
import type pg from 'pg';
import { sha256 } from './ids.ts';

/**
 * Stands at the beginning of a statement that each connection parses once, and plans once if a plan that knows no values
 * is as good as one that does (plan_cache_mode is auto). Not for searches, and not for lists by columns whose values
 * differ much in how often they occur: an unnamed statement is planned with its values each time.
 */
export const prepared = sql`/* prepared */`;

const MARK = /^\/\* prepared(?:, unread)? \*\//;
/** So many texts at most are kept by each connection: a text depends on what is asked for. */
const MAXIMUM_TEXTS = 300;
const names = new Map<string, string>();

/**
 * Stands at the beginning of a statement of a transaction whose answer nobody reads. It goes out with the next one, or with
 * the commit, which fails as it does.
 */
export const unread = sql`/* prepared, unread */`;

const UNREAD = /^(?:\/\* prepared, unread \*\/|begin\b|start transaction\b)/;

/** The name of a marked statement; undefined for one that is sent unnamed. */
export function nameOf(text: string): string | undefined {
  if (!MARK.test(text)) return undefined;
  const known = names.get(text);
  if (known !== undefined || names.size >= MAXIMUM_TEXTS) return known;
  const name = sha256(text).slice(0, 32);
  names.set(text, name);
  return name;
}

type Query = (...given: unknown[]) => unknown;

/** Lets connections of a pool send marked statements by name. */
export function preparing<Client extends pg.ClientBase>(client: Client): Client {
  const query = client.query.bind(client) as Query;
  const named: Query = (text, ...rest) => {
    const name = typeof text === 'string' ? nameOf(text) : undefined;
    if (name === undefined || !Array.isArray(rest[0])) return query(text, ...rest);
    const [values, ...others] = rest;
    return query({ name, text, values }, ...others);
  };
  client.query = named as Client['query'];
  return client;
}

/** What `pg` writes to; its types leave it out. */
type Wired = pg.ClientBase & { readonly connection: { readonly stream: Writable } };

/** Lets pipelined connections hold what nobody reads until the next statement: one packet, one answer to wait for. */
export function gathering(client: pg.ClientBase): pg.ClientBase {
  const query = client.query.bind(client) as Query;
  const { stream } = (client as Wired).connection;
  let held: Promise<unknown>[] = [];
  const gathered: Query = (text, ...rest) => {
    // The pool's own way, for one statement alone: who asks with a callback wants the answer.
    const hasCallback = typeof rest.at(-1) === 'function';
    const isUnread = !hasCallback && typeof text === 'string' && UNREAD.test(text);
    if (held.length === 0 && !isUnread) return query(text, ...rest);
    if (held.length === 0) stream.cork();
    const answer = query(text, ...rest) as Promise<unknown>;
    if (isUnread) {
      // Whoever sends the next statement hears of its failure.
      answer.catch(() => {});
      held.push(answer);
      return Promise.resolve({ rows: [], rowCount: 0, command: '' });
    }
    const before = held;
    held = [];
    stream.uncork();
    return hasCallback ? answer : Promise.all([...before, answer]).then((answers) => answers.at(-1));
  };
  client.query = gathered as pg.ClientBase['query'];
  return client;
}
