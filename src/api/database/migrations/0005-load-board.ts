import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What carriers ask of the board: around a place, at either end of the move, and by its first day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create index agent_lead_origin on agent_lead (state, origin_lat, origin_lng) where not is_archived;

create index agent_lead_destination on agent_lead (state, destination_lat, destination_lng) where not is_archived;

create index agent_lead_soonest on agent_lead (state, (coalesce(move_date, '9999-12-31'::date)), id) where not is_archived
`;
