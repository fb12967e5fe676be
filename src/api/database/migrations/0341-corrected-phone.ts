import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A lead with a wrong number is off the market until the number is corrected. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table state_lead add column phone_corrected_at timestamptz`.execute(db);
  await sql`comment on column state_lead.phone_corrected_at is 'When the brokerage last corrected the number: earlier reports of a wrong one are settled.'`.execute(
    db,
  );
}
