import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Files of leads that agents import, and the right to do so; who may take data out in bulk gets it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
alter table account drop constraint account_rights;

alter table account add constraint account_rights check (
  rights <@ array['team', 'settings', 'workflow', 'exports', 'reports', 'imports'] and (role = 'agent' or rights = '{}'));

alter table team_member drop constraint team_member_rights_check;

alter table team_member add constraint team_member_rights_check check (
  rights <@ array['team', 'settings', 'workflow', 'exports', 'reports', 'imports']);

update account set rights = rights || '{imports}' where 'exports' = any (rights);

update team_member set rights = rights || '{imports}' where 'exports' = any (rights);

create or replace function first_agent_has_rights() returns trigger language plpgsql as $$
begin
  if new.role = 'agent' and new.email_verified_at is not null and new.disabled_at is null and not exists (
    select from account where role = 'agent' and email_verified_at is not null and disabled_at is null
      and id <> new.id and 'team' = any (rights)) then
    new.rights := array['team', 'settings', 'workflow', 'exports', 'reports', 'imports'];
  end if;
  return new;
end $$;

create table lead_import (
  id uuid primary key,
  name text not null,
  header jsonb not null,
  row_count int not null,
  mapping jsonb,
  assigned_agent_id uuid references account,
  created_by uuid not null references account,
  created_by_name text not null,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);

create index lead_import_created on lead_import (created_at);

comment on table lead_import is 'A CSV file of leads that an agent imports. It is forgotten after a week; the leads stay.';

comment on column lead_import.mapping is 'What each column is, once the import has begun.';

create table lead_import_row (
  import_id uuid not null references lead_import on delete cascade,
  line int not null,
  cells jsonb not null,
  outcome text check (outcome in ('added', 'repeated', 'refused')),
  why text,
  primary key (import_id, line)
);

comment on column lead_import_row.line is 'In the file, where the header is the first one.';

create table imported_lead (
  fingerprint text primary key,
  lead_id uuid not null references agent_lead on delete cascade
);

create index imported_lead_lead on imported_lead (lead_id);

comment on table imported_lead is 'What a row said of which a lead was made: the same row again makes none.'
`;
