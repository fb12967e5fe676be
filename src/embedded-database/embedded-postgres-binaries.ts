import { access, chmod, constants, cp, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closedFolder, isRoot, spawnProgram, type Account } from './embedded-postgres-account.ts';

const useServer = 'Set DATABASE_URL to use a PostgreSQL server instead.';

/** A startup failure of the embedded database that a retry cannot fix. The message is a sentence for the operator. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * The PostgreSQL programs from the package registry for this platform.
 *
 * @throws EmbeddedPostgresError
 */
export async function findBinaries(): Promise<Binaries> {
  if (process.platform === 'win32') {
    throw new EmbeddedPostgresError(`The embedded database needs a unix socket, which this system lacks. ${useServer}`);
  }
  if (isRoot && process.platform !== 'linux') {
    throw new EmbeddedPostgresError(`PostgreSQL does not run as root. Start as another user. ${useServer}`);
  }
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let root: string;
  try {
    root = resolve(dirname(fileURLToPath(import.meta.resolve(name))), '..');
  } catch {
    throw new EmbeddedPostgresError(
      `The package ${name} is not installed, so there is no embedded database. ${useServer}`,
    );
  }
  await makeLibraryLinks(root);
  const bin = join(root, 'native', 'bin');
  const [initdb, postgres] = await Promise.all([runnable(join(bin, 'initdb')), runnable(join(bin, 'postgres'))]);
  return { initdb, postgres };
}

/**
 * The same programs in a place where an account can run them. If the project is in a folder that only root may enter,
 * such as /root, they are copied to the system's cache (60 MB, once).
 *
 * @throws EmbeddedPostgresError
 */
export async function binariesFor(binaries: Binaries, account: Account | null): Promise<Binaries> {
  const bin = dirname(binaries.postgres);
  const closed = account && closedFolder(bin, account);
  if (!closed) return binaries;
  const native = dirname(bin);
  const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8')) as { version: string };
  const cache = '/var/cache/lead-platform';
  const copy = join(cache, `postgres-${version}`);
  try {
    await mkdir(cache, { recursive: true, mode: 0o755 });
    await access(copy).catch(async () => {
      const draft = await mkdtemp(join(cache, 'draft-'));
      try {
        await cp(native, join(draft, 'native'), {
          recursive: true,
          verbatimSymlinks: true,
          mode: constants.COPYFILE_FICLONE,
        });
        await rename(join(draft, 'native'), copy);
      } catch (error) {
        // A concurrent start was faster.
        await access(copy).catch(() => Promise.reject(error as Error));
      } finally {
        await rm(draft, { recursive: true, force: true });
      }
    });
  } catch (error) {
    throw new EmbeddedPostgresError(
      `PostgreSQL does not run as root, and no other user may enter ${closed}; its programs could not be copied to ${cache} (${(error as Error).message}). ` +
        `Move the project to a folder such as /srv, or run "chmod o+x ${closed}". ${useServer}`,
    );
  }
  return { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') };
}

/** Does the work of the package's install script, which does not run if scripts are disabled. */
async function makeLibraryLinks(root: string): Promise<void> {
  const links = JSON.parse(await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  await Promise.all(
    links.map(async ({ source, target }) => {
      try {
        await symlink(basename(source), join(root, target));
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'EEXIST') return;
        // A read-only installation is fine as long as its links are there.
        await access(join(root, target)).catch(() => {
          throw new EmbeddedPostgresError(
            `${join(root, target)} could not be made (${code}). Install the packages again.`,
          );
        });
      }
    }),
  );
}

async function runnable(path: string): Promise<string> {
  try {
    await access(path, constants.X_OK);
  } catch {
    await chmod(path, 0o755);
  }
  return path;
}

/** Runs `initdb` on a folder to completion. Never rejects for its exit code. */
export function runInitdb(
  path: string,
  folder: string,
  options: readonly string[],
  account: Account | null,
): Promise<{ code: number; output: string }> {
  return new Promise((settle, reject) => {
    const child = spawnProgram(
      { path, folder, args: (pgdata) => [`--pgdata=${pgdata}`, ...options], output: 'pipe' },
      account,
    );
    let output = '';
    const collect = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-8000);
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('error', reject);
    child.once('close', (code) => settle({ code: code ?? -1, output }));
  });
}

/**
 * What the operator can do if root may not act for another user, as in a container without capabilities; otherwise
 * null.
 */
export function accountFailure(error: unknown): EmbeddedPostgresError | null {
  const { code, syscall = '' } = error as NodeJS.ErrnoException;
  if (!isRoot || !['EPERM', 'EINVAL'].includes(code ?? '') || !/spawn|chown/.test(syscall)) return null;
  return new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and this system does not let root start it as another user (${syscall}: ${code}). Start as another user. ${useServer}`,
  );
}
