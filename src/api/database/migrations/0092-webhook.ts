import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Where the brokerage's own systems are told of what happens to a lead. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create table webhook (
  id uuid primary key,
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  secret text not null,
  is_enabled boolean not null default true,
  version int not null default 1 check (version >= 1),
  created_at timestamptz not null,
  made_by text not null
);
comment on column webhook.secret is 'Signs what is sent; sealed with a key that the database does not know.';
create table webhook_delivery (
  id uuid primary key,
  webhook_id uuid not null references webhook on delete cascade,
  event text not null,
  body text not null,
  created_at timestamptz not null,
  attempts int not null default 0,
  last_attempt_at timestamptz,
  delivered_at timestamptz,
  failed_at timestamptz,
  last_error text
);
create index on webhook_delivery (webhook_id, created_at desc);
create index on webhook_delivery (created_at);
comment on table webhook_delivery is 'What one webhook is told of one event; forgotten after a month.';
comment on column webhook_delivery.failed_at is 'It is not tried again by itself.'
`;
