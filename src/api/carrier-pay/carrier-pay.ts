import type { Noun } from '../noun.ts';
import type { Api } from '#src/api/http/http.ts';
import { dollarsOf } from '#src/api/http/csv.ts';
import { sendList } from '#src/api/http/list-export.ts';
import type { CsvColumns } from '#src/api/http/list-export.ts';
import { carriers, needsCarrier } from '#src/api/http/principal.ts';
import { Strict, problems } from '#src/api/http/schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { listPay, totalsOfPay } from './carrier-pay.query.ts';
import { CarrierPayPage, PayQuery, payFilters } from './carrier-pay.schemas.ts';
import type { CarrierPay } from './carrier-pay.schemas.ts';

const columns: CsvColumns<CarrierPay> = {
  load: (job) => job.reference,
  route: (job) => job.route,
  delivered_on: (job) => job.delivered_on,
  status: (job) => job.state,
  papers_received_on: (job) => job.received_on,
  pay_days: (job) => job.pay_days,
  due_on: (job) => job.due_on,
  pay_usd: (job) => dollarsOf(job.amount),
  paid_usd: (job) => dollarsOf(job.paid),
  open_usd: (job) => dollarsOf(Math.max(0, job.amount - job.paid)),
  paid_on: (job) => job.paid_on,
};

function carrierPayRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;

  app.get(
    '/carrier/pay',
    {
      schema: {
        summary: 'What the carrier is owed for its delivered jobs, when it is due, and what was paid',
        querystring: PayQuery,
        response: { 200: CarrierPayPage, ...problems },
      },
    },
    async (request) => {
      const { carrierId } = needsCarrier(request);
      return {
        ...(await listPay(kysely, parts, carrierId, request.query)),
        totals: await totalsOfPay(kysely, parts, carrierId),
        pay_days: parts.settings.now().payDays,
        today: dateIn(parts.brokerage.zone, parts.now()),
      };
    },
  );

  app.get(
    '/carrier/pay/export',
    { schema: { summary: 'The same as CSV, as the list is narrowed; up to 10,000', querystring: Strict(payFilters) } },
    async (request, reply) => {
      const { carrierId } = needsCarrier(request);
      const today = dateIn(parts.brokerage.zone, parts.now());
      return sendList(reply, `payments-${today}.csv`, columns, async (after, limit) => {
        const { jobs, page } = await listPay(kysely, parts, carrierId, {
          ...request.query,
          ...(after ? { after } : {}),
          limit: String(limit),
        });
        return { rows: jobs, end: page.end };
      });
    },
  );
}

/** What a carrier is paid for its jobs, and when. */
export const carrierPay: Noun = { calls: [{ for: carriers, add: carrierPayRoutes }] };
