/**
 * Dates as people write and read them. A calendar date is a string YYYY-MM-DD without a time zone, and is never
 * converted to one.
 */
import { clockFormat } from '#src/machines/calendar/clock-format.ts';
import { addDays, dateIn } from '#src/machines/calendar/days.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const atUtc = (date: string) => new Date(`${date}T00:00:00Z`);
const toText = (date: Date) => date.toISOString().slice(0, 10);

/** Today's date where the person is. */
export function today(now = new Date()): string {
  return toText(new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())));
}

/** Today's date in a time zone. */
export const todayIn = (zone: string): string => dateIn(zone, new Date());

/** The date of an instant in the given time zone, or in the person's own, formatted by `showDate`. */
export const showDay = (instant: string, zone?: string): string =>
  showDate(zone ? dateIn(zone, new Date(instant)) : today(new Date(instant)));

const dayOfWeek = clockFormat({ weekday: 'short', month: 'short', day: 'numeric' });
const dayOfYear = clockFormat({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' });

/** "Fri, Dec 4"; with the year if it is not this year. */
export function showDate(date: string, from = today()): string {
  const sameYear = date.slice(0, 4) === from.slice(0, 4);
  return (sameYear ? dayOfWeek : dayOfYear)('UTC').format(atUtc(date));
}

/** "Fri, Dec 4, 2026": always with the year, for ranges of a year or more. */
export const showFullDate = (date: string): string => showDate(date, '');

/** In days: beyond this, a date without a year is ambiguous. */
export const FAR_AHEAD = 300;
export const LONG_PAST = 150;

const dayOfMonth = clockFormat({ month: 'short', day: 'numeric' });

const dayWithYear = clockFormat({ month: 'short', day: 'numeric', year: 'numeric' });

/** "Dec 4 – 7", "Dec 30 – Jan 2": the days of a window; with the year where it would be ambiguous. */
export function showDateRange(first: string, last: string, from = today()): string {
  if (first === last) return showDate(first, from);
  const isFar = last < addDays(from, -LONG_PAST) || first > addDays(from, FAR_AHEAD);
  const format = (isFar ? dayWithYear : dayOfMonth)('UTC');
  // Across New Year, the formatter would add both years, which is noise.
  if (!isFar && first.slice(0, 4) !== last.slice(0, 4))
    return `${format.format(atUtc(first))} – ${format.format(atUtc(last))}`;
  // Node puts thin spaces around the dash, browsers do not.
  return format.formatRange(atUtc(first), atUtc(last)).replaceAll('\u2009', ' ');
}

const AGO_STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** "3h ago", "yesterday", "in 2 days". */
export function relativeTime(instant: string, now: number): string {
  const step = stepOf(instant, now);
  if (!step) return 'just now';
  // Yesterday is a day, not the hours before the last 24.
  if (step[1] === 'day') step[0] = Math.round((dayOf(Date.parse(instant)) - dayOf(now)) / DAY);
  const text = ago().format(...step);
  // The narrow style abbreviates where it uses words instead of a number: "last mo.".
  return /\d/.test(text) ? text : inWords().format(...step);
}

/** Created when first used, like `numberFormat`. */
const relative = (style: Intl.RelativeTimeFormatStyle) => {
  let made: Intl.RelativeTimeFormat | undefined;
  return () => (made ??= new Intl.RelativeTimeFormat('en-US', { numeric: 'auto', style }));
};
const ago = relative('narrow');
const inWords = relative('long');

/** When the viewer's day of an instant began. */
const dayOf = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

/** "3h", "1d": the elapsed time, next to a heading such as "Waiting". */
export function timeSince(instant: string, now: number): string {
  const step = stepOf(instant, now);
  return step ? `${Math.abs(step[0])}${step[1] === 'month' ? 'mo' : step[1][0]}` : 'just now';
}

/** The largest unit that fits, and how many of them. */
function stepOf(instant: string, now: number): [number, Intl.RelativeTimeFormatUnit] | null {
  const seconds = (Date.parse(instant) - now) / 1000;
  const fitting = AGO_STEPS.find(([, size]) => Math.abs(seconds) >= size);
  return fitting ? [Math.trunc(seconds / fitting[1]), fitting[0]] : null;
}

/** The range in which to look for a date typed without a year. */
export interface DateBounds {
  min?: string | undefined;
  max?: string | undefined;
}

/**
 * Parses 12/4, 12/4/26, 2026-12-04, Dec 4, 4 December 2026, today, tomorrow, Friday. A date without a year is the next
 * one that is not past or, if that is after `max`, the last one before it. Null if it is not a date. A date typed with
 * its year is not checked against the bounds.
 */
export function readDate(text: string, from = today(), bounds: DateBounds = {}): string | null {
  const words = text
    .trim()
    .toLowerCase()
    .replace(/^(sun|mon|tue|wed|thu|fri|sat)[a-z]*,\s*/, '');
  if (words === 'today') return from;
  if (words === 'tomorrow') return addDays(from, 1);
  const day = DAYS.findIndex((name) => words.length >= 3 && /^[a-z]+$/.test(words) && words.startsWith(name));
  if (day >= 0) return addDays(from, ((day - atUtc(from).getUTCDay() + 6) % 7) + 1);

  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(words);
  if (iso) return real(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const slashed = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{2}|\d{4}))?$/.exec(words);
  if (slashed) return dated(slashed[3], Number(slashed[1]), Number(slashed[2]), from, bounds);
  const named = /^([a-z]{3})[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(\d{4}))?$/.exec(words);
  if (named) return dated(named[3], MONTHS.indexOf(named[1]!) + 1, Number(named[2]), from, bounds);
  const turned = /^(\d{1,2})\.?\s+([a-z]{3})[a-z]*(?:,?\s+(\d{4}))?$/.exec(words);
  if (turned) return dated(turned[3], MONTHS.indexOf(turned[2]!) + 1, Number(turned[1]), from, bounds);
  return null;
}

function dated(
  year: string | undefined,
  month: number,
  day: number,
  from: string,
  { min, max }: DateBounds,
): string | null {
  if (year !== undefined) return real(Number(year.length === 2 ? `20${year}` : year), month, day);
  const thisYear = Number(from.slice(0, 4));
  const candidates = [-1, 0, 1].map((step) => real(thisYear + step, month, day)).filter((date) => date !== null);
  const fitting = candidates.filter((date) => (!min || date >= min) && (!max || date <= max));
  const among = fitting.length > 0 ? fitting : candidates;
  return among.find((date) => date >= from) ?? among.at(-1) ?? null;
}

/** Rejects dates that do not exist, such as February 30. */
function real(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? toText(date) : null;
}
