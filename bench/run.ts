/**
 * `npm run bench [-- --scale | --live | --browser | --start]`: speeds as ratios within one run, so that they are
 * comparable across machines; docs/performance.md explains how to read them. Without arguments: every benchmark against
 * a hand-written baseline, at 100,000 leads; `-- search list` runs only these. With --scale: the same at 10,000 and
 * 1,000,000 leads. With --live: 500 sockets are notified of one change.
 */
import { agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { noFacts } from '#src/machines/agent-lead/agent-lead.types.ts';
import { build } from '../scripts/build.ts';
import { browse } from './browser.ts';
import { load } from './load.ts';
import type { Measured } from './load.ts';
import { printing } from './printing.ts';
import { starts } from './start.ts';
import { median, met, row } from './table.ts';
import { comparedWorks, scaledWorks } from './works.ts';
import { createWorld } from './world.ts';

const LEADS = Number(process.env.LEADS ?? 100_000);
const SIZES = (process.env.SIZES ?? '10000,1000000').split(',').map(Number);
const SECONDS = Number(process.env.SECONDS ?? 3);
const ROUNDS = 3;
/** Of a ratio: single rounds vary more. */
const RATIO_ROUNDS = 5;
/** After this many seconds of requests, V8 has compiled the code that they run. */
const WARM_UP = { product: 15, floor: 5 };
const CONNECTIONS = [1, 32] as const;
/** Microseconds; ratios. */
const JUDGMENT = 2;
const JUDGMENTS = 50_000;
const SCALE = { list: 1.2, 'one lead': 1.2, search: 1.2 } as Record<string, number>;
const OTHERS_SCALE = 1.3;

/** Words after the options select benchmarks by parts of their names; without any, all run. */
const chosen = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isChosen = ([name]: [string, unknown]): boolean =>
  chosen.length === 0 || chosen.some((word) => name.includes(word));

const show = ({ rate, p50, p95 }: Measured) => `${rate.toFixed(0)}/s ${p50.toFixed(1)}/${p95.toFixed(1)} ms`;

const WIDTHS = [24, 4, 7, 7, 8, 26, 26];

async function ratios(): Promise<void> {
  const world = await createWorld(LEADS);
  try {
    row(WIDTHS, 'work', 'c', 'ratio', 'budget', '', 'product (p50/p95)', 'floor (p50/p95)');
    for (const [name, { product, floor, budget }] of Object.entries(comparedWorks(world)).filter(isChosen)) {
      // A server that has just started is not representative: it gets faster for some ten thousand requests.
      await load(product, WARM_UP.product, 8);
      await load(floor, WARM_UP.floor, 8);
      for (const [at, connections] of CONNECTIONS.entries()) {
        const rounds: { ratio: number; product: Measured; floor: Measured }[] = [];
        for (let round = 0; round < RATIO_ROUNDS; round++) {
          const [a, b] = [await load(product, SECONDS, connections), await load(floor, SECONDS, connections)];
          rounds.push({ ratio: a.rate / b.rate, product: a, floor: b });
        }
        const ratio = median(rounds.map((one) => one.ratio));
        const typical = rounds.find((one) => one.ratio === ratio)!;
        const wanted = budget[at]!;
        row(
          WIDTHS,
          name,
          String(connections),
          ratio.toFixed(2),
          wanted.toFixed(2),
          met(ratio >= wanted),
          show(typical.product),
          show(typical.floor),
        );
      }
    }
  } finally {
    await world.stop();
  }
}

async function scale(): Promise<void> {
  const p95s: Record<string, number[]> = {};
  for (const leads of SIZES) {
    const world = await createWorld(leads);
    try {
      for (const [name, work] of Object.entries(scaledWorks(world)).filter(isChosen)) {
        await load(work, SECONDS / 2, 2);
        const rounds = [];
        for (let round = 0; round < ROUNDS; round++) rounds.push((await load(work, SECONDS, 2)).p95);
        (p95s[name] ??= []).push(median(rounds));
      }
    } finally {
      await world.stop();
    }
  }
  const [few, many] = SIZES.map((size) => `${size / 1000}k`);
  row(WIDTHS, 'work', '', 'ratio', 'budget', '', `p95 at ${many} leads`, `p95 at ${few} leads`);
  for (const [name, [small, large]] of Object.entries(p95s)) {
    const ratio = large! / small!;
    const budget = SCALE[name] ?? OTHERS_SCALE;
    row(
      WIDTHS,
      name,
      '',
      ratio.toFixed(2),
      budget.toFixed(2),
      met(ratio <= budget),
      `${large!.toFixed(1)} ms`,
      `${small!.toFixed(1)} ms`,
    );
  }
}

async function live(): Promise<void> {
  // It loads the development build of React, after which this process can no longer build the product.
  const { hear, watchBoards } = await import('./live.ts');
  const world = await createWorld(10_000);
  try {
    await hear(world);
    await watchBoards(world);
  } finally {
    await world.stop();
  }
}

async function browser(): Promise<void> {
  await build();
  const world = await createWorld(10_000, 'api,gateway,web');
  try {
    await browse(world, isChosen);
  } finally {
    await world.stop();
  }
}

/** In processor time of this thread: other work on the machine is not the lifecycle's. The first round only compiles. */
function judgment(): void {
  const facts = { ...noFacts, today: '2026-01-01', clientEmail: 'a@b.example', estimateTotal: 1 };
  const place = { state: 'quote-sent', stage: null, isArchived: false } as const;
  const judge = () =>
    agentLeadLifecycle.judge(place, facts, { type: 'quote.sent', by: 'agent', total: 1, validUntil: '2026-01-01' });
  const rounds: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const before = process.threadCpuUsage();
    for (let count = 0; count < JUDGMENTS; count++) judge();
    const { user, system } = process.threadCpuUsage(before);
    if (round > 0) rounds.push((user + system) / JUDGMENTS);
  }
  const microseconds = median(rounds);
  console.log(
    `a judgment of the lifecycle: ${microseconds.toFixed(1)} µs of the processor, budget ${JUDGMENT} µs: ${met(microseconds <= JUDGMENT)}`,
  );
}

if (process.argv.includes('--scale')) await scale();
else if (process.argv.includes('--live')) await live();
else if (process.argv.includes('--browser')) await browser();
else if (process.argv.includes('--start')) {
  await build();
  await starts();
} else {
  judgment();
  await printing();
  await ratios();
}
