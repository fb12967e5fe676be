import { insertFile } from '#src/api/http/multipart.ts';
import type { StoredUpload } from '#src/api/http/multipart.ts';
import { newId } from '#src/api/database/ids.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { problem } from '#src/api/http/problem.ts';
import { mustBeAsSeen } from '#src/api/http/seen.ts';
import type { Tx } from '#src/api/database/write.ts';
import { addDays } from '#src/machines/calendar/days.ts';
import { presentLead } from './agent-lead.present.ts';
import type { LeadRow } from './agent-lead.query.ts';
import { moveLead } from './agent-lead.transition.ts';
import type { Actor } from './agent-lead.transition.ts';

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
  given: { owedToCarrierPayed: boolean; owedToBrokerPayed: boolean; statement: StoredUpload | null },
): Promise<LeadRow> {
  const { lead } = await moveLead(tx, parts, {
    ...known,
    event: () => ({ type: 'contract.closed', by: known.actor.role, hasCompletionStatement: given.statement !== null }),
    apply: async ({ lead: before, now }) => {
      const fileId = await insertFile(tx, given.statement!);
      await tx
        .updateTable('contract')
        .set({
          owed_to_carrier_payed: given.owedToCarrierPayed,
          owed_to_broker_payed: given.owedToBrokerPayed,
          completion_file_id: fileId,
          closed_at: now.toISOString(),
        })
        .where('lead_id', '=', before.id)
        .execute();
      return {
        payload: {
          owedToCarrierPayed: given.owedToCarrierPayed,
          owedToBrokerPayed: given.owedToBrokerPayed,
          statement: given.statement!.name,
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
    apply: async ({ lead: before }) => {
      await tx
        .updateTable('contract')
        .set({
          owed_to_carrier_payed: false,
          owed_to_broker_payed: false,
          completion_file_id: null,
          closed_at: null,
        })
        .where('lead_id', '=', before.id)
        .execute();
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
  return lead;
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

export async function recordPayment(
  tx: Tx,
  parts: ApiParts,
  known: Known,
  given: { amount: number; paid_on: string; method: string; note?: string | null },
): Promise<LeadRow> {
  const { lead } = await moveLead(tx, parts, {
    ...known,
    event: () => ({ type: 'payment.recorded', by: known.actor.role }),
    apply: async ({ lead: before, facts, now, today }) => {
      mustBeAsSeen(
        { amount: given.amount },
        { amount: before.invoice?.total },
        'The amount of the invoice has changed since you saw it.',
        () => ({ state: before.state, current: presentLead(before, facts) }),
      );
      if (given.paid_on > today)
        throw problem(422, 'The day of the payment is in the future.', {
          errors: [{ field: 'paid_on', message: 'Use today or an earlier day.' }],
        });
      await tx
        .updateTable('invoice')
        .set({
          paid_at: now.toISOString(),
          paid_on: given.paid_on,
          payment_method: given.method,
          payment_note: given.note ?? null,
        })
        .where('lead_id', '=', before.id)
        .execute();
      return { payload: { paidOn: given.paid_on, method: given.method } };
    },
  });
  return lead;
}

/** Whom a closed contract owes. */
export const PAYEES = ['carrier', 'broker'] as const;
export type Payee = (typeof PAYEES)[number];

const PAID_COLUMN = { carrier: 'owed_to_carrier_payed', broker: 'owed_to_broker_payed' } as const;

/**
 * What was still owed when the contract was closed has been paid since. The history keeps when and how.
 *
 * @throws Problem 409 where the contract is not closed, or it was paid before; 422 a day to come; as `moveLead`
 */
export async function recordPayout(
  tx: Tx,
  parts: ApiParts,
  known: Known,
  given: { payee: Payee; paid_on: string; method: string; note?: string | null },
): Promise<LeadRow> {
  const { lead } = await moveLead(tx, parts, {
    ...known,
    event: () => ({ type: 'lead.edited', by: known.actor.role }),
    apply: async ({ lead: before, today }) => {
      const column = PAID_COLUMN[given.payee];
      if (before.closed_at === null) throw problem(409, 'Nothing is owed until the contract is closed.');
      if (before[column]) throw problem(409, `The ${given.payee} has been paid already.`);
      if (given.paid_on > today)
        throw problem(422, 'The day of the payment is in the future.', {
          errors: [{ field: 'paid_on', message: 'Use today or an earlier day.' }],
        });
      await tx
        .updateTable('contract')
        .set({ [column]: true })
        .where('lead_id', '=', before.id)
        .execute();
      return {
        payload: {
          payout: given.payee,
          ...(given.payee === 'carrier' ? { amount: before.award_amount } : {}),
          date: given.paid_on,
          method: given.method,
          note: given.note ?? null,
        },
      };
    },
  });
  return lead;
}
