import { driver } from './drivers/purchase.api.ts';
import { walkSuite } from './run/suite.ts';
import { ownWorld } from './run/world.ts';

/**
 * The lifecycle of purchases through the REST API and the commands: every transition, and everything refused in each
 * place.
 */
walkSuite(driver, () => ownWorld(driver.environment), {
  strategies: ['tour', 'refused'],
  // Whoever has the token is the buyer; the brokerage has a command; what the product does by itself, nobody can
  // request. Payment, revealing the contacts, and emailing the link share one transaction: none occurs without the
  // others. The rule refunds in the transaction of the report: tests/api/lead-refunds.test.ts covers when it does not.
  unlisted:
    /: the (?:buyer|brokerage|system) does it \(does not hold\)$|^paid: [a-z.-]+(?: [a-z ]+)?$|: details\.sent$|: credit\.used(?:: .+)?$|: lead\.refund-granted(?:: .+)?$/,
  uncovered: [
    // No payment was begun.
    'reserved: authentication.asked',
    'reserved: payment.refused',
    'reserved: payment.succeeded',
    'reserved: payment.returned',
    'reserved: payment.succeeded late',
    'reserved: payment.succeeded in part',
    'reserved: payment.succeeded returned',
    // The job that settles refunds makes the full one; money returned during a refund is part of it.
    'refunding: lead.refunded',
    'refunding: payment.returned',
    'refunding: dispute.opened',
    'refunding: dispute.won',
    'refunding: dispute.lost',
    'refunding: payment.succeeded returned',
    'revealed: payment.succeeded returned',
    'refunded: payment.succeeded returned',
  ],
});
