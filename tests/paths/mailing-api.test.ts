import { driver } from './drivers/mailing.api.ts';
import { walkSuite } from './run/suite.ts';
import { ownWorld } from './run/world.ts';

/** Who gets mails about new leads, through the REST API: every transition, and in every place all that is refused there. */
walkSuite(driver, () => ownWorld(driver.environment), {
  strategies: ['shortest', 'refused'],
  uncovered: [
    // Everyone is a visitor here, and the clock is nobody; what is confirmed was chosen before.
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
