import { driver } from './drivers/team-member.api.ts';
import { walkSuite } from './run/suite.ts';
import { ownWorld } from './run/world.ts';

/** The brokerage's team, through the REST API and the command line: every transition, and everything refused. */
walkSuite(driver, () => ownWorld(driver.environment), {
  strategies: ['tour', 'refused'],
  uncovered: [
    // Whoever has the link is the invited person, and only the command line acts as the operator.
    'outside: agent.registered: the operator does it (does not hold)',
    'invited: invitation.accepted: the invited person does it (does not hold)',
    'active: access.reset: the operator does it (does not hold)',
  ],
});
