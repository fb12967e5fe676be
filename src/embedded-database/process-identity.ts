import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, statSync } from 'node:fs';

const linux = process.platform === 'linux';

/**
 * Distinguishes this process from any other that gets the same pid later, even after a reboot. Null if no such process
 * runs. A zombie counts as gone: if nobody reaps it (as when we are pid 1 in a container), it would otherwise look
 * alive forever.
 */
export function processIdentity(pid: number): string | null {
  if (!Number.isInteger(pid) || pid <= 0) return null;
  if (!linux) {
    try {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
    } catch {
      return null;
    }
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command is in parentheses and may itself contain spaces and parentheses; so count fields from its end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return null;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`;
  } catch {
    return null;
  }
}

/**
 * Whether this pid is a live process whose working directory is this folder. Without /proc, any live process counts.
 */
export function worksIn(pid: number, folder: string): boolean {
  if (processIdentity(pid) === null) return false;
  if (!linux) return true;
  try {
    return workingFolder(pid) === folder;
  } catch {
    return false;
  }
}

function workingFolder(pid: number): string {
  const link = `/proc/${pid}/cwd`;
  try {
    return readlinkSync(link);
  } catch (error) {
    // In a container, root may not inspect other users' processes, but it may switch to those users, who may.
    if ((error as NodeJS.ErrnoException).code !== 'EACCES' || process.getuid?.() !== 0) throw error;
    const { uid, gid } = statSync(`/proc/${pid}`);
    return execFileSync('readlink', ['--no-newline', link], {
      encoding: 'utf8',
      uid,
      gid,
      cwd: '/',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  }
}
