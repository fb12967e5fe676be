import { expect } from 'vitest';
import { driver } from './drivers/purchase.api.ts';
import { walkSuite } from './run/suite.ts';
import { ownWorld } from './run/world.ts';

/** The law of purchases through the REST API and the commands: every transition, and in every place all that is refused there. */
walkSuite(driver, () => ownWorld(driver.environment), {
  strategies: ['shortest', 'refused'],
  expectCoverage({ states, transitions, guards, refusals }) {
    expect([...states.missing, ...transitions.missing]).toEqual([]);
    // Whoever has the token is the buyer; the brokerage has a command; what the product does by itself, nobody can ask for.
    expect(guards.missing.filter((name) => !/: the (buyer|brokerage|system) does it \(does not hold\)$/.test(name))).toEqual([]);
    // What is paid is revealed in the same transaction, and the link mailed: nobody meets the one without the other.
    expect(refusals.missing.filter((name) => !/^paid: |: details\.sent$/.test(name))).toEqual([
      // No payment was begun.
      'reserved: authentication.asked',
      'reserved: payment.refused',
      'reserved: payment.succeeded',
      'reserved: payment.succeeded late',
      'reserved: payment.succeeded in part',
      'reserved: payment.succeeded returned',
      // Looking after refunds makes the whole one; money that goes back where it has come is a refund.
      'refunding: lead.refunded',
      'refunding: payment.succeeded returned',
      'revealed: payment.succeeded returned',
      'refunded: payment.succeeded returned',
    ]);
  },
});
