import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { inject } from 'vitest';
import { readConfiguration } from '#src/api/configuration/configuration.ts';
import { openDatabase } from '#src/api/database/database.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { startProcess } from '#src/process.ts';

/** Any number that is not used for another lock. */
const LOCK = 20_261;
const ENVIRONMENT = { PORT: '0', DEMO: '1', PARTS: 'api' };

export interface DemoTemplate {
  database: string;
  /** What belongs to it outside the database: files, secrets, the sealing certificate. */
  dataDir: string;
}

/**
 * A database with the finished demo, to be copied: creating the demo takes longer than most tests. The first caller
 * creates it, once per run and day, and without a worker, so that nothing is rendered or mailed yet.
 */
export async function demoTemplate(): Promise<DemoTemplate> {
  const { host, user, template, folder } = inject('cluster');
  const name = `demo_${dateIn(readConfiguration(ENVIRONMENT).brokerage.zone, new Date()).replaceAll('-', '')}`;
  const found = { database: name, dataDir: join(folder, name) };
  const administration = openDatabase({ host, user, database: 'postgres' }, { poolSize: 1 });
  const client = await administration.pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return found;
    // It gets its own name only when it is complete: an interrupted run leaves a draft.
    const draft = `${name}_draft`;
    await client.query(`drop database if exists ${draft} with (force)`);
    await rm(found.dataDir, { recursive: true, force: true });
    await client.query(`create database ${draft} template ${template}`);
    const database = openDatabase({ host, user, database: draft });
    try {
      const configuration = readConfiguration({ ...ENVIRONMENT, DATA_DIR: found.dataDir });
      const log = pino({ level: 'fatal' });
      const told = await startProcess(configuration, { database, demoData: true, log });
      await told.stop();
    } finally {
      await database.close();
    }
    await client.query(`alter database ${draft} rename to ${name}`);
    return found;
  } finally {
    // Closing the connection releases the lock.
    client.release(true);
    await administration.close();
  }
}
