import type { ApiParts } from '#src/api/parts.ts';
import { newId } from '#src/api/database/ids.ts';
import type { Tx } from '#src/api/database/write.ts';
import { insertAttachments } from './attachment.repository.ts';
import type { InvoiceRow, LeadRow } from './agent-lead.query.ts';
import { leadById } from './agent-lead.repository.ts';
import type { Actor } from './agent-lead.transition.ts';
import { invoiceDocument } from './invoice.document.ts';
import type { InvoiceJob } from './invoice.jobs.ts';
import { balanceOf } from './ledger.balance.ts';
import { paymentsOf } from './ledger.ts';

type Line = InvoiceRow['lines'][number];

/** The lines of the accepted estimate, and what was taken off the price since. Cents. */
async function linesOf(tx: Tx, lead: LeadRow): Promise<Line[]> {
  const estimate = await tx
    .selectFrom('estimate')
    .selectAll()
    .where('id', '=', lead.quoted_estimate_id!)
    .executeTakeFirstOrThrow();
  const entries = await paymentsOf(tx, lead.id);
  const corrected = new Set(entries.map(({ corrects }) => corrects));
  return [
    ...(estimate.lines as Line[]).map(({ description, amount }) => ({ description, amount })),
    ...(estimate.broker_fee > 0 ? [{ description: 'Broker fee', amount: estimate.broker_fee }] : []),
    ...entries
      .filter(({ id, kind }) => kind === 'reduction' && !corrected.has(id))
      .map(({ amount, note }) => ({ description: `Price reduction: ${note}`, amount: -amount })),
  ];
}

export async function issueInvoice(
  tx: Tx,
  parts: ApiParts,
  lead: LeadRow,
  today: string,
  dueOn: string,
  now: Date,
): Promise<InvoiceRow> {
  // The row lock of the counter makes numbers gapless: a rolled-back invoice gives its number back.
  const { last } = await tx
    .updateTable('invoice_number')
    .set(({ eb }) => ({ last: eb('last', '+', 1) }))
    .returning('last')
    .executeTakeFirstOrThrow();
  const invoice = {
    id: newId(),
    number: last,
    lines: await linesOf(tx, lead),
    total: balanceOf(lead)!.total,
    issued_on: today,
    due_on: dueOn,
    sent_at: now.toISOString(),
    file_id: null,
    version: 1,
  };
  const document = invoiceDocument({ brokerage: parts.brokerage, lead, invoice, revisedOn: null });
  await tx
    .insertInto('invoice')
    .values({ ...invoice, lead_id: lead.id, lines: JSON.stringify(invoice.lines), document: JSON.stringify(document) })
    .execute();
  return invoice;
}

/**
 * The price has changed since the invoice was issued: it is issued again under its number, and mailed. What was sent
 * before stays among the lead's files. Without an invoice, nothing happens.
 */
export async function reviseInvoice(
  tx: Tx,
  parts: ApiParts,
  leadId: string,
  by: Actor,
  { now, today, reduced }: { now: Date; today: string; reduced: InvoiceJob['reduced'] },
): Promise<void> {
  const lead = await leadById(tx, leadId);
  const { invoice } = lead;
  if (!invoice) return;
  if (invoice.file_id) {
    const name = `Invoice ${invoice.number}, replaced ${today}.pdf`;
    await insertAttachments(tx, leadId, [{ fileId: invoice.file_id, name }], { isVisible: false }, by, now);
  }
  const revised = {
    ...invoice,
    lines: await linesOf(tx, lead),
    total: balanceOf(lead)!.total,
    sent_at: now.toISOString(),
    file_id: null,
    version: invoice.version + 1,
  };
  const document = invoiceDocument({ brokerage: parts.brokerage, lead, invoice: revised, revisedOn: today });
  const { lines, total, sent_at, file_id, version } = revised;
  await tx
    .updateTable('invoice')
    .set({ lines: JSON.stringify(lines), total, sent_at, file_id, version, document: JSON.stringify(document) })
    .where('id', '=', invoice.id)
    .execute();
  await parts.jobs.enqueue(tx, 'invoice.deliver', { id: invoice.id, reduced } satisfies InvoiceJob);
}
