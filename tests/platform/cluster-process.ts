/**
 * The process that owns the tests' PostgreSQL: starts it, migrates the template, tells where it is, and stops it when
 * its parent says so or is gone, so that a run that was killed leaves nothing behind.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, openDatabase } from '#src/api/database/database.ts';
import { startEmbeddedPostgres } from '#src/embedded-database/embedded-postgres.ts';
import type { Cluster } from './cluster.ts';

const parentIsGone = new Promise((resolve) => process.once('disconnect', resolve));
// Ctrl+C goes to the whole group of processes; the parent decides when this one may go.
process.on('SIGINT', () => {});

const dataDir = await mkdtemp(join(tmpdir(), 'lead-platform-tests-'));
try {
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  try {
    const template = 'template_migrated';
    const administration = openDatabase(server.connection, { poolSize: 1 });
    await administration.pool.query(`create database ${template}`);
    await administration.close();
    const database = openDatabase({ ...server.connection, database: template }, { poolSize: 1 });
    await migrate(database);
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
