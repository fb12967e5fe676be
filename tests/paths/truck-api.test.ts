import { driver } from './drivers/truck.api.ts';
import { walkSuite } from './run/suite.ts';
import { ownWorld } from './run/world.ts';

/** Empty trucks through the REST API: every transition, and in every place all that is refused there. */
walkSuite(driver, () => ownWorld(driver.environment), {
  strategies: ['shortest', 'refused'],
  // Nobody but the clock sees to days that are over.
  uncovered: ['posted: truck.passed: the clock does it (does not hold)'],
});
