import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Who made a provider's key, and who revoked it, as they were named then; null of what the operator's command did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table intake_key add made_by text, add revoked_by text`.execute(db);
}
