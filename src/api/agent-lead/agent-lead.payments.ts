import { Type } from 'typebox';
import type { Static } from 'typebox';
import { showMoney } from '#src/machines/amount/amounts.ts';
import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { problem } from '#src/api/http/problem.ts';
import { CalendarDate, Cents, Nullable, OneOf, PositiveCents, Strict, Text, Uuid } from '#src/api/http/schemas.ts';
import { mustBeAsSeen } from '#src/api/http/seen.ts';
import type { Tx } from '#src/api/database/write.ts';
import { presentLead } from './agent-lead.present.ts';
import type { LeadRow } from './agent-lead.query.ts';
import { changeLead } from './agent-lead.transition.ts';
import type { Known, LockedLead } from './agent-lead.transition.ts';
import { reviseInvoice } from './invoice.ts';
import { leadMove, version } from './lead-write.ts';
import { balanceOf, kindOf, methodOf } from './ledger.balance.ts';
import { book, mustBePast, paymentsOf, settle, takeBack } from './ledger.ts';

/** Who is owed money by a closed contract. */
export const PAYEES = ['carrier', 'broker'] as const;
type Payee = (typeof PAYEES)[number];

/** The part of what a contract owes that has not been paid yet; never below zero. */
export function stillOwed(lead: LeadRow, payee: Payee): number {
  const money = balanceOf(lead);
  if (!money) return 0;
  return payee === 'carrier'
    ? Math.max(0, (money.carrierPay ?? 0) - money.carrierPaid)
    : Math.max(0, (money.brokerShare ?? 0) - money.brokerPaid);
}

const paid = { paid_on: CalendarDate, method: Text(60) };
const note = Type.Optional(Nullable(Text(500)));
const Payment = Strict({
  version,
  amount: Cents,
  due: Type.Optional(
    Type.Integer({
      minimum: -1_000_000_000,
      maximum: 1_000_000_000,
      description: 'US cents, as the agent saw what is due; below zero where too much was paid',
    }),
  ),
  overpaid: Type.Optional(Type.Boolean({ description: 'The client paid more than is due, and the agent knows.' })),
  ...paid,
  note,
});
const Payout = Strict({ version, payee: OneOf(PAYEES), amount: Type.Optional(PositiveCents), ...paid, note });
const Refund = Strict({ version, amount: PositiveCents, ...paid, reason: Text(500) });
const Correction = Strict({ version, payment_id: Uuid, reason: Text(500) });

/** Payments in and out, other than by card. */
export function paymentRoutes(app: Api, parts: ApiParts): void {
  leadMove(app, parts, 'invoice/payment', Payment, recordPayment);
  leadMove(
    app,
    parts,
    'contract/payout',
    Payout,
    recordPayout,
    'What a closed contract still owed the carrier or the broker has been paid',
  );
  leadMove(app, parts, 'payments/refund', Refund, recordRefund, 'Money went back to the client');
  leadMove(
    app,
    parts,
    'payments/correct',
    Correction,
    correctPayment,
    'A counter-entry takes an entry of the ledger back',
  );
}

/**
 * Records what the client has paid other than by card here, in part or in full. @throws Problem 422 for a future day;
 * as `moveLead`
 */
export async function recordPayment(
  tx: Tx,
  parts: ApiParts,
  known: Known,
  given: Static<typeof Payment>,
): Promise<LeadRow> {
  await changeLead(tx, parts, {
    ...known,
    event: ({ lead: before, facts }) => {
      mustBeAsSeen({ due: given.due }, { due: facts.balanceDue }, 'What is due has changed since you saw it.', () => ({
        state: before.state,
        current: presentLead(before, facts),
      }));
      return {
        type: 'payment.recorded',
        by: known.actor.role,
        amount: given.amount,
        isOverpaid: given.overpaid === true,
      };
    },
    apply: async ({ lead: before, now, today }) => {
      mustBePast(given.paid_on, today);
      const { method, words } = methodOf(given.method);
      const kind = kindOf(given.amount, balanceOf(before)!);
      await book(tx, parts, before.id, known.actor, now, {
        direction: 'from-client',
        kind,
        amount: given.amount,
        method,
        paidOn: given.paid_on,
        note: noteOf(words, given.note),
      });
      return { payload: { amount: given.amount, kind, date: given.paid_on, method: given.method } };
    },
  });
  return settle(tx, parts, known.leadId);
}

const noteOf = (words: string | null, note: string | null | undefined): string | null =>
  [words, note].filter(Boolean).join(': ') || null;

/**
 * Records that a closed contract's debt has been paid, in full or in part.
 *
 * @throws Problem 409 if the contract is not closed, or it was paid already; 422 for a future day, or more than is
 * owed; as `moveLead`
 */
export async function recordPayout(
  tx: Tx,
  parts: ApiParts,
  known: Known,
  given: Static<typeof Payout>,
): Promise<LeadRow> {
  return ledgerMove(tx, parts, known, async ({ lead: before, now, today }) => {
    if (before.closed_at === null) throw problem(409, 'Nothing is owed until the contract is closed.');
    const owed = stillOwed(before, given.payee);
    if (owed === 0) throw problem(409, `The ${given.payee} has been paid already.`);
    const { amount = owed } = given;
    if (amount > owed) throw tooMuch(`No more than ${showMoney(owed)} is owed.`);
    mustBePast(given.paid_on, today);
    const { method, words } = methodOf(given.method);
    await book(tx, parts, before.id, known.actor, now, {
      direction: `to-${given.payee}`,
      kind: 'payout',
      amount,
      method,
      paidOn: given.paid_on,
      note: noteOf(words, given.note),
    });
    return { payout: given.payee, amount, date: given.paid_on, method: given.method, note: given.note ?? null };
  });
}

const tooMuch = (sentence: string) => problem(422, sentence, { errors: [{ field: 'amount', message: sentence }] });

/**
 * Records a refund to the client, other than by the card provider. @throws Problem 422 for more than it has paid, or a
 * future day
 */
export async function recordRefund(
  tx: Tx,
  parts: ApiParts,
  known: Known,
  given: Static<typeof Refund>,
): Promise<LeadRow> {
  return ledgerMove(tx, parts, known, async ({ lead: before, now, today }) => {
    const paid = before.received - before.refunded;
    if (paid <= 0) throw problem(409, 'The client has paid nothing that could be refunded.');
    if (given.amount > paid) throw tooMuch(`The client has paid ${showMoney(paid)}.`);
    mustBePast(given.paid_on, today);
    const { method, words } = methodOf(given.method);
    await book(tx, parts, before.id, known.actor, now, {
      direction: 'to-client',
      kind: 'refund',
      amount: given.amount,
      method,
      paidOn: given.paid_on,
      note: noteOf(words, given.reason),
    });
    return { refund: true, amount: given.amount, date: given.paid_on, method: given.method, reason: given.reason };
  });
}

/**
 * Reverses a wrong entry with a counter-entry. @throws Problem 404 no such entry; 409 already corrected, or reported by
 * the provider
 */
export async function correctPayment(
  tx: Tx,
  parts: ApiParts,
  known: Known,
  given: Static<typeof Correction>,
): Promise<LeadRow> {
  return ledgerMove(tx, parts, known, async ({ lead: before, now, today }) => {
    const entry = (await paymentsOf(tx, before.id)).find(({ id }) => id === given.payment_id);
    if (entry?.provider_id)
      throw problem(409, 'This was paid by card. Refund it at the card provider; the ledger updates by itself.');
    const back = await takeBack(tx, parts, before.id, known.actor, now, {
      paymentId: given.payment_id,
      reason: given.reason,
      paidOn: today,
    });
    if (back?.direction === 'off-price')
      await reviseInvoice(tx, parts, before.id, known.actor, { now, today, reduced: null });
    return { corrected: entry!.kind, amount: back!.amount, reason: given.reason };
  });
}

/**
 * An entry that changes no state by itself: the lead's history records it, and its invoice may become paid or unpaid.
 */
async function ledgerMove(
  tx: Tx,
  parts: ApiParts,
  known: Known,
  change: (locked: LockedLead) => Promise<Record<string, unknown>>,
): Promise<LeadRow> {
  await changeLead(tx, parts, {
    ...known,
    event: () => ({ type: 'lead.edited', by: known.actor.role }),
    apply: async (locked) => ({ payload: await change(locked) }),
  });
  return settle(tx, parts, known.leadId);
}
