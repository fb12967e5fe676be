import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What is blacked out once its time is over says so, and how much was removed is counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
alter table state_lead add column blacked_out_at timestamptz;

alter table purchase add column blacked_out_at timestamptz;

alter table chat add column blacked_out_at timestamptz;

create index state_lead_kept on state_lead (received_at) where blacked_out_at is null;

create index purchase_kept on purchase (reserved_at) where blacked_out_at is null;

create index chat_kept on chat ((coalesce(last_message_at, created_at))) where blacked_out_at is null;

create index mail_created on mail (created_at);

create table retention_tally (
  what text primary key,
  removed bigint not null default 0
);

create table privacy_event (
  id uuid primary key,
  at timestamptz not null,
  event text not null check (event in ('person.exported', 'person.erased')),
  actor text not null,
  counts jsonb not null
);

comment on column retention_tally.removed is 'Records that were deleted or blacked out since the deployment began.';

comment on column privacy_event.counts is 'Records by kind. No personal data.'
`;
