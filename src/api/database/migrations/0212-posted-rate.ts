import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What the brokerage says that a load pays when it posts it: one rate, or from one to another. Both or neither. */
export const up = async (db: Kysely<unknown>): Promise<void> =>
  void (await sql`alter table agent_lead add column posted_low integer, add column posted_high integer,
    add constraint agent_lead_posted check ((posted_low is null) = (posted_high is null) and posted_low between 1 and posted_high)`.execute(
    db,
  ));
