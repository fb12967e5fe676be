import { expect } from 'vitest';
import { driver } from './drivers/bid.api.ts';
import { walkSuite } from './run/suite.ts';
import { ownWorld } from './run/world.ts';

/** The life of a bid through the REST API; what the load does to its bids, nobody can ask for. */
walkSuite(driver, () => ownWorld(driver.environment), {
  strategies: ['shortest', 'refused'],
  expectCoverage: ({ states, transitions, guards, refusals }) => {
    expect([...states.missing, ...transitions.missing, ...guards.missing]).toEqual([]);
    expect(refusals.missing.filter((name) => !/: bid\.(lost|reopened)$/.test(name))).toEqual(['withdrawn: bid.revised', 'lost: bid.award-withdrawn']);
  },
});
