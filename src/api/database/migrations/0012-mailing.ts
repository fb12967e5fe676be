import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The mailing list of the marketplace: who gets mails about new leads, of which states, and how that came to be. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create table mailing_member (
  id uuid primary key,
  email text not null unique,
  state text not null check (state in ('unsubscribed', 'pending', 'subscribed')),
  states text[] not null default '{}',
  asked_at timestamptz,
  confirmed_at timestamptz,
  left_at timestamptz,
  told_until timestamptz,
  told_at timestamptz,
  told_day date,
  told_that_day int not null default 0,
  history_length int not null default 0,
  version int not null default 1,
  model_version int not null,
  created_at timestamptz not null
);

create index mailing_member_subscribed on mailing_member (id) where state = 'subscribed';

create index mailing_member_not_subscribed on mailing_member (asked_at) where state <> 'subscribed';

create table mailing_event (
  member_id uuid not null references mailing_member on delete cascade,
  sequence int not null,
  event text not null,
  judged jsonb not null,
  facts jsonb not null,
  from_state text not null,
  to_state text not null,
  model_version int not null,
  at timestamptz not null,
  primary key (member_id, sequence)
)
`;
