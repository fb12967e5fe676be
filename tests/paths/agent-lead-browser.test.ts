import { driver } from './drivers/agent-lead.screens.ts';
import { walkSuite } from './run/suite.ts';
import { ownWorld } from './run/world.ts';

/**
 * The lifecycle of a lead on the screens of agent, carrier and client: each transition once by hand, in Chromium; the way to
 * where it begins, once walked by hand, through the API. What the menu offers is what the lifecycle knows, in every place.
 */
walkSuite(driver, () => ownWorld(driver.environment), {
  strategies: ['tour'],
  kinds: ['states', 'transitions'],
  uncovered: [],
});
