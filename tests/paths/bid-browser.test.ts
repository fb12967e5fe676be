import { expect, test } from 'vitest';
import { call } from '#tests/platform/application.ts';
import { beginLoad } from './drivers/bid.api.ts';
import { boardPage } from './board-page.ts';
import { driver } from './drivers/bid.screens.ts';
import { walkSuite } from './run/suite.ts';
import { ownWorld } from './run/world.ts';
import type { World } from './run/world.ts';

/** The life of a bid on its carrier's phone. */
let world: World;

walkSuite(driver, async () => (world = await ownWorld(driver.environment)), {
  strategies: ['shortest'],
  kinds: ['states', 'transitions'],
  uncovered: [],
});

test('that the broker has seen a bid shows by itself', { timeout: 120_000 }, async () => {
  const { lead, agent } = await beginLoad(world);
  const board = boardPage(await world.page('carrier'), world.url);
  await board.placeBid(lead.id, '2500');
  await board.seeUnseen();
  const { status } = await call(world, 'POST', `agent-lead/bid/mark_as_seen?lead_id=${lead.id}`, {
    token: agent.token,
  });
  expect(status).toBe(200);
  await board.seeSeen();
});
