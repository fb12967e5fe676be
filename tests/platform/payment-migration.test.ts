import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { migrate, migrations } from '#src/api/database/database.ts';
import { newId } from '#src/api/database/ids.ts';
import { testDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';

/** Payment data of invoices and contracts from before there was a ledger becomes its first entries. */
let database: TestDatabase;

const until = (last: string) => Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= last));
/** A value for each column type, for columns that the test ignores. */
const ANYTHING: Readonly<Record<string, unknown>> = {
  uuid: () => newId(),
  text: () => `text ${newId()}`,
  jsonb: () => '[]',
  date: () => '2026-01-01',
  'timestamp with time zone': () => '2026-01-01T00:00:00Z',
  boolean: () => false,
};

let counted = 0;

/** A row of a table as it was then: required columns that are not given get any value. */
async function insert(table: string, row: Record<string, unknown>): Promise<string> {
  const { rows } = await sql<{ column_name: string; data_type: string }>`
    select column_name, data_type from information_schema.columns
     where table_schema = 'public' and table_name = ${table} and is_nullable = 'NO' and column_default is null
       and is_generated = 'NEVER' and is_identity = 'NO'`.execute(database.kysely);
  const given = { ...row };
  for (const { column_name, data_type } of rows)
    if (!(column_name in given))
      given[column_name] = (ANYTHING[data_type] as (() => unknown) | undefined)?.() ?? ++counted;
  const names = Object.keys(given);
  await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    values (${sql.join(names.map((name) => given[name]))})`.execute(database.kysely);
  return given.id as string;
}

interface Old {
  contract?: object;
  invoice?: object;
  payouts?: readonly object[];
}

/** A lead with a quote of $3,000.00, moved by a carrier for $2,200.00. */
async function lead({ contract = {}, invoice, payouts = [] }: Old): Promise<string> {
  const id = await insert('agent_lead', { state: 'completed-contracts', stage: 'closed', model_version: 4 });
  const estimate = await insert('estimate', { lead_id: id, total: 300_000 });
  await sql`update agent_lead set quoted_estimate_id = ${estimate} where id = ${id}`.execute(database.kysely);
  await insert('contract', { lead_id: id, award_amount: 220_000, closed_at: '2026-02-03T12:00:00Z', ...contract });
  if (invoice) await insert('invoice', { lead_id: id, total: 300_000, ...invoice });
  for (const [index, payload] of payouts.entries())
    await insert('history', {
      lifecycle: 'agent-lead',
      record_id: id,
      sequence: index + 1,
      event: 'lead.edited',
      actor_name: 'Ann Agent',
      actor_role: 'agent',
      payload: JSON.stringify(payload),
    });
  return id;
}

const OLD: Record<string, Old> = {
  'with nothing paid': { invoice: {} },
  'with a paid invoice': {
    invoice: {
      paid_at: '2026-02-10T09:00:00Z',
      paid_on: '2026-02-09',
      payment_method: 'Bank transfer',
      payment_note: 'ref. 7',
    },
  },
  'settled when it was closed': { contract: { owed_to_carrier_payed: true, owed_to_broker_payed: true } },
  'settled later, on the phone': {
    contract: { owed_to_carrier_payed: true },
    payouts: [{ payout: 'carrier', date: '2026-02-20', method: 'Zelle', note: 'to Joe' }],
  },
};
const ids: Record<string, string> = {};

beforeAll(async () => {
  database = await testDatabase({ template: 'template0', poolSize: 1 });
  await migrate(database, until('0073'));
  // References to other tables, and other constraints, are ignored.
  const { rows } = await sql<{ drop: string }>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop from pg_constraint
     where contype = 'c' and conrelid::regclass::text in ('agent_lead', 'estimate', 'contract', 'invoice', 'history')`.execute(
    database.kysely,
  );
  for (const { drop } of rows) await sql.raw(drop).execute(database.kysely);
  await sql`set session_replication_role = replica`.execute(database.kysely);
  for (const [name, old] of Object.entries(OLD)) ids[name] = await lead(old);
  await sql`set session_replication_role = origin`.execute(database.kysely);
  await migrate(database, until('0073-payment'));
});

const booked = async (name: string) =>
  (
    await sql<object>`select direction, kind, amount, method, paid_on::text, note, created_by_name as by from payment
      where lead_id = ${ids[name]!} order by direction`.execute(database.kysely)
  ).rows;

test('a lead without a payment has an empty ledger', async () => expect(await booked('with nothing paid')).toEqual([]));

test('a paid invoice is a payment of the client, on its day', async () =>
  expect(await booked('with a paid invoice')).toEqual([
    {
      direction: 'from-client',
      kind: 'balance',
      amount: 300_000,
      method: 'transfer',
      paid_on: '2026-02-09',
      note: 'ref. 7',
      by: 'The system',
    },
  ]));

test('what was ticked at the closing is paid out on that day: the carrier its pay, the broker the rest', async () => {
  const told = { kind: 'payout', method: 'other', paid_on: '2026-02-03', by: 'The system' };
  const note = 'Recorded when the contract was closed';
  expect(await booked('settled when it was closed')).toEqual([
    { direction: 'to-broker', amount: 80_000, ...told, note },
    { direction: 'to-carrier', amount: 220_000, ...told, note },
  ]);
});

test('what was settled later keeps its day, its own word for the method, and who wrote it', async () =>
  expect(await booked('settled later, on the phone')).toEqual([
    {
      direction: 'to-carrier',
      kind: 'payout',
      amount: 220_000,
      method: 'other',
      paid_on: '2026-02-20',
      note: 'Zelle: to Joe',
      by: 'Ann Agent',
    },
  ]));

test('nothing of it can be changed afterwards', async () => {
  const change = sql`update payment set amount = 1 where lead_id = ${ids['with a paid invoice']!}`;
  await expect(change.execute(database.kysely)).rejects.toThrow('book a counter-entry');
});
