import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * With a contract is kept all that the carrier had at the moment of its award, until when, instead of what it lacked:
 * `{through, standings}`. Of awards before this nothing more is known than that nothing was lacking.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table contract rename column award_compliance to compliance_at_award`.execute(db);
  await sql`update contract set compliance_at_award = '{"through": null, "standings": []}' where compliance_at_award is not null`.execute(
    db,
  );
}
