import { expect, test } from 'vitest';
import { agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { chatLifecycle } from '#src/machines/chat/chat.lifecycle.ts';
import type { Verdict } from '#src/machines/lifecycle.ts';
import { mailingLifecycle } from '#src/machines/mailing/mailing.lifecycle.ts';
import { purchaseLifecycle } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { stateLeadLifecycle } from '#src/machines/state-lead/state-lead.lifecycle.ts';
import { subscriptionLifecycle } from '#src/machines/subscription/subscription.lifecycle.ts';
import { verifyHistories } from '#src/api/history/verify.ts';
import { migrate, migrations } from '#src/api/database/database.ts';
import { agentLead } from '#tests/paths/models/agent-lead.model.ts';
import { chat } from '#tests/paths/models/chat.model.ts';
import { mailing } from '#tests/paths/models/mailing.model.ts';
import type { LifecycleModel } from '#tests/paths/models/path-model.ts';
import { purchase } from '#tests/paths/models/purchase.model.ts';
import { stateLead } from '#tests/paths/models/state-lead.model.ts';
import { subscription } from '#tests/paths/models/subscription.model.ts';
import { testDatabase } from './test-database.ts';

/**
 * Migrates a database from before there was one table of histories. `LONG=1` does it with 100,000 leads, and reports
 * how long it took.
 */

const LEADS = process.env.LONG ? 100_000 : 400;
/** Different paths through a lifecycle, and the number of events in the longest one. */
const WAYS = 40;
const STEPS = 12;

type Columns = Record<string, unknown>;
interface Old {
  lifecycle: {
    version: number;
    creation: string | undefined;
    judge: (state: never, facts: never, event: never) => Verdict;
  };
  start: unknown;
  model: LifecycleModel;
  table: string;
  entries: string;
  /** How the entries name their record. */
  key: string;
  count: number;
  /** Inserts a record of each path: `id`, `n`, and the columns of its state are those of `way`. */
  insert: string;
  /** The columns of a state, in the record and in an entry. */
  columns: (state: never) => Columns;
  entry: (from: never, to: never) => Columns;
  /** The lifecycle's version of that time, if a later one has other states. */
  versionThen?: number;
}

const named = { actor_name: 'Dana', actor_role: 'agent', payload: { note: 'kept' } };
interface Place {
  state: string;
  stage?: string | null;
  isArchived: boolean;
}

/** Tables and columns as they were then, which only this test knows. */
/** A sent quote had no stages before version 4. */
const stageThen = ({ state, stage }: Place) => (state === 'quote-sent' ? null : stage);

const STATE_LEAD_EVENTS_1 = [
  'contact.made',
  'note.written',
  'quote.sent',
  'quote.accepted',
  'quote.declined',
  'lead.archived',
  'lead.restored',
];
const pick = <T>(all: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));

const OLD: Record<string, Old> = {
  'agent-lead': {
    lifecycle: agentLeadLifecycle,
    start: agentLeadLifecycle.start,
    model: agentLead,
    versionThen: 2,
    table: 'agent_lead',
    entries: 'agent_lead_history',
    key: 'lead_id',
    count: LEADS,
    insert: `insert into agent_lead (id, reference, model_version, history_length, version, state, stage, is_archived, entered_state_at, created_at, updated_at, source, kind, client_name, client_zone, stops)
      select id, id, model_version, length, length, state, stage, is_archived, now(), now(), now(), 'test', 'local', 'Ann', 'UTC', '[]' from way`,
    columns: (place: Place) => ({ state: place.state, stage: stageThen(place), is_archived: place.isArchived }),
    entry: (from: Place | null, to: Place) => ({
      ...named,
      from_state: from?.state ?? null,
      from_stage: from && stageThen(from),
      to_state: to.state,
      to_stage: stageThen(to),
      is_archived: to.isArchived,
    }),
  },
  chat: {
    lifecycle: chatLifecycle,
    start: chatLifecycle.start,
    model: chat,
    table: 'chat',
    entries: 'chat_event',
    key: 'chat_id',
    count: LEADS / 10,
    insert: `insert into chat (id, stage, owner, client_zone, script, model_version, history_length, created_at)
      select id, stage, owner, 'UTC', '{}', model_version, length, now() from way`,
    columns: ({ stage, owner }: { stage: string; owner: string }) => ({ stage, owner }),
    entry: (from: { stage: string; owner: string }, to: { stage: string; owner: string }) => ({
      ...named,
      from_stage: from.stage,
      from_owner: from.owner,
      to_stage: to.stage,
      to_owner: to.owner,
    }),
  },
  mailing: {
    lifecycle: mailingLifecycle,
    start: mailingLifecycle.start,
    model: mailing,
    table: 'mailing_member',
    entries: 'mailing_event',
    key: 'member_id',
    count: LEADS / 10,
    insert: `insert into mailing_member (id, email, state, model_version, history_length, created_at) select id, id, state, model_version, length, now() from way`,
    columns: (state: string) => ({ state }),
    entry: (from_state: string, to_state: string) => ({ from_state, to_state }),
  },
  purchase: {
    lifecycle: purchaseLifecycle,
    start: purchaseLifecycle.start,
    model: purchase,
    table: 'purchase',
    entries: 'purchase_event',
    key: 'purchase_id',
    count: LEADS / 10,
    insert: `insert into purchase (id, reference, state, email, mailbox, token_hash, total, reserved_at, reserved_until, model_version, history_length)
      select id, id, state, 'a@b.example', 'a@b.example', id, 100, now(), now(), model_version, length from way`,
    columns: (state: string) => ({ state }),
    entry: (from_state: string, to_state: string) => ({ from_state, to_state, actor_role: 'visitor' }),
  },
  'state-lead': {
    // At that time, its history began with the first event, and did not record who won.
    lifecycle: { ...stateLeadLifecycle, creation: undefined },
    start: stateLeadLifecycle.start,
    model: { ...stateLead, events: pick(stateLead.events, STATE_LEAD_EVENTS_1) },
    versionThen: 1,
    table: 'state_lead_work',
    entries: 'state_lead_event',
    key: 'lead_id',
    count: LEADS / 2,
    insert: `with business as (insert into business (id, name) values ('00000000-0000-0000-0000-000000000001', 'Movers') returning id),
      lead as (
        insert into state_lead (id, reference, source, client_name, client_email, client_zone, origin_city, origin_state, origin_lat, origin_lng, destination_city, destination_state, destination_lat, destination_lng, miles, size, weight_lb, search_text, received_at)
        select id, id, 'test', 'Ann', 'ann@mail.example', 'UTC', 'Miami', 'FL', 0, 0, 'Miami', 'FL', 0, 0, 1, 'studio', 1, '', now() from way returning id)
      insert into state_lead_work (business_id, lead_id, state, is_archived, received_at, offered_at, model_version, history_length)
      select business.id, way.id, state, is_archived, now(), now(), model_version, length from way, business`,
    columns: ({ state, isArchived }: Place) => ({ state, is_archived: isArchived }),
    entry: (from: Place, to: Place) => ({
      ...named,
      business_id: '00000000-0000-0000-0000-000000000001',
      from_state: from.state,
      to_state: to.state,
      is_archived: to.isArchived,
    }),
  },
  subscription: {
    lifecycle: subscriptionLifecycle,
    start: { standing: 'none', isEnding: false },
    model: subscription,
    table: 'subscription',
    entries: 'subscription_event',
    key: 'subscription_id',
    count: LEADS / 10,
    insert: `with business as (insert into business (id, name) select id, 'Movers' from way)
      insert into subscription (id, business_id, standing, is_ending, price_cents, model_version, history_length)
      select id, id, standing, is_ending, 100, model_version, length from way`,
    columns: ({ standing, isEnding }: { standing: string; isEnding: boolean }) => ({ standing, is_ending: isEnding }),
    entry: (from: { standing: string; isEnding: boolean }, to: { standing: string; isEnding: boolean }) => ({
      payload: { note: 'kept' },
      from_standing: from.standing,
      from_ending: from.isEnding,
      to_standing: to.standing,
      to_ending: to.isEnding,
    }),
  },
};

interface Way {
  state: Columns;
  entries: Columns[];
}

/** A path through a lifecycle, by events that it allows; for an older version this is not checked. */
function wayOf({ lifecycle, start, model, columns, entry }: Old, number: number, modelVersion: number): Way {
  const given = Object.values(model.events).map(({ event, facts }) => ({
    event,
    facts: { ...(model.facts as object), ...(facts as object) },
  }));
  const entries: Columns[] = [];
  const write = (event: { type: string }, facts: object, from: unknown, to: unknown) =>
    entries.push({
      ...entry(from as never, to as never),
      sequence: entries.length + 1,
      event: event.type,
      judged: event,
      facts,
      at: `2026-01-01T00:00:${String(entries.length).padStart(2, '0')}Z`,
      model_version: modelVersion,
    });
  let state = start;
  if (lifecycle.creation) write({ type: lifecycle.creation }, {}, null, state);
  for (let step = 0; step < number % (STEPS + 1); step++) {
    const open = given.flatMap(({ event, facts }) => {
      const verdict = lifecycle.judge(state as never, facts as never, event as never);
      return verdict.may ? [{ event, facts, next: verdict.next as unknown }] : [];
    });
    const taken = open[(number * 7 + step * 5) % open.length];
    if (!taken) break;
    write(taken.event, taken.facts, state, taken.next);
    state = taken.next;
  }
  return { state: columns(state as never), entries };
}

const database = await testDatabase({ template: 'template0', poolSize: 1 });
const { pool } = database;
const until = (last: string) => Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= last));

async function insertOld(id: string, count: number, modelVersion: number, salt: string): Promise<void> {
  const old = OLD[id]!;
  const ways = Array.from({ length: WAYS }, (_, number) => wayOf(old, number, modelVersion));
  const rows = ways.map(({ state, entries }, way) => ({ ...state, way, length: entries.length }));
  await pool.query('drop table if exists way, way_entry');
  await pool.query(`create temp table way_entry as select *, 0 as way from ${old.entries} limit 0`);
  await pool.query(`insert into way_entry select * from json_populate_recordset(null::way_entry, $1)`, [
    JSON.stringify(ways.flatMap(({ entries }, way) => entries.map((entry) => ({ ...entry, way })))),
  ]);
  await pool.query(`create temp table way as select n, md5('${id} ${salt} ' || n)::uuid as id, ${modelVersion} as model_version, w.*
    from generate_series(0, ${count - 1}) n
    join (select * from json_to_recordset('${JSON.stringify(rows)}') as w (way int, length int, state text, stage text, is_archived boolean, owner text, standing text, is_ending boolean)) w on w.way = n % ${WAYS}`);
  await pool.query(old.insert);
  const { rows: columns } = await pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = $1 and table_schema = 'public' order by ordinal_position`,
    [old.entries],
  );
  const names = columns.map(({ name }) => name);
  await pool.query(`insert into ${old.entries} (${names.join(', ')})
    select ${names.map((name) => (name === old.key ? 'way.id' : name === 'at' ? `at + n * interval '1 minute'` : `e.${name}`)).join(', ')}
      from way join way_entry e using (way)`);
}

/** The number of a lifecycle's entries, and a digest of everything in them that must not change. */
async function digest(from: string): Promise<object> {
  const { rows } = await pool.query(
    `select count(*)::int as count, md5(string_agg(md5(id::text || sequence || event || at || judged || facts || model_version), '' order by id, sequence)) as digest from (${from}) as entry`,
  );
  return rows[0]!;
}
const digestsBefore = async () => {
  const found: Record<string, object> = {};
  for (const [id, { entries, key }] of Object.entries(OLD))
    found[id] = await digest(`select ${key} as id, e.* from ${entries} e`);
  return found;
};
const digestsAfter = async () => {
  const found: Record<string, object> = {};
  for (const id of Object.keys(OLD)) {
    const ofLead = 'select lead_id from state_lead_work w where w.id = record_id';
    found[id] = await digest(
      `select ${id === 'state-lead' ? `(${ofLead})` : 'record_id'} as id, h.* from history h where lifecycle = '${id}'`,
    );
  }
  return found;
};

test('every entry of the six tables is in one afterwards, and every history leads to its record', async () => {
  // Leads and subscriptions of version 1, which a lift of that time migrates.
  await migrate(database, until('0016-ceilings'));
  await insertOld('agent-lead', LEADS / 10, 1, 'first');
  await insertOld('subscription', LEADS / 10, 1, 'first');
  await migrate(database, until('0026-carrier-authority-event'));
  for (const [id, { count, lifecycle, versionThen }] of Object.entries(OLD))
    await insertOld(id, count, versionThen ?? lifecycle.version, 'second');
  const before = await digestsBefore();
  const { rows: lifted } = await pool.query(
    `select count(*)::int as n from agent_lead_history where event = 'model.changed'`,
  );
  expect(lifted).toEqual([{ n: LEADS / 10 }]);

  const began = performance.now();
  await migrate(database, until('0028-history'));
  expect(await digestsAfter()).toEqual(before);
  await migrate(database);
  const migrated = performance.now();
  const compared = performance.now();
  const { checked, wrong } = await verifyHistories(database);
  expect(wrong).toEqual([]);
  expect(checked).toBe(Object.values(OLD).reduce((sum, { count }) => sum + count, (LEADS / 10) * 2));
  if (process.env.LONG) {
    const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
    const entries = Object.values(before).reduce<number>((sum, one) => sum + (one as { count: number }).count, 0);
    console.log(
      `${checked} records, ${entries} entries: migrated in ${seconds(began, migrated)} s, all histories verified in ${seconds(compared, performance.now())} s.`,
    );
  }
}, 1_200_000);

test('names, payloads and who acted are kept; what a table did not say is not made up', async () => {
  const { rows } = await pool.query(`
    select distinct lifecycle, payload, actor_name, actor_role from history
     where event not in ('model.changed', 'lead.offered') and (lifecycle <> 'subscription' and lifecycle <> 'mailing' or judged ->> 'by' = 'system') order by 1`);
  const said = { payload: { note: 'kept' }, actor_name: 'Dana', actor_role: 'agent' };
  expect(rows).toEqual([
    { lifecycle: 'agent-lead', ...said },
    { lifecycle: 'chat', ...said },
    { lifecycle: 'mailing', payload: {}, actor_name: null, actor_role: 'system' },
    { lifecycle: 'purchase', payload: {}, actor_name: null, actor_role: 'visitor' },
    { lifecycle: 'state-lead', ...said },
    { lifecycle: 'subscription', payload: { note: 'kept' }, actor_name: null, actor_role: 'system' },
  ]);
});

test('only a creation comes from nowhere, and the old tables are gone', async () => {
  const { rows } = await pool.query(
    `select lifecycle, event, sequence from history where from_state is null group by 1, 2, 3 order by 1`,
  );
  expect(rows).toEqual([
    { lifecycle: 'agent-lead', event: 'lead.created', sequence: 1 },
    { lifecycle: 'state-lead', event: 'lead.offered', sequence: 1 },
  ]);
  for (const { entries } of Object.values(OLD))
    expect((await pool.query('select to_regclass($1) as found', [entries])).rows).toEqual([{ found: null }]);
});

test('a history goes with its record, where a record may go at all', async () => {
  const { rows } = await pool.query<{ id: string }>(`select id from purchase where history_length > 0 limit 1`);
  const left = () => pool.query(`select 1 from history where record_id = $1`, [rows[0]!.id]);
  expect((await left()).rowCount).toBeGreaterThan(0);
  await pool.query(`delete from purchase where id = $1`, [rows[0]!.id]);
  expect((await left()).rowCount).toBe(0);
  await expect(pool.query(`delete from agent_lead where history_length > 0`)).rejects.toThrow('foreign key');
  const nobody = `insert into history select lifecycle, gen_random_uuid(), sequence, event, payload, judged, facts, actor_id, actor_name, actor_role, at, from_state, to_state, model_version from history`;
  await expect(pool.query(`${nobody} where lifecycle = 'chat' limit 1`)).rejects.toThrow('foreign key');
});
