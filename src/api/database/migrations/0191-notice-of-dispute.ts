import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Agents are told how a dispute ended: of a lost one no money is booked, it is told of with the entry that was taken. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
alter table notice add column is_dispute_lost boolean not null default false;

drop index notice_payment;

create unique index notice_payment on notice (account_id, payment_id, is_dispute_lost) where payment_id is not null
`;
