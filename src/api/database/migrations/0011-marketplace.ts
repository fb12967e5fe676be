import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Purchases of leads: what was reserved and bought, at which price, and what happened to each purchase. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create sequence purchase_reference start 1001;

create table purchase (
  id uuid primary key,
  reference text not null unique,
  state text not null check (state in ('reserved', 'paying', 'authenticating', 'failed', 'paid', 'revealed', 'expired', 'refunding', 'refunded')),
  email text not null,
  token_hash text not null unique,
  total int not null check (total > 0),
  reserved_at timestamptz not null,
  reserved_until timestamptz not null,
  attempt int not null default 0,
  intent_id text unique,
  refusal text,
  receipt_url text,
  paid_at timestamptz,
  refund_attempt int not null default 0,
  refund_reason text,
  refunded_at timestamptz,
  history_length int not null default 0,
  model_version int not null
);

create index purchase_unsettled on purchase (state, reserved_until) where state in ('reserved', 'paying', 'authenticating', 'failed', 'refunding');

create table purchase_item (
  purchase_id uuid not null references purchase on delete cascade,
  lead_id uuid not null references state_lead,
  position int not null,
  price int not null check (price > 0),
  slot int not null check (slot > 0),
  is_held boolean not null default true,
  held_until timestamptz,
  report_reason text check (report_reason in ('wrong-number', 'wrong-email', 'already-moved', 'not-a-move', 'duplicate', 'other')),
  report_text text,
  reported_at timestamptz,
  refund_asked_at timestamptz,
  refunded_at timestamptz,
  primary key (purchase_id, lead_id)
);

create unique index purchase_item_share on purchase_item (lead_id, slot) where is_held;

create index purchase_item_lead on purchase_item (lead_id);

create table purchase_event (
  purchase_id uuid not null references purchase on delete cascade,
  sequence int not null,
  event text not null,
  judged jsonb not null,
  facts jsonb not null,
  actor_role text not null,
  at timestamptz not null,
  from_state text not null,
  to_state text not null,
  model_version int not null,
  primary key (purchase_id, sequence)
);

create index state_lead_received on state_lead (received_at desc, id desc)
`;
