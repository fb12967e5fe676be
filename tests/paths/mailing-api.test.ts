import { driver } from './drivers/mailing.api.ts';
import { walkSuite } from './run/suite.ts';
import { ownWorld } from './run/world.ts';

/** The mailing list for new leads, through the REST API: every transition, and everything refused in each place. */
walkSuite(driver, () => ownWorld(driver.environment), {
  strategies: ['shortest', 'refused'],
  uncovered: [
    // Everyone is a visitor here, and nobody can act as the clock; what is confirmed was chosen before.
    'unsubscribed: mails.asked: the visitor does it (does not hold)',
    'pending: mails.asked: the visitor does it (does not hold)',
    'pending: mails.confirmed: the visitor does it (does not hold)',
    'pending: mails.confirmed: at least one state is chosen (does not hold)',
    'pending: mails.left: the visitor does it (does not hold)',
    'pending: mails.lapsed: the clock does it (does not hold)',
    'subscribed: mails.asked: the visitor does it (does not hold)',
    'subscribed: mails.confirmed: the visitor does it (does not hold)',
    'subscribed: mails.confirmed: at least one state is chosen (does not hold)',
    'subscribed: mails.changed: the visitor does it (does not hold)',
    'subscribed: mails.left: the visitor does it (does not hold)',
  ],
});
