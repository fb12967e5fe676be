import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Configuration } from '#src/api/configuration/configuration.ts';
import type { Database } from '#src/api/database/database.ts';
import { FileMissing } from '#src/api/file/file-storage.ts';
import type { FileStore } from '#src/api/file/files.ts';
import { holdFiles, letFilesGo } from '#src/api/file/removal.ts';
import { FILES, JOBS, MANIFEST, filePath, tablePath } from './manifest.ts';
import type { FileLine, Manifest } from './manifest.ts';
import { secretFingerprints } from './secret-fingerprints.ts';

interface BackupOptions {
  configuration: Configuration;
  /** Needs one spare connection; must not go through a pooler. */
  database: Database;
  files: FileStore;
  folder: string;
  /** False if the files have a backup of their own. */
  withFiles: boolean;
  now?: () => Date;
  progress?: (sentence: string) => void;
  /** Receives the name of the snapshot while it can be used. */
  seen?: (snapshot: string) => Promise<void>;
}

/** Problems of the deployment itself that a backup found: files that rows refer to but that are missing. */
interface BackupResult {
  manifest: Manifest;
  missing: string[];
}

/**
 * Writes every table as of one moment, the pending jobs, and every file into an empty folder, while the product keeps
 * serving. Takes no locks that requests need; files deleted meanwhile are removed afterwards.
 *
 * @throws Error with a sentence for the operator
 */
export async function takeBackup(options: BackupOptions): Promise<BackupResult> {
  const { database, folder, progress = () => {} } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new Error(`${folder} is not empty. A backup begins in an empty folder.`);
  await mkdir(join(folder, 'tables'), { mode: 0o700 });

  const client = await database.connect();
  try {
    await holdFiles(client);
    await client.query('begin isolation level repeatable read read only');
    await client.query("set local DateStyle = 'ISO'");
    const { rows: at } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot');
    const takenAt = (options.now?.() ?? new Date()).toISOString();
    await options.seen?.(at[0]!.snapshot);

    const tables: Manifest['tables'] = [];
    const found = await tablesOf(client);
    for (const [index, { name, columns }] of found.entries()) {
      progress(`Table ${index + 1} of ${found.length}: ${name}`);
      tables.push(await saveTable(client, folder, name, columns));
    }
    const jobs = await saveJobs(client, folder);
    const { files, missing } = options.withFiles
      ? await saveFiles(client, options, progress)
      : { files: null, missing: [] };
    const manifest: Manifest = {
      format: 1,
      takenAt,
      migrations: await migrationsOf(client),
      tables,
      sequences: await sequencesOf(client),
      jobs,
      files,
      secrets: await secretFingerprints(options.configuration),
    };
    await client.query('commit');
    await letFilesGo(client);
    await writeWhole(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    return { manifest, missing };
  } finally {
    await client.end();
  }
}

/** Tables with their stored columns; partitions are part of their table. */
export async function tablesOf(client: pg.ClientBase): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
            and a.attgenerated = ''
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname not like 'kysely\\_%'
      group by c.relname order by c.relname`,
  );
  return rows;
}

export async function migrationsOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name');
  return rows.map(({ name }) => name);
}

async function sequencesOf(client: pg.ClientBase): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    `select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public'`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last === null ? null : Number(last)]));
}

async function saveTable(
  client: pg.ClientBase,
  folder: string,
  name: string,
  columns: string[],
): Promise<Manifest['tables'][number]> {
  const list = columns.map((column) => `"${column}"`).join(', ');
  const stream = client.query(copyTo(`copy (select ${list} from "${name}") to stdout`));
  const written = await save(stream, folder, tablePath(name));
  return { name, columns, rows: stream.rowCount, ...written };
}

async function saveJobs(client: pg.ClientBase, folder: string): Promise<Manifest['jobs']> {
  const { rows: here } = await client.query("select 1 from pg_namespace where nspname = 'pgboss'");
  const { rows } =
    here.length === 0
      ? { rows: [] }
      : await client.query(
          `select id, name, data, start_after, singleton_key, retry_limit from pgboss.job
            where state in ('created', 'retry', 'active') order by created_on, id`,
        );
  const lines = Readable.from(rows.map((row) => Buffer.from(`${JSON.stringify(row)}\n`)));
  return { rows: rows.length, ...(await save(lines, folder, JOBS)) };
}

async function saveFiles(
  client: pg.ClientBase,
  { files, folder }: BackupOptions,
  progress: (sentence: string) => void,
): Promise<{ files: NonNullable<Manifest['files']>; missing: string[] }> {
  const { rows } = await client.query<FileLine>(
    'select storage_key as key, sha256, size, media_type as "mediaType" from file order by id',
  );
  const missing: string[] = [];
  const kept: Buffer[] = [];
  let bytes = 0;
  for (const line of rows) {
    const { key, sha256, size } = line;
    const count = kept.length;
    if (count % 100 === 0) progress(`File ${count + 1} of ${rows.length}, ${Math.round(bytes / 1e6)} MB`);
    const target = join(folder, filePath(key));
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const hash = createHash('sha256');
    try {
      const source = await files.get(key);
      await pipeline(source, through(hash), createWriteStream(target, { mode: 0o600, flags: 'wx', flush: true }));
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
      missing.push(key);
      continue;
    }
    if (hash.digest('hex') !== sha256)
      throw new Error(`The file ${key} is not what was uploaded: its storage has damaged it.`);
    kept.push(Buffer.from(`${JSON.stringify(line)}\n`));
    bytes += size;
  }
  const list = await save(Readable.from(kept), folder, FILES);
  return { files: { count: kept.length, bytes, list }, missing };
}

/** Writes a stream as a compressed file of the backup; size and hash are those of the file. */
async function save(source: Readable, folder: string, path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  const target = createWriteStream(join(folder, path), { mode: 0o600, flags: 'wx', flush: true });
  await pipeline(source, createGzip({ level: 4 }), through(hash), target);
  return { bytes: target.bytesWritten, sha256: hash.digest('hex') };
}

const through = (hash: ReturnType<typeof createHash>): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });

/** Writes the file atomically and durably, even across a power failure. */
async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.draft`;
  await writeFile(draft, text, { mode: 0o600, flush: true });
  await rename(draft, path);
  const parent = await open(dirname(path), 'r');
  await parent.sync().finally(() => parent.close());
}
