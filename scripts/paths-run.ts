import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { startVitest } from 'vitest/node';
import type { RunOrder } from '#tests/paths/run/configured.ts';
import { RunReporter } from '#tests/paths/run/reporter.ts';
import { build } from './build.ts';
import { root } from './inputs.ts';

/**
 * Walks cases through the product, and writes `report.html`, `report.json` and `junit.xml` into the folder.
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
  const vitest = await startVitest(
    [],
    {
      config: false,
      run: true,
      watch: false,
      root,
      include: ['tests/paths/run/configured.ts'],
      pool: 'forks',
      hookTimeout: 120_000,
      setupFiles: ['tests/platform/setup.ts'],
      // A deployment has a database of its own.
      globalSetup: order.site ? [] : ['tests/platform/cluster.ts'],
      provide: { order: { ...order, folder } },
      reporters: [reporter],
    },
    { resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] } },
  );
  const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()]);
  const isFine = reporter.isFine && tests.every((test) => test.result().state !== 'failed');
  await vitest.close();
  return isFine;
}
