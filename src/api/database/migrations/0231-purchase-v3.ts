import { recordedRows } from '#src/api/engine/lift.ts';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
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

/** The rows of purchase go over to version 3 of their lifecycle. */
export const lift: Lift = {
  lifecycle: 'purchase',
  version: 3,
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
  await sql`alter table purchase_item add column refund_granted_at timestamptz`.execute(db);
  await sql`comment on column purchase_item.refund_granted_at is 'When the rule for reports paid the lead back; null where the brokerage decided.'`.execute(
    db,
  );
}
