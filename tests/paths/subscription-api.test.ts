import { expect, test } from 'vitest';
import { subscriptionLifecycle } from '#src/machines/subscription/subscription.lifecycle.ts';
import { replay } from '#src/machines/replay.ts';
import { driver } from './drivers/subscription.api.ts';
import { walkSuite } from './run/suite.ts';
import { ownWorld } from './run/world.ts';
import type { World } from './run/world.ts';

/**
 * The lifecycle of a mover's subscription through the API: one walk over every transition, and everything refused in
 * each place.
 */
let world: World;

walkSuite(driver, async () => (world = await ownWorld(driver.environment)), {
  strategies: ['tour', 'refused'],
  uncovered: [],
});

test('the history of every business of this run folds through the lifecycle to its row', async () => {
  const { kysely } = world.own('read all histories').database;
  const subscriptions = await kysely.selectFrom('subscription').selectAll().where('history_length', '>', 0).execute();
  expect(subscriptions.length).toBeGreaterThan(50);
  for (const { id, standing, is_ending: isEnding } of subscriptions) {
    const entries = await kysely
      .selectFrom('history')
      .selectAll()
      .where('record_id', '=', id)
      .orderBy('sequence')
      .execute();
    expect(replay(subscriptionLifecycle, entries)).toEqual({ standing, isEnding });
  }
});
