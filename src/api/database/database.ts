import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Migration } from 'kysely/migration';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { typeParsers } from './database-types.ts';
import { gathering, preparing } from './prepared.ts';
import { liftRows } from '#src/api/engine/lift.ts';
import type { Lift } from '#src/api/engine/lift.ts';
import type { Tables } from './tables.ts';
import { root } from '#src/root.ts';
import { MINUTE } from '#src/machines/calendar/durations.ts';

/** A change of tables, or a lift of the rows of a lifecycle, or both: the tables first. */
export interface MigrationStep {
  up?: Migration['up'];
  lift?: Lift;
}

/**
 * A loader for every migration, in order: each file of the folder is one. A released one is never edited. Loaded only
 * when run, so that a start with nothing to migrate reads none of them.
 */
export const migrations: Readonly<Record<string, () => Promise<MigrationStep>>> = Object.fromEntries(
  readdirSync(join(root, 'src/api/database/migrations'))
    .map((file) => file.replace(/\.ts$/, ''))
    .toSorted()
    .map((name) => [name, async () => (await import(`./migrations/${name}.ts`)) as MigrationStep]),
);

export interface Database {
  readonly kysely: Kysely<Tables>;
  readonly pool: pg.Pool;
  /**
   * For a dedicated connection that keeps its session: LISTEN, the job queue, a lock that outlives a transaction. Never
   * the pooler's.
   */
  readonly connection: pg.ClientConfig;
  /** Opens such a connection, with the product's settings; also for COPY, which pooled connections cannot do. */
  connect(): Promise<pg.Client>;
  /** Whether there is a pooler in front of the server, which keeps a session only for one transaction. */
  readonly isPooled: boolean;
  close(): Promise<void>;
}

/** Session settings that differ from the server's defaults. */
const SESSION_SETTINGS: Readonly<Record<string, string>> = {
  TimeZone: 'UTC',
  // Queries list their joins in the best order; searching for a better one costs more than the query.
  join_collapse_limit: '1',
  jit: 'off',
};
const settingsOf = Object.entries(SESSION_SETTINGS);
/** Not as `options` at the start of a connection, which poolers refuse. */
const SETTLE = settingsOf.map(([name, value]) => `set ${name} = '${value}'`).join('; ');

/** The pool awaits the returned promise before it lends the connection, although its types do not show it. */
const settle = (opened: pg.ClientBase): unknown => opened.query(SETTLE);

export interface DatabaseOptions {
  poolSize?: number;
  /** The server's own address, where the first one is a pooler's. */
  direct?: string;
  /** Whether the pooler keeps prepared statements. Without a pooler they are kept. */
  keepsStatements?: boolean;
}

/**
 * A pool of connections with the types of `Tables`: int8 and numeric are numbers, dates `YYYY-MM-DD`, instants ISO 8601
 * in UTC. Statements are unnamed unless marked (`prepared`), because a generic plan makes searches thousands of times
 * slower. Connects at the first query.
 *
 * Behind a pooler there are no dedicated sessions, so settings come from the role: see `openThroughPooler`.
 */
export function openDatabase(connection: pg.PoolConfig | string, options: DatabaseOptions = {}): Database {
  const { direct, keepsStatements = direct === undefined } = options;
  const isDirect = direct === undefined;
  const clientOf = (address: pg.PoolConfig | string): pg.ClientConfig => ({
    ...(typeof address === 'string' ? { connectionString: address } : address),
    types: typeParsers,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'leads',
  });
  const pool = new pg.Pool({
    ...clientOf(connection),
    pipeline: true,
    max: options.poolSize ?? 10,
    idleTimeoutMillis: MINUTE,
    ...(isDirect ? { onConnect: settle } : {}),
  });
  // A broken connection rejects its user's query, and additionally emits an error event, which without a listener would
  // crash the process: on the pool while idle, on the client while in use.
  const alreadyTold = (): void => {};
  pool.on('error', alreadyTold);
  pool.on('connect', (opened) => gathering(preparing(opened, { keepsStatements, isDirect })).on('error', alreadyTold));

  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    kysely,
    pool,
    connection: clientOf(direct ?? connection),
    async connect() {
      const client = new pg.Client(clientOf(direct ?? connection));
      client.on('error', alreadyTold);
      await client.connect();
      await client.query(SETTLE);
      return client;
    },
    isPooled: !isDirect,
    async close() {
      await kysely.destroy();
      // Kysely ends the pool only if it has used it.
      if (!pool.ending) await pool.end();
    },
  };
}

/**
 * A database behind a pooler that assigns a server connection per transaction. The session settings are assigned to the
 * role, in this database, before the pooler opens connections for it.
 *
 * @throws Error with a sentence for the operator if the pooler's connections are older than the settings
 */
export async function openThroughPooler(
  pooler: string,
  { direct, ...options }: DatabaseOptions & { direct: string },
): Promise<Database> {
  const server = openDatabase(direct, { poolSize: 1 });
  try {
    await waitForDatabase(server);
    await settleRole(server);
  } finally {
    await server.close();
  }
  const database = openDatabase(pooler, { ...options, direct });
  try {
    await waitForDatabase(database);
    const wrong = await unsettled(database.pool);
    if (wrong.length > 0)
      throw new Error(
        `The connections of the pooler at DATABASE_URL are older than the settings of their role (${wrong.join(', ')}): restart the pooler, or let it reconnect, then start again.`,
      );
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Makes new sessions of this role in this database start with the settings. The role's other settings stay. */
async function settleRole({ pool }: Database): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    const { rows } = await client.query<{ setting: string }>(
      `select unnest(setconfig) as setting from pg_db_role_setting
        where setrole = current_user::regrole
          and setdatabase = (select oid from pg_database where datname = current_database())`,
    );
    const known = new Set(rows.map(({ setting }) => setting));
    const { rows: names } = await client.query<{ statement: string }>(
      `select format('alter role %I in database %I', current_user, current_database()) as statement`,
    );
    for (const [name, value] of settingsOf)
      if (!known.has(`${name}=${value}`)) await client.query(`${names[0]!.statement} set ${name} = '${value}'`);
    await client.query('commit');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** The settings that a session of this pool lacks. */
async function unsettled(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [Object.keys(SESSION_SETTINGS)],
  );
  return rows.filter(({ name, setting }) => SESSION_SETTINGS[name] !== setting).map(({ name }) => name);
}

/** Any number that only this product uses; nodes that start at the same time take turns on it. */
const migrationLock = 7_205_301;

/** The name pattern of a migration that lifts rows to another version of their lifecycle. */
const LIFTS = /-v\d+$/;

/** Whether the product has ever been started on this database. */
export const hasTables = async ({ kysely }: Database): Promise<boolean> => (await migrationsIn(kysely)).length > 0;

/** The migrations that have run. */
async function migrationsIn(db: Kysely<Tables>): Promise<string[]> {
  const { rows: there } = await sql`select 1 where to_regclass('kysely_migration') is not null`.execute(db);
  if (there.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Those of a later version. This version can work with changed tables, which makes it possible to roll back an upgrade,
 * but not with rows of another lifecycle version: then the migrator reports the migration that it does not recognize.
 */
function newerThan(known: readonly string[], done: readonly string[]): string[] {
  const last = known.toSorted().at(-1) ?? '';
  return done.filter((name) => name > last && !LIFTS.test(name));
}

const migrationOf = (load: () => Promise<MigrationStep>): Migration => ({
  up: async (db) => {
    const { up, lift } = await load();
    await up?.(db);
    if (lift) await liftRows(db, lift);
  },
});

/** Brings the schema and its rows up to date, all or nothing. Safe when several nodes start at the same time. */
export async function migrate(database: Database, given = migrations): Promise<void> {
  if (database.isPooled) {
    // The lock belongs to a session.
    const server = openDatabase(database.connection, { poolSize: 1 });
    await migrate(server, given).finally(() => server.close());
    return;
  }
  const names = Object.keys(given);
  await database.kysely.connection().execute(async (session) => {
    // Usually there is nothing to do, which the migrator finds out with a dozen statements.
    const done = await migrationsIn(session);
    const expected = new Set([...names, ...newerThan(names, done)]);
    if (done.length === expected.size && done.every((name) => expected.has(name))) return;
    await sql`select pg_advisory_lock(${migrationLock})`.execute(session);
    try {
      const known = Object.fromEntries(Object.entries(given).map(([name, step]) => [name, migrationOf(step)]));
      for (const name of newerThan(names, await migrationsIn(session))) known[name] = { up: async () => {} };
      const migrator = new Migrator({ db: session, provider: { getMigrations: () => Promise.resolve(known) } });
      const { error } = await migrator.migrateToLatest();
      if (error !== undefined) throw error;
    } finally {
      await sql`select pg_advisory_unlock(${migrationLock})`.execute(session);
    }
  });
}

/** An attempt at several addresses of a host has a message for each, but none of its own. */
const messageOf = (error: unknown): string =>
  error instanceof AggregateError ? messageOf(error.errors[0]) : error instanceof Error ? error.message : String(error);

/** Resolves as soon as the server responds; rejects with the last failure, or at once when waiting cannot help. */
export async function waitForDatabase({ pool }: Database, timeoutMilliseconds = 30_000): Promise<void> {
  const deadline = Date.now() + timeoutMilliseconds;
  for (;;) {
    try {
      await pool.query('select 1');
      return;
    } catch (error) {
      if (isUnavailable(error) !== 'connection') throw error;
      if (Date.now() > deadline)
        throw new Error(
          `The database gave no answer for ${Math.round(timeoutMilliseconds / 1000)} s (${messageOf(error)}). Check DATABASE_URL, and whether it is running.`,
          { cause: error },
        );
      await sleep(100);
    }
  }
}

const connectionCodes = new Set([
  // Shut down, crashed, starting up, too many connections, cut off while idle in a transaction.
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
 * Whether a failure is caused by the environment and not by the request: `connection` (the database cannot be reached
 * right now, 503) or `storage` (no space left, 507). Null for anything else.
 */
export function isUnavailable(error: unknown): 'connection' | 'storage' | null {
  if (!(error instanceof Error)) return null;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === '53100' || code === 'ENOSPC' || code === 'EDQUOT') return 'storage';
  if (code !== undefined && (connectionCodes.has(code) || /^08...$/.test(code))) return 'connection';
  // A missing socket means that the server is down; a missing file does not.
  if (code === 'ENOENT' && syscall === 'connect') return 'connection';
  if (connectionSentences.test(error.message)) return 'connection';
  if (error instanceof AggregateError) return isUnavailable(error.errors[0]);
  return isUnavailable(error.cause);
}
