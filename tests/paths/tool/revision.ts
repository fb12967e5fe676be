import { execFile } from 'node:child_process';
import { mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AnyStateMachine } from 'xstate';
import type { PathModel } from '../models/path-model.ts';
import { overMachine } from './law.ts';

const run = promisify(execFile);
const MODELS = 'tests/paths/models/all.ts';

/** A revision that Git does not know. */
export class NoSuchRevision extends Error {}

/**
 * The models as they were in a revision; where there was none of a machine yet, it is walked with
 * the words and events of today's. The working tree and the repository are left as they are.
 *
 * @param root the repository
 * @throws NoSuchRevision
 */
export async function modelsOf(root: string, revision: string, today: readonly PathModel[]): Promise<readonly PathModel[]> {
  const git = async (...args: string[]) => (await run('git', args, { cwd: root, maxBuffer: 64 << 20 })).stdout;
  // `--end-of-options`: a name that begins with a dash is a name.
  const commit = await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`).then((text) => text.trim(), () => null);
  if (!commit) throw new NoSuchRevision(`There is no revision "${revision}" here.`);
  const files = (await git('ls-tree', '-r', '--name-only', commit, '--', 'src/machines', 'tests/paths/models', 'package.json')).split('\n').filter(Boolean);
  // Without links on the way, so that what it imports is what this process has imported.
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'paths-')));
  try {
    const archive = join(folder, 'revision.tar');
    await writeFile(archive, '');
    await git('archive', '--format=tar', `--output=${archive}`, commit, '--', ...new Set(files.map((file) => file.split('/').slice(0, file.startsWith('tests') ? 3 : 2).join('/'))));
    await run('tar', ['-xf', archive, '-C', folder]);
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    const then = files.includes(MODELS) ? ((await import(join(folder, MODELS))) as { models: PathModel[] }).models : [];
    const exported = await Promise.all(files.filter((file) => /\.(?:lifecycle|machine)\.ts$/.test(file)).map(async (file) => Object.values((await import(join(folder, file))) as object)));
    const machines = exported.flat().filter((one): one is AnyStateMachine => typeof one === 'object' && one !== null && 'root' in one && 'transition' in one);
    const missing = today.filter(({ id }) => !then.some((model) => model.id === id));
    return [...then, ...missing.flatMap((model) => machines.filter(({ id }) => id === model.machine.id).map((machine) => overMachine(model, machine)))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
