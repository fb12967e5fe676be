import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * More rights of agents than `workflow`. Who sees to the others has all of them: the first agent, and each who is
 * confirmed or enabled while nobody else has the right `team`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
alter table account drop constraint account_check;

alter table account add constraint account_rights check (
  rights <@ array['team', 'settings', 'workflow', 'exports'] and (role = 'agent' or rights = '{}'));

update account set rights = array['team', 'settings', 'workflow', 'exports'] where id = (
  select id from account where role = 'agent' and email_verified_at is not null and disabled_at is null
  order by 'workflow' = any (rights) desc, created_at, id limit 1);

create or replace function first_agent_has_rights() returns trigger language plpgsql as $$
begin
  if new.role = 'agent' and new.email_verified_at is not null and new.disabled_at is null and not exists (
    select from account where role = 'agent' and email_verified_at is not null and disabled_at is null
      and id <> new.id and 'team' = any (rights)) then
    new.rights := array['team', 'settings', 'workflow', 'exports'];
  end if;
  return new;
end $$
`;
