import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Who made it certain that a household is gone: refunds follow from the word of the household and of the brokerage alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table state_lead add column off_market_confirmed_by text
    check (off_market_confirmed_by in ('household', 'brokerage', 'buyers'))`.execute(db);
  await sql`update state_lead set off_market_confirmed_by = case off_market_reason when 'hired' then 'household' else 'buyers' end
    where off_market_confirmed_at is not null`.execute(db);
}
