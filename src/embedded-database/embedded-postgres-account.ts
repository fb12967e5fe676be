import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, lchownSync, lstatSync, openSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The user and group ids that PostgreSQL programs run with. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** For the server: ids that neither distributions nor systemd assign, below the 65,536 available in a container. */
const serverAccount: Account = { uid: 65_523, gid: 65_523 };
/** For `initdb`, which requires a user with a name: `nobody`. */
export const nobody: Account = { uid: 65_534, gid: 65_534 };

/** PostgreSQL refuses to run as root, so root starts it as another user. */
export const isRoot = process.getuid?.() === 0;

/**
 * The account that runs a cluster's server: null for the current user; for root, the folder's owner or a dedicated
 * account.
 */
export function accountOf(folder: string): Account | null {
  if (!isRoot) return null;
  const { uid, gid } = statSync(folder);
  return uid === 0 ? serverAccount : { uid, gid };
}

/** Changes the owner of a folder and its contents, for example after root copied or owned it. */
export function giveFolder(path: string, { uid, gid }: Account): void {
  const found = lstatSync(path);
  if (found.uid !== uid || found.gid !== gid) lchownSync(path, uid, gid);
  if (!found.isDirectory()) return;
  for (const name of readdirSync(path)) giveFolder(join(path, name), { uid, gid });
}

/** The first folder on a path that an account may not enter; null if it may enter all of them. */
export function closedFolder(path: string, { uid, gid }: Account): string | null {
  const parent = dirname(path);
  const above = parent === path ? null : closedFolder(parent, { uid, gid });
  if (above !== null) return above;
  const found = statSync(path);
  const right = found.uid === uid ? 0o100 : found.gid === gid ? 0o010 : 0o001;
  return (found.mode & right) === 0 ? path : null;
}

interface Program {
  readonly path: string;
  /** The folder that it works on. */
  readonly folder: string;
  /** Its arguments, which refer to the folder by the given path. */
  readonly args: (folder: string) => readonly string[];
  readonly output: 'pipe' | number;
  readonly detached?: boolean;
}

/** Starts a program of PostgreSQL. */
export function spawnProgram(
  { path, folder, args, output, detached = false }: Program,
  account: Account | null,
): ChildProcess {
  const options = { detached, env: serverEnvironment(), cwd: '/' };
  if (account === null) return spawn(path, args(folder), { ...options, stdio: ['ignore', output, output] });
  // The account may be unable to enter a parent folder, such as /root or a DATA_DIR of mode 0700. So it receives the
  // folder as an open file descriptor, and accesses it through that.
  const handle = openSync(folder, 'r');
  try {
    return spawn(path, args('/proc/self/fd/3'), { ...options, ...account, stdio: ['ignore', output, output, handle] });
  } finally {
    closeSync(handle);
  }
}

/**
 * Only what a program needs: keeps our secrets out of the server's environment, and PG* variables from affecting it.
 */
function serverEnvironment(): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    LD_LIBRARY_PATH: process.env['LD_LIBRARY_PATH'],
    TZ: 'UTC',
  };
}
