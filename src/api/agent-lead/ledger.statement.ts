import type { PaperDocument } from '#src/api/agreement/document.ts';
import { facts } from '#src/api/agreement/document.ts';
import { printDraft } from '#src/api/agreement/press.ts';
import { sendContent } from '#src/api/file/send-file.ts';
import { csvOf, dollarsOf } from '#src/api/http/csv.ts';
import type { Api } from '#src/api/http/http.ts';
import { longDate } from '#src/api/mail/letter.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { readLogo } from '#src/api/settings/logo.ts';
import { entryText, movesMoney, statementOf } from '#src/machines/agent-lead/ledger-statement.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import type { LeadRow } from './agent-lead.query.ts';
import { leadById } from './agent-lead.repository.ts';
import { paymentsOf } from './ledger.ts';
import { balanceOf, methodName } from './ledger.balance.ts';
import type { Payment } from './ledger.balance.ts';
import { LeadParams } from './lead-write.ts';

/**
 * Every entry of a lead's ledger with the balance after it, as a PDF. For agents only, because it shows what carriers
 * were paid.
 */
export function statementRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  app.get(
    '/agent-lead/:leadId/statement',
    { schema: { summary: 'The statement of a lead’s ledger, as PDF', params: LeadParams } },
    async (request, reply) => {
      const lead = await leadById(kysely, request.params.leadId);
      const pdf = await printDraft({
        brokerage: parts.brokerage,
        logo: await readLogo(parts),
        document: statementDocument(lead, await paymentsOf(kysely, lead.id)),
        footer: `Statement · ${lead.reference} · internal`,
        createdAt: parts.now(),
      });
      const name = `Statement of ${lead.reference}.pdf`;
      return sendContent(reply, { name, mediaType: 'application/pdf' }, pdf, pdf.length);
    },
  );
}

/** The same for a spreadsheet, for agents who may export data. */
export function statementExportRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  app.get(
    '/agent-lead/:leadId/statement/export',
    { schema: { summary: 'The statement of a lead’s ledger, as CSV', params: LeadParams } },
    async (request, reply) => {
      const lead = await leadById(kysely, request.params.leadId);
      const lines = statementOf(await paymentsOf(kysely, lead.id)).map((entry) => [
        entry.paid_on,
        entryText(entry),
        movesMoney(entry) ? methodName(entry.method) : null,
        entry.created_by_name,
        entry.note,
        dollarsOf(entry.signed),
        dollarsOf(entry.balance),
      ]);
      return sendContent(
        reply,
        { name: `statement-${lead.reference}.csv`, mediaType: 'text/csv; charset=utf-8' },
        csvOf([['date', 'what', 'method', 'by', 'note', 'amount_usd', 'balance_usd'], ...lines]),
      );
    },
  );
}

function statementDocument(lead: LeadRow, payments: readonly Payment[]): PaperDocument {
  const money = balanceOf(lead);
  const rows = statementOf(payments);
  return {
    title: 'Statement',
    subtitle: `${lead.reference} · ${lead.client_name}`,
    templateVersion: 'statement/1',
    blocks: [
      facts(
        money ? [lead.invoice ? `Invoice ${lead.invoice.number}` : 'Price', showMoney(money.total)] : null,
        money ? ['Paid by the client', showMoney(money.received - money.refunded)] : null,
        money ? [money.due < 0 ? 'Overpaid' : 'Due', [{ strong: showMoney(Math.abs(money.due)) }]] : null,
      ),
      {
        type: 'table',
        caption: 'Ledger',
        columns: [
          { label: 'Date', share: 0.18 },
          { label: 'What', share: 0.34 },
          { label: 'By', share: 0.18 },
          { label: 'Amount', share: 0.15, isNumber: true },
          { label: 'Balance', share: 0.15, isNumber: true },
        ],
        rows: rows.map((entry) => [
          longDate(entry.paid_on),
          [entryText(entry), movesMoney(entry) && methodName(entry.method).toLowerCase(), entry.note]
            .filter(Boolean)
            .join(', '),
          entry.created_by_name,
          showMoney(entry.signed),
          showMoney(entry.balance),
        ]),
      },
    ],
  };
}
