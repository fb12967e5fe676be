import { driver } from './drivers/agent-lead-move.screens.ts';
import { walkSuite } from './run/suite.ts';
import { ownWorld } from './run/world.ts';

/** The form of a move, with every answer that the server can give it. */
walkSuite(driver, () => ownWorld(driver.environment), {
  strategies: ['tour'],
  kinds: ['states', 'transitions'],
  uncovered: [],
});
