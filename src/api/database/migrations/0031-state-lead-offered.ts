import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The history of a lead that a business works begins with the offer, also of those that were offered before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
-- Over the negative numbers: one by one, each would meet the next.
update history set sequence = -sequence - 1 where lifecycle = 'state-lead';

update history set sequence = -sequence where lifecycle = 'state-lead';

insert into history (lifecycle, record_id, sequence, event, payload, judged, facts, actor_role, at, to_state, model_version)
select 'state-lead', work.id, 1, 'lead.offered', '{}', '{"type": "lead.offered"}', '{}', 'system', work.offered_at,
       coalesce(first.from_state, 'fresh'), coalesce(first.model_version, work.model_version)
  from state_lead_work as work
  left join history as first on first.lifecycle = 'state-lead' and first.record_id = work.id and first.sequence = 2;

update state_lead_work set history_length = history_length + 1
`;
