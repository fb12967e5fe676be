import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Migration } from 'kysely/migration';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { typeParsers } from './database-types.ts';
import { preparing } from './prepared.ts';
import { liftRows } from '#src/api/engine/lift.ts';
import type { Lift } from '#src/api/engine/lift.ts';
import type { Tables } from './tables.ts';
import { MINUTE } from '#src/machines/calendar/durations.ts';

/** A change of tables, or a lift of the rows of a lifecycle, or both: the tables first. */
export interface MigrationStep {
  up?: Migration['up'];
  lift?: Lift;
}

/** Every migration, in order: each file of the folder is one. A released one is never edited. */
export const migrations: Readonly<Record<string, MigrationStep>> = Object.fromEntries(
  await Promise.all(
    readdirSync(join(import.meta.dirname, 'migrations'))
      .map((file) => file.replace(/\.ts$/, ''))
      .toSorted()
      .map(async (name) => [name, (await import(`./migrations/${name}.ts`)) as MigrationStep]),
  ),
);

export interface Database {
  readonly kysely: Kysely<Tables>;
  readonly pool: pg.Pool;
  /** For a connection of one's own, outside the pool (LISTEN). */
  readonly connection: pg.ClientConfig;
  close(): Promise<void>;
}

/**
 * A pool of connections with the types of `Tables`: int8 and numeric are numbers, dates `YYYY-MM-DD`, instants
 * ISO 8601 in UTC. Statements are unnamed, except those that say so (`prepared`): a generic plan makes searches thousands
 * of times slower. Connects at the first query.
 */
export function openDatabase(connection: pg.PoolConfig | string, options: { poolSize?: number } = {}): Database {
  const client: pg.ClientConfig = {
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    types: typeParsers,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'leads',
    // Joins are written in the order in which they are best done; looking for another one costs more than the query.
    options: '-c timezone=UTC -c join_collapse_limit=1 -c jit=off',
  };
  const pool = new pg.Pool({ ...client, max: options.poolSize ?? 10, idleTimeoutMillis: MINUTE });
  // A connection that is cut tells whoever uses it through its query, and additionally raises an event, which
  // without a listener would end the process: on the pool while idle, on the client while in use.
  const alreadyTold = (): void => {};
  pool.on('error', alreadyTold);
  pool.on('connect', (opened) => preparing(opened).on('error', alreadyTold));

  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    kysely,
    pool,
    connection: client,
    async close() {
      await kysely.destroy();
      // Kysely ends the pool only if it has used it.
      if (!pool.ending) await pool.end();
    },
  };
}

/** Any number that this product alone uses; nodes that start at once take turns on it. */
const migrationLock = 7_205_301;

const migrationOf = ({ up, lift }: MigrationStep): Migration => ({
  up: async (db) => {
    await up?.(db);
    if (lift) await liftRows(db, lift);
  },
});

/** Brings the schema and the rows in it up to date, all or nothing. Safe when several nodes start at once. */
export async function migrate({ kysely }: Database, given = migrations): Promise<void> {
  await kysely.connection().execute(async (session) => {
    await sql`select pg_advisory_lock(${migrationLock})`.execute(session);
    try {
      const known = Object.fromEntries(Object.entries(given).map(([name, step]) => [name, migrationOf(step)]));
      const migrator = new Migrator({ db: session, provider: { getMigrations: () => Promise.resolve(known) } });
      const { error } = await migrator.migrateToLatest();
      if (error !== undefined) throw error;
    } finally {
      await sql`select pg_advisory_unlock(${migrationLock})`.execute(session);
    }
  });
}

/** Resolves as soon as the server answers; rejects with the last failure, or at once when waiting cannot help. */
export async function waitForDatabase({ pool }: Database, timeoutMilliseconds = 30_000): Promise<void> {
  const deadline = Date.now() + timeoutMilliseconds;
  for (;;) {
    try {
      await pool.query('select 1');
      return;
    } catch (error) {
      if (isUnavailable(error) !== 'connection' || Date.now() > deadline) throw error;
      await sleep(100);
    }
  }
}

const connectionCodes = new Set([
  // Shut down, crashed, starting up, too many connections, cut while idle in a transaction.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '25P03',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const connectionSentences =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|driver has already been destroyed)/;

/**
 * Whether a failure comes from the surroundings and not from the request: `connection` (the database cannot be
 * reached right now, 503) or `storage` (no space left, 507). Null for anything else.
 */
export function isUnavailable(error: unknown): 'connection' | 'storage' | null {
  if (!(error instanceof Error)) return null;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === '53100' || code === 'ENOSPC' || code === 'EDQUOT') return 'storage';
  if (code !== undefined && (connectionCodes.has(code) || /^08...$/.test(code))) return 'connection';
  // A missing socket: the server is down. A missing file is something else.
  if (code === 'ENOENT' && syscall === 'connect') return 'connection';
  if (connectionSentences.test(error.message)) return 'connection';
  if (error instanceof AggregateError) return isUnavailable(error.errors[0]);
  return isUnavailable(error.cause);
}
