import { Type } from 'typebox';
import { dollarsOf } from '#src/api/http/csv.ts';
import type { Api } from '#src/api/http/http.ts';
import { sendList } from '#src/api/http/list-export.ts';
import type { CsvColumns } from '#src/api/http/list-export.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { listStateLeads } from './state-lead.list.ts';
import { moverOf } from './state-lead.routes.ts';
import { ListQuery } from './state-lead.schemas.ts';
import { businessOf } from './state-lead.work.ts';

type Row = Awaited<ReturnType<typeof listStateLeads>>['leads'][number];

const { after: _after, limit: _limit, ...narrowing } = ListQuery.properties;
const ExportQuery = Type.Object(narrowing, { additionalProperties: false });

const columns: CsvColumns<Row> = {
  lead: (lead) => lead.reference,
  status: (lead) => lead.state,
  archived: (lead) => (lead.is_archived ? 'yes' : 'no'),
  received_at: (lead) => lead.received_at,
  contacted_at: (lead) => lead.contacted_at,
  client: (lead) => lead.client?.name ?? null,
  phone: (lead) => lead.client?.phone ?? null,
  email: (lead) => lead.client?.email ?? null,
  from_city: (lead) => lead.origin.city,
  from_state: (lead) => lead.origin.state,
  from_zip: (lead) => lead.origin.zip,
  to_city: (lead) => lead.destination.city,
  to_state: (lead) => lead.destination.state,
  to_zip: (lead) => lead.destination.zip,
  miles: (lead) => lead.miles,
  move_date: (lead) => lead.move_date,
  size: (lead) => lead.size,
  weight_lb: (lead) => lead.weight_lb,
  quote_usd: (lead) => dollarsOf(lead.quote?.amount),
  assigned_to: (lead) => lead.assignee?.name ?? null,
  follow_up_date: (lead) => lead.follow_up_date,
  won_usd: (lead) => dollarsOf(lead.outcome?.value),
  lost_reason: (lead) => lead.outcome?.reason ?? null,
};

/** The leads of a business as a spreadsheet; contacts of locked leads stay hidden here as well. */
export function stateLeadExportRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  app.get(
    '/state-lead/export',
    {
      schema: {
        summary: 'The leads of a list as CSV, narrowed and sorted as the list is; up to 10,000',
        querystring: ExportQuery,
      },
    },
    async (request, reply) => {
      const actor = moverOf(request);
      const business = await businessOf(kysely, actor.id, parts);
      const today = dateIn(parts.brokerage.zone, parts.now());
      return sendList(reply, `leads-${today}.csv`, columns, async (after, limit) => {
        const query = { ...request.query, ...(after ? { after } : {}), limit: String(limit) };
        const { leads, page } = await listStateLeads(kysely, parts, business, query, actor);
        return { rows: leads, end: page.end };
      });
    },
  );
}
