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
      if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'postgres') continue;
      if (worksIn(pid, folder)) process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself meanwhile.
    }
  }
}
