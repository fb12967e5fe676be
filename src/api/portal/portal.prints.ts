import { facts, paragraph } from '#src/api/agreement/document.ts';
import type { PaperDocument } from '#src/api/agreement/document.ts';
import { priceTable } from '#src/api/agreement/broker-shipper.template.ts';
import { inventoryBlocks, route, stopsTable } from '#src/api/agreement/move-blocks.ts';
import { printDraft } from '#src/api/agreement/press.ts';
import { presentMoney } from '#src/api/agent-lead/client-money.ts';
import type { LeadRow } from '#src/api/agent-lead/agent-lead.query.ts';
import { leadById } from '#src/api/agent-lead/agent-lead.repository.ts';
import { methodName, restOfDeposit } from '#src/api/agent-lead/ledger.balance.ts';
import type { RowOf } from '#src/api/database/tables.ts';
import { sendContent } from '#src/api/file/send-file.ts';
import type { Api } from '#src/api/http/http.ts';
import { notFound } from '#src/api/http/problem.ts';
import { Strict, Token, Uuid } from '#src/api/http/schemas.ts';
import { openPortal } from '#src/api/link/portal-link.ts';
import { longDate } from '#src/api/mail/letter.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { readLogo } from '#src/api/settings/logo.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';

const TokenQuery = Strict({ token: Token });

const KINDS = { binding: 'Binding', 'non-binding': 'Non-binding', 'not-to-exceed': 'Not to exceed' } as const;

function estimateDocument(lead: LeadRow, estimate: RowOf<'estimate'>): PaperDocument {
  const paid = lead.received - lead.refunded;
  const deposit = restOfDeposit(estimate.deposit, paid);
  return {
    title: `Estimate ${lead.reference}, version ${estimate.number}`,
    subtitle: `${lead.client_name} · ${route(lead)}`,
    templateVersion: 'estimate/1',
    blocks: [
      facts(
        ['Kind of estimate', KINDS[estimate.kind]],
        ['Total', [{ strong: showMoney(estimate.total) }]],
        paid > 0 ? ['Received so far', showMoney(paid)] : null,
        deposit > 0 ? ['Deposit, part of the total', `${showMoney(deposit)}, due when you sign`] : null,
        ['Valid until', longDate(estimate.valid_until)],
        estimate.accepted_at ? ['Accepted', longDate(estimate.accepted_at.slice(0, 10))] : null,
      ),
      priceTable(estimate),
      stopsTable(lead, { withStreets: true }),
      ...inventoryBlocks(lead),
      ...(estimate.note ? [paragraph(estimate.note)] : []),
    ],
  };
}

type Money = Awaited<ReturnType<typeof presentMoney>>;

function receiptDocument(lead: LeadRow, money: Money, payment: Money['payments'][number]): PaperDocument {
  return {
    title: payment.is_refund ? 'Refund receipt' : 'Receipt',
    subtitle: `${lead.reference} · ${route(lead)}`,
    templateVersion: 'receipt/1',
    blocks: [
      facts(
        [payment.is_refund ? 'Refunded to' : 'Received from', lead.client_name],
        ['Amount', [{ strong: showMoney(payment.amount) }]],
        ['Date', longDate(payment.paid_on)],
        ['Paid by', methodName(payment.method)],
        ['For', `Move ${lead.reference}`],
        money.invoice ? ['Invoice', String(money.invoice.number)] : null,
      ),
      ...(money.total === null
        ? []
        : [
            facts(
              ['Price of the move', showMoney(money.total)],
              ['Paid so far', showMoney(money.paid)],
              money.due < 0 ? ['Overpaid', showMoney(-money.due)] : ['Balance', showMoney(money.due)],
            ),
          ]),
    ],
  };
}

/** Papers of the client page that are rendered on request. */
export function portalPrintRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  const print = async (lead: LeadRow, document: PaperDocument) =>
    printDraft({
      brokerage: parts.brokerage,
      logo: await readLogo(parts),
      document,
      footer: `${document.title} · ${lead.reference}`,
      createdAt: parts.now(),
    });

  app.get(
    '/agent-lead/portal/estimates/:id',
    {
      schema: {
        summary: 'An estimate that was sent, as PDF',
        params: Strict({ id: Uuid }),
        querystring: TokenQuery,
      },
    },
    async (request, reply) => {
      const { subject_id: leadId } = await openPortal(kysely, parts, request.query.token);
      const estimate = await kysely
        .selectFrom('estimate')
        .selectAll()
        .where('id', '=', request.params.id)
        .where('lead_id', '=', leadId)
        .where('sent_at', 'is not', null)
        .executeTakeFirst();
      if (!estimate) throw notFound('estimate');
      const lead = await leadById(kysely, leadId);
      const pdf = await print(lead, estimateDocument(lead, estimate));
      void reply.header('cache-control', 'no-store');
      const name = `Estimate ${lead.reference} version ${estimate.number}.pdf`;
      return sendContent(reply, { name, mediaType: 'application/pdf' }, pdf, pdf.length);
    },
  );

  app.get(
    '/agent-lead/portal/receipts/:id',
    {
      schema: {
        summary: 'The receipt of a payment or a refund, as PDF',
        params: Strict({ id: Uuid }),
        querystring: TokenQuery,
      },
    },
    async (request, reply) => {
      const { subject_id: leadId } = await openPortal(kysely, parts, request.query.token);
      const lead = await leadById(kysely, leadId);
      const money = await presentMoney(kysely, parts, lead);
      const payment = money.payments.find(({ id }) => id === request.params.id);
      if (!payment) throw notFound('receipt');
      const pdf = await print(lead, receiptDocument(lead, money, payment));
      void reply.header('cache-control', 'no-store');
      return sendContent(
        reply,
        { name: `Receipt ${lead.reference} ${payment.paid_on}.pdf`, mediaType: 'application/pdf' },
        pdf,
        pdf.length,
      );
    },
  );
}
