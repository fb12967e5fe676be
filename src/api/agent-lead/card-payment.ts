import type { Kysely } from 'kysely';
import { agreementById } from '#src/api/agreement/agreement.repository.ts';
import { newId, sha256 } from '#src/api/database/ids.ts';
import type { RowOf, Tables } from '#src/api/database/tables.ts';
import { inTransaction } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { problem } from '#src/api/http/problem.ts';
import { changesOf } from '#src/api/http/seen.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import { createLink, isOfferOver, OFFER_OVER, openLink } from '#src/api/link/link.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { PaymentNews } from '#src/api/payment/payments.ts';
import { isUnanswered, paymentProblem } from '#src/api/payment/problems.ts';
import { readPayment } from '#src/api/payment/reading.ts';
import type { PaymentReading } from '#src/api/payment/reading.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { DAY } from '#src/machines/calendar/durations.ts';
import type { LeadRow } from './agent-lead.query.ts';
import { leadById } from './agent-lead.repository.ts';
import { lockLead } from './agent-lead.transition.ts';
import { balanceOf, kindOf } from './ledger.balance.ts';
import { receiptMail } from './ledger.mails.ts';
import { DISPUTE, DISPUTE_WON } from '#src/api/notice/notice.read.ts';
import { book, settle, takeBack, tellOfLostDispute, tellOfMoney } from './ledger.ts';
import type { WithdrawJob } from './ledger.ts';

type CardPayment = RowOf<'card_payment'>;

/** The actor of entries that the provider reports. */
const PROVIDER = { id: null, name: 'The card provider' };
const CURRENCY = 'usd';
/** A payment link is valid for as long as there may be a debt. */
const PAY_DAYS = 120;

/** A link with which the client pays by card. */
export async function newPayLink(tx: Tx, parts: ApiParts, leadId: string, createdBy: string | null) {
  const now = parts.now();
  const link = await createLink(tx, {
    purpose: 'payment',
    subjectId: leadId,
    createdBy,
    now,
    expiresAt: new Date(now.getTime() + PAY_DAYS * DAY),
  });
  return { url: parts.publicUrl() + hrefs.pay(link.token), expires_at: link.expiresAt };
}

/**
 * The lead behind a payment link: one created for paying, or that of its signed agreement.
 * @throws Problem 404, 410 as `openLink`; 410 if the lead is archived before the move is done
 */
export async function moneyBehind(db: Kysely<Tables>, parts: ApiParts, token: string): Promise<LeadRow> {
  const kind = await db
    .selectFrom('link')
    .select('purpose')
    .where('token_hash', '=', sha256(token))
    .where('purpose', '=', 'agreement')
    .executeTakeFirst();
  const link = await openLink(db, token, kind ? 'agreement' : 'payment', parts.now());
  const leadId = kind ? (await agreementById(db, link.subject_id)).lead_id : link.subject_id;
  if (leadId === null) throw problem(404, 'There is no such link.');
  const lead = await leadById(db, leadId);
  if (isOfferOver(lead)) throw problem(410, OFFER_OVER);
  return lead;
}

/**
 * What the client can pay now: the rest of the deposit, then the balance. Null before it has signed, and when all is
 * paid.
 */
export function payableOf(lead: LeadRow): { kind: CardPayment['kind']; amount: number } | null {
  const money = balanceOf(lead);
  if (!money || !lead.signed_at || money.due <= 0) return null;
  return money.depositDue > 0
    ? { kind: 'deposit', amount: Math.min(money.depositDue, money.due) }
    : { kind: 'balance', amount: money.due };
}

/**
 * Creates a card payment at the provider, or finds the existing one for the same amount. This does not charge a card;
 * the browser does, with the secret. It asks again right before: what is due may change while the card is entered.
 *
 * @returns the browser's secret; null if it has been paid in the meantime
 * @throws Problem 409 if nothing is due, or not the amount that the client saw; 503 if the provider does not respond
 */
export async function beginCardPayment(parts: ApiParts, token: string, seen: number): Promise<string | null> {
  if (parts.payments.isOff)
    throw problem(503, 'We can’t take cards here yet. Call us to pay another way.', { retryAfter: 3600 });
  const { id: leadId } = await moneyBehind(parts.database.kysely, parts, token);
  const { row, others } = await inTransaction(parts.database, async (tx) => {
    await lockLead(tx, leadId);
    const payable = payableOf(await moneyBehind(tx, parts, token));
    if (!payable) throw problem(409, 'Nothing is due now. Your card wasn’t charged.');
    const changed = changesOf({ amount: seen }, { amount: payable.amount });
    if (changed.length > 0)
      throw problem(409, 'The amount has changed since you saw it. Your card wasn’t charged.', { changed });
    const open = await openPayments(tx, leadId);
    const same = open.find(isFor(payable));
    return {
      row: same ?? (await insertPayment(tx, parts, leadId, payable)),
      others: open.filter((one) => one !== same),
    };
  });
  try {
    await takeBackAll(parts, others);
    return await secretOf(parts, row);
  } catch (error) {
    throw paymentProblem(error);
  }
}

const isFor =
  (payable: ReturnType<typeof payableOf>) =>
  ({ amount, kind }: CardPayment): boolean =>
    amount === payable?.amount && kind === payable.kind;

/**
 * After each entry in the ledger, and when a contract is reopened: takes payments of an earlier amount back at the
 * provider, so that a card form that is still open cannot complete them.
 *
 * @throws what the provider's library throws
 */
export async function withdrawCardPayments(parts: ApiParts, { leadId }: WithdrawJob): Promise<void> {
  const stale = await inTransaction(parts.database, async (tx) => {
    await lockLead(tx, leadId);
    const isDue = isFor(payableOf(await leadById(tx, leadId)));
    return (await openPayments(tx, leadId)).filter((one) => !isDue(one));
  });
  await takeBackAll(parts, stale);
}

/** Created but not booked; a payment canceled at the provider has no intent anymore. */
const openPayments = (tx: Tx, leadId: string): Promise<CardPayment[]> =>
  tx
    .selectFrom('card_payment')
    .selectAll()
    .where('lead_id', '=', leadId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('payment').select('id').whereRef('provider_id', '=', 'card_payment.intent_id'))),
    )
    .orderBy('created_at', 'desc')
    .execute();

const insertPayment = (tx: Tx, parts: ApiParts, leadId: string, given: { kind: CardPayment['kind']; amount: number }) =>
  tx
    .insertInto('card_payment')
    .values({ id: newId(), lead_id: leadId, ...given, created_at: parts.now().toISOString() })
    .returningAll()
    .executeTakeFirstOrThrow();

async function secretOf(parts: ApiParts, row: CardPayment): Promise<string | null> {
  if (row.intent_id) {
    const { status, clientSecret } = await readPayment(parts, row.intent_id);
    if (status === 'succeeded') {
      await compareCardPayment(parts, row);
      return null;
    }
    if (status !== 'canceled') return clientSecret;
    const next = await inTransaction(parts.database, (tx) => insertPayment(tx, parts, row.lead_id, row));
    return secretOf(parts, next);
  }
  const { reference, client_email: email } = await leadById(parts.database.kysely, row.lead_id);
  const intent = await parts.payments.stripe.paymentIntents.create(
    {
      amount: row.amount,
      currency: CURRENCY,
      allowed_payment_method_types: ['card'],
      ...(email ? { receipt_email: email } : {}),
      description: `${row.kind === 'deposit' ? 'Deposit' : 'Balance'}, move ${reference}`,
      metadata: { card_payment_id: row.id, lead: reference },
    },
    { idempotencyKey: `lead:${row.id}:payment` },
  );
  await parts.database.kysely
    .updateTable('card_payment')
    .set({ intent_id: intent.id })
    .where('id', '=', row.id)
    .where('intent_id', 'is', null)
    .execute();
  return intent.client_secret;
}

async function takeBackAll(parts: ApiParts, payments: readonly CardPayment[]): Promise<void> {
  for (const { id, intent_id } of payments) if (intent_id) await takeBackAtProvider(parts, id, intent_id);
}

async function takeBackAtProvider(parts: ApiParts, id: string, intentId: string): Promise<void> {
  const { status } = await readPayment(parts, intentId);
  if (status === 'canceled') return;
  try {
    await parts.payments.stripe.paymentIntents.cancel(intentId);
  } catch (error) {
    if (isUnanswered(error)) throw error;
    // It was paid at that moment, so book it.
    await compareCardPayment(parts, { id, intent_id: intentId });
  }
}

/** The result of a lead's open payments, queried from the provider now. @throws Problem 503 */
export async function checkCardPayments(parts: ApiParts, token: string): Promise<PaymentReading['refusal']> {
  const { id } = await moneyBehind(parts.database.kysely, parts, token);
  const rows = await inTransaction(parts.database, (tx) => openPayments(tx, id));
  let refusal: string | null = null;
  try {
    for (const row of rows) refusal ??= (await compareCardPayment(parts, row))?.refusal ?? null;
  } catch (error) {
    throw paymentProblem(error);
  }
  return refusal;
}

/** The provider reports a payment, a refund, or a dispute: load it again and book its current state. */
export async function hearOfCardPayment(parts: ApiParts, { paymentId }: PaymentNews): Promise<void> {
  if (!paymentId) return;
  const row = await parts.database.kysely
    .selectFrom('card_payment')
    .selectAll()
    .where('intent_id', '=', paymentId)
    .executeTakeFirst();
  if (row) await compareCardPayment(parts, row);
}

/**
 * Reconciles the ledger with a payment at the provider. Any number of runs in any order lead to the same result: each
 * entry has the provider's id, and none is booked twice. Money that arrived is booked whatever the lead's state,
 * archived or not.
 *
 * @throws what the provider's library throws
 */
export async function compareCardPayment(
  parts: ApiParts,
  { id, intent_id: intentId }: Pick<CardPayment, 'id' | 'intent_id'>,
): Promise<PaymentReading | null> {
  if (!intentId) return null;
  const reading = await readPayment(parts, intentId);
  if (reading.status === 'succeeded')
    await inTransaction(parts.database, async (tx) => {
      const { lead_id: leadId } = await tx
        .selectFrom('card_payment')
        .select('lead_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await lockLead(tx, leadId);
      const isNews = await bookReading(tx, parts, await leadById(tx, leadId), intentId, reading);
      if (!isNews) return;
      await tellOfMoney(tx, leadId);
      await settle(tx, parts, leadId);
    });
  return reading;
}

async function bookReading(
  tx: Tx,
  parts: ApiParts,
  lead: LeadRow,
  intentId: string,
  { amount, paidAt, fee, returned, dispute }: PaymentReading,
): Promise<boolean> {
  const now = parts.now();
  const today = dateIn(parts.brokerage.zone, now);
  const money = balanceOf(lead);
  const came = await book(tx, parts, lead.id, PROVIDER, now, {
    direction: 'from-client',
    kind: money ? kindOf(amount, money) : 'partial',
    amount,
    method: 'card',
    paidOn: dateIn(parts.brokerage.zone, new Date(paidAt!)),
    providerId: intentId,
    fee,
  });
  if (came) {
    const { brokerage } = parts;
    const due = Math.max(0, (money?.due ?? 0) - amount);
    if (lead.client_email)
      await parts.mail.send(tx, {
        to: lead.client_email,
        kind: 'receipt',
        leadId: lead.id,
        ...receiptMail({ brokerage, lead, amount, paidOn: came.paid_on, due }),
      });
  }
  const back = await bookedBack(tx, intentId);
  const went =
    returned > back
      ? await book(tx, parts, lead.id, PROVIDER, now, {
          direction: 'to-client',
          kind: 'refund',
          amount: returned - back,
          method: 'card',
          paidOn: today,
          providerId: `${intentId}:returned:${returned}`,
          note: 'Refunded at the card provider',
        })
      : undefined;
  const disputed = dispute && (await bookDispute(tx, parts, lead.id, now, today, intentId, dispute));
  return Boolean(came ?? went ?? disputed);
}

async function bookedBack(tx: Tx, intentId: string): Promise<number> {
  const rows = await tx
    .selectFrom('payment')
    .select('amount')
    .where('provider_id', 'like', `${intentId}:returned:%`)
    .execute();
  return rows.reduce((sum, { amount }) => sum + amount, 0);
}

/** The bank takes a disputed charge at once; if it decides for us, a counter-entry restores it. */
async function bookDispute(
  tx: Tx,
  parts: ApiParts,
  leadId: string,
  now: Date,
  today: string,
  intentId: string,
  { standing, amount, reason }: NonNullable<PaymentReading['dispute']>,
) {
  const taken = await book(tx, parts, leadId, PROVIDER, now, {
    direction: 'to-client',
    kind: 'refund',
    amount,
    method: 'card',
    paidOn: today,
    providerId: `${intentId}${DISPUTE}`,
    note: `Disputed at the client’s bank: ${reason}`,
  });
  if (standing === 'lost') await tellOfLostDispute(tx, parts, `${intentId}${DISPUTE}`, now);
  if (standing !== 'won') return taken;
  const entry = await tx
    .selectFrom('payment')
    .select('id')
    .where('provider_id', '=', `${intentId}${DISPUTE}`)
    .executeTakeFirstOrThrow();
  const isBack = await tx.selectFrom('payment').select('id').where('corrects', '=', entry.id).executeTakeFirst();
  if (isBack) return taken;
  return takeBack(tx, parts, leadId, PROVIDER, now, {
    paymentId: entry.id,
    reason: 'The bank decided that the charge stands',
    paidOn: today,
    providerId: `${intentId}${DISPUTE_WON}`,
  });
}
