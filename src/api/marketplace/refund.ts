import type { Database } from '#src/api/database/database.ts';
import type { PurchaseEvent } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { inTransaction } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { leadRefundOf } from './lead-refund.ts';
import { holdPurchase, purchaseRecord, recordPurchase } from './purchase.record.ts';
import type { HeldPurchase, PurchaseItemRow, RecordParts } from './purchase.record.ts';
import { tellOfReports } from './report-news.ts';

/** Such as "P-1001" and, for one lead of several, "H-1002". */
interface Wish {
  reference: string;
  lead: string | null;
  reason: string;
  /** US cents to refund, as confirmed by whoever decides; null only queries the amount. */
  amount: number | null;
}

/**
 * The brokerage decides to refund a purchase, or one lead of it. The running product carries it out at the payment
 * provider, or grants the credit, and notifies the buyer.
 *
 * @returns what will happen, in a sentence
 * @throws Error with a sentence if it is not possible
 */
export async function askForRefund(
  parts: RecordParts & { database: Database },
  { reference, lead, reason, amount }: Wish,
): Promise<string> {
  return inTransaction(parts.database, async (tx) => {
    const found = await tx.selectFrom('purchase').select('id').where('reference', '=', reference).executeTakeFirst();
    if (!found) throw new Error(`There is no purchase ${reference}.`);
    const held = await holdPurchase(tx, parts, found.id);
    const { row, items } = held;
    const bought = lead
      ? await tx.selectFrom('state_lead').select('id').where('reference', '=', lead).executeTakeFirst()
      : null;
    const item = bought && items.find(({ lead_id }) => lead_id === bought.id);
    if (lead && !item) throw new Error(`There is no lead ${lead} in ${reference}.`);
    if (item?.refund_asked_at) throw new Error(`The refund of ${lead} was asked for before.`);
    // The lifecycle refuses a refund without a reason; to learn the amount, none is needed.
    const event = refundEvent(held, item?.lead_id ?? null, amount === null ? reason || 'The amount' : reason);
    const isWhole = event.type === 'refund.asked';
    if (!purchaseRecord.allows(held, event))
      throw new Error(
        row.state === 'refunding' || row.state === 'refunded'
          ? `${reference} is refunded already.`
          : `${reference} was not paid (${row.state}), so there is nothing to refund.`,
      );
    // Refunds requested earlier go their own way, whether they were carried out yet or not.
    const given = items
      .filter(({ refund_asked_at }) => refund_asked_at !== null)
      .reduce((sum, { price }) => sum + price, 0);
    const due = isWhole ? row.total - given : item!.price;
    const what = `${dollars(due)} of ${reference}`;
    const where = await whereTo(tx, held, isWhole ? items.filter((one) => one.refund_asked_at === null) : [item!]);
    if (amount === null)
      throw new Error(
        `${what} would go back to ${row.email}${where}. Nothing was refunded: run this again with --amount ${(due / 100).toFixed(2)}${reason ? '' : ' --reason "…"'}`,
      );
    if (amount !== due)
      throw new Error(
        `You named ${dollars(amount)}, but ${what} would go back to ${row.email}${where}. Nothing was refunded.`,
      );
    await recordRefund(tx, parts, held, event);
    await tellOfReports(tx);
    return `${what} go back to ${row.email}${where}. The running product does it and tells the buyer.`;
  });
}

type RefundEvent = Extract<PurchaseEvent, { type: 'refund.asked' | 'lead.refund-asked' }>;

/** The refund of a purchase, or of one lead of it; with the last of its leads the whole purchase is refunded. */
export function refundEvent({ items }: HeldPurchase, leadId: string | null, reason: string): RefundEvent {
  const isWhole = items.every(
    ({ lead_id, refund_asked_at }) => leadId === null || lead_id === leadId || refund_asked_at !== null,
  );
  return isWhole || leadId === null
    ? { type: 'refund.asked', by: 'agent', reason }
    : { type: 'lead.refund-asked', by: 'agent', leadId, reason };
}

/** Records that the brokerage refunds it; the worker makes the refund. @throws Problem 403 or 409 */
export async function recordRefund(
  tx: Tx,
  parts: RecordParts,
  held: HeldPurchase,
  event: RefundEvent,
  by?: { id: string; name: string },
): Promise<void> {
  if (event.type === 'refund.asked')
    return void (await recordPurchase(tx, parts, held, event, { refund_reason: event.reason }, by));
  purchaseRecord.mustAllow(held, event);
  await tx
    .updateTable('purchase_item')
    .set({ refund_asked_at: held.facts.now })
    .where('purchase_id', '=', held.row.id)
    .where('lead_id', '=', event.leadId)
    .execute();
  await recordPurchase(tx, parts, held, event, {}, by);
}

/**
 * Where the money goes, by the reporting buyer's choice and the means of payment: ": $12.00 to the card, $4.00 as
 * credit".
 */
async function whereTo(tx: Tx, held: HeldPurchase, items: readonly PurchaseItemRow[]): Promise<string> {
  let [card, credit] = [0, 0];
  for (const { lead_id } of items) {
    const refund = await leadRefundOf(tx, held, lead_id);
    card += refund.card;
    credit += refund.credit;
  }
  if (credit === 0) return ', to the card';
  return card === 0 ? ', as credit' : `: ${dollars(card)} to the card, ${dollars(credit)} as credit`;
}

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
