import { createReadStream } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Configuration } from '#src/api/configuration/configuration.ts';
import { migrate, migrations } from '#src/api/database/database.ts';
import type { Database } from '#src/api/database/database.ts';
import { inTransaction } from '#src/api/database/write.ts';
import type { FileStore } from '#src/api/file/files.ts';
import type { Jobs } from '#src/api/job/jobs.ts';
import { tablesOf } from './backup.ts';
import { BadBackup, FILES, JOBS, checkPart, filePath, readManifest, tablePath } from './manifest.ts';
import type { FileLine, Manifest } from './manifest.ts';
import { secretFingerprints } from './secret-fingerprints.ts';

interface RestoreOptions {
  configuration: Configuration;
  database: Database;
  files: FileStore;
  /** Not started yet: its tables are created after those of the product. */
  jobs: Jobs;
  folder: string;
  /** Whether the storage may already contain files, such as a bucket that outlived its database. */
  mayHaveFiles?: boolean;
  progress?: (sentence: string) => void;
}

/**
 * Restores a backup into an empty database and an empty storage, after validating all of it. The tables are filled in
 * one transaction; inconsistencies surface in their foreign keys, which are added at its end.
 *
 * @returns what the operator should know, one sentence each
 * @throws BadBackup, or an Error with a sentence, with nothing written
 */
export async function restoreBackup(options: RestoreOptions): Promise<string[]> {
  const { configuration, database, folder, files, progress = () => {} } = options;
  const manifest = await readManifest(folder);
  const unknown = manifest.migrations.find((name) => !(name in migrations));
  if (unknown)
    throw new BadBackup(
      `The backup is of a newer version: this one has no migration ${unknown}. Restore with that one.`,
    );
  await checkEmpty(options);
  for (const [index, { name, sha256 }] of manifest.tables.entries()) {
    progress(`Checking table ${index + 1} of ${manifest.tables.length}`);
    await checkPart(folder, tablePath(name), sha256);
  }
  await checkPart(folder, JOBS, manifest.jobs.sha256);
  if (manifest.files) {
    await checkPart(folder, FILES, manifest.files.list.sha256);
    let checked = 0;
    for await (const { key, sha256 } of linesOf<FileLine>(folder, FILES)) {
      if (checked++ % 100 === 0) progress(`Checking file ${checked} of ${manifest.files.count}`);
      await checkPart(folder, filePath(key), sha256);
    }
  }

  // Creates the backup's version of the schema; the product migrates it at its start.
  const had = new Set(manifest.migrations);
  await migrate(database, Object.fromEntries(Object.entries(migrations).filter(([name]) => had.has(name))));
  await fillTables(database, manifest, folder, progress);
  if (manifest.files) await fillFiles(files, folder, progress);
  await fillJobs(options);
  await database.pool.query('analyze');
  return await remarks(manifest, configuration);
}

async function checkEmpty({ database: { pool }, files, mayHaveFiles = false }: RestoreOptions): Promise<void> {
  const { rows } = await pool.query(
    `select 1 from pg_class where relkind in ('r', 'p')
        and relnamespace in (select oid from pg_namespace where nspname in ('public', 'pgboss')) limit 1`,
  );
  if (rows.length > 0)
    throw new Error('The database is not empty. A backup is restored into a new one, so that nothing is overwritten.');
  if (!mayHaveFiles && !(await files.isEmpty()))
    throw new Error(
      'The storage has files. A backup is restored into an empty one; with --over-files they stay, and those of the backup are written again.',
    );
}

/** The lines of a part of the backup, each of which is JSON. */
async function* linesOf<Line>(folder: string, path: string): AsyncGenerator<Line> {
  for await (const line of createInterface({ input: createReadStream(join(folder, path)).pipe(createGunzip()) }))
    yield JSON.parse(line) as Line;
}

async function fillTables(
  database: Database,
  manifest: Manifest,
  folder: string,
  progress: (sentence: string) => void,
): Promise<void> {
  const client = await database.connect();
  try {
    await client.query('begin');
    await client.query("set local DateStyle = 'ISO'");
    const here = new Map((await tablesOf(client)).map(({ name, columns }) => [name, columns]));
    for (const { name, columns } of manifest.tables) {
      const missing = columns.filter((column) => !here.get(name)?.includes(column));
      if (missing.length > 0)
        throw new BadBackup(`The backup has what its migrations do not make: ${name} (${missing.join(', ')}).`);
    }
    const keys = await dropForeignKeys(client);
    const names = [...here.keys()].map((name) => `"${name}"`);
    // The backup already contains what triggers derive, and some migrations insert rows.
    for (const name of names) await client.query(`alter table ${name} disable trigger user`);
    await client.query(`truncate ${names.join(', ')}`);
    for (const [index, { name, columns, rows }] of manifest.tables.entries()) {
      progress(`Table ${index + 1} of ${manifest.tables.length}: ${name}`);
      const list = columns.map((column) => `"${column}"`).join(', ');
      const target = client.query(copyFrom(`copy "${name}" (${list}) from stdin`));
      await pipeline(createReadStream(join(folder, tablePath(name))), createGunzip(), target);
      if (target.rowCount !== rows)
        throw new BadBackup(`The table ${name} has ${target.rowCount} rows in the backup, and should have ${rows}.`);
    }
    for (const [name, last] of Object.entries(manifest.sequences))
      if (last !== null) await client.query('select setval($1::regclass, $2)', [`public."${name}"`, last]);
    progress('Foreign keys');
    for (const name of names) await client.query(`alter table ${name} enable trigger user`);
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

async function dropForeignKeys(client: pg.ClientBase): Promise<{ table: string; name: string; definition: string }[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
       from pg_constraint
      where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  return rows;
}

async function fillFiles(files: FileStore, folder: string, progress: (sentence: string) => void): Promise<void> {
  const draft = await mkdtemp(join(await files.incoming(), 'restore-'));
  try {
    let done = 0;
    for await (const { key, size, mediaType } of linesOf<FileLine>(folder, FILES)) {
      if (done++ % 100 === 0) progress(`File ${done}`);
      const path = join(draft, 'file');
      await copyFile(join(folder, filePath(key)), path);
      await files.putBack(key, path, { size, mediaType });
    }
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

interface JobLine {
  id: string;
  name: string;
  data: object | null;
  start_after: string;
  singleton_key: string | null;
  retry_limit: number;
}

/** Pending and interrupted jobs continue under their own ids, so that completed parts are not repeated. */
async function fillJobs({ database, jobs, folder }: RestoreOptions): Promise<void> {
  await jobs.start();
  for await (const { id, name, data, start_after, singleton_key, retry_limit } of linesOf<JobLine>(folder, JOBS))
    await inTransaction(database, (tx) =>
      jobs.enqueue(tx, name, data ?? {}, {
        id,
        startAfter: new Date(start_after),
        retryLimit: retry_limit,
        ...(singleton_key === null ? {} : { singletonKey: singleton_key }),
      }),
    );
}

async function remarks(manifest: Manifest, configuration: Configuration): Promise<string[]> {
  const here = await secretFingerprints(configuration);
  const told: string[] = [];
  if (here.session !== manifest.secrets.session)
    told.push(
      here.session === null
        ? `There is no session secret here yet. Put the one with the fingerprint ${manifest.secrets.session} in place before the start, or everybody has to sign in again.`
        : `The session secret differs from the one in the backup (${manifest.secrets.session}): everybody has to sign in again, and links of purchases that are under way end.`,
    );
  if (manifest.secrets.seal !== null && here.seal !== manifest.secrets.seal)
    told.push(
      `The certificate that seals documents is not the one of the backup (${manifest.secrets.seal}): documents that are sealed from now on show another one. Those that are sealed stay valid.`,
    );
  if (!manifest.files) told.push('The backup is without files: they have to come from a backup of their own.');
  return told;
}
