import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** With which card a purchase was paid, for its receipt. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table purchase add column card_brand text, add column card_last4 text`.execute(db);
  await sql`comment on column purchase.card_brand is 'Of the card that paid, as the provider names it, such as visa; null where it does not say.'`.execute(
    db,
  );
}
