import { describe } from 'vitest';
import { driver as carrierSignup } from './drivers/carrier-signup.screens.ts';
import { walkSuite } from './run/suite.ts';
import { oneWorld } from './run/world.ts';

const world = oneWorld();

describe('carrier-signup', () => {
  walkSuite(carrierSignup, world, { strategies: ['tour'], kinds: ['states', 'transitions'], uncovered: [] });
});
