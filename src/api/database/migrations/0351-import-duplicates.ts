import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Rows of an imported file that look like a lead the brokerage has can be skipped. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table lead_import add column skips_duplicates boolean not null default false`.execute(db);
  await sql`alter table lead_import_row drop constraint lead_import_row_outcome_check`.execute(db);
  await sql`
    alter table lead_import_row add constraint lead_import_row_outcome_check
      check (outcome in ('added', 'repeated', 'duplicate', 'refused'))`.execute(db);
}
