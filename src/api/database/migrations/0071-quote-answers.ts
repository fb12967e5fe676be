import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What the client did with an estimate that it was sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table estimate add column opened_at timestamptz,
                         add column asked_at timestamptz,
                         add column accepted_at timestamptz,
                         add column declined_at timestamptz`.execute(db);
  // What the client accepted comes first in its tab.
  await sql`create index agent_lead_tab_stage on agent_lead (state, stage, entered_state_at desc, id desc) where not is_archived`.execute(
    db,
  );
}
