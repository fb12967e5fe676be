import Stripe from 'stripe';
import type { ApiParts } from '#src/api/parts.ts';
import { isUnanswered } from '#src/api/payment/problems.ts';
import type { PaymentNews } from '#src/api/payment/payments.ts';
import { createLink } from '#src/api/link/link.ts';
import { inTransaction } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { PurchaseEvent } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { readPayment } from '#src/api/payment/reading.ts';
import type { PaymentReading } from '#src/api/payment/reading.ts';
import { creditOfPurchase } from './credit.ts';
import {
  askedOfCard,
  byCard,
  endWithCredit,
  giveAllCredit,
  leadRefundOf,
  makeLeadRefund,
  squareCredit,
  tellOfLeadRefund,
} from './lead-refund.ts';
import { disputeMail, refundedMail, revealMail, tellBuyer } from './purchase.mails.ts';
import { holdPurchase, isOpen, purchaseRecord, purchaseToken, recordPurchase } from './purchase.record.ts';
import type { HeldPurchase, PurchaseRow } from './purchase.record.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

/** How long the mailed link opens the contacts. */
const DETAILS_DAYS = 180;

/**
 * Reconciles a purchase with its payment at the provider through the lifecycle. Any number of runs in any order lead to
 * the same result: each loads the payment anew, and what the lifecycle does not allow (anymore) is not written.
 *
 * @throws what the provider's library throws
 */
export async function comparePayment(parts: ApiParts, purchaseId: string): Promise<void> {
  const { intent_id } = await parts.database.kysely
    .selectFrom('purchase')
    .select('intent_id')
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow();
  const reading = intent_id ? await readPayment(parts, intent_id) : null;
  await inTransaction(
    parts.database,
    async (tx) => void (await foldPayment(tx, parts, await holdPurchase(tx, parts, purchaseId), reading)),
  );
}

async function foldPayment(
  tx: Tx,
  parts: ApiParts,
  start: HeldPurchase,
  reading: PaymentReading | null,
): Promise<HeldPurchase> {
  let held = start;
  const record = async (event: PurchaseEvent, set: Parameters<typeof recordPurchase>[4] = {}) => {
    if (purchaseRecord.allows(held, event)) held = await recordPurchase(tx, parts, held, event, set);
  };
  if (reading?.status === 'asks-the-buyer') await record({ type: 'authentication.asked', by: 'system' });
  // The provider reports late, and repeatedly: a refusal after which the buyer used another card no longer counts.
  if (reading?.status === 'refused' && isNewRefusal(held.row, reading))
    await record(
      { type: 'payment.refused', by: 'system' },
      { refusal: reading.refusal, refused_attempt: reading.refusedAttempt },
    );
  if (reading?.status === 'succeeded') {
    const { amount, isReturned, receiptUrl, card } = reading;
    const paidAt = reading.paidAt!;
    await record(
      { type: 'payment.succeeded', by: 'system', amount, paidAt, isReturned },
      {
        paid_at: paidAt,
        receipt_url: receiptUrl,
        refusal: null,
        ...(card && { card_brand: card.brand, card_last4: card.last4 }),
      },
    );
    if (held.row.state === 'paid') held = await reveal(tx, parts, held);
    if (isReturned || (await isBackWithCredit())) await endRefund();
    else await hearOfReturn();
    if (reading.dispute) await hearOfDispute(reading.dispute);
  }
  await record({ type: 'reservation.ended', by: 'system' });
  return held;

  /** What was not refunded to the card was granted as credit, and no refund is pending. */
  async function isBackWithCredit(): Promise<boolean> {
    if (held.row.state !== 'refunding') return false;
    const { granted } = await creditOfPurchase(tx, held.row.id);
    return granted > 0 && reading!.returned + granted >= byCard(held.row);
  }

  /** Someone made a partial refund at the provider; refunds requested here are recorded already. */
  async function hearOfReturn(): Promise<void> {
    const amount = reading!.returned - askedOfCard(held.row, held.items);
    if (amount > 0) await record({ type: 'payment.returned', by: 'system', amount }, { returned: amount });
  }

  /** Makes up for a missing event: a dispute that was decided must have been opened before. */
  async function hearOfDispute({ standing, amount, reason }: NonNullable<PaymentReading['dispute']>): Promise<void> {
    const before = held.row;
    await record({ type: 'dispute.opened', by: 'system', amount, reason }, { dispute: 'open' });
    if (standing === 'won') await record({ type: 'dispute.won', by: 'system' }, { dispute: 'won' });
    if (standing === 'lost') {
      const card_returned = byCard(held.row);
      await record(
        { type: 'dispute.lost', by: 'system' },
        { dispute: 'lost', refunded_at: held.facts.now, card_returned },
      );
      if (before.state !== held.row.state) await squareCredit(tx, held, card_returned);
    }
    if (held.row.dispute !== before.dispute)
      await parts.mail.send(tx, { to: parts.brokerage.email, kind: 'dispute', ...disputeMail(held, reason) });
  }

  async function endRefund(): Promise<void> {
    const before = held.row.state;
    const { amount, returned } = reading!;
    await record(
      { type: 'refund.made', by: 'system', amount },
      { refunded_at: held.facts.now, card_returned: returned },
    );
    if (held.row.state === before) return;
    await squareCredit(tx, held, returned);
    await tellOfRefund(tx, parts, held);
  }
}

/** A buyer who was notified of each lead's refund already knows of all of it. */
async function tellOfRefund(tx: Tx, parts: ApiParts, held: HeldPurchase): Promise<void> {
  if (held.items.some(({ refunded_at }) => refunded_at === null))
    await tellBuyer(tx, parts, held, refundedMail(parts, held, await creditOfPurchase(tx, held.row.id)));
}

function isNewRefusal(row: PurchaseRow, { refusal, refusedAttempt }: PaymentReading): boolean {
  if (refusedAttempt !== null) return row.refused_attempt !== refusedAttempt;
  return row.state !== 'failed' || row.refusal !== refusal;
}

/** From here on the buyer has the contacts; the link to them is sent in the same transaction. */
export async function reveal(tx: Tx, parts: ApiParts, held: HeldPurchase): Promise<HeldPurchase> {
  const now = parts.now();
  const until = new Date(now.getTime() + DETAILS_DAYS * DAY);
  const { token } = await createLink(tx, {
    purpose: 'purchase',
    subjectId: held.row.id,
    createdBy: null,
    now,
    expiresAt: until,
    token: purchaseToken(parts, 'details', held.row.id),
  });
  const revealed = await recordPurchase(tx, parts, held, { type: 'details.sent', by: 'system' });
  const leads = await tx.selectFrom('state_lead').selectAll().where('id', 'in', held.facts.leads).execute();
  await tellBuyer(tx, parts, revealed, revealMail(parts, revealed, leads, { token, until }));
  return revealed;
}

/**
 * Carries out at the provider what the lifecycle requires: cancels the payment of a purchase that is over, and refunds
 * one that is to be refunded. Safe to run at any time and again; the next run makes up for a crash.
 *
 * @throws so that the queue retries
 */
export async function settlePurchase(parts: ApiParts, purchaseId: string): Promise<void> {
  const read = () =>
    parts.database.kysely.selectFrom('purchase').selectAll().where('id', '=', purchaseId).executeTakeFirstOrThrow();
  // Purchases paid entirely by credit need no provider.
  if (parts.payments.isOff && (await read()).intent_id) return;
  await comparePayment(parts, purchaseId);
  const row = await read();
  if (row.state === 'expired' && row.intent_id) await takeBack(parts, row.intent_id);
  if (row.state === 'refunding') await refundAll(parts, row);
  if (row.state === 'revealed') await refundLeads(parts, row);
}

/** First the credit, which needs no one else; then what is left for the card. */
async function refundAll(parts: ApiParts, row: PurchaseRow): Promise<void> {
  const card = await inTransaction(parts.database, async (tx) => {
    const held = await holdPurchase(tx, parts, row.id);
    if (held.row.state !== 'refunding') return 0;
    const due = await giveAllCredit(tx, held);
    if (due === 0) await tellOfRefund(tx, parts, await endWithCredit(tx, parts, held, 0));
    return due;
  });
  if (card === 0 || !row.intent_id) return;
  // The provider tracks earlier refunds: without an amount it refunds the rest.
  const isAllByCard = card === byCard(row);
  const rest = isAllByCard ? null : card - (await readPayment(parts, row.intent_id)).returned;
  if (rest === null || rest > 0) await giveBack(parts, row, rest === null ? null : { leadId: null, amount: rest });
  await comparePayment(parts, row.id);
  const { state } = await parts.database.kysely
    .selectFrom('purchase')
    .select('state')
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow();
  if (state === 'refunding')
    throw new Error('The refund was asked for, but the payment provider does not say that it was made.');
}

/** Cancels an unpaid payment that nobody should pay anymore. If someone just has, the next comparison finds out. */
async function takeBack({ payments: { stripe } }: ApiParts, intentId: string): Promise<void> {
  const isCanceled = async () => (await stripe.paymentIntents.retrieve(intentId)).status === 'canceled';
  if (await isCanceled()) return;
  try {
    await stripe.paymentIntents.cancel(intentId);
  } catch (error) {
    // Another worker was faster.
    if (!(await isCanceled())) throw error;
  }
}

async function refundLeads(parts: ApiParts, row: PurchaseRow): Promise<void> {
  const due = await parts.database.kysely
    .selectFrom('purchase_item')
    .selectAll()
    .where('purchase_id', '=', row.id)
    .where('refund_asked_at', 'is not', null)
    .where('refunded_at', 'is', null)
    .orderBy('position')
    .execute();
  for (const { lead_id } of due) {
    const { card } = await inTransaction(parts.database, async (tx) =>
      leadRefundOf(tx, await holdPurchase(tx, parts, row.id), lead_id),
    );
    if (card > 0) await giveBack(parts, row, { leadId: lead_id, amount: card });
    await inTransaction(parts.database, async (tx) => {
      const held = await holdPurchase(tx, parts, row.id);
      const item = held.items.find((one) => one.lead_id === lead_id)!;
      if (held.row.state !== 'revealed' || item.refunded_at !== null) return;
      const refund = await leadRefundOf(tx, held, lead_id);
      await makeLeadRefund(tx, parts, held, lead_id, refund);
      await tellOfLeadRefund(tx, parts, row.id, lead_id, refund);
    });
  }
}

/**
 * Requests a refund under its own key, so that it is made once however often it is requested. A definite failure uses
 * up the key: the next run uses another one.
 */
async function giveBack(
  parts: ApiParts,
  { id, intent_id, refund_attempt }: { id: string; intent_id: string | null; refund_attempt: number },
  part: { leadId: string | null; amount: number } | null,
): Promise<void> {
  const { stripe } = parts.payments;
  const key = `purchase:${id}:refund:${part?.leadId ?? 'all'}:${refund_attempt}`;
  try {
    const { status } = await stripe.refunds.create(
      {
        payment_intent: intent_id!,
        reason: 'requested_by_customer',
        metadata: { purchase_id: id, ...(part?.leadId ? { lead_id: part.leadId } : {}) },
        ...(part ? { amount: part.amount } : {}),
      },
      { idempotencyKey: key },
    );
    if (status === 'failed' || status === 'canceled')
      throw new RefundFailed(`The payment provider says of the refund: ${status}.`);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === 'charge_already_refunded') return;
    if (error instanceof RefundFailed || !isUnanswered(error)) {
      await parts.database.kysely
        .updateTable('purchase')
        .set({ refund_attempt: refund_attempt + 1 })
        .where('id', '=', id)
        .where('refund_attempt', '=', refund_attempt)
        .execute();
      parts.log.warn({ purchase: id, err: error }, 'A refund failed at the payment provider, and is tried again.');
    }
    throw error;
  }
}

class RefundFailed extends Error {}

/** Handles an event of a payment, if it belongs to a purchase. */
export async function hearOfPurchase(parts: ApiParts, { type, paymentId }: PaymentNews): Promise<void> {
  if (!paymentId) return;
  const purchase = await parts.database.kysely
    .selectFrom('purchase')
    .select(['id', 'reference'])
    .where('intent_id', '=', paymentId)
    .executeTakeFirst();
  if (!purchase) return;
  if (type === 'refund.failed')
    parts.log.warn(
      { purchase: purchase.reference },
      'A refund did not reach the buyer: the payment provider has the money again.',
    );
  await settlePurchase(parts, purchase.id);
}

/**
 * Ends expired reservations, and retries refunds that are not made yet. A failure of one does not affect the others.
 *
 * @throws AggregateError at the end, so that the queue retries
 */
export async function sweepPurchases(parts: ApiParts): Promise<void> {
  const now = parts.now().toISOString();
  const due = await parts.database.kysely
    .selectFrom('purchase')
    .select(['id', 'state', 'intent_id'])
    .where(({ or, and, eb }) =>
      or([
        and([eb('state', 'in', ['reserved', 'paying', 'authenticating', 'failed']), eb('reserved_until', '<=', now)]),
        eb('state', '=', 'refunding'),
      ]),
    )
    .orderBy('reserved_until')
    .limit(500)
    .execute();
  const failures: unknown[] = [];
  for (const { id, state, intent_id } of due) {
    try {
      if (isOpen(state) && !intent_id) await comparePayment(parts, id);
      else await settlePurchase(parts, id);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} purchases could not be settled.`);
}
