import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Database } from './database.ts';
import { sha256 } from './ids.ts';
import { isStaleStatement, unread } from './prepared.ts';
import { seal, sealKey, unseal } from './sealed.ts';
import { gatherChanges, gathered, tell } from '#src/api/live/live.ts';
import { problem } from '#src/api/http/problem.ts';
import type { Tables } from './tables.ts';

export type Tx = Transaction<Tables>;

/** The allowed form of an `Idempotency-Key`. */
const KEY = /^[\x21-\x7e]{8,128}$/;
/** SQLSTATEs after which retrying the same transaction can succeed. */
const PASSING = new Set(['40001', '40P01']);
const ATTEMPTS = 5;

async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      const isPassing = PASSING.has((error as { code?: string }).code ?? '') || isStaleStatement(error);
      if (attempt === ATTEMPTS || !isPassing) throw error;
    }
  }
}
/** Left out of the stored fingerprint of a request: a plain hash of them could be guessed. */
const SECRETS = new Set(['password', 'new_password', 'code']);

/**
 * The `Idempotency-Key` of a request, or undefined. Checked before anything is done, also by calls that first call
 * another service or store nothing: see `judgeKeys`.
 *
 * @throws Problem 400 for an invalid key
 */
function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined || (typeof key === 'string' && KEY.test(key))) return key;
  throw problem(400, 'The Idempotency-Key must be 8 to 128 visible characters.', {
    errors: [{ field: 'Idempotency-Key', message: 'Use 8 to 128 visible characters.' }],
  });
}

/** Refuses a malformed `Idempotency-Key` for every later route in this scope, before its handler runs. */
export function judgeKeys(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => void keyOf(request));
}

/**
 * Runs `change` in one transaction. After a lost race (a deadlock or a serialization failure), or if a table has just
 * been migrated, it is run again from the start, so `change` must have no effects outside `tx`. Live changes that it
 * published are sent with the last statement.
 */
export const inTransaction = <T>(database: Database, change: (tx: Tx) => Promise<T>): Promise<T> =>
  retried(() =>
    database.kysely.transaction().execute(async (tx) => {
      gatherChanges(tx);
      const answer = await change(tx);
      const changes = gathered(tx);
      if (changes) await tell(tx, changes);
      return answer;
    }),
  );

/** Reads several tables from one snapshot, so that the response is consistent. */
export const atOneMoment = <T>(database: Database, read: (tx: Tx) => Promise<T>): Promise<T> =>
  retried(() =>
    database.kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read),
  );

/**
 * One write of the REST API: `change` and its `Idempotency-Key` commit together. The same key with the same body
 * returns the first response; with another body it is refused (422). Without a key the write just runs. `scope` is who
 * the key belongs to: an account or a link.
 */
export async function write<T>(
  database: Database,
  request: FastifyRequest,
  reply: FastifyReply,
  scope: string,
  change: (tx: Tx) => Promise<T>,
  /** Hash of the parts of a multipart request that are not in `request.body`. */
  extraFingerprint = '',
): Promise<T> {
  const key = keyOf(request);
  if (key === undefined) return inTransaction(database, change);
  const fingerprint = fingerprintOf(request, extraFingerprint);
  const hash = sha256(key);
  try {
    return await inTransaction(database, async (tx) => {
      // Sent with the first statement of the change. If the key is taken, the database refuses everything after it.
      await sql`${unread}
        insert into idempotency (scope, key, fingerprint) values (${scope}, ${hash}, ${fingerprint})`.execute(tx);
      const answer = await change(tx);
      const sealed = seal(sealingKey(scope, key), JSON.stringify(answer ?? null));
      const remember = sql`update idempotency set status = ${reply.statusCode}, answer = ${sealed} where scope = ${scope} and key = ${hash}`;
      const changes = gathered(tx);
      if (changes) await tell(tx, changes, sql`remembered as (${remember})`);
      else await sql`${unread} ${remember}`.execute(tx);
      return answer;
    });
  } catch (error) {
    if (!isTaken(error)) throw error;
    return inTransaction(database, (tx) => repeat<T>(tx, reply, scope, key, fingerprint));
  }
}

const isTaken = (error: unknown): boolean => {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' && constraint === 'idempotency_pkey';
};

/**
 * The response to an earlier request with the same `Idempotency-Key`; null for a first request. For writes that call
 * another service in between and so cannot be one transaction: called before they begin.
 *
 * @throws Problem 422 when the key belongs to another request
 */
export async function answeredBefore<T>(
  database: Database,
  request: FastifyRequest,
  reply: FastifyReply,
  scope: string,
): Promise<T | null> {
  const key = keyOf(request);
  if (key === undefined) return null;
  return inTransaction(database, async (tx) => {
    const found = await tx
      .selectFrom('idempotency')
      .select('key')
      .where('scope', '=', scope)
      .where('key', '=', sha256(key))
      .executeTakeFirst();
    return found ? repeat<T>(tx, reply, scope, key, fingerprintOf(request, '')) : null;
  });
}

const fingerprintOf = (request: FastifyRequest, extra: string): string =>
  sha256(`${request.method} ${request.url}\n${JSON.stringify(request.body ?? null, withoutSecrets)}\n${extra}`);

const withoutSecrets = (key: string, value: unknown): unknown => (SECRETS.has(key) ? undefined : value);

/**
 * Responses contain links and other secrets that must not be readable in the database. A stored response can only be
 * decrypted with the caller's own `Idempotency-Key`, of which only a hash is kept.
 */
const sealingKey = (scope: string, key: string): Buffer => sealKey(key, scope, 'idempotency answer');

async function repeat<T>(tx: Tx, reply: FastifyReply, scope: string, key: string, fingerprint: string): Promise<T> {
  const earlier = await tx
    .selectFrom('idempotency')
    .selectAll()
    .where('scope', '=', scope)
    .where('key', '=', sha256(key))
    .executeTakeFirstOrThrow();
  if (earlier.fingerprint !== fingerprint) {
    throw problem(422, 'This Idempotency-Key was already used for another request.', {
      errors: [{ field: 'Idempotency-Key', message: 'Use a new key for a new request.' }],
    });
  }
  reply.header('idempotency-replayed', 'true');
  void reply.code(earlier.status ?? 200);
  return (earlier.answer ? JSON.parse(unseal(sealingKey(scope, key), earlier.answer)) : null) as T;
}
