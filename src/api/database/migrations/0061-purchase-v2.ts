import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { recordedRows } from '#src/api/engine/lift.ts';
import type { Lift } from '#src/api/engine/lift.ts';

/** The columns of each state of both versions. */
const states = {
  authenticating: { state: 'authenticating' },
  expired: { state: 'expired' },
  failed: { state: 'failed' },
  paid: { state: 'paid' },
  paying: { state: 'paying' },
  refunded: { state: 'refunded' },
  refunding: { state: 'refunding' },
  reserved: { state: 'reserved' },
  revealed: { state: 'revealed' },
};

/** The rows of purchase go over to version 2 of their lifecycle. */
export const lift: Lift = {
  lifecycle: 'purchase',
  version: 2,
  rows: recordedRows('purchase', 'purchase', states),
  becomes: {
    authenticating: 'authenticating',
    expired: 'expired',
    failed: 'failed',
    paid: 'paid',
    paying: 'paying',
    refunded: 'refunded',
    refunding: 'refunding',
    reserved: 'reserved',
    revealed: 'revealed',
  },
  brings: [],
};

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table purchase add column returned int not null default 0,
                         add column dispute text check (dispute in ('open', 'won', 'lost'))`.execute(db);
  await sql`comment on column purchase.returned is 'US cents that went back at the payment provider without being asked for here.'`.execute(
    db,
  );
}
