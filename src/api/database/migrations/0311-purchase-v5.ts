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

/** The rows of purchase go over to version 5 of their lifecycle. */
export const lift: Lift = {
  lifecycle: 'purchase',
  version: 5,
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

/** What the brokerage answers to reports of leads that it does not refund; the reports that wait for an answer are listed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
alter table purchase_item add column report_declined_at timestamptz, add column report_answer text,
  add check (report_declined_at is null or reported_at is not null);

comment on column purchase_item.report_answer is 'Why the brokerage declined to refund the lead, as the buyer reads it.';

create index purchase_item_report_waits on purchase_item (reported_at)
  where reported_at is not null and refund_asked_at is null and report_declined_at is null
`;
