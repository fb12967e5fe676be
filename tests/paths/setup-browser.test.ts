import { describe } from 'vitest';
import { driver } from './drivers/setup.screens.ts';
import { walkSuite } from './run/suite.ts';
import { ownWorld } from './run/world.ts';

/** Each case needs a product that has no agent yet. */
describe('setup', () => {
  walkSuite(driver, () => ownWorld(driver.environment), {
    strategies: ['tour'],
    kinds: ['states', 'transitions'],
    uncovered: [],
  });
});
