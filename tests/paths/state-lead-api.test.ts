import { driver } from './drivers/state-lead.api.ts';
import { walkSuite } from './run/suite.ts';
import { ownWorld } from './run/world.ts';

/** The lifecycle of movers' leads through the REST API: every transition, and everything refused in each place. */
walkSuite(driver, () => ownWorld(driver.environment), {
  strategies: ['shortest', 'refused'],
  uncovered: [
    // Whoever has the link of a client is the client.
    'work.quoted: quote.accepted: the client does it (does not hold)',
    'work.quoted: quote.declined: the client does it (does not hold)',
  ],
});
