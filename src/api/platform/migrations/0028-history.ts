import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A lead that a business works is one record with an id of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table state_lead_work add column id uuid not null unique default gen_random_uuid()`.execute(db);
}
