import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What the federal register last said of a carrier's USDOT number, and when. */
export const up = async (db: Kysely<unknown>): Promise<void> =>
  void (await sql`create table carrier_register_check (
    carrier_id uuid primary key references carrier on delete cascade,
    usdot text not null,
    asked_at timestamptz not null,
    is_waiting boolean not null,
    checked_at timestamptz,
    entry jsonb,
    failure text
  )`.execute(db));
