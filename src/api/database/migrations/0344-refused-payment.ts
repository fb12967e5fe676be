import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Screens say why a payment is missing, also after a reload. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscription add column refusal text`.execute(db);
  await sql`comment on column subscription.refusal is 'Why the bank refused the open payment with the default card, in the provider''s words.'`.execute(
    db,
  );
}
