import { driver } from './drivers/reschedule.api.ts';
import { walkSuite } from './run/suite.ts';
import { ownWorld } from './run/world.ts';

walkSuite(driver, () => ownWorld(driver.environment), {
  strategies: ['tour', 'refused'],
  // Whoever has the link of the page is the client.
  uncovered: [
    'quiet: days.asked: the client does it (does not hold)',
    'asked: days.withdrawn: the client does it (does not hold)',
    'accepted: days.asked: the client does it (does not hold)',
    'declined: days.asked: the client does it (does not hold)',
  ],
});
