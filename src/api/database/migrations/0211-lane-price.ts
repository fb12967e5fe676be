import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What carriers were paid from one state to another is read for each load that is looked at. */
export const up = async (db: Kysely<unknown>): Promise<void> =>
  void (await sql`create index agent_lead_lane on agent_lead (origin_state, destination_state)
    where state in ('open-contracts', 'completed-contracts')`.execute(db));
