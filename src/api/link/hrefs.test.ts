import { expect, test } from 'vitest';
import { matchPath, routes } from '#src/machines/session/routes.ts';
import { platforms } from '#src/machines/session/session.user.ts';
import { hrefs } from './hrefs.ts';

/** Arguments for the functions that take more than an id or a token, and a platform. */
const given: Partial<Record<keyof typeof hrefs, readonly (readonly unknown[])[]>> = {
  login: platforms.map((platform) => [platform]),
  forgotPassword: platforms.map((platform) => [platform]),
  confirmEmail: platforms.map((platform) => ['x1', platform]),
  stateLeads: [[], ['x1']],
  leadsForSale: [[], [['OH', 'TX']], [['OH'], ['OH:Columbus']]],
  unsubscribe: [['ann+x@mail.example', 'x1']],
  settingsUnsubscribe: [['email_on_new_lead'], ['email_on_subscription_cancellation']],
};

/** One-click unsubscribe, calendar feeds, and files are calls, not screens. */
const isScreen = (name: string) => !name.startsWith('oneClick') && !['calendarFeed', 'purchaseReceipt'].includes(name);

test.each((Object.keys(hrefs) as (keyof typeof hrefs)[]).filter(isScreen))(
  'the path of a mail leads to a screen: %s',
  (name) => {
    for (const values of given[name] ?? [['x1', 'lead-portal']]) {
      const path = (hrefs[name] as (...all: readonly unknown[]) => string)(...values);
      expect(
        routes.find((route) => matchPath(route.path, path.split(/[?#]/u)[0]!)),
        path,
      ).toHaveProperty('screen');
    }
  },
);
