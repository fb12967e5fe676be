import { describe } from 'vitest';
import { portalRoles } from '#src/machines/session/session.user.ts';
import { sessionOf } from './drivers/session.screens.ts';
import { walkSuite } from './run/suite.ts';
import { ownWorld } from './run/world.ts';

/** Every transition of the session through the screens of each role, each role on a single page, as a person would. */
const world = await ownWorld();

describe.each(portalRoles)('%s', (role) => {
  walkSuite(sessionOf(role), async () => world, {
    strategies: ['tour'],
    kinds: ['states', 'transitions'],
    uncovered: [],
  });
});
