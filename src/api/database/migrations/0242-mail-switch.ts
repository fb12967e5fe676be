import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Which kinds of repeating mails an account has turned off. Carriers without mails of lost bids had no invitations either. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table mail_off (
    account_id uuid not null references account on delete cascade,
    kind text not null check (kind in ('bid-invitation', 'job-message', 'policy-ending', 'follow-up', 'state-lead-follow-up')),
    primary key (account_id, kind)
  )`.execute(db);
  await sql`insert into mail_off (account_id, kind)
    select id, 'bid-invitation' from account where role = 'carrier' and not email_on_new_lead`.execute(db);
}
