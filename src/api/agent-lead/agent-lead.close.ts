import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Api } from '#src/api/http/http.ts';
import { insertFile, keepingUploads, readForm, takes } from '#src/api/http/multipart.ts';
import type { Form, StoredUpload } from '#src/api/http/multipart.ts';
import { broughtStatement } from '#src/api/carrier-job/carrier-job.papers.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { problem } from '#src/api/http/problem.ts';
import { CalendarDate, Cents, FlagText, Nullable, Strict, Uuid } from '#src/api/http/schemas.ts';
import { mustBeAsSeen } from '#src/api/http/seen.ts';
import type { Tx } from '#src/api/database/write.ts';
import { addDays } from '#src/machines/calendar/days.ts';
import { PAYEES, stillOwed } from './agent-lead.payments.ts';
import { presentLead } from './agent-lead.present.ts';
import type { LeadRow } from './agent-lead.query.ts';
import { moveLead } from './agent-lead.transition.ts';
import type { Known } from './agent-lead.transition.ts';
import type { InvoiceJob } from './invoice.jobs.ts';
import { issueInvoice } from './invoice.ts';
import {
  agentOf,
  answersLead,
  LeadFields,
  leadMove,
  LeadParams,
  leadWrite,
  numberOrNull,
  PAPER_FILE,
  Reason,
  version,
  VersionText,
} from './lead-write.ts';
import { balanceOf } from './ledger.balance.ts';
import { book, paymentsOf, settle, takeBack } from './ledger.ts';

const INVOICE_DUE_DAYS = 14;

const CloseForm = {
  fields: Strict({
    owed_to_carrier_payed: Type.Optional(FlagText),
    owed_to_broker_payed: Type.Optional(FlagText),
    paper_id: Type.Optional(
      Type.String({
        ...Uuid,
        description: 'The completion-of-work statement that the carrier has brought, in place of the file.',
      }),
    ),
    version: VersionText,
  }),
  files: { completion_of_work_statement: PAPER_FILE },
} satisfies Form;

const Invoice = Strict({ version, total: Type.Optional(Cents), due_on: Type.Optional(Nullable(CalendarDate)) });

/** The end of a job: its close-out and its invoice. */
export function closingRoutes(app: Api, parts: ApiParts): void {
  leadMove(app, parts, 'contract/correct', Reason, correctClosing);
  leadMove(app, parts, 'invoice/send', Type.Optional(Nullable(Invoice)), sendInvoice);
  app.post(
    '/agent-lead/:leadId/contract/close',
    { schema: { params: LeadParams, querystring: LeadFields, response: answersLead }, config: takes(CloseForm) },
    async (request, reply) => {
      agentOf(request);
      const upload = await readForm(request, parts, CloseForm);
      const { owed_to_carrier_payed, owed_to_broker_payed, paper_id, version: seen } = upload.fields;
      return await keepingUploads(parts, upload.files, () =>
        leadWrite(
          parts,
          request,
          reply,
          (tx, actor) =>
            closeContract(
              tx,
              parts,
              { leadId: request.params.leadId, version: numberOrNull(seen), actor },
              {
                owedToCarrierPayed: owed_to_carrier_payed === 'true',
                owedToBrokerPayed: owed_to_broker_payed === 'true',
                statement: upload.files[0] ?? null,
                paperId: paper_id ?? null,
              },
            ),
          upload.fingerprint + JSON.stringify(upload.fields),
        ),
      );
    },
  );
}

/** Closes the contract: who has been paid, and the signed completion-of-work statement. */
export async function closeContract(
  tx: Tx,
  parts: ApiParts,
  known: Known,
  given: {
    owedToCarrierPayed: boolean;
    owedToBrokerPayed: boolean;
    statement: StoredUpload | null;
    /** The statement that the carrier provided, if the agent has none. */
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

/** The close-out was a mistake: the job continues, and its statement and the reported payments no longer count. */
export async function correctClosing(
  tx: Tx,
  parts: ApiParts,
  known: Known,
  { reason }: Static<typeof Reason>,
): Promise<LeadRow> {
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
      // What was taken off the price goes with the close-out too: the job may end, and its contract be reopened.
      for (const { id, direction, kind } of entries)
        if ((direction === 'to-broker' || direction === 'off-price') && kind !== 'correction' && !corrected.has(id))
          await takeBack(tx, parts, before.id, known.actor, now, { paymentId: id, reason, paidOn: today });
      return { payload: { reason } };
    },
  });
  return lead;
}

/** The first time: numbers and issues the invoice in this transaction. Afterwards: mails the same invoice again. */
export async function sendInvoice(
  tx: Tx,
  parts: ApiParts,
  known: Known,
  given: Static<typeof Invoice> | null,
): Promise<LeadRow> {
  const { total, due_on: dueOn } = given ?? {};
  const { lead } = await moveLead(tx, parts, {
    ...known,
    event: () => ({ type: 'invoice.sent', by: known.actor.role }),
    apply: async ({ lead: before, facts, now, today }) => {
      mustBeAsSeen(
        { total },
        { total: balanceOf(before)?.total },
        'The amount of the invoice has changed since you saw it.',
        () => ({ state: before.state, current: presentLead(before, facts) }),
      );
      if (dueOn && dueOn < today)
        throw problem(422, 'The due date is in the past.', {
          errors: [{ field: 'due_on', message: 'Use today or a later day.' }],
        });
      const invoice = before.invoice
        ? await tx
            .updateTable('invoice')
            .set({ sent_at: now.toISOString() })
            .where('id', '=', before.invoice.id)
            .returning(['id', 'number', 'total', 'due_on'])
            .executeTakeFirstOrThrow()
        : await issueInvoice(tx, parts, before, today, dueOn ?? addDays(today, INVOICE_DUE_DAYS), now);
      await parts.jobs.enqueue(tx, 'invoice.deliver', { id: invoice.id } satisfies InvoiceJob);
      return { payload: { number: invoice.number, total: invoice.total, dueOn: invoice.due_on } };
    },
  });
  // Earlier payments may cover all of it.
  return settle(tx, parts, lead.id);
}
