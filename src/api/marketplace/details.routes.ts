import type { Api } from '#src/api/platform/http.ts';
import type { ApiParts } from '#src/api/platform/parts.ts';
import { notFound } from '#src/api/platform/problem.ts';
import { problems } from '#src/api/platform/schemas.ts';
import { BoughtLeads, DetailsQuery, DetailsToken, ReportInput } from './purchase.schemas.ts';

/** What was bought, behind the link of the mail. */
export function detailsRoutes(app: Api, _parts: ApiParts): void {
  app.get('/shop-lead/details', { schema: { summary: 'Bought leads with their contacts', querystring: DetailsQuery, response: { 200: BoughtLeads, ...problems } } }, async () => {
    throw notFound('link');
  });
  app.get('/shop-lead/details/export', { schema: { summary: 'Bought leads as CSV', querystring: DetailsToken } }, async () => {
    throw notFound('link');
  });
  app.post('/shop-lead/details/report', { schema: { summary: 'Reports a bought lead as wrong', body: ReportInput, response: { 200: BoughtLeads, ...problems } } }, async () => {
    throw notFound('link');
  });
}
