import { describe } from 'vitest';
import { driver as carrierSignup } from '#tests/paths/drivers/carrier-signup.screens.ts';
import { driver as checkout } from '#tests/paths/drivers/checkout.screens.ts';
import { driver as outbox } from '#tests/paths/drivers/outbox.screens.ts';
import { walkSuite } from '#tests/paths/run/suite.ts';
import type { SuiteOptions } from '#tests/paths/run/suite.ts';
import { oneWorld } from '#tests/paths/run/world.ts';

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
