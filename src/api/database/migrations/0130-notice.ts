import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What agents are told of their leads in the portal, and which of it each of them wants where. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const KINDS = `'quote-accepted', 'question', 'declined', 'signed', 'payment', 'bid', 'carrier-signed', 'carrier-lost',
  'job-step', 'assigned', 'mention', 'mail-bounced'`;

const statements = `
alter table lead_note add column mentions uuid[] not null default '{}';

comment on column lead_note.mentions is 'Agents whom its text names, each as \`@[id]\`.';

create table notice (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  kind text not null check (kind in (${KINDS})),
  lead_id uuid not null references agent_lead on delete cascade,
  lifecycle text,
  record_id uuid,
  sequence integer,
  note_id uuid references lead_note on delete cascade,
  payment_id uuid references payment on delete cascade,
  in_portal boolean not null,
  created_at timestamptz not null,
  read_at timestamptz,
  check ((sequence is null) = (lifecycle is null) and (sequence is null) = (record_id is null))
);

create index notice_newest on notice (account_id, created_at desc, id desc) where in_portal;

create index notice_unread on notice (account_id) where in_portal and read_at is null;

create index notice_read on notice (read_at) where read_at is not null;

create unique index notice_entry on notice (account_id, kind, record_id, sequence, lifecycle) where sequence is not null;

create unique index notice_note on notice (account_id, note_id) where note_id is not null;

create unique index notice_payment on notice (account_id, payment_id) where payment_id is not null;

create index notice_lead on notice (lead_id);

comment on table notice is 'One agent is told of one thing that somebody else did with a lead. What it was stands where it was written down: in the history, the note or the ledger.';

comment on column notice.in_portal is 'False: it was only mailed, and is kept so that it is not mailed again.';

create table notice_setting (
  account_id uuid not null references account on delete cascade,
  kind text not null check (kind in (${KINDS})),
  portal boolean not null,
  mail boolean not null,
  primary key (account_id, kind)
);

comment on table notice_setting is 'Only of kinds about which somebody has decided; the others are as the product has them.';

insert into notice_setting (account_id, kind, portal, mail)
  select account.id, kind, true, false
    from account cross join unnest(array['signed', 'payment']) as kind
   where account.role = 'agent' and not account.email_on_new_lead
`;
