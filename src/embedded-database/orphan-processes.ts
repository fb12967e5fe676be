import { readdirSync, readFileSync } from 'node:fs';
import { worksIn } from './process-identity.ts';

/**
 * Kills what a dead server left behind on its cluster. A backend in the middle of a long query notices late that its
 * server is gone, and no new server may start before it ends. Only where /proc tells who works where.
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
      // Those of a live server are its children: there may be many, and where they work is costly to tell in a container.
      if (command !== 'postgres' || commandOf(parent) === 'postgres') continue;
      if (worksIn(pid, folder)) process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself meanwhile.
    }
  }
}

function commandOf(pid: number): string | null {
  try {
    return readStat(pid).command;
  } catch {
    // Of another process namespace, or gone.
    return null;
  }
}

function readStat(pid: number): { command: string; parent: number } {
  const [, command = '', parent] = /^\d+ \((.*)\) \S+ (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  return { command, parent: Number(parent) };
}
