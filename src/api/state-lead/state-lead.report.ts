import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Tables } from '#src/api/database/tables.ts';
import type { Api } from '#src/api/http/http.ts';
import { CalendarDate, Count, Named, Nullable, OneOf, Strict, problems } from '#src/api/http/schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { addDays, dateIn, instantAt } from '#src/machines/calendar/days.ts';
import { daysOfPeriod, REPORT_PERIODS, USUAL_PERIOD } from '#src/machines/report/report-period.ts';
import { moverOf } from './state-lead.routes.ts';
import { businessOf } from './state-lead.work.ts';

const Row = Named('StateLeadReportRow', {
  month: Type.String({ maxLength: 7, description: 'YYYY-MM; empty for the total' }),
  leads: Count,
  contacted: Count,
  first_contact_seconds: Nullable(Count),
  quoted: Count,
  won: Count,
  lost: Count,
  open: Count,
  win_rate: Nullable(Type.Number({ minimum: 0, maximum: 1, description: 'Won, of all leads of the row' })),
  value: Type.Integer({ minimum: 0, maximum: 1e15, description: 'US cents' }),
});
type Row = Static<typeof Row>;

const Report = Named('StateLeadReport', {
  from: CalendarDate,
  to: CalendarDate,
  total: Row,
  months: Type.Array(Row, { maxItems: 40 }),
});

const NONE: Row = {
  month: '',
  leads: 0,
  contacted: 0,
  first_contact_seconds: null,
  quoted: 0,
  won: 0,
  lost: 0,
  open: 0,
  win_rate: null,
  value: 0,
};

/**
 * The leads that a business got during a period, and their outcomes so far. Won are those it marked as won, at the
 * value that it gave, and those whose client accepted, at the quote's price; archived leads without either are neither
 * won nor lost.
 */
async function readReport(db: Kysely<Tables>, businessId: string, zone: string, from: string, to: string) {
  const { rows } = await sql<Omit<Row, 'open' | 'win_rate'>>`
    with came as (
      select to_char(work.offered_at at time zone ${zone}, 'YYYY-MM') as month,
             extract(epoch from work.contacted_at - work.offered_at) as contacted_after,
             exists (select from state_quote q where q.business_id = work.business_id and q.lead_id = work.lead_id) as is_quoted,
             work.state in ('won', 'accepted') as is_won, work.state = 'lost' as is_lost,
             case work.state when 'won' then work.won_value when 'accepted' then quote.amount end as value
        from state_lead_work work left join state_quote quote on quote.id = work.quote_id
       where work.business_id = ${businessId}
         and work.offered_at >= ${instantAt(zone, from).toISOString()}
         and work.offered_at < ${instantAt(zone, addDays(to, 1)).toISOString()}
    )
    select coalesce(month, '') as month, count(*)::int as leads,
           count(contacted_after)::int as contacted,
           round(percentile_cont(0.5) within group (order by greatest(contacted_after, 0)) filter (where contacted_after is not null))::int as first_contact_seconds,
           (count(*) filter (where is_quoted))::int as quoted,
           (count(*) filter (where is_won))::int as won,
           (count(*) filter (where is_lost))::int as lost,
           coalesce(sum(value), 0)::float8 as value
      from came group by grouping sets ((month), ()) order by 1`.execute(db);
  const shown = rows.map((row) => ({
    ...row,
    open: row.leads - row.won - row.lost,
    win_rate: row.leads === 0 ? null : row.won / row.leads,
  }));
  return {
    from,
    to,
    total: shown.find(({ month }) => month === '') ?? NONE,
    months: shown.filter(({ month }) => month),
  };
}

/** How a business performs: how fast it makes contact, and what it wins. */
export function stateLeadReportRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  app.get(
    '/state-lead/report',
    {
      schema: {
        summary: 'What became of the leads that a business got during a period, by month',
        querystring: Strict({ period: Type.Optional(OneOf(REPORT_PERIODS)) }),
        response: { 200: Report, ...problems },
      },
    },
    async (request) => {
      const business = await businessOf(kysely, moverOf(request).id, parts);
      const { zone } = parts.brokerage;
      const { from, to } = daysOfPeriod(request.query.period ?? USUAL_PERIOD, dateIn(zone, parts.now()));
      return readReport(kysely, business.id, zone, from, to);
    },
  );
}
