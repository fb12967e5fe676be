import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AnyStateMachine } from 'xstate';
import type { PathModel } from '../models/path-model.ts';
import { overMachine } from './lifecycle.ts';

const run = promisify(execFile);
const MODELS_FOLDER = 'tests/paths/models';

/** A revision that Git does not know, or no Git to ask. */
export class NoSuchRevision extends Error {}

/**
 * The models as they were in a revision; where there was none of a machine yet, it is walked with
 * the words and events of today's. The working tree and the repository are left as they are.
 *
 * @param root the repository
 * @throws NoSuchRevision
 */
export async function modelsOf(
  root: string,
  revision: string,
  today: readonly PathModel[],
): Promise<readonly PathModel[]> {
  // Without links on the way, so that what it imports is what this process has imported.
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'paths-')));
  try {
    await unpackRevision(root, revision, folder);
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    return await modelsIn(folder, today);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function unpackRevision(root: string, revision: string, folder: string): Promise<void> {
  const git = async (...args: string[]) => (await run('git', args, { cwd: root, maxBuffer: 64 << 20 })).stdout;
  // `--end-of-options`: a name that begins with a dash is a name.
  const commit = await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`).then(
    (text) => text.trim(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT')
        throw new NoSuchRevision('Revisions are read with Git, which is not installed here.');
      return null;
    },
  );
  if (!commit) throw new NoSuchRevision(`There is no revision "${revision}" here.`);
  const files = (await git('ls-tree', '-r', '--name-only', commit, '--', 'src/machines', MODELS_FOLDER, 'package.json'))
    .split('\n')
    .filter(Boolean);
  const archive = join(folder, 'revision.tar');
  await writeFile(archive, '');
  await git(
    'archive',
    '--format=tar',
    `--output=${archive}`,
    commit,
    '--',
    ...new Set(
      files.map((file) =>
        file
          .split('/')
          .slice(0, file.startsWith('tests') ? 3 : 2)
          .join('/'),
      ),
    ),
  );
  await run('tar', ['-xf', archive, '-C', folder]);
}

/** The models of the sources in a folder, as `modelsOf` says. @param folder a real path, with `node_modules` */
export async function modelsIn(folder: string, today: readonly PathModel[]): Promise<readonly PathModel[]> {
  const all = join(folder, MODELS_FOLDER, 'all.ts');
  const then = existsSync(all) ? ((await import(all)) as { models: PathModel[] }).models : [];
  const files = (await readdir(join(folder, 'src/machines'), { recursive: true }))
    .filter((file) => /\.(?:lifecycle|machine)\.ts$/.test(file))
    .toSorted();
  const exported = await Promise.all(
    files.map(async (file) => Object.values((await import(join(folder, 'src/machines', file))) as object)),
  );
  // Older revisions export the machine of a lifecycle by itself.
  const machines = exported
    .flat()
    .map((one: unknown) => (one as { machine?: unknown } | null)?.machine ?? one)
    .filter(
      (one): one is AnyStateMachine => typeof one === 'object' && one !== null && 'root' in one && 'transition' in one,
    );
  const missing = today.filter(({ id }) => !then.some((model) => model.id === id));
  return [
    ...then,
    ...missing.flatMap((model) =>
      machines.filter(({ id }) => id === model.machine.id).map((machine) => overMachine(model, machine)),
    ),
  ];
}
