import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Leads that nobody can win any more leave the shop, and one mailbox, however it is spelled, buys a lead once. What is
 * known of the past counts at once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
alter table state_lead add column off_market_at timestamptz, add column off_market_reason text;

update state_lead set off_market_at = now(), off_market_reason = 'hired'
 where exists (select from state_lead_work work where work.lead_id = state_lead.id and work.state = 'accepted');

update state_lead set off_market_at = now(), off_market_reason = item.report_reason
  from purchase_item item
 where item.lead_id = state_lead.id and off_market_at is null and item.report_reason in ('already-moved', 'not-a-move');

alter table purchase_item drop constraint purchase_item_report_reason_check;

alter table purchase_item add constraint purchase_item_report_reason_check
  check (report_reason in ('wrong-number', 'wrong-email', 'already-hired', 'already-moved', 'not-a-move', 'duplicate', 'other'));

alter table purchase add column mailbox text;

update purchase set mailbox = case
  when split_part(lower(email), '@', 2) in ('gmail.com', 'googlemail.com')
  then replace(split_part(split_part(lower(email), '@', 1), '+', 1), '.', '') || '@gmail.com'
  else split_part(split_part(lower(email), '@', 1), '+', 1) || '@' || split_part(lower(email), '@', 2) end;

alter table purchase alter column mailbox set not null;

create index purchase_mailbox on purchase (mailbox);

drop index purchase_reserved_email
`;
