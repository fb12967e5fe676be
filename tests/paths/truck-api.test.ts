import { driver } from './drivers/truck.api.ts';
import { walkSuite } from './run/suite.ts';
import { ownWorld } from './run/world.ts';

/** Empty trucks through the REST API: every transition, and everything refused in each place. */
walkSuite(driver, () => ownWorld(driver.environment), {
  strategies: ['tour', 'refused'],
  // Only the clock handles days that are over.
  uncovered: ['posted: truck.passed: the clock does it (does not hold)'],
});
