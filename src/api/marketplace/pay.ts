import type { ApiParts } from '#src/api/parts.ts';
import { isUnanswered, paymentProblem } from '#src/api/payment/problems.ts';
import { problem } from '#src/api/http/problem.ts';
import { mustBeAsSeen } from '#src/api/http/seen.ts';
import { inTransaction } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { readPayment } from '#src/api/payment/reading.ts';
import { openShop } from './provider.ts';
import { holdPurchase, isOpen, purchaseRecord, recordPurchase, settleSoon } from './purchase.record.ts';
import type { HeldPurchase, PurchaseRow } from './purchase.record.ts';
import { byCard } from './lead-refund.ts';
import { comparePayment, reveal } from './settle.ts';

const CURRENCY = 'usd';

/**
 * Creates the payment of a purchase at the provider, or finds the existing one: there is one payment per purchase,
 * whatever happens to the network in between, because its key is derived from the purchase. This does not charge a
 * card; the browser does, with the secret.
 *
 * @returns the browser's secret; null if nothing is left to pay
 * @throws Problem 409 if the lifecycle does not allow it; 503 if the provider does not respond
 */
export async function beginPayment(parts: ApiParts, purchaseId: string, total: number): Promise<string | null> {
  openShop(parts);
  const row = await inTransaction(parts.database, async (tx) => {
    const held = await holdPurchase(tx, parts, purchaseId);
    // Paid in another tab: there is nothing to start, and no error.
    if (held.row.state === 'paid' || held.row.state === 'revealed') return null;
    await mustBeOpen(tx, held);
    mustBeAsSeen({ total }, held.row, 'The price of this purchase has changed since you saw it.');
    const event = { type: 'payment.begun', by: 'visitor' } as const;
    purchaseRecord.mustAllow(held, event);
    return (await recordPurchase(tx, parts, held, event, { refusal: null })).row;
  });
  if (!row) return null;
  try {
    return await secretOf(parts, row);
  } catch (error) {
    throw paymentProblem(error);
  }
}

/**
 * @throws Problem 409 if the reservation ended because a household is reported to have hired someone in the meantime
 */
async function mustBeOpen(tx: Tx, { row, facts }: HeldPurchase): Promise<void> {
  if (row.state !== 'expired') return;
  const gone = await tx
    .selectFrom('state_lead')
    .select('reference')
    .where('id', 'in', facts.leads)
    .where('off_market_at', 'is not', null)
    .execute();
  if (gone.length === 0) return;
  const others = facts.leads.length > gone.length ? ' Reserve the others again.' : '';
  throw problem(
    409,
    `${gone.length === 1 ? 'One household' : `${gone.length} households`} of your cart can no longer be won, so the reservation ended. Nothing was charged.${others}`,
    { state: row.state, allowed: [], unmet: [] },
  );
}

async function secretOf(parts: ApiParts, row: PurchaseRow): Promise<string | null> {
  if (!row.intent_id) return createIntent(parts, row);
  const { status, clientSecret } = await readPayment(parts, row.intent_id);
  if (status === 'succeeded') {
    await comparePayment(parts, row.id);
    return null;
  }
  if (status !== 'canceled') return clientSecret;
  // It was canceled at the provider: another one replaces it, under another key.
  await parts.database.kysely
    .updateTable('purchase')
    .set({ intent_id: null, attempt: row.attempt + 1 })
    .where('id', '=', row.id)
    .where('intent_id', '=', row.intent_id)
    .execute();
  return createIntent(
    parts,
    await parts.database.kysely.selectFrom('purchase').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow(),
  );
}

async function createIntent(parts: ApiParts, row: PurchaseRow): Promise<string | null> {
  const { id, reference, email, attempt } = row;
  const intent = await parts.payments.stripe.paymentIntents.create(
    {
      amount: byCard(row),
      currency: CURRENCY,
      allowed_payment_method_types: ['card'],
      receipt_email: email,
      description: `Leads, purchase ${reference}`,
      metadata: { purchase_id: id, purchase: reference },
    },
    { idempotencyKey: `purchase:${id}:payment:${attempt}` },
  );
  const isStillOpen = await inTransaction(parts.database, async (tx) => {
    const { row } = await holdPurchase(tx, parts, id);
    if (row.intent_id === null && row.attempt === attempt)
      await tx.updateTable('purchase').set({ intent_id: intent.id }).where('id', '=', id).execute();
    // The reservation ended during the provider's response: cancel the payment before anyone has its secret.
    if (row.state === 'expired') await settleSoon(tx, parts, id);
    return isOpen(row.state);
  });
  if (!isStillOpen)
    throw problem(409, 'The reservation is over. Nothing was charged; reserve the leads again.', {
      state: 'expired',
      allowed: [],
      unmet: [],
    });
  return intent.client_secret;
}

/** If credit pays for the whole purchase, it is bought at once, without a payment at the provider. */
export async function payWithCredit(tx: Tx, parts: ApiParts, purchaseId: string): Promise<void> {
  const held = await holdPurchase(tx, parts, purchaseId);
  if (held.row.credit < held.row.total) return;
  const paying = await recordPurchase(tx, parts, held, { type: 'payment.begun', by: 'visitor' });
  const paid_at = held.facts.now;
  await reveal(tx, parts, await recordPurchase(tx, parts, paying, { type: 'credit.used', by: 'visitor' }, { paid_at }));
}

/**
 * The result of the payment, queried from the provider now. @throws Problem 503 if it does not respond; retrying is
 * safe
 */
export async function checkPayment(parts: ApiParts, row: Pick<PurchaseRow, 'id' | 'state'>): Promise<void> {
  if (parts.payments.isOff || row.state === 'revealed' || row.state === 'refunded') return;
  try {
    await comparePayment(parts, row.id);
  } catch (error) {
    if (isUnanswered(error)) await inTransaction(parts.database, (tx) => settleSoon(tx, parts, row.id));
    throw paymentProblem(error);
  }
}
