import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Lists are narrowed by the beginning of a city: a rare one is found by its index, a common one along the order of the
 * list. Which of both it is, the planner knows from the statistics; those of a partial index it does not look at.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const end of ['origin', 'destination'])
    await sql`create index ${sql.ref(`agent_lead_tab_${end}_city`)} on agent_lead (state, lower(${sql.ref(`${end}_city`)}) text_pattern_ops) where not is_archived`.execute(
      db,
    );
  await sql`create statistics agent_lead_cities on (lower(origin_city)), (lower(destination_city)) from agent_lead`.execute(
    db,
  );
  await sql`analyze agent_lead`.execute(db);
}
