import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * On which days a carrier is compliant, kept on its row by the lifecycle of compliance; every carrier is judged at the
 * next start, because no version of the lifecycle has judged it yet.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table carrier
      add column compliant_days datemultirange not null default '{}',
      add column compliance_version int not null default 0`.execute(db);
  await sql`create index carrier_compliance_version on carrier (compliance_version)`.execute(db);
}
