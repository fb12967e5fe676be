import { afterAll, describe } from 'vitest';
import { portalRoles } from '#src/machines/session/session.user.ts';
import { sessionOf } from './drivers/session.screens.ts';
import { walkSuite } from './run/suite.ts';
import { ownWorld } from './run/world.ts';

/** Every transition of the session through the screens of each role, each role on a single page, as a person would. */
const world = await ownWorld();
afterAll(() => world.close());
const shared = { ...world, close: async () => {} };

describe.each(portalRoles)('%s', (role) => {
  walkSuite(sessionOf(role), async () => shared, {
    strategies: ['tour'],
    kinds: ['states', 'transitions'],
    uncovered: [],
  });
});
