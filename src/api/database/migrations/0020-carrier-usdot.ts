import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * One USDOT number has one confirmed carrier; leading zeros do not make another number. Of several that were confirmed
 * with one number, the first that joined keeps it, and agents look at the others again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
update carrier set authority = 'pending', version = version + 1
 where authority = 'active'
   and exists (select from carrier earlier where earlier.authority = 'active' and ltrim(earlier.usdot, '0') = ltrim(carrier.usdot, '0')
     and (earlier.created_at, earlier.id) < (carrier.created_at, carrier.id));

create unique index carrier_confirmed_usdot on carrier (ltrim(usdot, '0')) where authority = 'active';

create index carrier_usdot on carrier (ltrim(usdot, '0'))
`;
