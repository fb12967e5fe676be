import { insertFile } from '#src/api/http/multipart.ts';
import type { StoredUpload } from '#src/api/http/multipart.ts';
import { broughtStatement } from '#src/api/carrier-job/carrier-job.papers.ts';
import { newId } from '#src/api/database/ids.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { problem } from '#src/api/http/problem.ts';
import { mustBeAsSeen } from '#src/api/http/seen.ts';
import type { Tx } from '#src/api/database/write.ts';
import { addDays } from '#src/machines/calendar/days.ts';
import { presentLead } from './agent-lead.present.ts';
import type { LeadRow } from './agent-lead.query.ts';
import { moveLead } from './agent-lead.transition.ts';
import type { Actor, LockedLead } from './agent-lead.transition.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { balanceOf, kindOf, methodOf } from './ledger.balance.ts';
import { book, mustBePast, paymentsOf, settle, takeBack } from './ledger.ts';

const INVOICE_DUE_DAYS = 14;

interface Known {
  leadId: string;
  version: number | null;
  actor: Actor;
}

/** Closes the contract: who has been paid, and the signed statement that the work is done. */
export async function closeContract(
  tx: Tx,
  parts: ApiParts,
  known: Known,
  given: {
    owedToCarrierPayed: boolean;
    owedToBrokerPayed: boolean;
    statement: StoredUpload | null;
    /** The statement that the carrier has brought, where the agent has none of its own. */
    paperId?: string | null;
  },
): Promise<LeadRow> {
  let brought: { file_id: string; name: string } | null = null;
  const { lead } = await moveLead(tx, parts, {
    ...known,
    event: async ({ lead: before }) => {
      if (!given.statement && given.paperId)
        brought = await broughtStatement(tx, before.job_agreement_id, given.paperId);
      const hasCompletionStatement = given.statement !== null || brought !== null;
      return { type: 'contract.closed', by: known.actor.role, hasCompletionStatement };
    },
    apply: async ({ lead: before, now, today }) => {
      const fileId = brought?.file_id ?? (await insertFile(tx, given.statement!));
      await tx
        .updateTable('contract')
        .set({ completion_file_id: fileId, closed_at: now.toISOString() })
        .where('lead_id', '=', before.id)
        .execute();
      for (const payee of PAYEES) {
        const isPaid = payee === 'carrier' ? given.owedToCarrierPayed : given.owedToBrokerPayed;
        const amount = stillOwed(before, payee);
        if (isPaid && amount > 0)
          await book(tx, parts, before.id, known.actor, now, {
            direction: `to-${payee}`,
            kind: 'payout',
            amount,
            method: 'other',
            paidOn: today,
            note: 'Recorded when the contract was closed',
          });
      }
      return {
        payload: {
          owedToCarrierPayed: given.owedToCarrierPayed,
          owedToBrokerPayed: given.owedToBrokerPayed,
          statement: brought?.name ?? given.statement!.name,
        },
      };
    },
  });
  return lead;
}

/** The close-out was a mistake: the job goes on, and its statement and what was said of payments count no longer. */
export async function correctClosing(tx: Tx, parts: ApiParts, known: Known, reason: string): Promise<LeadRow> {
  const { lead } = await moveLead(tx, parts, {
    ...known,
    event: () => ({ type: 'contract.corrected', by: known.actor.role, reason }),
    apply: async ({ lead: before, now, today }) => {
      await tx
        .updateTable('contract')
        .set({ completion_file_id: null, closed_at: null })
        .where('lead_id', '=', before.id)
        .execute();
      const entries = await paymentsOf(tx, before.id);
      const corrected = new Set(entries.map(({ corrects }) => corrects));
      for (const { id, direction, kind } of entries)
        if (direction === 'to-broker' && kind === 'payout' && !corrected.has(id))
          await takeBack(tx, parts, before.id, known.actor, now, { paymentId: id, reason, paidOn: today });
      return { payload: { reason } };
    },
  });
  return lead;
}

/** The first time: numbers and issues the invoice in this transaction. Again: mails the same invoice once more. */
export async function sendInvoice(
  tx: Tx,
  parts: ApiParts,
  known: Known,
  given: { due_on?: string | null; total?: number },
): Promise<LeadRow> {
  const { lead } = await moveLead(tx, parts, {
    ...known,
    event: () => ({ type: 'invoice.sent', by: known.actor.role }),
    apply: async ({ lead: before, facts, now, today }) => {
      mustBeAsSeen(
        { total: given.total },
        { total: before.invoice?.total ?? before.quote_total },
        'The amount of the invoice has changed since you saw it.',
        () => ({ state: before.state, current: presentLead(before, facts) }),
      );
      if (given.due_on && given.due_on < today)
        throw problem(422, 'The due date is in the past.', {
          errors: [{ field: 'due_on', message: 'Use today or a later day.' }],
        });
      const invoice = before.invoice
        ? await tx
            .updateTable('invoice')
            .set({ sent_at: now.toISOString() })
            .where('id', '=', before.invoice.id)
            .returningAll()
            .executeTakeFirstOrThrow()
        : await issue(tx, before, today, given.due_on ?? addDays(today, INVOICE_DUE_DAYS), now);
      await parts.jobs.enqueue(tx, 'invoice.deliver', { id: invoice.id });
      return { payload: { number: invoice.number, total: invoice.total, dueOn: invoice.due_on } };
    },
  });
  // What was paid before may be all of it.
  return settle(tx, parts, lead.id);
}

async function issue(tx: Tx, lead: LeadRow, today: string, dueOn: string, now: Date) {
  // The row lock of the counter makes numbers gapless: a rolled-back invoice gives its number back.
  const { last } = await tx
    .updateTable('invoice_number')
    .set(({ eb }) => ({ last: eb('last', '+', 1) }))
    .returning('last')
    .executeTakeFirstOrThrow();
  const estimate = await tx
    .selectFrom('estimate')
    .selectAll()
    .where('id', '=', lead.quoted_estimate_id!)
    .executeTakeFirstOrThrow();
  const lines = [
    ...(estimate.lines as { description: string; amount: number }[]).map(({ description, amount }) => ({
      description,
      amount,
    })),
    ...(estimate.broker_fee > 0 ? [{ description: 'Broker fee', amount: estimate.broker_fee }] : []),
  ];
  return tx
    .insertInto('invoice')
    .values({
      id: newId(),
      lead_id: lead.id,
      number: last,
      lines: JSON.stringify(lines),
      total: estimate.total,
      issued_on: today,
      due_on: dueOn,
      sent_at: now.toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What the client has paid by other ways than by card here, in part or whole. @throws Problem 422 a day to come; as `moveLead` */
export async function recordPayment(
  tx: Tx,
  parts: ApiParts,
  known: Known,
  given: { amount: number; due?: number; paid_on: string; method: string; note?: string | null },
): Promise<LeadRow> {
  await moveLead(tx, parts, {
    ...known,
    event: ({ lead: before, facts }) => {
      mustBeAsSeen({ due: given.due }, { due: facts.balanceDue }, 'What is due has changed since you saw it.', () => ({
        state: before.state,
        current: presentLead(before, facts),
      }));
      return { type: 'payment.recorded', by: known.actor.role, amount: given.amount };
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

/** Whom a closed contract owes. */
export const PAYEES = ['carrier', 'broker'] as const;
export type Payee = (typeof PAYEES)[number];

/** Of what a contract owes, what has not gone out yet; never below zero. */
function stillOwed(lead: LeadRow, payee: Payee): number {
  const money = balanceOf(lead);
  if (!money) return 0;
  return payee === 'carrier'
    ? Math.max(0, (money.carrierPay ?? 0) - money.carrierPaid)
    : Math.max(0, (money.brokerShare ?? 0) - money.brokerPaid);
}

/**
 * What a closed contract owes has been paid, all of it or an amount.
 *
 * @throws Problem 409 where the contract is not closed, or it was paid before; 422 a day to come, more than is owed; as `moveLead`
 */
export async function recordPayout(
  tx: Tx,
  parts: ApiParts,
  known: Known,
  given: { payee: Payee; amount?: number; paid_on: string; method: string; note?: string | null },
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

/** Money went back to the client, by other ways than by the card provider. @throws Problem 422 more than it has paid, a day to come */
export async function recordRefund(
  tx: Tx,
  parts: ApiParts,
  known: Known,
  given: { amount: number; paid_on: string; method: string; reason: string },
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

/** An entry was wrong: a counter-entry takes it back. @throws Problem 404 no such entry; 409 corrected before, or told by the provider */
export async function correctPayment(
  tx: Tx,
  parts: ApiParts,
  known: Known,
  given: { payment_id: string; reason: string },
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
    return { corrected: entry!.kind, amount: back!.amount, reason: given.reason };
  });
}

/** An entry that changes no state by itself: the lead keeps it in its history, and its invoice may be paid by it or not any more. */
async function ledgerMove(
  tx: Tx,
  parts: ApiParts,
  known: Known,
  change: (locked: LockedLead) => Promise<Record<string, unknown>>,
): Promise<LeadRow> {
  await moveLead(tx, parts, {
    ...known,
    event: () => ({ type: 'lead.edited', by: known.actor.role }),
    apply: async (locked) => ({ payload: await change(locked) }),
  });
  return settle(tx, parts, known.leadId);
}
