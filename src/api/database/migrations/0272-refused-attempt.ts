import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Which attempt the refusal of a purchase is of, so that late news of it does not refuse the next card. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table purchase add column refused_attempt text`.execute(db);
  await sql`comment on column purchase.refused_attempt is 'The last attempt that was refused, as the provider names it; kept when the next one begins.'`.execute(
    db,
  );
}
