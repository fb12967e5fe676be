import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { openDatabase, type Database } from '#src/api/database/database.ts';
import { atFileEnd } from './file-end.ts';

export type TestDatabase = Database & {
  /** In the form of DATABASE_URL, for a separate process. */
  readonly url: string;
};

/**
 * A database for the calling test file, dropped at its end: a copy of `template`, by default the migrated one;
 * `template0` is empty, for tests that migrate it themselves. Only in the projects `api` and `browser`.
 */
export async function testDatabase({
  template = inject('cluster').template,
  ...options
}: { poolSize?: number; template?: string } = {}): Promise<TestDatabase> {
  const { host, user } = inject('cluster');
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Twice as fast as the default, which writes the copy to the log first.
  await administer(host, user, `create database ${name} template ${template} strategy file_copy`);
  const database = openDatabase({ host, user, database: name }, options);
  atFileEnd(async () => {
    await database.close();
    // Forced: a server that a test left running must not keep the database in use.
    await administer(host, user, `drop database if exists ${name} with (force)`);
  });
  return { ...database, url: `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(host)}` };
}

async function administer(host: string, user: string, statement: string): Promise<void> {
  const administration = openDatabase({ host, user, database: 'postgres' }, { poolSize: 1 });
  try {
    await administration.pool.query(statement);
  } finally {
    await administration.close();
  }
}
