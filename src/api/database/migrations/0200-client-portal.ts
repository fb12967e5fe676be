import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The page of a client's move by link: when it was opened, what it may lead on to, and the wish for other days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
alter table link add column opened_at timestamptz;

comment on column link.opened_at is 'When it was opened first; kept for the page of a client''s move alone.';

alter table link add column made_by_link uuid references link on delete cascade;

comment on column link.made_by_link is 'The link whose page led on to it: it is revoked with that one.';

create index link_made_by on link (made_by_link) where made_by_link is not null;

create table reschedule (
  id uuid primary key references agent_lead on delete cascade,
  state text not null check (state in ('quiet', 'asked', 'accepted', 'declined')),
  first_day date,
  last_day date,
  reason text,
  asked_at timestamptz,
  answer text,
  answered_at timestamptz,
  history_length int not null default 0,
  version int not null default 1,
  model_version int not null,
  created_at timestamptz not null
);

comment on table reschedule is 'The wish of a client to move on other days, by the id of its lead.';

create table history_reschedule partition of history for values in ('reschedule');

alter table history_reschedule add foreign key (record_id) references reschedule on delete cascade
`;
