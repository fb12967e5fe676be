import { isFirstRun } from '#src/api/configuration/first-run.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { addDays, dateIn } from '#src/machines/calendar/days.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { newPayLink } from './card-payment.ts';
import { balanceOf } from './ledger.balance.ts';
import { overdueMail } from './ledger.mails.ts';
import { invoiceMail } from './agent-lead.mails.ts';
import { leadById } from './agent-lead.repository.ts';
import { invoiceFileId } from './invoice.file.ts';

export interface InvoiceJob {
  id: string;
  /** If it was issued again: what was taken off the price and why; null if something was added back. */
  reduced?: { amount: number; reason: string } | null;
}

/** Mails an invoice with its PDF to the client: once for each job, although a job may run again after a crash. */
export async function deliverInvoice(parts: ApiParts, job: InvoiceJob, jobId: string): Promise<void> {
  const { lead_id: leadId } = await parts.database.kysely
    .selectFrom('invoice')
    .select('lead_id')
    .where('id', '=', job.id)
    .executeTakeFirstOrThrow();
  const fileId = await invoiceFileId(parts, await leadById(parts.database.kysely, leadId));
  await inTransaction(parts.database, async (tx) => {
    if (!(await isFirstRun(tx, 'invoice.deliver', jobId))) return;
    const lead = await leadById(tx, leadId);
    const invoice = lead.invoice!;
    if (!lead.client_email) return;
    const due = balanceOf(lead)?.due ?? invoice.total;
    const file = await tx.selectFrom('file').selectAll().where('id', '=', fileId!).executeTakeFirstOrThrow();
    await parts.mail.send(tx, {
      to: lead.client_email,
      kind: 'invoice',
      leadId: lead.id,
      ...invoiceMail({
        brokerage: parts.brokerage,
        lead,
        number: invoice.number,
        total: invoice.total,
        due,
        dueOn: invoice.due_on,
        reduced: job.reduced,
        payUrl: due > 0 ? (await newPayLink(tx, parts, lead.id, null)).url : null,
      }),
      attachments: [{ fileKey: file.storage_key, name: file.name, mediaType: file.media_type }],
    });
  });
}

/** How many days after its due date the client is reminded of an unpaid invoice. */
const OVERDUE_DAYS = [1, 7, 14, 30];
export const REMIND_OVERDUE = 'invoice.overdue';

/**
 * Each morning: mails clients whose invoice has been overdue for one of these numbers of days, each time once. If the
 * product was down that morning, the mail is sent the next.
 */
export async function remindOverdue(parts: ApiParts): Promise<void> {
  const today = dateIn(parts.brokerage.zone, parts.now());
  const dates = OVERDUE_DAYS.flatMap((days) =>
    [days, days + 1].map((late) => ({ days, dueOn: addDays(today, -late) })),
  );
  const late = await parts.database.kysely
    .selectFrom('invoice')
    .innerJoin('agent_lead', 'agent_lead.id', 'invoice.lead_id')
    .select(['invoice.id', 'invoice.lead_id', 'invoice.due_on'])
    .where(
      'invoice.due_on',
      'in',
      dates.map(({ dueOn }) => dueOn),
    )
    .where('agent_lead.stage', '=', 'invoiced')
    .where('agent_lead.is_archived', '=', false)
    .execute();
  for (const { id, lead_id: leadId, due_on: dueOn } of late)
    await inTransaction(parts.database, async (tx) => {
      const { days } = dates.find((date) => date.dueOn === dueOn)!;
      if (!(await isFirstRun(tx, REMIND_OVERDUE, `${id} ${dueOn} ${days}`))) return;
      const lead = await leadById(tx, leadId);
      const due = balanceOf(lead)?.due ?? 0;
      if (!lead.client_email || due <= 0) return;
      const { url } = await newPayLink(tx, parts, leadId, null);
      await parts.mail.send(tx, {
        to: lead.client_email,
        kind: 'overdue',
        leadId: lead.id,
        ...overdueMail({ brokerage: parts.brokerage, lead, due, dueOn, number: lead.invoice!.number, url }),
      });
    });
}
