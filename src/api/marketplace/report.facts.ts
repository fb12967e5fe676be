import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { DAY } from '#src/machines/calendar/durations.ts';
import { OFF_MARKET_REPORTS } from '#src/machines/marketplace/purchase.lifecycle.ts';
import type { PurchaseFacts } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { REFUND_DAYS, REFUND_REASONS, refundsLeft, WRONG_DAYS } from '#src/machines/marketplace/refund-rule.ts';
import type { RowOf, Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';

export type ReportFacts = Pick<PurchaseFacts, 'covered' | 'borneOut' | 'refundsLeft' | 'wasWrong'>;

export const NO_REPORTS: ReportFacts = { covered: [], borneOut: [], refundsLeft: 0, wasWrong: false };

/** A household may have been submitted more than once. */
const household = (lead: string) => sql.raw(`coalesce(${lead}.duplicate_of, ${lead}.id)`);

/** The facts that the rule needs: the reports of a purchase, its buyer, and what others report of the same leads. */
export async function reportFacts(
  tx: Tx,
  row: RowOf<'purchase'>,
  items: readonly RowOf<'purchase_item'>[],
  now: Date,
): Promise<ReportFacts> {
  if (row.state !== 'revealed' || !items.some(({ reported_at }) => reported_at !== null)) return NO_REPORTS;
  const { rows } = await sql<{ lead_id: string; reason: string; bought_before: boolean; borne_out: boolean | null }>`
    select item.lead_id, item.report_reason as reason,
           exists (select from purchase_item other join purchase on purchase.id = other.purchase_id join state_lead again on again.id = other.lead_id
                    where purchase.mailbox = ${row.mailbox} and purchase.id <> ${row.id}::uuid and purchase.paid_at <= ${row.paid_at}::timestamptz
                      and purchase.state = 'revealed' and ${household('again')} = ${household('lead')}) as bought_before,
           item.report_reason = any(${[...OFF_MARKET_REPORTS]}::text[]) and lead.off_market_confirmed_by in ('household', 'brokerage')
             and (item.report_reason = 'wrong-number') = (lead.off_market_reason = 'wrong-number') as borne_out
      from purchase_item item join state_lead lead on lead.id = item.lead_id
     where item.purchase_id = ${row.id}::uuid and item.reported_at is not null`.execute(tx);
  const covered = rows.filter(
    ({ reason, bought_before }) =>
      REFUND_REASONS.some((one) => one === reason) && (reason !== 'duplicate' || bought_before),
  );
  return {
    covered: covered.map(({ lead_id }) => lead_id),
    // That a lead was paid for twice needs nobody's word.
    borneOut: rows
      .filter(({ borne_out, reason, bought_before }) => borne_out || (reason === 'duplicate' && bought_before))
      .map(({ lead_id }) => lead_id),
    ...(await buyerFacts(tx, row.mailbox, now)),
  };
}

/** How many more leads are refunded on the report of this mailbox alone, and whether a report of it was ever wrong. */
export async function buyerFacts(
  db: Kysely<Tables>,
  mailbox: string,
  now: Date,
): Promise<Pick<ReportFacts, 'refundsLeft' | 'wasWrong'>> {
  const since = new Date(now.getTime() - REFUND_DAYS * DAY).toISOString();
  const wrongSince = new Date(now.getTime() - WRONG_DAYS * DAY).toISOString();
  const { rows } = await sql<{ bought: number; granted: number; was_wrong: boolean }>`
    select (count(*) filter (where purchase.paid_at > ${since}::timestamptz and (purchase.state = 'revealed' or item.refund_granted_at is not null)))::int as bought,
           (count(*) filter (where item.refund_granted_at > ${since}::timestamptz))::int as granted,
           coalesce(bool_or(item.reported_at < lead.reports_rejected_at and lead.reports_rejected_at > ${wrongSince}::timestamptz), false) as was_wrong
      from purchase join purchase_item item on item.purchase_id = purchase.id join state_lead lead on lead.id = item.lead_id
     where purchase.mailbox = ${mailbox} and purchase.paid_at is not null`.execute(db);
  const { bought, granted, was_wrong } = rows[0]!;
  return { refundsLeft: refundsLeft({ bought, granted }), wasWrong: was_wrong };
}
