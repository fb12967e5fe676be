import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Devices of carriers that are told of news while nobody looks, and which news they want there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create table push_device (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  family_id uuid not null unique,
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null check (length(p256dh) <= 100),
  auth text not null check (length(auth) <= 40),
  created_at timestamptz not null
);

create index push_device_account on push_device (account_id, created_at);

comment on table push_device is 'A subscription of the Push API (W3C), which ends with the session that made it.';

comment on column push_device.family_id is 'The session: the family of its refresh tokens.';

create table push_setting (
  account_id uuid primary key references account on delete cascade,
  messages boolean not null,
  bids boolean not null
);

comment on table push_setting is 'Only of who has decided; the others are told of both.';

alter table load_search add column channel text not null default 'mail' check (channel in ('mail', 'push', 'both'));

comment on column load_search.channel is 'Where its alerts go.'
`;
