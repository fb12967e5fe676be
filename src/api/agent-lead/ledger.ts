import type { Kysely } from 'kysely';
import { addDays } from '#src/machines/calendar/days.ts';
import { carrierPaidMail, carrierPaymentCorrectedMail } from '#src/api/carrier/carrier.mails.ts';
import { carrierById } from '#src/api/carrier/carrier.repository.ts';
import { newId } from '#src/api/database/ids.ts';
import { prepared } from '#src/api/database/prepared.ts';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import { publish } from '#src/api/live/live.ts';
import { DISPUTE_WON } from '#src/api/notice/notice.read.ts';
import { tellOfDeed } from '#src/api/notice/notice.outbox.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { LeadRow } from './agent-lead.query.ts';
import { leadById } from './agent-lead.repository.ts';
import { moveLead } from './agent-lead.transition.ts';
import type { Actor } from './agent-lead.transition.ts';

import { balanceOf, methodName } from './ledger.balance.ts';
import type { Direction, Payment, PaymentMethod } from './ledger.balance.ts';

export interface NewPayment {
  direction: Direction;
  kind: Payment['kind'];
  amount: number;
  method: PaymentMethod;
  paidOn: string;
  note?: string | null;
  providerId?: string | null;
  corrects?: string | null;
  fee?: number | null;
}

/**
 * Adds an entry, and notifies the agent of money received, and of money returned to the client. An entry that the
 * provider has reported before is not booked again: then the result is undefined.
 */
export async function book(
  tx: Tx,
  parts: ApiParts,
  leadId: string,
  by: Pick<Actor, 'id' | 'name'>,
  now: Date,
  { paidOn, providerId = null, corrects = null, fee = null, note = null, ...entry }: NewPayment,
): Promise<Payment | undefined> {
  const booked = await tx
    .insertInto('payment')
    .values({
      id: newId(),
      lead_id: leadId,
      ...entry,
      paid_on: paidOn,
      provider_id: providerId,
      corrects,
      fee,
      note,
      created_by: by.id,
      created_by_name: by.name,
      created_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.column('provider_id').doNothing())
    .returningAll()
    .executeTakeFirst();
  const isNews = booked?.direction === 'from-client' || booked?.direction === 'to-client';
  // The agent is not notified of corrected mistakes, but of what a bank gave back.
  const isCorrected = booked?.kind === 'correction' && !booked.provider_id?.endsWith(DISPUTE_WON);
  if (isNews && !isCorrected) await tellOfPayment(tx, parts, booked, now);
  if (booked?.direction === 'to-carrier') await tellCarrier(tx, parts, booked);
  return booked;
}

/** The carrier's own screens show what it was paid, and it gets an email about each payment. */
async function tellCarrier(tx: Tx, parts: ApiParts, payment: Payment): Promise<void> {
  const lead = await leadById(tx, payment.lead_id);
  const carrierId = lead.awarded_carrier_id;
  if (!carrierId) return;
  await publish(tx, { noun: 'load', id: lead.id, audience: `carrier:${carrierId}` });
  const { email, contact_name } = await carrierById(tx, carrierId);
  const { carrierPay, carrierPaid } = balanceOf(lead)!;
  const about = {
    carrier: contact_name,
    brokerage: parts.brokerage,
    load: lead,
    amount: payment.amount,
    left: Math.max(0, carrierPay! - carrierPaid),
    url: parts.publicUrl() + hrefs.carrierPayments(),
  };
  await parts.mail.send(tx, {
    to: email,
    kind: 'carrier-paid',
    ...(payment.kind === 'correction'
      ? carrierPaymentCorrectedMail(about)
      : carrierPaidMail({
          ...about,
          paidOn: payment.paid_on,
          method: payment.method === 'other' ? null : methodName(payment.method),
        })),
  });
}

/** A dispute decided against us books nothing: the money was taken when it was opened. */
export async function tellOfLostDispute(tx: Tx, parts: ApiParts, providerId: string, now: Date): Promise<void> {
  const taken = await tx
    .selectFrom('payment')
    .selectAll()
    .where('provider_id', '=', providerId)
    .executeTakeFirstOrThrow();
  await tellOfPayment(tx, parts, taken, now, true);
}

async function tellOfPayment(
  tx: Tx,
  parts: ApiParts,
  { id, lead_id, created_by }: Payment,
  now: Date,
  isDisputeLost = false,
): Promise<void> {
  const { assigned_agent_id } = await tx
    .selectFrom('agent_lead')
    .select('assigned_agent_id')
    .where('id', '=', lead_id)
    .executeTakeFirstOrThrow();
  await tellOfDeed(tx, parts, {
    kind: 'payment',
    leadId: lead_id,
    to: [assigned_agent_id],
    by: created_by,
    source: { payment_id: id, ...(isDisputeLost && { is_dispute_lost: true }) },
    at: now,
  });
}

const SYSTEM: Actor = { id: null, name: 'The system', role: 'system' };

export const WITHDRAW_CARD_PAYMENTS = 'card-payment.withdraw';
export interface WithdrawJob {
  leadId: string;
}

/** What is due has changed: a client may have a card form open for the earlier amount. */
export async function withdrawCardForms(tx: Tx, parts: ApiParts, leadId: string): Promise<void> {
  const form = await tx
    .selectFrom('card_payment')
    .select('id')
    .where('lead_id', '=', leadId)
    .limit(1)
    .executeTakeFirst();
  if (form) await parts.jobs.enqueue(tx, WITHDRAW_CARD_PAYMENTS, { leadId } satisfies WithdrawJob);
}

/** After each entry: the invoice becomes paid once the sum reaches it, and unpaid when it no longer does. */
export async function settle(tx: Tx, parts: ApiParts, leadId: string): Promise<LeadRow> {
  await withdrawCardForms(tx, parts, leadId);
  const lead = await leadById(tx, leadId);
  const { total, due } = balanceOf(lead) ?? {};
  if (lead.is_archived || due === undefined || lead.state !== 'completed-contracts') return lead;
  const type =
    lead.stage === 'invoiced' && due <= 0
      ? 'payment.completed'
      : lead.stage === 'paid' && due > 0
        ? 'payment.reopened'
        : null;
  if (!type) return lead;
  const { lead: after } = await moveLead(tx, parts, {
    leadId,
    version: null,
    actor: SYSTEM,
    event: () => ({ type, by: 'system' }),
    apply: async () => ({ payload: { total, due } }),
  });
  return after;
}

/** Notifies agents, whose pages show it. */
export const tellOfMoney = (tx: Tx, leadId: string) =>
  publish(tx, { noun: 'agent-lead', id: leadId, audience: 'agents' });

/** Oldest first. */
export const paymentsOf = (db: Kysely<Tables>, leadId: string): Promise<Payment[]> =>
  db
    .selectFrom('payment')
    .modifyFront(prepared)
    .selectAll()
    .where('lead_id', '=', leadId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** An earlier date is a mistyped year. */
const MAXIMUM_AGE_DAYS = 731;

/** @throws Problem 422 for a future day, or one long ago */
export function mustBePast(paidOn: string, today: string): void {
  if (paidOn < addDays(today, -MAXIMUM_AGE_DAYS))
    throw problem(422, 'The day of the payment is too long ago.', {
      errors: [{ field: 'paid_on', message: 'Use a day of the last two years.' }],
    });
  if (paidOn > today)
    throw problem(422, 'The day of the payment is in the future.', {
      errors: [{ field: 'paid_on', message: 'Use today or an earlier day.' }],
    });
}

/**
 * A counter-entry to an entry of this lead. @throws Problem 404; 409 if it was already corrected, or is a correction
 */
export async function takeBack(
  tx: Tx,
  parts: ApiParts,
  leadId: string,
  by: Pick<Actor, 'id' | 'name'>,
  now: Date,
  {
    paymentId,
    reason,
    paidOn,
    providerId = null,
  }: { paymentId: string; reason: string; paidOn: string; providerId?: string | null },
): Promise<Payment | undefined> {
  const entry = await tx
    .selectFrom('payment')
    .selectAll()
    .where('id', '=', paymentId)
    .where('lead_id', '=', leadId)
    .executeTakeFirst();
  if (!entry) throw notFound('payment');
  const before = await tx.selectFrom('payment').select('id').where('corrects', '=', paymentId).executeTakeFirst();
  if (before || entry.kind === 'correction') throw problem(409, 'This entry has been corrected already.');
  return book(tx, parts, leadId, by, now, {
    direction: entry.direction,
    kind: 'correction',
    amount: entry.amount,
    method: entry.method,
    paidOn,
    corrects: entry.id,
    providerId,
    note: reason,
  });
}
