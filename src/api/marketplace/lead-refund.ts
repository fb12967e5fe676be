import { refundOf } from '#src/machines/marketplace/credit-rule.ts';
import type { RefundWay } from '#src/machines/marketplace/credit-rule.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { Tx } from '#src/api/database/write.ts';
import { creditOfPurchase, giveCredit, withdrawCredit } from './credit.ts';
import type { LeadRefund } from './credit.ts';
import { leadRefundedMail, tellBuyer } from './purchase.mails.ts';
import { holdPurchase, purchaseRecord, recordPurchase } from './purchase.record.ts';
import type { HeldPurchase, PurchaseItemRow, PurchaseRow, RecordParts } from './purchase.record.ts';

type Parts = ReturnType<typeof refundOf>;

/** What the card paid, or is to pay. US cents. */
export const byCard = ({ total, credit }: Pick<PurchaseRow, 'total' | 'credit'>): number => total - credit;

/** As the buyer chose, unless their data was erased: then nobody could spend credit. */
const wayOf = ({ blacked_out_at }: PurchaseRow, { refund_to, refunded_at }: PurchaseItemRow): RefundWay =>
  blacked_out_at !== null && refunded_at === null ? 'card' : (refund_to ?? 'card');

/** The part of the requested refunds that goes back to the card, made or not. US cents. */
export const askedOfCard = (row: PurchaseRow, items: readonly PurchaseItemRow[]): number =>
  items
    .filter((item) => item.refund_asked_at !== null && wayOf(row, item) === 'card')
    .reduce((sum, { price, credit }) => sum + price - credit, 0);

async function partsOf(tx: Tx, { row, items }: HeldPurchase, leadId: string): Promise<Parts> {
  const item = items.find(({ lead_id }) => lead_id === leadId)!;
  const { granted } = await creditOfPurchase(tx, row.id);
  return refundOf(item, wayOf(row, item), byCard(row) - row.returned - askedOfCard(row, items) - granted);
}

export async function leadRefundOf(tx: Tx, held: HeldPurchase, leadId: string): Promise<LeadRefund> {
  const { card, granted, returned } = await partsOf(tx, held, leadId);
  return { card, credit: granted + returned };
}

/**
 * Records that a lead's price was refunded: its credit is granted here; the card refund was already made by the
 * provider. With the last lead, also ends the purchase, unless everything went to the card, which the provider reports
 * itself.
 */
export async function makeLeadRefund(
  tx: Tx,
  parts: RecordParts,
  held: HeldPurchase,
  leadId: string,
  refund: LeadRefund,
): Promise<HeldPurchase> {
  const { row, items } = held;
  const item = items.find(({ lead_id }) => lead_id === leadId)!;
  const credit = await giveCredit(tx, held.now, row, leadId, await partsOf(tx, held, leadId));
  await tx
    .updateTable('purchase_item')
    .set({ refunded_at: held.facts.now, refund_to: wayOf(row, item) })
    .where('purchase_id', '=', row.id)
    .where('lead_id', '=', leadId)
    .execute();
  const after = await recordPurchase(tx, parts, held, {
    type: 'lead.refunded',
    by: 'system',
    leadId,
    amount: refund.card + credit,
    credit,
  });
  const isLast = after.items.every(({ refunded_at }) => refunded_at !== null);
  const { granted } = await creditOfPurchase(tx, row.id);
  if (!isLast || (row.intent_id !== null && granted === 0)) return after;
  return endWithCredit(tx, parts, after, byCard(row) - granted);
}

/**
 * Refunds the credit of a purchase that is refunded as a whole, each lead as its buyer chose.
 *
 * @returns US cents that are to go to the card in total
 */
export async function giveAllCredit(tx: Tx, held: HeldPurchase): Promise<number> {
  const { row, items } = held;
  for (const { lead_id, refunded_at } of items)
    if (refunded_at === null) await giveCredit(tx, held.now, row, lead_id, await partsOf(tx, held, lead_id));
  const { granted } = await creditOfPurchase(tx, row.id);
  return byCard(row) - granted;
}

/** Everything was refunded, part or all of it as credit. */
export function endWithCredit(tx: Tx, parts: RecordParts, held: HeldPurchase, card: number): Promise<HeldPurchase> {
  const event = { type: 'refund.made', by: 'system', amount: held.row.total } as const;
  if (!purchaseRecord.allows(held, event)) return Promise.resolve(held);
  return recordPurchase(tx, parts, held, event, { refunded_at: held.facts.now, card_returned: card });
}

/**
 * The card got so much back that the purchase is over: the credit that paid for the rest is returned, too. If the card
 * got what had already been refunded as credit, that credit is withdrawn.
 */
export async function squareCredit(tx: Tx, { row, items, now }: HeldPurchase, card: number): Promise<void> {
  for (const { lead_id, credit } of items) await giveCredit(tx, now, row, lead_id, { granted: 0, returned: credit });
  const { granted } = await creditOfPurchase(tx, row.id);
  const twice = card + granted - byCard(row);
  if (twice > 0) await withdrawCredit(tx, now, row, twice);
}

export async function tellOfLeadRefund(
  tx: Tx,
  parts: Pick<ApiParts, 'mail' | 'now' | 'publicUrl'>,
  purchaseId: string,
  leadId: string,
  refund: LeadRefund,
): Promise<void> {
  const held = await holdPurchase(tx, parts, purchaseId);
  const lead = await tx.selectFrom('state_lead').selectAll().where('id', '=', leadId).executeTakeFirstOrThrow();
  await tellBuyer(tx, parts, held, leadRefundedMail(parts, held, lead, refund));
}
