import { sql } from 'kysely';
import { setup } from 'xstate';
import { beforeAll, describe, expect, test } from 'vitest';
import { defineLifecycle } from '#src/machines/lifecycle.ts';
import type { Role } from '#src/machines/lifecycle.ts';
import { MAILING_MODEL_VERSION } from '#src/machines/mailing/mailing.lifecycle.ts';
import { TEAM_MEMBER_MODEL_VERSION } from '#src/machines/team/team-member.lifecycle.ts';
import { replay } from '#src/machines/replay.ts';
import { migrate, migrations, openDatabase } from '#src/api/database/database.ts';
import type { Database } from '#src/api/database/database.ts';
import { newId } from '#src/api/database/ids.ts';
import { RECORDED } from '#src/api/nouns.ts';
import { liftRows, recordedRows } from '#src/api/engine/lift.ts';
import type { Lift, LifecycleRows } from '#src/api/engine/lift.ts';
import { lifecycles } from '#tests/paths/models/all.ts';
import { liftedRows } from '#tests/paths/released/kept-rows.ts';
import { walkOf } from '#tests/paths/tool/walk.ts';
import { demoTemplate } from './demo-template.ts';
import { testDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';

/** When the product starts, rows are migrated from one version of their lifecycle to the next. */

const kept = lifecycles.filter(({ rows }) => rows !== null);

/** How a lifecycle's records spell states with these names, including names that it does not have. */
function rowsNamed(id: string, ...names: string[]): LifecycleRows {
  const { table, columnsNamed } = RECORDED.find((one) => one.id === id)!;
  return recordedRows(id, table, Object.fromEntries(names.map((name) => [name, columnsNamed(name)])));
}

/** Made-up lifecycles have states of their own: the constraints for today's lifecycle are removed. */
async function acceptAnyState({ kysely }: Database, { table, columnsOf }: LifecycleRows, key: string): Promise<void> {
  for (const column of Object.keys(columnsOf(key)))
    await sql`alter table ${sql.table(table)} drop constraint if exists ${sql.ref(`${table}_${column}_check`)}`.execute(
      kysely,
    );
}

test('each place of a lifecycle is one row and each row one place, in its table as in its model', async () => {
  const database = await testDatabase();
  for (const lifecycle of kept) {
    const keys = [...walkOf(lifecycle).places.keys()];
    const placeOf = lifecycle.rows!.placeOf ?? ((key: string) => key);
    const rows = liftedRows(lifecycle, keys);
    const columns = Object.keys(rows.columnsOf(keys[0]!));
    const literal = (value: string | boolean | null) => (value === null ? sql`null::text` : sql.lit(value));
    const values = sql.join(
      keys.map((key) => sql`(${sql.join(columns.map((column) => literal(rows.columnsOf(placeOf(key))[column]!)))})`),
    );
    const { rows: read } = await sql<{
      place: string;
    }>`select ${sql.raw(rows.place)} as place from (values ${values}) as row (${sql.join(columns.map((column) => sql.ref(column)))})`.execute(
      database.kysely,
    );
    expect(
      read.map(({ place }) => place),
      lifecycle.id,
    ).toEqual(keys.map(placeOf));
    expect(keys, lifecycle.id).toEqual(expect.arrayContaining(keys.map(placeOf)));
  }
});

test('whatever stands in a place of a lifecycle, and whatever happened to it, says under which version', async () => {
  const database = await testDatabase();
  const { rows } = await sql<{
    table: string;
  }>`select table_name as "table" from information_schema.columns where column_name = 'model_version' and is_nullable = 'NO' and column_default is null`.execute(
    database.kysely,
  );
  const expected = ['history', ...kept.map((lifecycle) => lifecycle.rows!.table)];
  expect(expected.filter((table) => !rows.some((row) => row.table === table))).toEqual([]);
});

describe('a lifecycle of two versions', () => {
  const becomes = {
    new: 'fresh',
    'follow-up': 'waiting',
    'quote-sent': 'waiting',
    'award-carrier': 'award-carrier.queue',
    'open-contracts.in-progress': 'moving',
    'archived.new': 'archived.fresh',
  };
  const brings = ['award-carrier.open', 'archived.waiting'];
  /**
   * Leads of a made-up lifecycle: since version 2, the waiting states `follow-up` and `quote-sent` are one, and the
   * award is preceded by a `queue`.
   */
  const lift: Lift = {
    lifecycle: 'agent-lead',
    version: 2,
    rows: rowsNamed('agent-lead', ...Object.keys(becomes), ...Object.values(becomes), ...brings),
    becomes,
    brings,
  };
  const steps = { ...migrations, '9001-agent-lead-v2': async () => ({ lift }) };

  const lifecycle = defineLifecycle({
    what: 'the lead',
    machine: setup({ types: { events: {} as { by: Role; type: 'call.made' } } }).createMachine({
      id: 'made-up',
      initial: 'fresh',
      states: {
        fresh: { on: { 'call.made': 'waiting' } },
        waiting: {},
        moving: {},
        'award-carrier': { initial: 'queue', states: { queue: {}, open: {} } },
      },
    }),
    version: 2,
    start: 'fresh' as string,
    creation: 'lead.created',
    valueOf: (state) => state,
    stateOf: () => '',
    nameOf: (state) => state,
    stateNamed: (name) => name,
  });

  interface Stand {
    state: string;
    stage?: string;
    isArchived?: boolean;
  }

  /** A lead that got here in two entries, under version 1. */
  async function insert({ kysely }: Database, { state, stage, isArchived = false }: Stand): Promise<string> {
    const id = newId();
    const at = '2026-01-01T00:00:00Z';
    await sql`insert into agent_lead (id, reference, model_version, history_length, state, stage, is_archived, entered_state_at, created_at, updated_at, source, kind, client_name, client_zone, stops)
      values (${id}, ${id}, 1, 2, ${state}, ${stage ?? null}, ${isArchived}, ${at}, ${at}, ${at}, 'test', 'local', 'Ann', 'UTC', '[]')`.execute(
      kysely,
    );
    const name = `${isArchived ? 'archived.' : ''}${state}${stage ? `.${stage}` : ''}`;
    for (const [sequence, event, from, to] of [
      [1, 'lead.created', null, 'new'],
      [2, 'somehow.moved', 'new', name],
    ] as const) {
      await sql`insert into history (lifecycle, record_id, sequence, event, payload, judged, facts, actor_name, actor_role, at, from_state, to_state, model_version)
        values ('agent-lead', ${id}, ${sequence}, ${event}, '{}', '{}', '{}', 'Dana', 'agent', ${at}, ${from}, ${to}, 1)`.execute(
        kysely,
      );
    }
    return id;
  }

  async function standing({ kysely }: Database, id: string) {
    const { rows } = await sql<{
      place: string;
      model_version: number;
      history_length: number;
    }>`select ${sql.raw(lift.rows.place)} as place, model_version, history_length from agent_lead where id = ${id}`.execute(
      kysely,
    );
    const entries = await kysely
      .selectFrom('history')
      .selectAll()
      .where('record_id', '=', id)
      .orderBy('sequence')
      .execute();
    const folded = replay(lifecycle, entries);
    return { ...rows[0]!, folded, entries };
  }

  /** Everything that a lift could touch, and what the database accepts. */
  async function everything({ kysely, pool }: Database) {
    const { rows: checks } = await pool.query(
      `select conname, pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = 'agent_lead'::regclass and contype = 'c' order by 1`,
    );
    const { rows: names } = await pool.query('select name from kysely_migration order by 1');
    return {
      checks,
      names,
      leads: await kysely.selectFrom('agent_lead').selectAll().orderBy('id').execute(),
      entries: await kysely.selectFrom('history').selectAll().orderBy('record_id').orderBy('sequence').execute(),
      tally: await kysely.selectFrom('agent_lead_tally').selectAll().execute(),
    };
  }

  const stands: [Stand, string][] = [
    [{ state: 'new' }, 'fresh'],
    [{ state: 'new', isArchived: true }, 'archived.fresh'],
    [{ state: 'follow-up' }, 'waiting'],
    [{ state: 'quote-sent' }, 'waiting'],
    [{ state: 'award-carrier' }, 'award-carrier.queue'],
    [{ state: 'open-contracts', stage: 'in-progress' }, 'moving'],
  ];

  let database: TestDatabase;
  let ids: string[];
  beforeAll(async () => {
    database = await testDatabase({ poolSize: 3 });
    await acceptAnyState(database, lift.rows, 'new');
    ids = [];
    for (const [stand] of stands) ids.push(await insert(database, stand));
  });

  test('a row in a place that nobody knows stops the start, and changes nothing', async () => {
    const astray = await testDatabase();
    await acceptAnyState(astray, lift.rows, 'new');
    for (const stand of [
      { state: 'new' },
      { state: 'contracted' },
      { state: 'contracted' },
      { state: 'new', stage: 'paid' },
    ])
      await insert(astray, stand);
    const before = await everything(astray);
    await expect(migrate(astray, steps)).rejects.toThrow(
      'The agent_lead table cannot follow its lifecycle (agent-lead) to version 2: 2 rows in "contracted", 1 row in "new.paid", which is no place of version 1. Nothing was changed.',
    );
    expect(await everything(astray)).toEqual(before);
  });

  test('two nodes that start at once carry every row over once; its history leads to it', async () => {
    const other = openDatabase(database.url, { poolSize: 2 });
    await Promise.all([migrate(database, steps), migrate(other, steps)]);
    await other.close();
    for (const [index, [, place]] of stands.entries()) {
      const { entries, ...row } = await standing(database, ids[index]!);
      expect(row).toEqual({ place, model_version: 2, history_length: 3, folded: place });
      expect(entries[2]).toMatchObject({
        sequence: 3,
        event: 'model.changed',
        model_version: 2,
        actor_id: null,
        actor_name: 'The system',
        actor_role: 'system',
        judged: { type: 'model.changed', by: 'system' },
      });
      expect(entries.slice(0, 2).map(({ model_version }) => model_version)).toEqual([1, 1]);
    }
  });

  test('the tabs count what is in them', async () => {
    const { rows } = await database.pool.query<{ tab: string; n: number }>(
      `select tab, sum(delta)::int as n from agent_lead_tally group by 1 having sum(delta) <> 0 order by 1`,
    );
    expect(rows).toEqual([
      { tab: 'archived', n: 1 },
      { tab: 'award-carrier', n: 1 },
      { tab: 'fresh', n: 1 },
      { tab: 'moving', n: 1 },
      { tab: 'waiting', n: 2 },
    ]);
  });

  test('a second start, and a second lift, change nothing', async () => {
    const before = await everything(database);
    await migrate(database, steps);
    await database.kysely.transaction().execute((tx) => liftRows(tx as never, lift));
    expect(await everything(database)).toEqual(before);
  });

  test('the database accepts the states of the new version, and those of the old one no more', async () => {
    const set = (state: string, stage: string | null) =>
      sql`update agent_lead set state = ${state}, stage = ${stage} where id = ${ids[0]!}`.execute(database.kysely);
    await set('award-carrier', 'open');
    await expect(set('follow-up', null)).rejects.toThrow('agent_lead_state_check');
    await expect(set('award-carrier', 'paid')).rejects.toThrow('agent_lead_stage_check');
    await set('fresh', null);
  });

  test('the old program does not start on it', async () =>
    expect(migrate(database)).rejects.toThrow(/9001-agent-lead-v2/));
});

test('more rows than one statement takes are carried over all the same', async () => {
  const database = await testDatabase();
  const { kysely } = database;
  await acceptAnyState(database, rowsNamed('mailing', 'pending'), 'pending');
  await sql`insert into mailing_member (id, email, state, model_version, created_at) select gen_random_uuid(), n || '@mail.example', case when n % 3 = 0 then 'subscribed' else 'pending' end, 1, now() from generate_series(1, 25) n`.execute(
    kysely,
  );
  const lift: Lift = {
    lifecycle: 'mailing',
    version: 2,
    rows: rowsNamed('mailing', 'pending', 'asked', 'subscribed', 'unsubscribed'),
    becomes: { pending: 'asked', subscribed: 'subscribed', unsubscribed: 'unsubscribed' },
    brings: [],
  };
  await kysely.transaction().execute((tx) => liftRows(tx as never, lift, 4));
  const { rows } =
    await sql<object>`select state, to_state, from_state, event, m.model_version, history_length, sequence, count(*)::int as n from mailing_member m join history on record_id = m.id group by 1, 2, 3, 4, 5, 6, 7 order by 1`.execute(
      kysely,
    );
  const entry = { event: 'model.changed', model_version: 2, history_length: 1, sequence: 1 };
  expect(rows).toEqual([
    { state: 'asked', to_state: 'asked', from_state: 'pending', ...entry, n: 17 },
    { state: 'subscribed', to_state: 'subscribed', from_state: 'subscribed', ...entry, n: 8 },
  ]);
});

describe('the rows of the demo, when each state is called otherwise', () => {
  const renamed = (key: string) => key.replace(/^(archived\.)?[a-z-]+/, '$&-again');
  let database: TestDatabase;
  beforeAll(async () => {
    const { database: template } = await demoTemplate();
    database = await testDatabase({ template });
    await sql`insert into mailing_member (id, email, state, model_version, created_at) values (${newId()}, 'ann@mail.example', 'pending', ${MAILING_MODEL_VERSION}, now())`.execute(
      database.kysely,
    );
    await sql`insert into team_member (id, email, name, state, history_length, model_version, created_at) values (${newId()}, 'ann@mail.example', 'Ann', 'invited', 0, ${TEAM_MEMBER_MODEL_VERSION}, now())`.execute(
      database.kysely,
    );
  });

  test.each(kept.map((lifecycle) => [lifecycle.id, lifecycle] as const))('%s', async (id, lifecycle) => {
    const keys = [...walkOf(lifecycle).places.keys()];
    const names = [...new Set(keys.map(lifecycle.rows!.placeOf ?? ((key) => key)))];
    const rows = liftedRows(lifecycle, [...names, ...names.map(renamed)]);
    const version = lifecycle.version + 1;
    const lift: Lift = {
      lifecycle: id,
      version,
      rows,
      becomes: Object.fromEntries(names.map((name) => [name, renamed(name)])),
      brings: [],
    };
    const read = async () =>
      (
        await sql<{ id: string; place: string; version: number }>`select ${sql.join(
          rows.id.map((column) => sql`${sql.ref(column)}::text`),
          sql` || `,
        )} as id, ${sql.raw(rows.place)} as place, model_version as version from ${sql.table(rows.table)} order by 1`.execute(
          database.kysely,
        )
      ).rows;
    const before = await read();
    expect(before.length).toBeGreaterThan(0);
    await database.kysely.transaction().execute((tx) => liftRows(tx as never, lift));
    expect(await read()).toEqual(before.map((row) => ({ ...row, place: renamed(row.place), version })));
    if (!rows.entries) return;
    const { rows: last } = await sql<{ n: number; wrong: number }>`
      select count(*)::int as n, (count(*) filter (where e.sequence <> r.history_length))::int as wrong
        from ${sql.table(rows.table)} r join history e on e.record_id = r.id and e.event = 'model.changed' and e.model_version = ${version}`.execute(
      database.kysely,
    );
    expect(last).toEqual([{ n: before.length, wrong: 0 }]);
  });
});
