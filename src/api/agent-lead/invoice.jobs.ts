import { printSealed } from '#src/api/agreement/press.ts';
import { isFirstRun } from '#src/api/configuration/first-run.ts';
import { publish } from '#src/api/live/live.ts';
import { insertFile, keepingUploads } from '#src/api/http/multipart.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { addDays, dateIn } from '#src/machines/calendar/days.ts';
import { loadCertificate } from '#src/api/document/seal.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { newPayLink } from './card-payment.ts';
import { balanceOf } from './ledger.balance.ts';
import { overdueMail } from './ledger.mails.ts';
import { invoiceMail } from './agent-lead.mails.ts';
import type { LeadRow } from './agent-lead.query.ts';
import { leadById } from './agent-lead.repository.ts';
import { invoiceDocument } from './invoice.document.ts';
import { readLogo } from '#src/api/settings/logo.ts';

const MAXIMUM_BYTES = 30 * 1_048_576;

/** Unless `withoutMail` is set, the client gets the invoice by mail. */
export interface InvoiceJob {
  id: string;
  withoutMail?: boolean;
}

/**
 * Renders the invoice's PDF at the first run for it, and mails it to the client: once for each job, although a job may
 * run again after a crash.
 */
export async function deliverInvoice(parts: ApiParts, job: InvoiceJob, jobId: string): Promise<void> {
  const { lead_id: leadId } = await parts.database.kysely
    .selectFrom('invoice')
    .select('lead_id')
    .where('id', '=', job.id)
    .executeTakeFirstOrThrow();
  await makeFile(parts, await leadById(parts.database.kysely, leadId));
  if (job.withoutMail) return;
  await inTransaction(parts.database, async (tx) => {
    if (!(await isFirstRun(tx, 'invoice.deliver', jobId))) return;
    const lead = await leadById(tx, leadId);
    const invoice = lead.invoice!;
    if (!lead.client_email) return;
    const due = balanceOf(lead)?.due ?? invoice.total;
    const file = await tx.selectFrom('file').selectAll().where('id', '=', invoice.file_id!).executeTakeFirstOrThrow();
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
        payUrl: due > 0 ? (await newPayLink(tx, parts, lead.id, null)).url : null,
      }),
      attachments: [{ fileKey: file.storage_key, name: file.name, mediaType: file.media_type }],
    });
  });
}

async function makeFile(parts: ApiParts, lead: LeadRow): Promise<void> {
  const invoice = lead.invoice!;
  if (invoice.file_id) return;
  const { brokerage } = parts;
  const sealed = await printSealed({
    kind: 'paper',
    brokerage,
    logo: await readLogo(parts),
    document: invoiceDocument({ brokerage, lead, invoice }),
    footer: `Invoice ${invoice.number} · ${lead.reference}`,
    createdAt: new Date(invoice.sent_at),
    certificate: parts.sealCertificate ?? (await loadCertificate(parts.dataDir, brokerage.name)),
    seal: { name: brokerage.name, reason: `Invoice ${invoice.number}`, location: brokerage.address },
    sealedAt: parts.now(),
  });
  const file = {
    ...(await parts.files.put(sealed, { maximumBytes: MAXIMUM_BYTES })),
    name: `Invoice ${invoice.number}.pdf`,
    mediaType: 'application/pdf',
  };
  const isMine = await keepingUploads(parts, [file], () =>
    inTransaction(parts.database, async (tx) => {
      const now = await tx
        .selectFrom('invoice')
        .select('file_id')
        .where('id', '=', invoice.id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (now.file_id) return false;
      await tx
        .updateTable('invoice')
        .set({ file_id: await insertFile(tx, file) })
        .where('id', '=', invoice.id)
        .execute();
      await publish(tx, { noun: 'agent-lead', id: lead.id, audience: 'agents' });
      return true;
    }),
  );
  if (!isMine) await parts.files.remove(file.key);
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
