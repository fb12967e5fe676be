import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { startVitest } from 'vitest/node';
import type { Reporter, Vitest } from 'vitest/node';
import type { ProvidedContext } from 'vitest';
import type { RunOrder } from '#tests/paths/run/configured.ts';
import type { MutationOrder } from '#tests/paths/run/mutated.ts';
import { MutantReporter } from '#tests/paths/run/mutant-reporter.ts';
import { RunReporter } from '#tests/paths/run/reporter.ts';
import { build } from './build.ts';
import { root } from './inputs.ts';

/**
 * Runs test cases through the product, and writes `report.html`, `report.json`, and `junit.xml` into the folder.
 *
 * @returns whether every case passed or could not be tried, and at least one passed
 */
export async function runPaths(order: RunOrder): Promise<boolean> {
  const folder = resolve(order.folder);
  await mkdir(folder, { recursive: true });
  if (order.surface === 'screens' && order.site === null) await build();
  const against = order.site
    ? `${order.site.url} (${order.surface})`
    : order.surface === 'api'
      ? 'the API, started for this run'
      : 'the screens in Chromium, started for this run';
  const reporter = new RunReporter({
    against,
    strategies: order.strategies,
    seed: order.strategies.includes('random') ? order.limits.seed : null,
    folder,
  });
  const vitest = await startedVitest('tests/paths/run/configured.ts', {
    // A deployment has a database of its own.
    isOwn: order.site === null,
    provide: { order: { ...order, folder } },
    reporter,
  });
  const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()]);
  const isFine = reporter.isFine && tests.every((test) => test.result().state !== 'failed');
  await vitest.close();
  return isFine;
}

/**
 * Runs the product with mutated lifecycles, one mistake each, and for each runs the test cases through its API that
 * should detect it.
 */
export async function runMutants(order: MutationOrder): Promise<MutantReporter> {
  await build();
  const reporter = new MutantReporter();
  const vitest = await startedVitest('tests/paths/run/mutated.ts', {
    isOwn: true,
    provide: { mutations: order },
    reporter,
  });
  await vitest.close();
  return reporter;
}

function startedVitest(
  file: string,
  { isOwn, provide, reporter }: { isOwn: boolean; provide: Partial<ProvidedContext>; reporter: Reporter },
): Promise<Vitest> {
  return startVitest([], {
    config: false,
    run: true,
    watch: false,
    root,
    include: [file],
    pool: 'forks',
    hookTimeout: 120_000,
    setupFiles: ['tests/platform/setup.ts'],
    globalSetup: isOwn ? ['tests/platform/cluster.ts'] : [],
    provide: provide as ProvidedContext,
    reporters: [reporter],
    experimental: { viteModuleRunner: false, nodeLoader: false },
  });
}
