import { join } from 'node:path';
import { realpath } from 'node:fs/promises';
import { pino } from 'pino';
import type { Configuration } from './configuration.ts';
import { migrate, openDatabase, waitForDatabase } from '#src/api/database/database.ts';
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
  close(): Promise<void>;
}

/** @throws Error with a sentence for the operator if the database cannot be reached */
export async function openForCommand(configuration: Configuration): Promise<CommandParts> {
  const { connection, stop } = await connectionOf(configuration);
  const database = openDatabase(connection, { poolSize: 2 });
  await waitForDatabase(database);
  await migrate(database);
  const jobs = createJobs(database, { log: pino({ level: 'error' }) });
  await jobs.start();
  return {
    database,
    jobs,
    now: () => new Date(),
    async close() {
      await jobs.stop();
      await database.close();
      await stop();
    },
  };
}

/** For a read-only command: `openForCommand` also migrates the tables. */
export async function connectionOf({ databaseUrl, databaseDirectUrl, dataDir }: Configuration) {
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
