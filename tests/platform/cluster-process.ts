/**
 * The process that owns the tests' PostgreSQL: it starts it, migrates the template, reports its address, and stops it
 * when the parent requests it or is gone, so that a killed run leaves nothing behind.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { readConfiguration } from '#src/api/configuration/configuration.ts';
import { type Database, migrate, openDatabase } from '#src/api/database/database.ts';
import { startEmbeddedPostgres } from '#src/embedded-database/embedded-postgres.ts';
import { startProcess } from '#src/process.ts';
import type { Cluster } from './cluster.ts';
import { fastFolder } from './fast-folder.ts';

const parentIsGone = new Promise((resolve) => process.once('disconnect', resolve));
// Ctrl+C reaches the whole process group; the parent decides when this one may exit.
process.on('SIGINT', () => {});

const PREFIX = 'lead-platform-tests-';
await removeLeftovers();
const dataDir = await mkdtemp(join(await fastFolder(), `${PREFIX}${process.pid}-`));
try {
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  try {
    const template = 'template_migrated';
    const administration = openDatabase(server.connection, { poolSize: 1 });
    await administration.pool.query(`create database ${template}`);
    await administration.close();
    const database = openDatabase({ ...server.connection, database: template }, { poolSize: 1 });
    await migrate(database);
    await startOnce(database);
    await database.close();
    const cluster: Cluster = { host: server.connection.host, user: server.connection.user, template, folder: dataDir };
    process.send?.(cluster);
    await parentIsGone;
  } finally {
    await server.stop();
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

/**
 * Leaves the jobs' tables, functions, and queues in the template: creating them takes half of a first start, and most
 * test files start the product. Nothing else that a first start writes remains; of stored schedules, the next start
 * would catch up on what was missed.
 */
async function startOnce(database: Database): Promise<void> {
  const configuration = readConfiguration({ PORT: '0', DEMO: '1', DATA_DIR: join(dataDir, 'first-start') });
  const hasRows = `
    select relname as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace
       and query_to_xml(format('select from %I limit 1', relname), false, false, '')::text like '%<row%'`;
  const { rows: before } = await database.pool.query<{ name: string }>(hasRows);
  const { stop } = await startProcess(configuration, { database, demoData: false, log: pino({ level: 'fatal' }) });
  await stop();
  const { rows: after } = await database.pool.query<{ name: string }>(hasRows);
  await database.pool.query('truncate pgboss.schedule, pgboss.job');
  const filled = after.filter(({ name }) => !before.some((one) => one.name === name));
  await database.pool.query(`truncate ${filled.map(({ name }) => name).join(', ')}`);
}

/** From runs that were killed with all their processes: in memory, these folders would stay until the machine stops. */
async function removeLeftovers(): Promise<void> {
  const folder = await fastFolder();
  for (const name of await readdir(folder)) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (pid > 0 && !isAlive(pid)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process cannot be signaled, but exists.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
