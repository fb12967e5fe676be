import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The move that a sent price is for, so that a client is not shown another one under it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table estimate add column sent_move jsonb`.execute(db);
  await sql`comment on column estimate.sent_move is 'Places, size, and items of the lead when it was last sent; null for versions from before it was stored.'`.execute(
    db,
  );
}
