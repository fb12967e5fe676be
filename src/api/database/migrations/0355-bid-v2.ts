import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { plainRows } from '#src/api/engine/lift.ts';
import type { Lift } from '#src/api/engine/lift.ts';

/** The columns of each state of both versions. */
const states = {
  active: { state: 'active' },
  awarded: { state: 'awarded' },
  lost: { state: 'lost' },
  withdrawn: { state: 'withdrawn' },
};

/** What an agent asks a carrier for instead of its bid. */
export const up = (db: Kysely<unknown>): Promise<unknown> =>
  sql`
    alter table bid
      add column counter_amount int check (counter_amount > 0),
      add column counter_note text,
      add column counter_at timestamptz,
      add constraint bid_counter_check check ((counter_amount is null) = (counter_at is null))`.execute(db);

/** The rows of bid go over to version 2 of their lifecycle, which has counter-offers. */
export const lift: Lift = {
  lifecycle: 'bid',
  version: 2,
  rows: plainRows('bid', states),
  becomes: {
    active: 'active',
    awarded: 'awarded',
    lost: 'lost',
    withdrawn: 'withdrawn',
  },
  brings: [],
};
