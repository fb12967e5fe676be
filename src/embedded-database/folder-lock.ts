import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processIdentity } from './process-identity.ts';

interface Holder {
  readonly pid: number;
  readonly identity: string;
  readonly token: string;
}

export interface FolderLock {
  release(): Promise<void>;
}

/** Another live process uses the folder. The message is a sentence for the operator. */
export class FolderInUse extends Error {
  readonly pid: number;

  constructor(folder: string, pid: number) {
    super(`The data folder ${folder} is in use by process ${pid}: stop that one first, or choose another DATA_DIR.`);
    this.name = 'FolderInUse';
    this.pid = pid;
  }
}

/**
 * Ensures that only one of our processes uses a folder, with a file that contains its pid and start time. A file left
 * by a killed process, or from before a reboot, is taken over.
 *
 * @throws FolderInUse
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = join(folder, 'process.lock');
  const token = randomBytes(8).toString('hex');
  const own: Holder = { pid: process.pid, identity: processIdentity(process.pid) ?? 'unknown', token };
  const draft = `${path}.${token}`;
  await writeFile(draft, JSON.stringify(own), { mode: 0o600 });

  try {
    for (;;) {
      // A hard link appears atomically with its full content, and only one of several contenders can create it.
      if (await linked(draft, path)) break;
      const holder = await readHolder(path);
      if (holder === null) continue;
      if (processIdentity(holder.pid) === holder.identity) throw new FolderInUse(folder, holder.pid);
      await moveAway(path, holder, `${draft}.stale`);
    }
  } finally {
    await rm(draft, { force: true });
  }

  return {
    async release() {
      const holder = await readHolder(path);
      if (holder?.token === token) await rm(path, { force: true });
    },
  };
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Null if the file has just disappeared. An unreadable one counts as unlocked. */
async function readHolder(path: string): Promise<Holder | null> {
  try {
    const { pid, identity, token } = JSON.parse(await readFile(path, 'utf8')) as Partial<Holder>;
    return { pid: pid ?? 0, identity: identity ?? '', token: token ?? '' };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    return { pid: 0, identity: '', token: '' };
  }
}

/**
 * Removes a stale lock. Deleting by name could remove the lock of a faster contender, so it is moved, checked, and put
 * back if it is not the stale one.
 */
async function moveAway(path: string, stale: Holder, aside: string): Promise<void> {
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const moved = await readHolder(aside);
  if (moved !== null && moved.token !== stale.token) {
    await linked(aside, path);
    await sleep(20);
  }
  await rm(aside, { force: true });
}
