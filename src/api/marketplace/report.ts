import type { Static } from 'typebox';
import { FINAL_REASONS } from '#src/machines/marketplace/purchase.lifecycle.ts';
import type { Tx } from '#src/api/database/write.ts';
import { problem } from '#src/api/http/problem.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { reportOffMarket, reportWrongNumber } from './off-market.ts';
import { reportCopyMail, reportMail, tellBuyer } from './purchase.mails.ts';
import { holdPurchase, purchaseRecord, recordPurchase } from './purchase.record.ts';
import type { ReportInput } from './purchase.schemas.ts';
import { grantRefund, lockBuyer } from './refund-grant.ts';
import { tellOfReports } from './report-news.ts';

type Parts = Pick<ApiParts, 'brokerage' | 'jobs' | 'mail' | 'now' | 'publicUrl'>;

/**
 * A buyer reports a bought lead as wrong. The rule refunds it immediately, or the brokerage decides; both are notified.
 *
 * @throws Problem 403 or 409 if the lifecycle does not allow it; 422 without a text where one is needed
 */
export async function reportLead(
  tx: Tx,
  parts: Parts,
  purchaseId: string,
  given: Omit<Static<typeof ReportInput>, 'token'>,
): Promise<void> {
  const { lead_id: leadId, reason, refund_to: way = 'card' } = given;
  const text = given.text?.trim() ?? null;
  if (reason === 'other' && !text)
    throw problem(422, 'Say what is wrong with the lead.', {
      errors: [{ field: 'text', message: 'Say what is wrong with the lead.' }],
    });
  await lockBuyer(tx, purchaseId);
  const held = await holdPurchase(tx, parts, purchaseId);
  const event = { type: 'lead.reported', by: 'visitor', leadId, reason } as const;
  purchaseRecord.mustAllow(held, event);
  await tx
    .updateTable('purchase_item')
    .set({ report_reason: reason, report_text: text, reported_at: held.facts.now, refund_to: way })
    .where('purchase_id', '=', purchaseId)
    .where('lead_id', '=', leadId)
    .execute();
  const after = await recordPurchase(tx, parts, held, event);
  const final = FINAL_REASONS.find((one) => one === reason);
  if (final) await reportOffMarket(tx, parts, leadId, final, purchaseId);
  const granted = await grantRefund(tx, parts, purchaseId, leadId);
  if (granted && reason === 'wrong-number') await reportWrongNumber(tx, parts, leadId);
  await tellOfReports(tx);
  const lead = await tx.selectFrom('state_lead').selectAll().where('id', '=', leadId).executeTakeFirstOrThrow();
  const { price, credit } = after.items.find((item) => item.lead_id === leadId)!;
  const reported = { held: after, lead, price, reason, text, way: credit === price ? null : way, granted };
  await parts.mail.send(tx, {
    to: parts.brokerage.email,
    kind: 'lead-report',
    ...reportMail(reported, parts.publicUrl() + hrefs.reportedLeads()),
  });
  await tellBuyer(tx, parts, after, reportCopyMail(parts, reported));
}
