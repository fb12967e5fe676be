import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Emails that agents write to clients, of templates or freely; and of each mail, whose lead it is about and whether it came back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create table mail_template (
  id uuid primary key,
  name text not null,
  subject text not null,
  text text not null,
  version int not null default 1 check (version >= 1),
  updated_at timestamptz not null,
  removed_at timestamptz
);

create unique index mail_template_name on mail_template (lower(name)) where removed_at is null;

create table mail_template_version (
  template_id uuid not null references mail_template,
  version int not null,
  name text not null,
  subject text not null,
  text text not null,
  is_removal boolean not null,
  at timestamptz not null,
  actor_id uuid references account on delete set null,
  actor_name text not null,
  primary key (template_id, version)
);

create index mail_template_version_at on mail_template_version (at desc);

alter table mail add column lead_id uuid references agent_lead on delete set null;

alter table mail add column bounced_at timestamptz;

create index mail_of_lead on mail (lead_id, created_at) where lead_id is not null;

create table lead_mail (
  mail_id uuid primary key references mail on delete cascade,
  text text not null,
  written_by uuid not null references account
);

comment on table mail_template_version is 'What each template said, newest last; a removed one keeps its last words.';

comment on column mail.lead_id is 'Of a mail to the client of a lead.';

comment on column mail.bounced_at is 'When the mail server reported that it did not arrive, after all.';

comment on table lead_mail is 'The words of a mail that an agent wrote. They hold no links that open without a password, and go with the mail.'
`;
