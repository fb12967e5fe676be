import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What became of the money of an invoice of a subscription: given back, or disputed at the card's bank. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n/)) await sql.raw(statement).execute(db);
}

const statements = `
alter table payment_invoice
  add column payment_id text,
  add column returned int not null default 0 check (returned >= 0),
  add column dispute text check (dispute in ('open', 'won', 'lost'));
create index payment_invoice_payment on payment_invoice (payment_id) where payment_id is not null;
comment on column payment_invoice.payment_id is 'As the provider names the payment of it: what it tells of a dispute or a refund names no customer.';
comment on column payment_invoice.returned is 'US cents that were given back at the provider.'
`;
