import { readdirSync, readFileSync } from 'node:fs';
import { worksIn } from './process-identity.ts';

/**
 * Kills processes that a dead server left behind on its cluster. A backend in the middle of a long query is slow to
 * notice that its server is gone, and no new server may start before it ends. Requires /proc to find the working
 * directory of processes.
 *
 * @param folder real path of the cluster, which no live server uses
 */
export function killWorkersOf(folder: string): void {
  if (process.platform !== 'linux') return;
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const pid = Number(entry);
    try {
      const { command, parent } = readStat(pid);
      // Skips children of a live server: there may be many, and finding their folder is expensive in a container.
      if (command !== 'postgres' || commandOf(parent) === 'postgres') continue;
      if (worksIn(pid, folder)) process.kill(pid, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  }
}

function commandOf(pid: number): string | null {
  try {
    return readStat(pid).command;
  } catch {
    // In another process namespace, or gone.
    return null;
  }
}

function readStat(pid: number): { command: string; parent: number } {
  const [, command = '', parent] = /^\d+ \((.*)\) \S+ (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  return { command, parent: Number(parent) };
}
