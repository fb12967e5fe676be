import { describe } from 'vitest';
import { driver as carrierSignup } from './drivers/carrier-signup.screens.ts';
import { driver as checkout } from './drivers/checkout.screens.ts';
import { driver as outbox } from './drivers/outbox.screens.ts';
import { walkSuite } from './run/suite.ts';
import type { SuiteOptions } from './run/suite.ts';
import { oneWorld } from './run/world.ts';

// A carrier's sign-up does not need the worker either.
const world = oneWorld(checkout.environment);
const everything: SuiteOptions = { strategies: ['tour'], kinds: ['states', 'transitions'], uncovered: [] };

describe('checkout', () => {
  walkSuite(checkout, world, everything);
});

describe('outbox', () => {
  walkSuite(outbox, world, everything);
});

describe('carrier-signup', () => {
  walkSuite(carrierSignup, world, everything);
});
