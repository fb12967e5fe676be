import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The load that a bid was made for, as its version names it; null of bids from before, of which nobody knows. */
export const up = async (db: Kysely<unknown>): Promise<void> =>
  void (await sql`alter table bid add column load_version text`.execute(db));
