import { showPhone } from '#src/machines/phone/phone.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import { longDate } from '#src/api/mail/letter.ts';
import { facts, heading, paragraph } from '#src/api/agreement/document.ts';
import type { PaperDocument } from '#src/api/agreement/document.ts';
import { route } from '#src/api/agreement/move-blocks.ts';
import type { InvoiceRow, LeadRow } from './agent-lead.query.ts';

export const INVOICE_VERSION = 'invoice/3';

/** The invoice to the client, with earlier payments and the balance. `revisedOn`: the day of its last revision. */
export function invoiceDocument(given: {
  brokerage: Brokerage;
  lead: LeadRow;
  invoice: InvoiceRow;
  revisedOn: string | null;
}): PaperDocument {
  const { brokerage, lead, invoice, revisedOn } = given;
  const paid = lead.received - lead.refunded;
  const due = invoice.total - paid;
  return {
    title: `Invoice ${invoice.number}`,
    subtitle: `${lead.reference} · ${route(lead)}`,
    templateVersion: INVOICE_VERSION,
    blocks: [
      facts(
        revisedOn ? ['Revised', longDate(revisedOn)] : null,
        ['Billed to', lead.client_name],
        lead.client_email ? ['Email', lead.client_email] : null,
        ['Invoice date', longDate(invoice.issued_on)],
        ['Due', [{ strong: longDate(invoice.due_on) }]],
        lead.move_date ? ['Move', longDate(lead.award_start_date ?? lead.move_date)] : null,
      ),
      {
        type: 'table',
        caption: 'Services and charges',
        columns: [
          { label: 'Service', share: 0.78 },
          { label: 'Amount', share: 0.22, isNumber: true },
        ],
        rows: invoice.lines.map((line) => [line.description, showMoney(line.amount)]),
        totals: [
          ...(paid === 0
            ? []
            : [
                ['Total', showMoney(invoice.total)],
                ['Paid so far', showMoney(-paid)],
              ]),
          due < 0
            ? [[{ strong: 'Overpaid' }], [{ strong: showMoney(-due) }]]
            : [[{ strong: 'Total due' }], [{ strong: showMoney(due) }]],
        ],
      },
      heading('How to pay'),
      paragraph(
        due <= 0
          ? `Nothing left to pay.${due < 0 ? ' We will refund what you have paid too much.' : ''} Thank you.`
          : `Pay ${showMoney(due)} by ${longDate(invoice.due_on)} and name invoice ${invoice.number}. Call ${showPhone(brokerage.phone)} to pay by card or to get our bank details; we never send changed bank details by email. Checks are payable to ${brokerage.name} at the address above.`,
      ),
      paragraph(`Questions about this invoice? Call us or write to ${brokerage.email}. Thank you for moving with us.`),
    ],
  };
}
