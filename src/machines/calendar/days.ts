import { clockFormat } from './clock-format.ts';
import { DAY, HOUR } from '#src/machines/calendar/durations.ts';

/**
 * Days and instants. A calendar date is a text YYYY-MM-DD without a zone; which date an instant belongs to, and when a
 * day begins, depends on whose day is meant: the brokerage's, a client's, or that of who looks at a screen. The zone is
 * therefore always named.
 */

const options = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
const clock = clockFormat({ ...options, second: '2-digit', hourCycle: 'h23' }, 'en-CA');

/** By zone: the last minute that was asked about. No date begins within a minute, and most questions are about now. */
const lastDates = new Map<string, { minute: number; date: string }>();
const MINUTE = 60_000;

/** The calendar date in an IANA zone. */
export function dateIn(zone: string, at: Date): string {
  const minute = Math.floor(at.getTime() / MINUTE);
  const last = lastDates.get(zone);
  if (last?.minute === minute) return last.date;
  const { date } = partsIn(zone, at);
  lastDates.set(zone, { minute, date });
  return date;
}

/** The instant at which the clocks of a zone show this hour of a date; an hour that a change of clocks skips is the next one. */
export function instantAt(zone: string, date: string, hour = 0): Date {
  const wanted = Date.parse(`${date}T00:00:00Z`) + hour * HOUR;
  let at = wanted;
  // The offset may differ between the first guess and the answer, where clocks change.
  for (let attempt = 0; attempt < 2; attempt++) at = wanted - offsetAt(zone, at);
  return new Date(at);
}

/** The instant at which the day of a zone began that `at` belongs to. */
export const dayBegan = (zone: string, at: Date): Date => instantAt(zone, dateIn(zone, at));

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

function offsetAt(zone: string, at: number): number {
  const { date, time } = partsIn(zone, new Date(at));
  return Date.parse(`${date}T${time}Z`) - Math.floor(at / 1000) * 1000;
}

function partsIn(zone: string, at: Date): { date: string; time: string } {
  const [date = '', time = ''] = clock(zone).format(at).split(', ');
  return { date, time };
}
