import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Compile } from 'typebox/compile';

const Part = { bytes: Type.Integer(), sha256: Type.String() };

/** The description of a backup. It is written last: a folder without it is incomplete. */
const Manifest = Type.Object({
  format: Type.Literal(1),
  /** UTC ISO 8601: the moment of the tables' snapshot. */
  takenAt: Type.String(),
  /** Every migration applied to the database, in order. */
  migrations: Type.Array(Type.String()),
  tables: Type.Array(
    Type.Object({ name: Type.String(), columns: Type.Array(Type.String()), rows: Type.Integer(), ...Part }),
  ),
  /** The last value of each sequence; null if it was never used. */
  sequences: Type.Record(Type.String(), Type.Union([Type.Integer(), Type.Null()])),
  /** Background jobs that were waiting or running, one JSON object per line. */
  jobs: Type.Object({ rows: Type.Integer(), ...Part }),
  /** Null if the backup has no files. */
  files: Type.Union([
    Type.Object({ count: Type.Integer(), bytes: Type.Integer(), list: Type.Object(Part) }),
    Type.Null(),
  ]),
  /** Fingerprints only: the secrets themselves are not in a backup. Null if there was none yet. */
  secrets: Type.Object({
    session: Type.Union([Type.String(), Type.Null()]),
    seal: Type.Union([Type.String(), Type.Null()]),
  }),
});
export type Manifest = Static<typeof Manifest>;

/** A line of the list of files, as JSON. */
export interface FileLine {
  key: string;
  sha256: string;
  /** Bytes. */
  size: number;
  mediaType: string;
}

const isManifest = Compile(Manifest);

export const MANIFEST = 'manifest.json';
export const JOBS = 'jobs.jsonl.gz';
export const FILES = 'files.jsonl.gz';
export const tablePath = (name: string): string => join('tables', `${name}.copy.gz`);
export const filePath = (key: string): string => join('files', key);

/** A backup that cannot be restored. Its message is a sentence for the operator. */
export class BadBackup extends Error {}

/** @throws BadBackup */
export async function readManifest(folder: string): Promise<Manifest> {
  let text: string;
  try {
    text = await readFile(join(folder, MANIFEST), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new BadBackup(`${folder} is not a complete backup: it has no ${MANIFEST}, which is written last.`);
  }
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch {
    manifest = null;
  }
  if (!isManifest.Check(manifest))
    throw new BadBackup(`${join(folder, MANIFEST)} is not what a backup writes, or a newer version wrote it.`);
  return manifest;
}

/** @throws BadBackup if a file of the backup is missing or was changed */
export async function checkPart(folder: string, path: string, sha256: string): Promise<void> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(join(folder, path)), hash);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new BadBackup(`The backup is not whole: ${path} is missing.`);
  }
  if (hash.digest('hex') !== sha256) throw new BadBackup(`The backup is damaged: ${path} is not what was written.`);
}
