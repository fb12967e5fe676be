import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * What one buyer reports hides a lead from the shop; who has it is told when the report is confirmed. What was taken off
 * before counts as confirmed: everybody was told.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table state_lead add column off_market_confirmed_at timestamptz, add column reports_rejected_at timestamptz`.execute(
    db,
  );
  await sql`update state_lead set off_market_confirmed_at = off_market_at where off_market_at is not null`.execute(db);
}
