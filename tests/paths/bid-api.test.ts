import { driver } from './drivers/bid.api.ts';
import { walkSuite } from './run/suite.ts';
import { ownWorld } from './run/world.ts';

/** The life of a bid through the REST API; what the load does to its bids, nobody can request. */
walkSuite(driver, () => ownWorld(driver.environment), {
  strategies: ['shortest', 'refused'],
  // The load does it to its bids.
  unlisted: /: bid\.(?:lost|reopened)$/,
  // Bidding again creates a new bid; the award of another bid is not this one's.
  uncovered: ['withdrawn: bid.revised', 'lost: bid.award-withdrawn'],
});
