import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuOf, residentOf } from './proc.ts';
import { median, met, row } from './table.ts';

const PORT = Number(process.env.PORT ?? 3901);
const ROUNDS = 3;
/** Milliseconds, CPU milliseconds, MB. */
const BUDGET = { empty: 3000, again: 800, cpu: 12_000, first: 250, steady: 180 };
/** A process is idle if it uses less than this share of a CPU for this many seconds. */
const IDLE = { share: 0.03, seconds: 5 };
const MINUTE = 60_000;
const LONGEST_WAIT = 5 * MINUTE;
const WIDTHS = [46, 12, 10, 8, 40];

/**
 * `npm start` with demo data in an empty folder, and again: how soon it is ready, and what it costs until it is idle.
 */
export async function starts(): Promise<void> {
  const empty: number[] = [];
  const again: number[] = [];
  row(WIDTHS, 'work', 'today', 'budget', '', 'each');
  const show = (name: string, value: number, budget: number, unit: string, each = '') =>
    row(WIDTHS, name, `${value.toFixed(0)} ${unit}`, `${budget} ${unit}`, met(value <= budget), each);
  for (let round = 0; round < ROUNDS; round++) {
    const dataDir = await mkdtemp(join(tmpdir(), 'leads-start-'));
    try {
      const first = await start(dataDir);
      empty.push(first.milliseconds);
      if (round === 0) {
        const { cpu, resident } = await idle(first.server.pid!);
        show('CPU until idle after a first start', cpu, BUDGET.cpu, 'ms');
        show('resident after a minute', resident, BUDGET.first, 'MB');
      }
      await stop(first.server);
      const second = await start(dataDir);
      again.push(second.milliseconds);
      if (round === 0) {
        await sleep(MINUTE);
        show('resident a minute after a second start', await residentOf(second.server.pid!), BUDGET.steady, 'MB');
      }
      await stop(second.server);
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  }
  const each = (times: number[]) => times.map((time) => time.toFixed(0)).join(' ');
  show('empty folder to ready', median(empty), BUDGET.empty, 'ms', each(empty));
  show('second start to ready', median(again), BUDGET.again, 'ms', each(again));
}

async function start(dataDir: string): Promise<{ server: ChildProcess; milliseconds: number }> {
  const begun = performance.now();
  const server = spawn(process.execPath, ['scripts/start.js'], {
    env: { ...process.env, PORT: String(PORT), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('Ready at') && resolve());
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
  });
  return { server, milliseconds: performance.now() - begun };
}

async function stop(server: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await ended;
}

/** Waits until the process is idle; returns its CPU time by then, and its memory after a minute. */
async function idle(pid: number): Promise<{ cpu: number; resident: number }> {
  const begun = performance.now();
  let resident = 0;
  let cpu = await cpuOf(pid);
  for (let quiet = 0; quiet < IDLE.seconds || resident === 0;) {
    const before = performance.now();
    await sleep(1000);
    const used = await cpuOf(pid);
    const isQuiet = used - cpu < IDLE.share * (performance.now() - before);
    quiet = isQuiet ? quiet + 1 : 0;
    cpu = used;
    if (resident === 0 && performance.now() - begun >= MINUTE) resident = await residentOf(pid);
    if (performance.now() - begun > LONGEST_WAIT) throw new Error('The server is not idle after five minutes.');
  }
  return { cpu, resident };
}
