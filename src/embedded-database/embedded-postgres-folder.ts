import { createHash } from 'node:crypto';
import { chown, lstat, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { isRoot, nobody, type Account } from './embedded-postgres-account.ts';
import {
  accountFailure,
  binariesFor,
  EmbeddedPostgresError,
  runInitdb,
  type Binaries,
} from './embedded-postgres-binaries.ts';

export const databaseUser = 'leads';
const majorVersion = '18';
const socketFolderPrefix = 'leads-';

/** Creates the cluster in `folder` if there is none. A crash leaves a draft, which the next start removes. */
export async function ensureCluster(
  folder: string,
  binaries: Binaries,
  { durable, begun }: { durable: boolean; begun: () => void },
): Promise<void> {
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
  const account = isRoot ? nobody : null;
  const { initdb } = await binariesFor(binaries, account);
  // With the builtin provider, lower() and full-text search treat Unicode the same way on every system. Trigrams still
  // depend on the C library's locale, which must support letters beyond ASCII, and not every system has the first of
  // these locales.
  for (const locale of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    await mkdir(draft, { mode: 0o700 });
    if (account) await chown(draft, account.uid, account.gid);
    const options = [
      `--username=${databaseUser}`,
      '--auth=trust',
      '--encoding=UTF8',
      `--locale=${locale}`,
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ];
    const making = runInitdb(initdb, draft, options, account);
    begun();
    const { code, output } = await making.catch((error: Error) => {
      throw (
        accountFailure(error) ??
        new EmbeddedPostgresError(`The database could not be made in ${folder}: ${error.message}`)
      );
    });
    if (code === 0) {
      // `nobody` created it; the server's account is determined at launch.
      if (account) await chown(draft, 0, 0);
      await rename(draft, folder);
      if (durable) await flushFolder(parent);
      return;
    }
    await rm(draft, { recursive: true, force: true });
    if (output.includes('invalid locale name')) continue;
    throw new EmbeddedPostgresError(`The database could not be made in ${folder}: ${output.trim()}`);
  }
}

async function flushFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/**
 * The folder of a cluster's socket: short, because a socket path is limited to 107 bytes, and accessible to a server
 * started by root.
 */
export function socketFolderOf(folder: string): string {
  const name = `${socketFolderPrefix}${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
  return join(isRoot || Buffer.byteLength(tmpdir()) > 60 ? '/tmp' : tmpdir(), name);
}

/**
 * Creates the socket's folder, for the server's account only. Any user may write to the temporary folder, so an
 * existing folder is not trusted.
 */
export async function ensureSocketFolder(path: string, account: Account | null): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const found = await lstat(path);
  const owners = [process.getuid?.(), account?.uid];
  // A running server reports its own folder, so check the name before changing its owner.
  const isOurs = basename(path).startsWith(socketFolderPrefix);
  if (!found.isDirectory() || !isOurs || !owners.includes(found.uid) || (found.mode & 0o077) !== 0) {
    throw new EmbeddedPostgresError(`${path} must be a folder that only this user can open, and is not. Remove it.`);
  }
  if (account) await chown(path, account.uid, account.gid);
}

/** What `postmaster.pid` contains about a running server; null without that file. */
export async function readServerFile(
  folder: string,
): Promise<{ pid: number; socketFolder: string; status: string } | null> {
  const content = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => null);
  if (content === null) return null;
  const lines = content.split('\n');
  return { pid: Number(lines[0]), socketFolder: lines[4] ?? '', status: (lines[7] ?? '').trim() };
}

/** Opens the server's log for appending. A large log is renamed first, and only one old log is kept. */
export async function openServerLog(path: string) {
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  if (size > 10_000_000) await rename(path, `${path}.old`);
  return await open(path, 'a', 0o600);
}
