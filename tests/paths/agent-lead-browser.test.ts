import { driver } from './drivers/agent-lead.screens.ts';
import { walkSuite } from './run/suite.ts';
import { ownWorld } from './run/world.ts';

/**
 * The lifecycle of a lead on the screens of agent, carrier, and client: each transition once by hand, in Chromium; the
 * path to its start, once walked by hand, goes through the API. In every place, the menu offers what the lifecycle
 * handles.
 */
walkSuite(driver, () => ownWorld(driver.environment), {
  strategies: ['tour'],
  kinds: ['states', 'transitions'],
  uncovered: [],
});
