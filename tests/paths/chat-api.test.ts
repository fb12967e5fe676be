import { expect, test } from 'vitest';
import { chatLifecycle } from '#src/machines/chat/chat.lifecycle.ts';
import { replay } from '#src/machines/replay.ts';
import { driver } from './drivers/chat.api.ts';
import { walkSuite } from './run/suite.ts';
import { ownWorld } from './run/world.ts';
import type { World } from './run/world.ts';

/** The lifecycle of a chat through the API: every transition, and everything refused in each place. */
let world: World;

walkSuite(driver, async () => (world = await ownWorld(driver.environment)), {
  strategies: ['tour', 'refused'],
  uncovered: [
    // Whoever has the link of a client is the client; what the product does by itself, nobody can request.
    'any state: message.sent: the client does it (does not hold)',
    'stage.collecting: details.changed: the client, an agent or the assistant does it (does not hold)',
    'stage.confirming: details.changed: the client, an agent or the assistant does it (does not hold)',
    'stage.confirming: details.confirmed: the client does it (does not hold)',
    'stage.handed-over: details.changed: the client, an agent or the assistant does it (does not hold)',
    // The assistant reads before it writes.
    'owner.assistant: answer.given: every answer before was seen (does not hold)',
    'owner.assistant: person.requested: the client or the assistant does it (does not hold)',
    'owner.handing-over: wait.ended: the clock does it (does not hold)',
  ],
});

test('the history of every chat of this run folds through the lifecycle to its row', async () => {
  const { kysely } = world.own('read all histories').database;
  const chats = await kysely.selectFrom('chat').selectAll().execute();
  expect(chats.length).toBeGreaterThan(25);
  for (const { id, stage, owner } of chats) {
    const entries = await kysely
      .selectFrom('history')
      .selectAll()
      .where('record_id', '=', id)
      .orderBy('sequence')
      .execute();
    expect(replay(chatLifecycle, entries)).toEqual({ stage, owner });
  }
});
