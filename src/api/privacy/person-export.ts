import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Database } from '#src/api/database/database.ts';
import { atOneMoment, inTransaction } from '#src/api/database/write.ts';
import { sanitizeFileName } from '#src/api/file/files.ts';
import type { FileStore } from '#src/api/file/files.ts';
import { audit, filesOf, findPerson, recordsOf } from './person.ts';

interface Parts {
  database: Database;
  files: FileStore;
  now: () => Date;
}

const UNWRITABLE: Record<string, string> = {
  EEXIST: 'exists already. Name a new file',
  EISDIR: 'is a folder. Name a new file in it',
  ENOENT: 'is in a folder that does not exist',
  ENOTDIR: 'is in a folder that does not exist',
  EACCES: 'cannot be written by this user',
};

/** Readable only by the current user of this machine. @throws Error with a sentence */
async function newFile(path: string): Promise<FileHandle> {
  return open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    const why = UNWRITABLE[error.code ?? ''];
    throw why ? new Error(`${path} ${why}.`, { cause: error }) : error;
  });
}

/**
 * Writes everything that is known about an email address into a new zip: a JSON file for each kind of record, and the
 * files.
 *
 * @returns records by kind
 * @throws Error if nothing is known, or the file already exists
 */
export async function exportPerson(parts: Parts, email: string, path: string): Promise<Record<string, number>> {
  const { database, files, now } = parts;
  const { records, named } = await atOneMoment(database, async (tx) => {
    const all = await recordsOf(tx, await findPerson(tx, email));
    return { records: all, named: await filesOf(tx, all) };
  });
  const kinds = Object.entries(records).filter(([, rows]) => rows.length > 0);
  if (kinds.length === 0) throw new Error('Nothing is known about this address.');
  const file = await newFile(path);
  const zip = new ZipFile();
  const written = pipeline(Readable.from(zip.outputStream), file.createWriteStream());
  const made = (async () => {
    for (const [kind, rows] of kinds) zip.addBuffer(Buffer.from(`${JSON.stringify(rows, null, 2)}\n`), `${kind}.json`);
    for (const { id, name, storage_key } of named)
      zip.addBuffer(await files.readAll(storage_key), `files/${id}-${sanitizeFileName(name)}`);
    zip.end();
  })();
  await Promise.all([written, made]);
  const counts = { ...Object.fromEntries(kinds.map(([kind, rows]) => [kind, rows.length])), files: named.length };
  await inTransaction(database, (tx) => audit(tx, 'person.exported', counts, now()));
  return counts;
}
