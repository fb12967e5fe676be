import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * One trial for each mailbox and each card, and in a trial the contacts of so many leads a day. Trials of the past
 * count: their mailboxes are spelled here as `mailboxOf` does.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create table trial_claim (
  key text primary key,
  business_id uuid not null,
  at timestamptz not null default now()
);

alter table payment_card add column fingerprint text;

alter table state_lead_work add column offered_at timestamptz not null default now();

update state_lead_work set offered_at = received_at;

insert into trial_claim (key, business_id)
select encode(sha256(convert_to('mailbox:' || case
         when split_part(lower(email), '@', 2) in ('gmail.com', 'googlemail.com')
         then replace(split_part(split_part(lower(email), '@', 1), '+', 1), '.', '') || '@gmail.com'
         else split_part(split_part(lower(email), '@', 1), '+', 1) || '@' || split_part(lower(email), '@', 2) end, 'UTF8')), 'hex'),
       (array_agg(business.id order by business.created_at))[1]
  from business join account on account.business_id = business.id and account.role = 'mover'
 where business.used_trial
 group by 1
`;
