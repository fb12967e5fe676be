import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** How many mails wait, and since when, is asked for by whoever watches the product, four times a minute. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index mail_waiting on mail (created_at) where delivered_at is null`.execute(db);
}
