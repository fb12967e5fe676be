import { createHash } from 'node:crypto';
import { lstat, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Binaries, EmbeddedPostgresError, namespaceFailure, run } from './embedded-postgres-binaries.ts';

export const databaseUser = 'leads';
const majorVersion = '18';

/** Makes the cluster in `folder` if there is none. A crash half way leaves a draft that the next start clears away. */
export async function ensureCluster(folder: string, binaries: Binaries, durable: boolean): Promise<void> {
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => null);
  if (version !== null) {
    if (version.trim() === majorVersion) return;
    throw new EmbeddedPostgresError(
      `${folder} was made by PostgreSQL ${version.trim()}, this is ${majorVersion}: move the data over with pg_dump, or choose another DATA_DIR.`,
    );
  }
  const parent = dirname(folder);
  for (const name of await readdir(parent)) {
    if (name.startsWith('postgres.draft-')) await rm(join(parent, name), { recursive: true, force: true });
  }
  const draft = join(parent, `postgres.draft-${process.pid}`);
  // lower() and the search read Unicode the same way on every system with the builtin provider; trigrams still ask
  // the C library, which must know letters beyond ASCII, and not every system has the first of these locales.
  for (const locale of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    const { code, output } = await run([
      ...binaries.initdb,
      `--pgdata=${draft}`, `--username=${databaseUser}`, '--auth=trust', '--encoding=UTF8', `--locale=${locale}`,
      '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ]).catch((error: Error) => ({ code: -1, output: error.message }));
    if (code === 0) {
      await rename(draft, folder);
      if (durable) await flushFolder(parent);
      return;
    }
    await rm(draft, { recursive: true, force: true });
    if (output.includes('invalid locale name')) continue;
    throw namespaceFailure(output) ?? new EmbeddedPostgresError(`The database could not be made in ${folder}: ${output.trim()}`);
  }
}

async function flushFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/**
 * A private folder for the server's socket: short, because a socket's path may have 107 bytes at most, and the same
 * for the same data folder. Any user may write to the temporary folder, so what already stands there is not trusted.
 */
export async function ensureSocketFolder(folder: string): Promise<string> {
  const name = `leads-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
  const base = Buffer.byteLength(tmpdir()) <= 60 ? tmpdir() : '/tmp';
  const path = join(base, name);
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const found = await lstat(path);
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o077) !== 0) {
    throw new EmbeddedPostgresError(`${path} must be a folder that only this user can open, and is not. Remove it.`);
  }
  return path;
}

/** What a running server says about itself in `postmaster.pid`; null without that file. */
export async function readServerFile(folder: string): Promise<{ pid: number; socketFolder: string; status: string } | null> {
  const content = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => null);
  if (content === null) return null;
  const lines = content.split('\n');
  return { pid: Number(lines[0]), socketFolder: lines[4] ?? '', status: (lines[7] ?? '').trim() };
}

/** Opens the server's log for appending. One that has grown is put aside first, and only one old log is kept. */
export async function openServerLog(path: string) {
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  if (size > 10_000_000) await rename(path, `${path}.old`);
  return await open(path, 'a', 0o600);
}
