import { expect, test } from 'vitest';
import { chatLifecycle } from '#src/machines/chat/chat.lifecycle.ts';
import { replay } from '#src/machines/replay.ts';
import { driver, transitionsOf } from './drivers/chat.screens.ts';
import { chat } from './models/chat.model.ts';
import { walkSuite } from './run/suite.ts';
import { ownWorld } from './run/world.ts';
import type { World } from './run/world.ts';
import { choose } from './tool/strategies.ts';
import { walkOf } from './tool/walk.ts';

/** Every transition of a chat's lifecycle on the screens of its client and an agent, in one long conversation. */
let world: World;

walkSuite(driver, async () => (world = await ownWorld(driver.environment)), {
  strategies: ['tour'],
  kinds: ['states', 'transitions'],
  uncovered: [],
});

test('the tour takes every transition that the lifecycle draws', () => {
  const { paths } = choose(walkOf(chat), 'tour', { cases: 1, length: 0, seed: 0 });
  const steps = paths.flat().map(({ event, from }) => ({
    event,
    from,
    to: walkOf(chat).edges.find((edge) => edge.from === from && edge.event === event)!.to,
  }));
  expect([...new Set(steps.flatMap(transitionsOf))].toSorted()).toEqual([
    'answer.given by agent',
    'answer.given by assistant',
    'chat.closed: collecting to closed',
    'chat.closed: confirming to closed',
    'chat.closed: handed-over to closed',
    'chat.reopened: closed to collecting',
    'chat.reopened: closed to confirming',
    'chat.returned: agent to assistant',
    'chat.taken: assistant to agent',
    'chat.taken: handing-over to agent',
    'details.applied',
    'details.changed in collecting',
    'details.changed in confirming',
    'details.changed: collecting to confirming',
    'details.changed: confirming to collecting',
    'details.changed: handed-over to collecting',
    'details.changed: handed-over to confirming',
    'details.confirmed: confirming to handed-over',
    'message.sent',
    'person.requested: assistant to handing-over',
    'summary.written',
    'wait.ended: handing-over to assistant',
  ]);
});

test('its history folds through the lifecycle to its row, and has every event', async () => {
  const { kysely } = world.own('read its history').database;
  const { id, stage, owner } = await kysely
    .selectFrom('chat')
    .select(['id', 'stage', 'owner'])
    .executeTakeFirstOrThrow();
  const entries = await kysely
    .selectFrom('history')
    .selectAll()
    .where('record_id', '=', id)
    .orderBy('sequence')
    .execute();
  expect(replay(chatLifecycle, entries)).toEqual({ stage, owner });
  expect(new Set(entries.map(({ event }) => event))).toEqual(
    new Set(Object.keys(chat.events).map((event) => event.split(' ')[0])),
  );
});
