import fs, { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import git from 'isomorphic-git';
import type { AnyStateMachine } from 'xstate';
import type { PathModel } from '../models/path-model.ts';
import { overMachine } from './lifecycle.ts';

const MODELS_FOLDER = 'tests/paths/models';

/** A revision that the repository does not contain, or no repository. */
export class NoSuchRevision extends Error {}

/**
 * The models as they were in a revision; a machine that had no model yet is walked with
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
  // With all links resolved, so that its imports are the modules that this process has already loaded.
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'paths-')));
  try {
    await unpackRevision(root, revision, folder);
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    return await modelsIn(folder, today);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The folders of a revision that models need; `package.json` defines their imports. */
const isNeeded = (path: string): boolean =>
  path === 'package.json' || path.startsWith('src/machines/') || path.startsWith(`${MODELS_FOLDER}/`);
const isOnTheWay = (path: string): boolean =>
  path === '.' || isNeeded(`${path}/`) || ['src', 'tests', 'tests/paths'].includes(path);

async function unpackRevision(root: string, revision: string, folder: string): Promise<void> {
  const repository = { fs, ...(await repositoryOf(root)), cache: {} };
  const commit = await commitOf(repository, revision);
  await git.walk({
    ...repository,
    trees: [git.TREE({ ref: commit })],
    map: async (path, [entry]) => {
      if ((await entry!.type()) === 'tree') return isOnTheWay(path) ? path : null;
      if (!isNeeded(path)) return null;
      await mkdir(join(folder, dirname(path)), { recursive: true });
      await writeFile(join(folder, path), (await entry!.content())!);
      return path;
    },
  });
}

interface Repository {
  fs: typeof fs;
  gitdir: string;
  /** The content of `HEAD` here. */
  head: string;
  cache: object;
}

/** An additional worktree has its own `HEAD`, and a file that points to the repository. */
async function repositoryOf(root: string): Promise<Pick<Repository, 'gitdir' | 'head'>> {
  const own = await git.findRoot({ fs, filepath: root }).then(
    (found) => join(found, '.git'),
    () => {
      throw new NoSuchRevision('There is no Git repository here.');
    },
  );
  const link = (await stat(own)).isFile() ? /^gitdir: (.+)$/m.exec(await readFile(own, 'utf8'))![1]! : null;
  if (link === null) return { gitdir: own, head: 'HEAD' };
  const worktree = resolve(dirname(own), link);
  const head = (await readFile(join(worktree, 'HEAD'), 'utf8')).trim().replace(/^ref: /, '');
  return { gitdir: resolve(worktree, (await readFile(join(worktree, 'commondir'), 'utf8')).trim()), head };
}

/** A branch, a tag, or a commit, in full or abbreviated, and `~2` or `^` for one before it. */
async function commitOf(repository: Repository, revision: string): Promise<string> {
  try {
    const [, name, back] = /^([^~^:]+)((?:~\d*|\^)*)$/.exec(revision)!;
    const ref = name === 'HEAD' ? repository.head : name!;
    const found = await git.resolveRef({ ...repository, ref }).catch(() => git.expandOid({ ...repository, oid: ref }));
    let { oid, commit } = await git.readCommit({ ...repository, oid: found });
    for (const [step] of back!.matchAll(/~\d*|\^/g))
      for (let steps = Number(step.slice(1) || 1); steps > 0; steps -= 1)
        ({ oid, commit } = await git.readCommit({ ...repository, oid: commit.parent[0]! }));
    return oid;
  } catch {
    throw new NoSuchRevision(`There is no revision "${revision}" here.`);
  }
}

/** The models of the sources in a folder, as in `modelsOf`. @param folder a real path, with `node_modules` */
export async function modelsIn(folder: string, today: readonly PathModel[]): Promise<readonly PathModel[]> {
  const all = join(folder, MODELS_FOLDER, 'all.ts');
  const then = existsSync(all) ? ((await import(all)) as { models: PathModel[] }).models : [];
  const files = (await readdir(join(folder, 'src/machines'), { recursive: true }))
    .filter((file) => /\.(?:lifecycle|machine)\.ts$/.test(file))
    .toSorted();
  const exported = await Promise.all(
    files.map(async (file) => Object.values((await import(join(folder, 'src/machines', file))) as object)),
  );
  // Older revisions export a lifecycle's machine directly.
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
