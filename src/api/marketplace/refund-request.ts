import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { RefundWay } from '#src/machines/marketplace/credit-rule.ts';
import { OFF_MARKET_REPORTS } from '#src/machines/marketplace/purchase.lifecycle.ts';
import type { Dispute, ReportReason } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { REPORT_WORDS } from '#src/machines/marketplace/report-words.ts';
import type { Principal } from '#src/api/http/principal.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import { reportWrongNumber } from './off-market.ts';
import { refundDeclinedMail, tellBuyer } from './purchase.mails.ts';
import { holdPurchase, purchaseRecord, recordPurchase } from './purchase.record.ts';
import { recordRefund, refundEvent } from './refund.ts';
import { tellOfReports } from './report-news.ts';

/** The oldest first; in practice there are never this many. */
const LISTED = 200;

/** A report of a bought lead that the rule does not refund, so that the brokerage decides. Money in US cents. */
export interface RefundRequest {
  purchase_id: string;
  purchase: string;
  buyer: string;
  lead: {
    id: string;
    reference: string;
    origin: { city: string; state: string };
    destination: { city: string; state: string };
    client: { name: string; phone: string | null; email: string | null };
  };
  reason: ReportReason;
  text: string | null;
  reported_at: string;
  price: number;
  /** What of the price the buyer's credit paid. */
  credit: number;
  refund_to: RefundWay | null;
  /** The buyer's dispute at their bank: while it is open, the provider makes no refund. */
  dispute: Dispute | null;
}

/**
 * The reports that wait for the brokerage's answer: `item`, `purchase`, and `lead`. A household that was taken
 * off the market is decided on first, as a lead (reported.ts): that may refund it.
 */
export const waitingRequests = sql`from purchase_item as item
      join purchase on purchase.id = item.purchase_id
      join state_lead as lead on lead.id = item.lead_id
      join state_lead as household on household.id = coalesce(lead.duplicate_of, lead.id)
     where item.reported_at is not null and item.refund_asked_at is null and item.report_declined_at is null
       and purchase.state = 'revealed'
       and (item.report_reason not in (${sql.join([...OFF_MARKET_REPORTS])}) or household.off_market_at is null
            or household.off_market_reason = 'hired' or household.off_market_confirmed_by = 'brokerage')`;

/** Those with everything that is shown of them, the longest wait on top. */
export async function listRefundRequests(db: Kysely<Tables>): Promise<RefundRequest[]> {
  const { rows } = await sql<RefundRequest>`
    select purchase.id as purchase_id, purchase.reference as purchase, purchase.email as buyer,
           json_build_object('id', lead.id, 'reference', lead.reference,
             'origin', json_build_object('city', lead.origin_city, 'state', lead.origin_state),
             'destination', json_build_object('city', lead.destination_city, 'state', lead.destination_state),
             'client', json_build_object('name', lead.client_name, 'phone', lead.client_phone, 'email', lead.client_email)) as lead,
           item.report_reason as reason, item.report_text as text, item.reported_at, item.price, item.credit, item.refund_to, purchase.dispute
      ${waitingRequests}
     order by item.reported_at, item.lead_id
     limit ${LISTED}`.execute(db);
  return rows;
}

type Answer = { decision: 'refund' } | { decision: 'decline'; reason: string };

/**
 * The brokerage answers a report: the worker refunds the lead and notifies the buyer, or the buyer reads why not.
 *
 * @throws Problem 404; 409 if someone has answered in the meantime
 */
export async function answerRefundRequest(
  tx: Tx,
  parts: ApiParts,
  { accountId, name }: Principal,
  { purchaseId, leadId }: { purchaseId: string; leadId: string },
  answer: Answer,
): Promise<void> {
  const held = await holdPurchase(tx, parts, purchaseId);
  const item = held.items.find(({ lead_id }) => lead_id === leadId);
  if (!item?.report_reason) throw notFound('report');
  const by = { id: accountId, name };
  const event =
    answer.decision === 'refund'
      ? refundEvent(held, leadId, REPORT_WORDS[item.report_reason])
      : ({ type: 'lead.refund-declined', by: 'agent', leadId, reason: answer.reason } as const);
  const verdict = purchaseRecord.verdictOn(held, event);
  const refused = { state: held.row.state, unmet: verdict.may ? [] : verdict.unmet };
  // The lifecycle allows a refund after it was declined, but the agent has not seen that.
  if (item.report_declined_at) throw problem(409, 'Someone has declined this refund already.', refused);
  if (!verdict.may) throw problem(409, 'This lead has been refunded already.', refused);
  await tellOfReports(tx);
  const lead = await tx.selectFrom('state_lead').selectAll().where('id', '=', leadId).executeTakeFirstOrThrow();
  if (event.type !== 'lead.refund-declined') {
    const settled = [lead.phone_corrected_at, lead.reports_rejected_at];
    const isSettled = settled.some((at) => at !== null && Date.parse(at) > Date.parse(item.reported_at!));
    if (item.report_reason === 'wrong-number' && !isSettled)
      await reportWrongNumber(tx, parts, leadId, { agent: accountId });
    return recordRefund(tx, parts, held, event, by);
  }
  await tx
    .updateTable('purchase_item')
    .set({ report_declined_at: held.facts.now, report_answer: event.reason })
    .where('purchase_id', '=', purchaseId)
    .where('lead_id', '=', leadId)
    .execute();
  await recordPurchase(tx, parts, held, event, {}, by);
  await tellBuyer(tx, parts, held, refundDeclinedMail(held, lead, event.reason));
}
