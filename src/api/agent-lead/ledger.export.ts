import type { Api } from '#src/api/http/http.ts';
import { csvOf, dollarsOf } from '#src/api/http/csv.ts';
import { mustAscend } from '#src/api/http/ranges.ts';
import { CalendarDate, Strict } from '#src/api/http/schemas.ts';
import { sendContent } from '#src/api/file/send-file.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { movesMoney, signedAmount } from '#src/machines/agent-lead/ledger-statement.ts';

/** The ledger of all leads for accounting, by day of payment. */
export function ledgerExportRoutes(app: Api, parts: ApiParts): void {
  app.get(
    '/agent-lead/payments/export',
    {
      schema: {
        summary: 'The ledger of all leads as CSV, both days included',
        querystring: Strict({ from: CalendarDate, to: CalendarDate }),
      },
    },
    async (request, reply) => {
      const { from, to } = request.query;
      mustAscend('to', from, to);
      const rows = await parts.database.kysely
        .selectFrom('payment')
        .innerJoin('agent_lead', 'agent_lead.id', 'payment.lead_id')
        .selectAll('payment')
        .select(['agent_lead.reference', 'agent_lead.client_name'])
        .where('paid_on', '>=', from)
        .where('paid_on', '<=', to)
        .orderBy('paid_on')
        .orderBy('payment.id')
        .execute();
      const lines = rows.map((row) => [
        row.paid_on,
        row.reference,
        row.client_name,
        row.direction,
        row.kind,
        movesMoney(row) ? row.method : null,
        dollarsOf(signedAmount(row)),
        dollarsOf(row.fee),
        row.provider_id,
        row.id,
        row.corrects,
        row.note,
        row.created_by_name,
        row.created_at,
      ]);
      const names =
        'date,lead,client,direction,kind,method,amount_usd,card_fee_usd,provider_id,entry,corrects,note,by,booked_at';
      void reply.header('cache-control', 'no-store');
      return sendContent(
        reply,
        { name: `ledger-${from}-${to}.csv`, mediaType: 'text/csv; charset=utf-8' },
        csvOf([names.split(','), ...lines]),
      );
    },
  );
}
