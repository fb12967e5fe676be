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

/** The rows of purchase go over to version 4 of their lifecycle. */
export const lift: Lift = {
  lifecycle: 'purchase',
  version: 4,
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

/**
 * The credit of buyers: an account for each address, and its entries, which are added and never changed. The check of the
 * balance and the numbering say once more what the lock of the account says: nothing is spent twice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
alter table purchase add column credit int not null default 0 check (credit between 0 and total), add column card_returned int;

comment on column purchase.credit is 'What of the total the buyer’s credit pays; the card pays the rest.';

comment on column purchase.card_returned is 'What went back to the card in all, once everything went back.';

alter table purchase_item add column credit int not null default 0 check (credit between 0 and price),
  add column refund_to text check (refund_to in ('card', 'credit'));

comment on column purchase_item.credit is 'What of the price the buyer’s credit paid.';

comment on column purchase_item.refund_to is 'Where the price goes back to, as the buyer chose with the report; null is the card.';

create table credit_account (
  id uuid primary key,
  email text unique check (email = lower(email)),
  created_at timestamptz not null
);

comment on column credit_account.email is 'Null once nothing of the buyer is kept any more.';

create table credit_entry (
  account_id uuid not null references credit_account,
  sequence int not null check (sequence > 0),
  kind text not null check (kind in ('granted', 'spent', 'returned', 'withdrawn')),
  amount int not null check (case when kind in ('granted', 'returned') then amount > 0 else amount < 0 end),
  balance int not null check (balance >= 0),
  purchase_id uuid not null references purchase,
  lead_id uuid references state_lead,
  at timestamptz not null,
  primary key (account_id, sequence),
  constraint credit_entry_once unique nulls not distinct (purchase_id, kind, lead_id)
);

create trigger credit_entry_stays before update or delete on credit_entry for each row execute function refuse_change()
`;
