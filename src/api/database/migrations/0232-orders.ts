import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The orders of an address are found by it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index purchase_paid_email on purchase (lower(email), paid_at) where paid_at is not null`.execute(db);
}
