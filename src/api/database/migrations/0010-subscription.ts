import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Subscriptions of businesses as their payment provider keeps them, their history, cards and invoices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
alter table business add column stripe_customer_id text unique;

create table subscription (
  id uuid primary key,
  business_id uuid not null unique references business,
  provider_id text unique,
  standing text not null check (standing in ('none', 'incomplete', 'trialing', 'active', 'past-due', 'unpaid', 'canceled')),
  is_ending boolean not null default false,
  current_period_end timestamptz,
  trial_ends_at timestamptz,
  trial_end_told_at timestamptz,
  past_due_since timestamptz,
  open_invoice_id text,
  amount_due int not null default 0,
  cancel_reason text,
  coupon jsonb,
  price_cents int not null,
  reads int not null default 0,
  read_at timestamptz,
  intention jsonb,
  intention_until timestamptz,
  history_length int not null default 0,
  version int not null default 1,
  model_version int not null,
  created_at timestamptz not null default now()
);

create table subscription_event (
  subscription_id uuid not null references subscription,
  sequence int not null,
  event text not null,
  judged jsonb not null,
  facts jsonb not null,
  payload jsonb not null,
  actor_id uuid references account,
  from_standing text not null,
  from_ending boolean not null,
  to_standing text not null,
  to_ending boolean not null,
  model_version int not null,
  at timestamptz not null,
  primary key (subscription_id, sequence)
);

create table payment_card (
  id uuid primary key,
  business_id uuid not null references business,
  provider_id text not null unique,
  brand text not null,
  last4 text not null,
  expires text not null,
  is_default boolean not null,
  created_at timestamptz not null default now()
);

create index payment_card_business on payment_card (business_id);

create table payment_invoice (
  id uuid primary key,
  business_id uuid not null references business,
  provider_id text not null unique,
  number text,
  amount int not null,
  status text not null,
  receipt_url text,
  issued_at timestamptz not null
);

create index payment_invoice_business on payment_invoice (business_id, issued_at desc, id desc)
`;
