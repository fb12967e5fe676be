import type { Writable } from 'node:stream';
import { CompiledQuery, sql } from 'kysely';
import type { Compilable, Kysely, RawBuilder, Transaction } from 'kysely';
import type pg from 'pg';
import { sha256 } from './ids.ts';
import { quickQuery } from './quick-result.ts';
import type { Tables } from './tables.ts';

/**
 * Marks, at its beginning, a statement that each connection parses once, and plans once if a generic plan is as good as
 * one for specific values (plan_cache_mode is auto). Not for searches, nor for lists by columns with very uneven value
 * frequencies: an unnamed statement is planned with its values each time.
 */
export const prepared = sql`/* prepared */`;

/** Kysely's `modifyFront` puts the mark after the verb. */
const MARK = /^(?:select )?\/\* prepared(?:, unread)? \*\//;
/** The most texts that each connection keeps, since a text may vary with the request. */
const MAXIMUM_TEXTS = 300;
const names = new Map<string, string>();

/**
 * Marks a statement of a transaction whose result nobody reads. It is sent with the next statement or the commit, which
 * fails if it does.
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

/**
 * Whether a named statement failed because its columns have changed since it was parsed: a node with the next version
 * has migrated the table.
 */
export const isStaleStatement = (error: unknown): boolean => {
  const { code, routine } = error as { code?: string; routine?: string };
  return code === '0A000' && routine === 'RevalidateCachedQuery';
};

type Query = (...given: unknown[]) => unknown;

/**
 * Lets pooled connections read rows quickly, and send marked statements by name if they keep them.
 *
 * @param isDirect there is no pooler
 */
export function preparing<Client extends pg.ClientBase>(
  client: Client,
  { keepsStatements, isDirect }: { keepsStatements: boolean; isDirect: boolean },
): Client {
  const query = client.query.bind(client) as Query;
  // Counts how often its statements had to be parsed again.
  let generation = 0;
  const asked = (text: string, values: unknown[]) => {
    const name = keepsStatements ? nameOf(text) : undefined;
    if (name === undefined || generation === 0) return quickQuery(text, values, name, isDirect);
    // A pooler recognizes a statement by its text.
    return quickQuery(`${text} /* ${generation} */`, values, `${name}_${generation}`, isDirect);
  };
  const answerTo = (text: string, values: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      query(asked(text, values), (error: Error | null, result: unknown) => (error ? reject(error) : resolve(result)));
    });
  const quick: Query = (text, ...rest) => {
    const [values, callback] = rest as [unknown[], unknown];
    if (typeof text !== 'string' || !Array.isArray(values)) return query(text, ...rest);
    if (typeof callback === 'function') return query(asked(text, values), callback);
    const before = generation;
    return answerTo(text, values).catch(async (error: Error) => {
      // Otherwise the stack would lead to the socket, and not to who asked.
      Error.captureStackTrace(error);
      if (!isStaleStatement(error)) throw error;
      if (generation === before) generation += 1;
      // In a transaction, which has failed, this fails as well: it has to be run again.
      return answerTo(text, values).catch(() => {
        throw error;
      });
    });
  };
  client.query = quick as Client['query'];
  return client;
}

/** The stream that `pg` writes to, which its types omit. */
type Wired = pg.ClientBase & { readonly connection: { readonly stream: Writable } };

/** Lets pipelined connections hold unread statements until the next one: one packet, one round trip. */
export function gathering(client: pg.ClientBase): pg.ClientBase {
  const query = client.query.bind(client) as Query;
  const { stream } = (client as Wired).connection;
  let held: Promise<unknown>[] = [];
  const gathered: Query = (text, ...rest) => {
    // The pool calls with a callback for a single statement, whose result it needs.
    const hasCallback = typeof rest.at(-1) === 'function';
    const isUnread = !hasCallback && typeof text === 'string' && UNREAD.test(text);
    if (held.length === 0 && !isUnread) return query(text, ...rest);
    if (held.length === 0) stream.cork();
    const answer = query(text, ...rest) as Promise<unknown>;
    if (isUnread) {
      // The next statement reports the failure.
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

/**
 * A frequent statement that is compiled once: Kysely takes longer to compile a big one than PostgreSQL to run it. `make`
 * gets placeholders instead of the values, so it must not compute with them.
 */
export function compiledOnce<Row, Values extends Record<string, unknown>>(
  names: readonly (keyof Values & string)[],
  make: (placeholders: Record<keyof Values & string, string>) => RawBuilder<Row>,
) {
  let compiled: { text: string; valuesOf: (values: Values) => unknown[] } | undefined;
  const compile = (db: Kysely<Tables>) => {
    const placeholders = Object.fromEntries(names.map((name) => [name, `:${name}`])) as Record<
      keyof Values & string,
      string
    >;
    const { sql: text, parameters } = make(placeholders).compile(db);
    const given = parameters.map((value) => names.find((name) => placeholders[name] === value) ?? { value });
    const valuesOf = (values: Values) => given.map((one) => (typeof one === 'string' ? values[one] : one.value));
    return { text, valuesOf };
  };
  return async (db: Kysely<Tables>, values: Values): Promise<Row[]> => {
    compiled ??= compile(db);
    return await rowsOf<Row>(db, compiled.text, compiled.valuesOf(values));
  };
}

/** Executes a statement of a transaction whose result nobody reads: see `unread`. It must always have the same text. */
export async function executeUnread(tx: Transaction<Tables>, statement: Compilable): Promise<void> {
  const { sql: text, parameters } = statement.compile();
  await tx.executeQuery(CompiledQuery.raw(`/* prepared, unread */ ${text}`, [...parameters]));
}

/** The rows of a statement given as text. */
export const rowsOf = async <Row>(db: Kysely<Tables>, text: string, values: unknown[]): Promise<Row[]> =>
  (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
