import { driver } from './drivers/agreement.api.ts';
import { walkSuite } from './run/suite.ts';
import { ownWorld } from './run/world.ts';

/** The agreement of a client through the REST API: every transition, and everything refused in each place. */
walkSuite(driver, () => ownWorld(driver.environment), {
  strategies: ['tour', 'refused'],
  // Sending a contract again creates a new agreement and voids this one; nobody can request one without the other.
  unlisted: /^\w+: agreement\.(?:sent|voided)$/,
  uncovered: [
    // A text without blanks is complete; whoever has the link of a client is the client.
    'draft: agreement.sent: every blank is filled (does not hold)',
    'sent: agreement.opened: a signer does it (does not hold)',
    'sent: agreement.signed: a signer does it (does not hold)',
    'sent: agreement.declined: a signer does it (does not hold)',
    'opened: agreement.signed: a signer does it (does not hold)',
    'opened: agreement.declined: a signer does it (does not hold)',
  ],
});
