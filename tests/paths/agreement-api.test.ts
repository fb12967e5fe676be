import { driver } from './drivers/agreement.api.ts';
import { walkSuite } from './run/suite.ts';
import { ownWorld } from './run/world.ts';

/** The agreement of a client through the REST API: every transition, and in every place all that is refused there. */
walkSuite(driver, () => ownWorld(driver.environment), {
  strategies: ['shortest', 'refused'],
  // To send a contract again makes another agreement, and takes this one back; nobody asks for the one without the other.
  unlisted: /^\w+: agreement\.(?:sent|voided)$/,
  uncovered: [
    // What is written without blanks is written whole; whoever has the link of a client is the client.
    'draft: agreement.sent: every blank is filled (does not hold)',
    'sent: agreement.opened: a signer does it (does not hold)',
    'sent: agreement.signed: a signer does it (does not hold)',
    'sent: agreement.declined: a signer does it (does not hold)',
    'opened: agreement.signed: a signer does it (does not hold)',
    'opened: agreement.declined: a signer does it (does not hold)',
  ],
});
