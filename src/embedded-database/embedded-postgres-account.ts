import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, lchownSync, lstatSync, openSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The user and the group that the programs of PostgreSQL run as. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Of the server: ids that neither distributions nor systemd give to anybody, below the 65,536 that a container has. */
const serverAccount: Account = { uid: 65_523, gid: 65_523 };
/** Of `initdb`, which wants a user with a name: `nobody`. */
export const nobody: Account = { uid: 65_534, gid: 65_534 };

/** PostgreSQL refuses to run as root, so root starts it as somebody else. */
export const isRoot = process.getuid?.() === 0;

/** Who the server of a cluster runs as: null for this user; for root the folder's owner, or an account of its own. */
export function accountOf(folder: string): Account | null {
  if (!isRoot) return null;
  const { uid, gid } = statSync(folder);
  return uid === 0 ? serverAccount : { uid, gid };
}

/** Gives a folder with all that is in it to an account, such as one that root copied, or that root once owned. */
export function giveFolder(path: string, { uid, gid }: Account): void {
  const found = lstatSync(path);
  if (found.uid !== uid || found.gid !== gid) lchownSync(path, uid, gid);
  if (!found.isDirectory()) return;
  for (const name of readdirSync(path)) giveFolder(join(path, name), { uid, gid });
}

/** The first folder on the way to a path that an account may not enter; null when it may enter all. */
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
  /** Its arguments, which name the folder by the path that is given here. */
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
  // The account may not be able to enter a folder above, such as /root or a DATA_DIR of mode 0700. It is handed the
  // folder opened, and enters it through that.
  const handle = openSync(folder, 'r');
  try {
    return spawn(path, args('/proc/self/fd/3'), { ...options, ...account, stdio: ['ignore', output, output, handle] });
  } finally {
    closeSync(handle);
  }
}

/** Only what a program needs: our secrets stay out of the server's environment, and PG* variables out of its way. */
function serverEnvironment(): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    LD_LIBRARY_PATH: process.env['LD_LIBRARY_PATH'],
    TZ: 'UTC',
  };
}
