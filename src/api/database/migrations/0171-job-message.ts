import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What the carrier of a job and the brokerage write to each other, and that agents are told of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const KINDS = `'quote-accepted', 'question', 'declined', 'signed', 'payment', 'bid', 'carrier-signed', 'carrier-lost',
  'job-step', 'carrier-message', 'assigned', 'mention', 'mail-bounced'`;

const statements = `
create table job_message (
  id uuid primary key,
  sequence bigint generated always as identity unique,
  job_id uuid not null references carrier_job on delete cascade,
  side text not null check (side in ('carrier', 'broker')),
  account_id uuid references account on delete set null,
  author_name text not null,
  is_about_payment boolean not null default false,
  text text,
  file_id uuid unique references file,
  file_name text,
  created_at timestamptz not null,
  read_at timestamptz,
  mailed_at timestamptz,
  check ((file_id is null) = (file_name is null)),
  check (num_nonnulls(text, file_id) = 1)
);

create index job_message_job on job_message (job_id, sequence);

create index job_message_unread on job_message (job_id, side) where read_at is null;

create index job_message_account on job_message (account_id) where account_id is not null;

comment on table job_message is 'Between one carrier and the brokerage about its job; a carrier that dropped out keeps what it can read.';

comment on column job_message.read_at is 'When somebody of the other side had it on the screen.';

comment on column job_message.mailed_at is 'When the carrier was mailed that it waits.';

alter table notice add column message_id uuid references job_message on delete cascade;

create unique index notice_message on notice (account_id, message_id) where message_id is not null;

create index notice_of_message on notice (message_id) where message_id is not null;

alter table notice drop constraint notice_kind_check;

alter table notice add constraint notice_kind_check check (kind in (${KINDS}));

alter table notice_setting drop constraint notice_setting_kind_check;

alter table notice_setting add constraint notice_setting_kind_check check (kind in (${KINDS}))
`;
