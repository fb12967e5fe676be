import { describe, expect, test } from 'vitest';
import { enter, onboardingOf, seeStanding } from './drivers/onboarding.screens.ts';
import { walkSuite } from './run/suite.ts';
import { ownWorld } from './run/world.ts';

/** Every person's every path through the onboarding, from the first day to the open portal. */
const world = await ownWorld();

// Changing cities that were already chosen passes no gate.
const CHOSEN_ANEW = /^(\S+) --top-cities\.chosen--> \1$/;

describe.each(['mover', 'assistant', 'carrier'] as const)('%s', (role) => {
  walkSuite(onboardingOf(role), async () => world, {
    strategies: ['simple'],
    kinds: ['states', 'transitions'],
    unlisted: CHOSEN_ANEW,
    uncovered: [],
  });
});

test('an agent has nothing to do', async () => {
  await seeStanding(await enter(world, 'agent'), world.url, []);
  expect(await world.endCase()).toEqual([]);
});
