import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The right to see reports; who may take data out in bulk had their numbers anyway, and gets it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
alter table account drop constraint account_rights;

alter table account add constraint account_rights check (
  rights <@ array['team', 'settings', 'workflow', 'exports', 'reports'] and (role = 'agent' or rights = '{}'));

alter table team_member drop constraint team_member_rights_check;

alter table team_member add constraint team_member_rights_check check (
  rights <@ array['team', 'settings', 'workflow', 'exports', 'reports']);

update account set rights = rights || '{reports}' where 'exports' = any (rights);

update team_member set rights = rights || '{reports}' where 'exports' = any (rights);

create or replace function first_agent_has_rights() returns trigger language plpgsql as $$
begin
  if new.role = 'agent' and new.email_verified_at is not null and new.disabled_at is null and not exists (
    select from account where role = 'agent' and email_verified_at is not null and disabled_at is null
      and id <> new.id and 'team' = any (rights)) then
    new.rights := array['team', 'settings', 'workflow', 'exports', 'reports'];
  end if;
  return new;
end $$;

create index agent_lead_created on agent_lead (created_at)
`;
