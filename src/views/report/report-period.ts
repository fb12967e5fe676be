import type { ReportQueryVariables } from '#src/generated/graphql/graphql.ts';
import type { ReportPeriod } from '#src/machines/report/report-period.ts';
import { REPORT_PERIODS, USUAL_PERIOD } from '#src/machines/report/report-period.ts';

export const PERIOD_NAMES: Record<ReportPeriod, string> = {
  'this-month': 'This month',
  'last-month': 'Last month',
  'last-90-days': 'Last 90 days',
  'this-year': 'This year',
};

/** The period, as in the URL and in REST. */
export type Shown = { period: ReportPeriod } | { from: string; to: string };

const DATE = /^(19|20)\d{2}-\d{2}-\d{2}$/;

/** Invalid values in a URL are ignored. */
export function readShown(search: string): Shown {
  const params = new URLSearchParams(search);
  const [from, to, named] = [params.get('from'), params.get('to'), params.get('period')];
  if (from && to && DATE.test(from) && DATE.test(to)) return { from, to };
  return { period: REPORT_PERIODS.find((one) => one === named) ?? USUAL_PERIOD };
}

export const variablesOf = (shown: Shown): ReportQueryVariables =>
  'period' in shown
    ? { period: shown.period.replaceAll('-', '_') as ReportQueryVariables['period'] }
    : { from: shown.from, to: shown.to };
