import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Bids and agreements say, as every other row that stands in a state, under which version of their lifecycle they came there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['bid', 'agreement']) {
    await sql`alter table ${sql.table(table)} add column model_version int not null default 1`.execute(db);
    // From here on whoever writes a row says it.
    await sql`alter table ${sql.table(table)} alter column model_version drop default`.execute(db);
  }
}
