import { afterAll, describe, expect } from 'vitest';
import { portalRoles } from '#src/machines/session/session.user.ts';
import { sessionOf } from './drivers/session.screens.ts';
import { walkSuite } from './run/suite.ts';
import { ownWorld } from './run/world.ts';
import type { Coverage } from './tool/coverage.ts';

/** Every transition of the session through the screens of each role, each role on one page, as it is in the hands of a person. */
const world = await ownWorld();
afterAll(() => world.close());
const shared = { ...world, close: async () => {} };

const expectAll = ({ states, transitions }: Coverage): void => expect([...states.missing, ...transitions.missing]).toEqual([]);

describe.each(portalRoles)('%s', (role) => {
  walkSuite(sessionOf(role), async () => shared, { strategies: ['tour'], expectCoverage: expectAll });
});
