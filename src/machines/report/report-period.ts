import { addDays } from '../calendar/days.ts';

/** Named report periods; any other period is given by its first and last day. */
export const REPORT_PERIODS = ['this-month', 'last-month', 'last-90-days', 'this-year'] as const;
export type ReportPeriod = (typeof REPORT_PERIODS)[number];
export const USUAL_PERIOD: ReportPeriod = 'last-90-days';

/** A report counts every lead of its period, so periods are limited to three years. */
export const LONGEST_PERIOD_DAYS = 3 * 366;

/** The first and last day of a period, both inclusive; `today` is a day at the brokerage. */
export function daysOfPeriod(period: ReportPeriod, today: string): { from: string; to: string } {
  const month = `${today.slice(0, 7)}-01`;
  if (period === 'this-month') return { from: month, to: today };
  if (period === 'last-90-days') return { from: addDays(today, -89), to: today };
  if (period === 'this-year') return { from: `${today.slice(0, 4)}-01-01`, to: today };
  const last = addDays(month, -1);
  return { from: `${last.slice(0, 7)}-01`, to: last };
}
