import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '#src/api/database/database.ts';
import { inTransaction } from '#src/api/database/write.ts';
import type { Jobs } from '#src/api/job/jobs.ts';
import type { FileStore } from './files.ts';

/** Any number that only this product uses: a backup holds the lock exclusively, removals of files share it. */
const filesLock = 7_205_303;
const AGAIN_SECONDS = 60;

/**
 * Blocks removals of files until `letFilesGo`, or until this connection ends, so that all files named in a snapshot's
 * rows exist. Called before the snapshot's transaction, so files removed earlier are not in it.
 *
 * @throws Error with a sentence if another backup is running
 */
export async function holdFiles(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [filesLock]);
  if (!rows[0]!.held) throw new Error('Another backup of this database runs, or files are being removed. Try again.');
}

export async function letFilesGo(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_unlock($1)', [filesLock]);
}

/** Removes a file that no row names anymore, or schedules its removal while a backup is running. */
export async function removeFile(
  { database, jobs, files }: { database: Database; jobs: Jobs; files: FileStore },
  key: string,
): Promise<void> {
  await inTransaction(database, async (tx) => {
    const { rows } = await sql<{ may: boolean }>`select pg_try_advisory_xact_lock_shared(${filesLock}) as may`.execute(
      tx,
    );
    if (rows[0]!.may) await files.remove(key);
    else await jobs.enqueue(tx, 'file.remove', { key }, { startAfter: AGAIN_SECONDS });
  });
}
