import { Type } from 'typebox';
import { agentOf } from '#src/api/agent-lead/lead-write.ts';
import type { Api } from '#src/api/http/http.ts';
import { sendList } from '#src/api/http/list-export.ts';
import type { CsvColumns } from '#src/api/http/list-export.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { ListCarriers, listCarriers } from './agent-carrier.list.ts';

type Row = Awaited<ReturnType<typeof listCarriers>>['carriers'][number];

const { after: _after, limit: _limit, ...narrowing } = ListCarriers.properties;
const ExportQuery = Type.Object(narrowing, { additionalProperties: false });

const columns: CsvColumns<Row> = {
  legal_name: (carrier) => carrier.legal_name,
  usdot: (carrier) => carrier.usdot,
  docket_number: (carrier) => carrier.docket_number,
  contact: (carrier) => carrier.contact_name,
  phone: (carrier) => carrier.phone,
  email: (carrier) => carrier.email,
  city: (carrier) => carrier.city,
  state: (carrier) => carrier.state,
  miles: (carrier) => carrier.miles,
  authority: (carrier) => carrier.authority,
  compliant: (carrier) => (carrier.gaps.length === 0 ? 'yes' : 'no'),
  missing: (carrier) => carrier.gaps.join('; ') || null,
  insurance_until: (carrier) => carrier.insurance_until,
  jobs_done: (carrier) => carrier.jobs_done,
  jobs_open: (carrier) => carrier.jobs_open,
  jobs_declined: (carrier) => carrier.jobs_declined,
  jobs_dropped: (carrier) => carrier.jobs_dropped,
};

/** The carriers of a list as a spreadsheet. */
export function carrierExportRoutes(app: Api, parts: ApiParts): void {
  app.get(
    '/agent/carriers/export',
    {
      schema: {
        summary: 'The carriers of a list as CSV, narrowed and sorted as the list is; up to 10,000',
        querystring: ExportQuery,
      },
    },
    async (request, reply) => {
      agentOf(request);
      const today = dateIn(parts.brokerage.zone, parts.now());
      return sendList(reply, `carriers-${today}.csv`, columns, async (after, limit) => {
        const { carriers, page } = await listCarriers(
          parts.database.kysely,
          { ...request.query, ...(after ? { after } : {}), limit: String(limit) },
          today,
        );
        return { rows: carriers, end: page.end };
      });
    },
  );
}
