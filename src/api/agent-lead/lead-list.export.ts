import type { Static } from 'typebox';
import { atOneMoment } from '#src/api/database/write.ts';
import { dollarsOf } from '#src/api/http/csv.ts';
import type { Api } from '#src/api/http/http.ts';
import { sendList } from '#src/api/http/list-export.ts';
import type { CsvColumns } from '#src/api/http/list-export.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { agentOf } from './lead-write.ts';
import { listLeads } from './agent-lead.list.ts';
import { ExportLeadsQuery } from './agent-lead.list.schemas.ts';
import type { Lead } from './agent-lead.schemas.ts';

type Row = Static<typeof Lead>;

/** The fields that the columns below use. */
const FIELDS =
  'reference,state,stage,is_archived,archive_reason,created_at,entered_state_at,source,kind,client,origin,destination,move_date,move_date_last,delivery_date_last,distance_miles,move_size,volume_cuft,weight_lb,assigned_agent,follow_up,quote,bid_count,lowest_bid,contract,money';

const columns: CsvColumns<Row> = {
  lead: (lead) => lead.reference,
  state: (lead) => lead.state,
  stage: (lead) => lead.stage,
  since: (lead) => lead.entered_state_at,
  created_at: (lead) => lead.created_at,
  archived: (lead) => (lead.is_archived ? 'yes' : 'no'),
  archive_reason: (lead) => lead.archive_reason,
  source: (lead) => lead.source,
  kind: (lead) => lead.kind,
  agent: (lead) => lead.assigned_agent?.name ?? null,
  client: (lead) => lead.client.name,
  email: (lead) => lead.client.email,
  phone: (lead) => lead.client.phone,
  from_city: (lead) => lead.origin?.city ?? null,
  from_state: (lead) => lead.origin?.state ?? null,
  from_zip: (lead) => lead.origin?.zip ?? null,
  to_city: (lead) => lead.destination?.city ?? null,
  to_state: (lead) => lead.destination?.state ?? null,
  to_zip: (lead) => lead.destination?.zip ?? null,
  move_date: (lead) => lead.move_date,
  move_date_last: (lead) => lead.move_date_last,
  delivery_date_last: (lead) => lead.delivery_date_last,
  miles: (lead) => lead.distance_miles,
  move_size: (lead) => lead.move_size,
  volume_cuft: (lead) => lead.volume_cuft,
  weight_lb: (lead) => lead.weight_lb,
  follow_up_date: (lead) => lead.follow_up?.date ?? null,
  follow_up_reason: (lead) => lead.follow_up?.reason ?? null,
  quote_usd: (lead) => dollarsOf(lead.quote?.total),
  quote_sent_at: (lead) => lead.quote?.sent_at ?? null,
  quote_valid_until: (lead) => lead.quote?.valid_until ?? null,
  signed_at: (lead) => lead.contract.signed_at,
  bids: (lead) => lead.bid_count,
  lowest_bid_usd: (lead) => dollarsOf(lead.lowest_bid),
  carrier: (lead) => lead.contract.awarded_carrier?.legal_name ?? null,
  carrier_usdot: (lead) => lead.contract.awarded_carrier?.usdot ?? null,
  received_usd: (lead) => dollarsOf(lead.money?.received),
  due_usd: (lead) => dollarsOf(lead.money?.due),
  carrier_pay_usd: (lead) => dollarsOf(lead.money?.carrier_pay),
  margin_usd: (lead) => dollarsOf(lead.money?.margin),
};

/** The leads of a list for a spreadsheet. */
export function leadExportRoutes(app: Api, parts: ApiParts): void {
  app.get(
    '/agent-lead/export',
    {
      schema: {
        summary: 'The leads of a list as CSV, narrowed and sorted as the list is, or those with the ids; up to 10,000',
        querystring: ExportLeadsQuery,
      },
    },
    async (request, reply) => {
      const actor = agentOf(request);
      const { query } = request;
      const list = query.ids ? 'selected' : query.is_archived === 'true' ? 'archive' : (query.state ?? 'all');
      const name = `leads-${list}-${dateIn(parts.brokerage.zone, parts.now())}.csv`;
      return atOneMoment(parts.database, (tx) =>
        sendList(reply, name, columns, async (after, limit) => {
          const { leads, page } = await listLeads(
            tx,
            parts,
            { ...query, ...(after ? { after } : {}), limit: String(limit), fields: FIELDS },
            actor.id,
          );
          return { rows: leads, end: page.end };
        }),
      );
    },
  );
}
