import { driver } from './drivers/agent-lead-move.screens.ts';
import { walkSuite } from './run/suite.ts';
import { ownWorld } from './run/world.ts';

/** The form of a transition, with every response that the server can give. */
walkSuite(driver, () => ownWorld(driver.environment), {
  strategies: ['tour'],
  kinds: ['states', 'transitions'],
  uncovered: [],
});
