import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Licenses with number, state, expiry and file instead of a name each; the memory of reminders of policies that end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
update carrier
   set licenses = (
         select jsonb_agg(jsonb_build_object('id', gen_random_uuid(), 'kind', name, 'number', '', 'state', null, 'expires', null, 'file_id', null))
           from jsonb_array_elements_text(licenses) as name)
 where jsonb_typeof(licenses -> 0) = 'string';

alter table insurance_policy add column reminded_days int;

create index insurance_policy_expiration on insurance_policy (expiration)
`;
