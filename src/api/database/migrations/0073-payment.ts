import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { newId } from '#src/api/database/ids.ts';

const CLOSING = 'Recorded when the contract was closed';

/**
 * The ledger of a lead. Nothing in it is changed or deleted: a mistake is taken back by a counter-entry. What invoices and
 * contracts said of payments becomes its first entries, and is from then on derived from it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payment (
      id uuid primary key,
      lead_id uuid not null references agent_lead,
      direction text not null check (direction in ('from-client', 'to-client', 'to-carrier', 'to-broker')),
      kind text not null check (kind in ('deposit', 'balance', 'partial', 'refund', 'payout', 'correction')),
      amount int not null check (amount > 0),
      method text not null check (method in ('card', 'check', 'cash', 'transfer', 'other')),
      paid_on date not null,
      fee int check (fee >= 0),
      provider_id text unique,
      corrects uuid unique references payment,
      note text,
      created_by uuid references account,
      created_by_name text not null,
      created_at timestamptz not null,
      check ((kind = 'correction') = (corrects is not null)),
      check (kind <> 'correction' or note is not null)
    )`.execute(db);
  await sql`create index payment_lead on payment (lead_id, direction) include (kind, amount, fee)`.execute(db);
  await sql`create index payment_day on payment (paid_on, id)`.execute(db);
  await sql`comment on column payment.amount is 'US cents; a correction takes as much away from its direction.'`.execute(
    db,
  );
  await sql`comment on column payment.fee is 'US cents that the card provider kept, where it said so.'`.execute(db);
  await sql`
    create table card_payment (
      id uuid primary key,
      lead_id uuid not null references agent_lead,
      amount int not null check (amount > 0),
      kind text not null check (kind in ('deposit', 'balance')),
      intent_id text unique,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index card_payment_lead on card_payment (lead_id, created_at)`.execute(db);
  await bookWhatWas(db);
  await sql`
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'The ledger keeps what was written: book a counter-entry.' using errcode = 'restrict_violation';
    end $$`.execute(db);
  await sql`create trigger payment_stays before update or delete on payment for each row execute function refuse_change()`.execute(
    db,
  );
  await sql`
    alter table contract drop column owed_to_carrier_payed, drop column owed_to_broker_payed`.execute(db);
  await sql`
    alter table invoice drop column paid_at, drop column paid_on, drop column payment_method, drop column payment_note`.execute(
    db,
  );
}

interface Settled {
  lead_id: string;
  total: number | null;
  award_amount: number | null;
  owed_to_carrier_payed: boolean;
  owed_to_broker_payed: boolean;
  closed_on: string | null;
  invoice_total: number | null;
  paid_on: string | null;
  paid_at: string | null;
  payment_method: string | null;
  payment_note: string | null;
  payouts: Record<string, { date?: string; method?: string; note?: string | null; by?: string } | undefined> | null;
}

async function bookWhatWas(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<Settled>`
    select c.lead_id, e.total::int as total, c.award_amount, c.owed_to_carrier_payed, c.owed_to_broker_payed,
           to_char(c.closed_at, 'YYYY-MM-DD') as closed_on, i.total::int as invoice_total,
           to_char(i.paid_on, 'YYYY-MM-DD') as paid_on, i.paid_at::text as paid_at, i.payment_method, i.payment_note,
           (select json_object_agg(h.payload ->> 'payout', h.payload || json_build_object('by', h.actor_name)::jsonb)
              from history h where h.lifecycle = 'agent-lead' and h.record_id = c.lead_id and h.event = 'lead.edited'
               and h.payload ? 'payout') as payouts
      from contract c
      join agent_lead l on l.id = c.lead_id
      left join estimate e on e.id = l.quoted_estimate_id
      left join invoice i on i.lead_id = c.lead_id
     where c.owed_to_carrier_payed or c.owed_to_broker_payed or i.paid_on is not null`.execute(db);
  for (const row of rows) {
    const { total, award_amount: pay } = row;
    if (row.paid_on && row.invoice_total)
      await book(db, row, 'from-client', 'balance', row.invoice_total, {
        date: row.paid_on,
        method: row.payment_method ?? 'Other',
        note: row.payment_note,
      });
    if (row.owed_to_carrier_payed && pay) await book(db, row, 'to-carrier', 'payout', pay, row.payouts?.carrier);
    const rest = (total ?? 0) - (pay ?? 0);
    if (row.owed_to_broker_payed && rest > 0) await book(db, row, 'to-broker', 'payout', rest, row.payouts?.broker);
  }
}

const METHODS: Readonly<Record<string, string>> = {
  card: 'card',
  check: 'check',
  cash: 'cash',
  'bank transfer': 'transfer',
  transfer: 'transfer',
};

async function book(
  db: Kysely<unknown>,
  { lead_id, closed_on }: Settled,
  direction: string,
  kind: string,
  amount: number,
  told: { date?: string; method?: string; note?: string | null; by?: string } = { note: CLOSING },
): Promise<void> {
  const said = told.method ?? 'Other';
  const method = METHODS[said.toLowerCase()] ?? 'other';
  const isOwnWord = method === 'other' && said !== 'Other';
  const note = [isOwnWord && said, told.note].filter(Boolean).join(': ') || null;
  await sql`
    insert into payment (id, lead_id, direction, kind, amount, method, paid_on, note, created_by_name, created_at)
    values (${newId()}, ${lead_id}, ${direction}, ${kind}, ${amount}, ${method},
            coalesce(${told.date ?? closed_on}::date, current_date), ${note}, ${told.by ?? 'The system'}, now())`.execute(
    db,
  );
}
