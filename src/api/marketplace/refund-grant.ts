import { sql } from 'kysely';
import { inTransaction } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { LeadRefund } from './credit.ts';
import { leadRefundOf, makeLeadRefund, tellOfLeadRefund } from './lead-refund.ts';
import { holdPurchase, purchaseRecord, recordPurchase } from './purchase.record.ts';
import type { RecordParts } from './purchase.record.ts';

/** Reports from one mailbox are processed one by one, because each affects the next. */
export async function lockBuyer(tx: Tx, purchaseId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(mailbox, 3)) from purchase where id = ${purchaseId}`.execute(
    tx,
  );
}

/**
 * Refunds a reported lead if the rule allows it, and notifies the buyer: as credit at once, or to the card, through the
 * provider, by the worker. The buyer is locked.
 *
 * @returns what is refunded now, and where to; null if the rule does not allow it
 */
export async function grantRefund(
  tx: Tx,
  parts: RecordParts,
  purchaseId: string,
  leadId: string,
): Promise<LeadRefund | null> {
  const held = await holdPurchase(tx, parts, purchaseId);
  const event = { type: 'lead.refund-granted', by: 'system', leadId } as const;
  if (!purchaseRecord.allows(held, event)) return null;
  await tx
    .updateTable('purchase_item')
    .set({ refund_asked_at: held.facts.now, refund_granted_at: held.facts.now })
    .where('purchase_id', '=', purchaseId)
    .where('lead_id', '=', leadId)
    .execute();
  const asked = await recordPurchase(tx, parts, held, event);
  const refund = await leadRefundOf(tx, asked, leadId);
  if (refund.card === 0) await makeLeadRefund(tx, parts, asked, leadId, refund);
  return refund;
}

/** The household or the brokerage confirms reports of a lead: buyers who reported it earlier get its price back. */
export async function grantOthersSoon(tx: Tx, { jobs }: Pick<ApiParts, 'jobs'>, leadId: string): Promise<void> {
  await jobs.enqueue(tx, 'marketplace.grant-refunds', { leadId }, { singletonKey: leadId });
}

export async function grantReported(parts: ApiParts, leadId: string): Promise<void> {
  const { rows } = await sql<{ purchase_id: string; lead_id: string }>`
    select item.purchase_id, item.lead_id from purchase_item item join state_lead lead on lead.id = item.lead_id
     where coalesce(lead.duplicate_of, lead.id) = (select coalesce(duplicate_of, id) from state_lead where id = ${leadId})
       and item.reported_at is not null and item.refund_asked_at is null
     order by item.reported_at limit 100`.execute(parts.database.kysely);
  for (const { purchase_id, lead_id } of rows)
    await inTransaction(parts.database, async (tx) => {
      await lockBuyer(tx, purchase_id);
      const refund = await grantRefund(tx, parts, purchase_id, lead_id);
      if (refund?.card === 0) await tellOfLeadRefund(tx, parts, purchase_id, lead_id, refund);
    });
}
