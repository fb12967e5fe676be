import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { problems } from '#src/api/http/schemas.ts';
import { sendContent } from '#src/api/file/send-file.ts';
import { write } from '#src/api/database/write.ts';
import { boughtLeads, boughtLeadsCsv, purchaseOfLink } from './details.ts';
import { BoughtLeads, DetailsQuery, DetailsToken, ReportInput } from './purchase.schemas.ts';
import { reportLead } from './report.ts';

/** The purchased leads, behind the link in the mail. */
export function detailsRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  const answer = { 200: BoughtLeads, ...problems };

  app.get(
    '/shop-lead/details',
    { schema: { summary: 'Bought leads with their contacts', querystring: DetailsQuery, response: answer } },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      const { token, leads_ids } = request.query;
      return await boughtLeads(kysely, parts.now(), await purchaseOfLink(kysely, parts, token), leads_ids?.split(','));
    },
  );

  app.get(
    '/shop-lead/details/export',
    { schema: { summary: 'Bought leads as CSV', querystring: DetailsToken } },
    async (request, reply) => {
      const { reference, items } = await boughtLeads(
        kysely,
        parts.now(),
        await purchaseOfLink(kysely, parts, request.query.token),
      );
      return sendContent(
        reply,
        { name: `leads-${reference}.csv`, mediaType: 'text/csv; charset=utf-8' },
        boughtLeadsCsv(items),
      );
    },
  );

  app.post(
    '/shop-lead/details/report',
    {
      schema: {
        summary: 'Reports a bought lead as wrong, within 7 days and once',
        body: ReportInput,
        response: answer,
      },
    },
    async (request, reply) => {
      const id = await purchaseOfLink(kysely, parts, request.body.token);
      return await write(parts.database, request, reply, `purchase:${id}`, async (tx) => {
        await reportLead(tx, parts, id, request.body);
        return boughtLeads(tx, parts.now(), id);
      });
    },
  );
}
