/** The test file of `npm run paths -- run`: the run provides what to walk. */
import { describe, inject } from 'vitest';
import type { Limits, Strategy } from '../tool/strategies.ts';
import type { Accounts } from './accounts.ts';
import type { Driver, Surface } from './driver.ts';
import { walkSuite } from './suite.ts';
import { deployment, ownWorld } from './world.ts';

export interface RunOrder {
  models: string[];
  surface: Surface;
  strategies: Strategy[];
  limits: Limits;
  /** Null for a product started by the run. */
  site: { url: string; accounts: Accounts } | null;
  folder: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    order: RunOrder;
  }
}

const { models, surface, strategies, limits, site, folder } = inject('order');
for (const model of models) {
  const { driver } = (await import(`../drivers/${model}.${surface}.ts`)) as { driver: Driver };
  describe(`${model} through ${surface}`, () => {
    walkSuite(driver, async () => (site ? deployment(site.url, site.accounts) : ownWorld(driver.environment)), {
      strategies,
      limits,
      folder,
    });
  });
}
