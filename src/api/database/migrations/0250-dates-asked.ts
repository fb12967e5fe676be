import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Requests for other dates that wait for an agent are found without reading the answered ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index reschedule_asked on reschedule (id) where state = 'asked'`.execute(db);
}
