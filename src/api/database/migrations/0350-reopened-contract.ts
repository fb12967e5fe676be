import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** While an agreement is being changed, its client must not accept the price that it had. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table contract add column reopened_at timestamptz`.execute(db);
  await sql`comment on column contract.reopened_at is 'When the agreement was reopened, until a price or an agreement is sent again.'`.execute(
    db,
  );
  await sql`
    update contract set reopened_at = last.at
      from (select distinct on (record_id) record_id, event, at from history
             where lifecycle = 'agent-lead'
               and event in ('contract.reopened', 'contract.sent', 'quote.sent', 'quote.accepted')
             order by record_id, sequence desc) as last
     where last.record_id = contract.lead_id and last.event = 'contract.reopened'`.execute(db);
}
