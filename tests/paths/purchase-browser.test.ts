import { driver } from './drivers/purchase.screens.ts';
import { walkSuite } from './run/suite.ts';
import { ownWorld } from './run/world.ts';

/** Every transition of a purchase as its buyer sees it on the screen. */
walkSuite(driver, () => ownWorld(driver.environment), {
  strategies: ['tour'],
  kinds: ['states', 'transitions'],
  uncovered: [],
});
