import type { Noun } from '../noun.ts';
import { csvOf, dollarsOf } from '#src/api/http/csv.ts';
import type { CsvRow } from '#src/api/http/csv.ts';
import type { Api } from '#src/api/http/http.ts';
import { problem } from '#src/api/http/problem.ts';
import { mustAscend } from '#src/api/http/ranges.ts';
import { problems } from '#src/api/http/schemas.ts';
import { sendContent } from '#src/api/file/send-file.ts';
import { keptAnswers } from '#src/api/workflow/kept-answers.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { addDays, dateIn } from '#src/machines/calendar/days.ts';
import { daysOfPeriod, LONGEST_PERIOD_DAYS, USUAL_PERIOD } from '#src/machines/report/report-period.ts';
import { Report, ReportExportQuery, ReportQuery } from './report.schemas.ts';
import type { ReportRow, ReportTable } from './report.schemas.ts';
import { readReport } from './report.sql.ts';

/** @throws Problem 400 for a period that is given twice, incomplete, inverted, or too long */
function periodOf({ period, from, to }: ReportQuery, today: string): { from: string; to: string } {
  if (from === undefined && to === undefined) return daysOfPeriod(period ?? USUAL_PERIOD, today);
  const wrong = (field: string, message: string) => problem(400, message, { errors: [{ field, message }] });
  if (period !== undefined) throw wrong('period', 'Ask for a period by its name or by its days, not both.');
  if (from === undefined || to === undefined)
    throw wrong(from === undefined ? 'from' : 'to', 'Enter both the first and the last day.');
  mustAscend('to', from, to);
  if (addDays(from, LONGEST_PERIOD_DAYS) < to) throw wrong('from', 'Choose at most three years.');
  return { from, to };
}

const FIRST: Record<ReportTable, string> = {
  months: 'month',
  agents: 'agent',
  sources: 'source',
  lanes: 'lane',
  reasons: 'reason',
};

/** A table as a file, with the total as the last line. */
function fileOf(table: ReportTable, rows: readonly ReportRow[], total: ReportRow): CsvRow[] {
  if (table === 'reasons')
    return [[FIRST[table], 'leads'], ...rows.map(({ label, leads }) => [label, leads]), ['Total', total.lost]];
  const names =
    'leads,quoted,won,lost,open,win_rate,median_first_answer_seconds,revenue_usd,received_usd,margin_usd,awarded';
  const line = (row: ReportRow, label: string): CsvRow => [
    label,
    row.leads,
    row.quoted,
    row.won,
    row.lost,
    row.open,
    row.win_rate === null ? null : Number(row.win_rate.toFixed(4)),
    row.first_answer_seconds,
    dollarsOf(row.revenue),
    dollarsOf(row.received),
    dollarsOf(row.margin),
    row.awarded,
  ];
  return [[FIRST[table], ...names.split(',')], ...rows.map((row) => line(row, row.label)), line(total, 'Total')];
}

function reportRoutes(app: Api, parts: ApiParts): void {
  const kept = keptAnswers();
  const read = (query: ReportQuery) => {
    const { zone } = parts.brokerage;
    const { from, to } = periodOf(query, dateIn(zone, parts.now()));
    return kept(`${from} ${to} ${zone}`, () => readReport(parts.database.kysely, { from, to, zone }));
  };

  app.get(
    '/agent/reports',
    {
      schema: {
        summary: 'What became of the leads that came in during a period, both days included',
        querystring: ReportQuery,
        response: { 200: Report, ...problems },
      },
    },
    async (request) => read(request.query),
  );

  app.get(
    '/agent/reports/export',
    { schema: { summary: 'One table of the report as CSV', querystring: ReportExportQuery } },
    async (request, reply) => {
      const { table, ...period } = request.query;
      const report = await read(period);
      return sendContent(
        reply,
        { name: `report-${table}-${report.from}-${report.to}.csv`, mediaType: 'text/csv; charset=utf-8' },
        csvOf(fileOf(table, report[table], report.total)),
      );
    },
  );
}

/** The outcomes of leads, by month, agent, source, and lane. */
export const report: Noun = { calls: [{ for: 'reports', add: reportRoutes }] };
