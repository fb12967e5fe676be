import { setup } from 'xstate';
import { beforeEach, describe, expect, test } from 'vitest';
import { defineLifecycle } from '#src/machines/lifecycle.ts';
import type { Role } from '#src/machines/lifecycle.ts';
import { recordedLifecycle } from '#src/api/engine/recorded-lifecycle.ts';
import type { Held } from '#src/api/engine/recorded-lifecycle.ts';
import { RECORDED } from '#src/api/nouns.ts';
import { newId } from '#src/api/database/ids.ts';
import { problem } from '#src/api/http/problem.ts';
import { inTransaction } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { lifecycles } from '#tests/paths/models/all.ts';
import { walkOf } from '#tests/paths/tool/walk.ts';
import { testDatabase } from '#tests/platform/test-database.ts';

/** The engine alone, with a made-up lifecycle on the table of mailboxes. */

type State = 'unsubscribed' | 'pending' | 'subscribed';
interface Facts {
  isProven: boolean;
}
type Event = { by: Role } & ({ type: 'asked'; words: string } | { type: 'proven' } | { type: 'seen' });

const machine = setup({
  types: { context: {} as Facts, events: {} as Event },
  guards: {
    'a visitor does it': ({ event }) => event.by === 'visitor',
    'the mailbox is proven': ({ context }) => context.isProven,
  },
}).createMachine({
  id: 'mailing',
  context: { isProven: true },
  initial: 'unsubscribed',
  on: { seen: {} },
  states: {
    unsubscribed: { on: { asked: { target: 'pending', guard: 'a visitor does it' } } },
    pending: { on: { proven: { target: 'subscribed', guard: 'the mailbox is proven' } } },
    subscribed: {},
  },
});

const lifecycle = defineLifecycle({
  what: 'the mailbox',
  machine,
  version: 7,
  start: 'unsubscribed' as State,
  creation: 'added',
  valueOf: (state) => state,
  stateOf: ({ value }) => value,
  nameOf: (state) => `it is ${state}`,
  stateNamed: (name) => name.slice('it is '.length) as State,
});

interface Row {
  id: string;
  email: string;
  state: State;
  told_at: string | null;
  version: number;
  history_length: number;
  model_version: number;
}

const NOW = new Date('2030-01-01T12:00:00.000Z');
const parts = { now: () => NOW, isProven: true };
const visitor = { id: null, name: 'Vic', role: 'visitor' } as const;

const mailbox = recordedLifecycle({
  lifecycle,
  table: 'mailing_member',
  noun: 'mailbox',
  columnsOf: (state: State) => ({ state }),
  stateOf: ({ state }) => state,
  read: (_tx: Tx, { isProven }: typeof parts, row: Row, now: Date): Held<Row, Facts> => ({
    row,
    facts: { isProven },
    now,
  }),
  keepsVersion: ({ type }) => type === 'seen',
  refusalOf: ({ row }, { type }, { because, unmet }) =>
    problem(409, `${type} in ${row.state}: ${because}.`, { state: row.state, unmet }),
  staleOf: () => problem(409, 'It has changed.'),
});

const database = await testDatabase({ poolSize: 30 });
const { kysely } = database;

let id: string;
beforeEach(async () => {
  id = newId();
  await inTransaction(database, (tx) =>
    mailbox.create(tx, {
      id,
      actor: visitor,
      now: NOW,
      values: { email: `${id}@mail.example`, created_at: NOW.toISOString() },
      payload: { from: 'a form' },
    }),
  );
});

const asked: Event = { type: 'asked', by: 'visitor', words: 'please' };
const seen: Event = { type: 'seen', by: 'visitor' };
const happens = (event: Event, more: { version?: number | null; isProven?: boolean } = {}) =>
  inTransaction(database, (tx) =>
    mailbox.transition(
      tx,
      { ...parts, isProven: more.isProven ?? true },
      { where: { id }, actor: visitor, version: more.version, event: () => event },
    ),
  );
const stored = async () => ({
  row: await kysely.selectFrom('mailing_member').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  history: await kysely.selectFrom('history').selectAll().where('record_id', '=', id).orderBy('sequence').execute(),
});

test('a new record begins where its lifecycle says, with the first entry of its history', async () => {
  const { row, history } = await stored();
  expect(row).toMatchObject({ state: 'unsubscribed', model_version: 7, history_length: 1, version: 1 });
  expect(history).toEqual([
    {
      lifecycle: 'mailing',
      record_id: id,
      sequence: 1,
      event: 'added',
      payload: { from: 'a form' },
      judged: { type: 'added' },
      facts: {},
      actor_id: null,
      actor_name: 'Vic',
      actor_role: 'visitor',
      at: NOW.toISOString(),
      from_state: null,
      to_state: 'it is unsubscribed',
      model_version: 7,
    },
  ]);
});

test('an event writes state, effects, version and history together', async () => {
  const changed = await inTransaction(database, (tx) =>
    mailbox.transition(tx, parts, {
      where: { email: `${id}@mail.example` },
      actor: visitor,
      version: 1,
      event: ({ row }) => ({ type: 'asked', by: 'visitor', words: row.email }),
      apply: ({ now }, next) => ({ set: { told_at: now.toISOString() }, payload: { next } }),
    }),
  );
  const { row, history } = await stored();
  expect(row).toMatchObject({ state: 'pending', told_at: NOW.toISOString(), version: 2, history_length: 2 });
  expect(changed).toMatchObject({ row, state: 'pending', from: 'unsubscribed', held: { row: { version: 1 } } });
  expect(history).toHaveLength(2);
  expect(history[1]).toMatchObject({
    sequence: 2,
    event: 'asked',
    payload: { next: 'pending' },
    judged: { type: 'asked', by: 'visitor', words: `${id}@mail.example` },
    facts: { isProven: true },
    actor_name: 'Vic',
    from_state: 'it is unsubscribed',
    to_state: 'it is pending',
  });
  expect(mailbox.replayed(history)).toBe(mailbox.nameOf(row));
});

test('an event that does not matter to an open form keeps the version', async () => {
  await happens(seen);
  expect(await stored()).toMatchObject({
    row: { state: 'unsubscribed', version: 1, history_length: 2 },
    history: [{}, { event: 'seen', from_state: 'it is unsubscribed', to_state: 'it is unsubscribed' }],
  });
});

describe('nothing is written', () => {
  const cases: [string, () => Promise<unknown>, object][] = [
    [
      'of an event that the state does not take',
      () => happens({ type: 'proven', by: 'visitor' }),
      { status: 409, detail: 'proven in unsubscribed: state.' },
    ],
    [
      'of an event that is somebody else’s',
      () => happens({ ...asked, by: 'agent' }),
      { status: 409, detail: 'asked in unsubscribed: role.', extras: { unmet: ['a visitor does it'] } },
    ],
    ['of a version that is not the newest', () => happens(asked, { version: 4 }), { detail: 'It has changed.' }],
    [
      'of effects that fail',
      () =>
        inTransaction(database, (tx) =>
          mailbox.transition(tx, parts, {
            where: { id },
            actor: visitor,
            event: () => asked,
            apply: async () => {
              await tx.updateTable('mailing_member').set({ told_that_day: 9 }).where('id', '=', id).execute();
              throw problem(422, 'No.');
            },
          }),
        ),
      { status: 422 },
    ],
  ];
  test.each(cases)('%s', async (_, attempt, told) => {
    const before = await stored();
    await expect(attempt()).rejects.toMatchObject(told);
    expect(await stored()).toEqual(before);
  });

  test('of a requirement that is not met, and its effects are not asked for', async () => {
    await happens(asked);
    const before = await stored();
    let isApplied = false;
    await expect(
      inTransaction(database, (tx) =>
        mailbox.transition(
          tx,
          { ...parts, isProven: false },
          {
            where: { id },
            actor: visitor,
            event: () => ({ type: 'proven', by: 'visitor' }),
            apply: () => void (isApplied = true),
          },
        ),
      ),
    ).rejects.toMatchObject({
      detail: 'proven in pending: requirements.',
      extras: { state: 'pending', unmet: ['the mailbox is proven'] },
    });
    expect([isApplied, await stored()]).toEqual([false, before]);
  });

  test('of a record that is not there', async () => {
    id = newId();
    await expect(happens(asked)).rejects.toMatchObject({
      status: 404,
      detail: 'There is no such mailbox, or it is not yours to see.',
    });
  });
});

describe('20 at once', () => {
  const outcomes = async (attempts: (() => Promise<unknown>)[]) => {
    const settled = await Promise.allSettled(attempts.map((attempt) => attempt()));
    return settled.map((one) => (one.status === 'fulfilled' ? 'done' : (one.reason as { detail: string }).detail));
  };
  const twenty = <T>(value: T) => Array.from({ length: 20 }, () => value);

  test('of an event that the next state does not take: one wins', async () => {
    const answers = await outcomes(twenty(() => happens(asked)));
    expect(answers.toSorted()).toEqual([...Array.from({ length: 19 }, () => 'asked in pending: state.'), 'done']);
    expect(await stored()).toMatchObject({
      row: { state: 'pending', version: 2, history_length: 2 },
      history: [{}, {}],
    });
  });

  test('with one version: one wins, the others saw an older record', async () => {
    await happens(asked);
    const move: Event = { type: 'proven', by: 'visitor' };
    const answers = await outcomes(twenty(() => happens(move, { version: 2 })));
    expect(answers.filter((answer) => answer === 'It has changed.')).toHaveLength(19);
    expect((await stored()).row).toMatchObject({ state: 'subscribed', version: 3, history_length: 3 });
  });

  test('without a version: each gets its own place in the history', async () => {
    expect(await outcomes(twenty(() => happens(seen)))).toEqual(twenty('done'));
    const { row, history } = await stored();
    expect(row.history_length).toBe(21);
    expect(history.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
    expect(mailbox.replayed(history)).toBe('it is unsubscribed');
  });
});

test.each(RECORDED.map((recorded) => [recorded.id, recorded] as const))(
  '%s: each state has a name that leads back to its columns, and its histories a partition',
  async (name, { nameOf, columnsNamed }) => {
    const model = lifecycles.find((one) => one.id === name)!;
    const states = [...walkOf(model).places.keys()].map(model.rows!.placeOf ?? ((key) => key));
    expect(states.map((state) => nameOf(columnsNamed(state)))).toEqual(states);
    const { rows } = await database.pool.query(
      `select 1 from pg_inherits join pg_class on oid = inhrelid
        where inhparent = 'history'::regclass and pg_get_expr(relpartbound, oid) = $1`,
      [`FOR VALUES IN ('${name}')`],
    );
    expect(rows).toHaveLength(1);
  },
);
