import { addDays } from '#src/machines/calendar/days.ts';
import { FAR_AHEAD, LONG_PAST, showDate, today } from './dates.ts';

/** "Sun, Jan 3": with the year only where it would be ambiguous, like the ranges beside it in a narrow column. */
export function nearDate(date: string, from = today()): string {
  const isNear = date >= addDays(from, -LONG_PAST) && date <= addDays(from, FAR_AHEAD);
  return showDate(date, isNear ? date : '');
}
