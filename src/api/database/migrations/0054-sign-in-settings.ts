import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Whether agents need two-factor sign-in is a setting like the others. Where it is off, the first values say so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n/)) await sql.raw(statement).execute(db);
}

const statements = `
with written as (
  insert into settings (section, value)
  select 'sign_in', jsonb_build_object('requires_two_factor', true) from agent_sign_in_policy where requires_two_factor
  returning section, version)
insert into settings_change (section, version, changes) select section, version, '[]' from written;
drop table agent_sign_in_policy
`;
