import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Agents' Today counts the reported households that wait for a decision, and who has decided is stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table state_lead add column report_decided_by uuid references account`.execute(db);
  await sql`comment on column state_lead.report_decided_by is 'Who last decided on its buyers'' reports; null for a command.'`.execute(
    db,
  );
  await sql`
    create index state_lead_report_waits on state_lead (off_market_at)
      where off_market_at is not null and off_market_reason <> 'hired' and duplicate_of is null
        and off_market_confirmed_by is distinct from 'brokerage'`.execute(db);
}
