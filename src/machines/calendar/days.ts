import { clockFormat } from './clock-format.ts';
import { DAY, HOUR } from '#src/machines/calendar/durations.ts';

/**
 * Days and instants. A calendar date is a text YYYY-MM-DD without a zone. Which date an instant belongs to, and when a
 * day begins, depends on whose day is meant: the brokerage's, a client's, or the viewer's. Therefore the zone is always
 * passed explicitly.
 */

const options = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
const clock = clockFormat({ ...options, second: '2-digit', hourCycle: 'h23' }, 'en-CA');

/** By zone: the last minute requested. No date begins within a minute, and most requests are for the current time. */
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

/** The hour that clocks in an IANA zone show, 0 to 23. */
export const hourIn = (zone: string, at: Date): number => Number(partsIn(zone, at).time.slice(0, 2));

/**
 * The date that has begun everywhere in the United States. Carriers and movers are in any zone: nobody's today is
 * refused as over, although the brokerage's next day has begun.
 */
export const dayEverywhere = (at: Date): string => dateIn('Pacific/Honolulu', at);

/**
 * The instant at which clocks in a zone show this hour of a date. An hour skipped by a clock change becomes the next
 * one.
 */
export function instantAt(zone: string, date: string, hour = 0): Date {
  const wanted = Date.parse(`${date}T00:00:00Z`) + hour * HOUR;
  let at = wanted;
  // Around a clock change, the offset may differ between the first guess and the result.
  for (let attempt = 0; attempt < 2; attempt++) at = wanted - offsetAt(zone, at);
  return new Date(at);
}

/** When the day that `at` belongs to began in a zone. */
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
