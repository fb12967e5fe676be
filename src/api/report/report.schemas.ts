import { Type } from 'typebox';
import type { Static } from 'typebox';
import { REPORT_PERIODS } from '#src/machines/report/report-period.ts';
import { CalendarDate, Count, Named, Nullable, OneOf, Strict } from '#src/api/http/schemas.ts';

export const REPORT_TABLES = ['months', 'agents', 'sources', 'lanes', 'reasons'] as const;
export type ReportTable = (typeof REPORT_TABLES)[number];

/** Rows of a table; everything beyond them is summed up in one more row. */
export const MOST_ROWS = 100;

const period = {
  period: Type.Optional(OneOf(REPORT_PERIODS)),
  from: Type.Optional(CalendarDate),
  to: Type.Optional(CalendarDate),
};
export const ReportQuery = Strict(period);
export type ReportQuery = Static<typeof ReportQuery>;
export const ReportExportQuery = Strict({ table: OneOf(REPORT_TABLES), ...period });

/** A sum over all leads of a period may exceed the maximum of a single amount. */
const Sum = Type.Integer({ minimum: -1e15, maximum: 1e15, description: 'US cents' });

export const ReportRow = Named('ReportRow', {
  key: Type.String({ maxLength: 100 }),
  label: Type.String({ maxLength: 200 }),
  leads: Count,
  quoted: Count,
  won: Count,
  lost: Count,
  open: Count,
  win_rate: Nullable(Type.Number({ minimum: 0, maximum: 1, description: 'Won, of all leads of the row' })),
  first_answer_seconds: Nullable(Count),
  revenue: Sum,
  received: Sum,
  margin: Sum,
  awarded: Count,
});
export type ReportRow = Static<typeof ReportRow>;

const rows = Type.Array(ReportRow, { maxItems: MOST_ROWS + 1 });
export const Report = Named('Report', {
  from: CalendarDate,
  to: CalendarDate,
  total: ReportRow,
  months: rows,
  agents: rows,
  sources: rows,
  lanes: rows,
  reasons: rows,
  age_ms: Count,
});
