import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { readConfiguration } from './configuration.ts';
import type { Configuration } from './configuration.ts';
import { hasTables, migrate, openDatabase, waitForDatabase } from '#src/api/database/database.ts';
import type { Database } from '#src/api/database/database.ts';
import { databaseUser } from '#src/embedded-database/embedded-postgres-folder.ts';
import { findServer } from '#src/embedded-database/embedded-postgres-server.ts';
import { startEmbeddedPostgres } from '#src/embedded-database/embedded-postgres.ts';
import { FolderInUse } from '#src/embedded-database/folder-lock.ts';
import { createJobs } from '#src/api/job/jobs.ts';
import type { Jobs } from '#src/api/job/jobs.ts';

/** What a command works with: the product's database, whether the product is running or not. */
export interface CommandParts {
  database: Database;
  jobs: Jobs;
  now: () => Date;
  configuration: Configuration;
}

/**
 * Opens the database for as long as the command needs it, with its tables migrated.
 *
 * @throws Error with a sentence for the operator if a setting is wrong, the database cannot be reached, or nothing is
 *   installed there
 */
export async function withDatabase<Result>(
  environment: NodeJS.ProcessEnv,
  work: (parts: CommandParts) => Promise<Result>,
): Promise<Result> {
  const configuration = readConfiguration(environment);
  return withTablesAsTheyAre(configuration, async (database) => {
    await migrate(database);
    const jobs = createJobs(database, { log: pino({ level: 'error' }) });
    await jobs.start();
    try {
      return await work({ database, jobs, now: () => new Date(), configuration });
    } finally {
      await jobs.stop();
    }
  });
}

/**
 * For a command that must not migrate the tables, as `withDatabase` does. An empty place is refused unless the command
 * fills it: the command would create a database there and truthfully report that it holds nothing.
 *
 * @throws Error with a sentence for the operator if the database cannot be reached, or nothing is installed there
 */
export async function withTablesAsTheyAre<Result>(
  configuration: Configuration,
  work: (database: Database) => Promise<Result>,
  { mayBeEmpty = false } = {},
): Promise<Result> {
  const place = placeOf(configuration);
  const nothing = () => new Error(`Nothing is installed in ${place}. Check DATA_DIR and DATABASE_URL.`);
  if (!mayBeEmpty && !configuration.databaseUrl && !existsSync(join(configuration.dataDir, 'postgres')))
    throw nothing();
  const { connection, stop } = await connectionOf(configuration);
  const database = openDatabase(connection, { poolSize: 2 });
  try {
    await waitForDatabase(database);
    if (!mayBeEmpty && !(await hasTables(database))) throw nothing();
    return await work(database);
  } finally {
    await database.close();
    await stop();
  }
}

/** Where the tables are, in words that name no password. */
export function placeOf({ databaseUrl, dataDir }: Configuration): string {
  if (!databaseUrl) return dataDir;
  const { host, pathname } = new URL(databaseUrl);
  return `the database ${host}${pathname}`;
}

async function connectionOf({ databaseUrl, databaseDirectUrl, dataDir }: Configuration) {
  const nothing = async () => {};
  // A command is alone with its connection, so it needs no pooler.
  if (databaseUrl) return { connection: databaseDirectUrl ?? databaseUrl, stop: nothing };
  try {
    const server = await startEmbeddedPostgres({ dataDir });
    return { connection: server.connection, stop: () => server.stop() };
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    // The product is running and has the folder open: connect to its server.
    const running = await findServer({ folder: join(await realpath(dataDir), 'postgres'), durable: true });
    if (!running) throw error;
    return { connection: { host: running.socketFolder, user: databaseUser, database: 'postgres' }, stop: nothing };
  }
}
