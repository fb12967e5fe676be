import { addDays } from '#src/machines/calendar/days.ts';

export const VIEWS = ['week', 'month'] as const;
export type View = (typeof VIEWS)[number];

const atUtc = (date: string) => new Date(`${date}T00:00:00Z`);
const sundayBefore = (date: string): string => addDays(date, -atUtc(date).getUTCDay());
const monthOf = (date: string, months = 0): string => {
  const first = atUtc(`${date.slice(0, 7)}-01`);
  first.setUTCMonth(first.getUTCMonth() + months);
  return first.toISOString().slice(0, 10);
};

/** The days shown around a date: its week, starting on Sunday, or its month in whole weeks. */
export function daysShown(view: View, date: string): string[] {
  const first = sundayBefore(view === 'week' ? date : monthOf(date));
  const last = view === 'week' ? addDays(first, 6) : addDays(sundayBefore(addDays(monthOf(date, 1), -1)), 6);
  const days = [first];
  while (days.at(-1)! < last) days.push(addDays(days.at(-1)!, 1));
  return days;
}

/** The date that leads to the previous (`-1`) or next (`1`) week or month. */
export const stepFrom = (view: View, date: string, step: -1 | 1): string =>
  view === 'week' ? addDays(date, 7 * step) : monthOf(date, step);

const named = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options });
  return (date: string): string => format.format(atUtc(date));
};
/** "Fri" */
export const weekdayOf = named({ weekday: 'short' });
/** "December 2026" */
export const monthName = named({ month: 'long', year: 'numeric' });
/** "Friday, December 4" */
export const longDay = named({ weekday: 'long', month: 'long', day: 'numeric' });

/** A valid date of the URL; anything else is ignored. */
export const readDay = (text: string | null): string | null =>
  text !== null &&
  /^20\d{2}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(atUtc(text).getTime()) &&
  addDays(text, 0) === text
    ? text
    : null;
