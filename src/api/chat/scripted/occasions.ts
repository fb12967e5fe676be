import {
  comingWeekday,
  dayOfWeek,
  firstOf,
  lastOf,
  NUMBERS,
  only,
  plusDays,
  type Reader,
  window,
} from './date-arithmetic.ts';
import type { ChatWindow } from '#src/machines/chat/chat-details.ts';

/** "June 14, give or take two days", "the week of June 15" */
export function around({ earliest, latest }: ChatWindow, said: string): ChatWindow {
  if (earliest === latest && /\bweekend of\b/.test(said)) {
    const saturday = comingWeekday(plusDays(earliest, dayOfWeek(earliest) === 0 ? -2 : -1), 6);
    return { earliest: saturday, latest: plusDays(saturday, 1) };
  }
  if (earliest === latest && /\bweek of\b/.test(said)) return { earliest, latest: plusDays(latest, 6) };
  const found = new RegExp(
    `(?:give or take|plus or minus|plus\\/minus|\\+\\/?-|±) ?(?:(\\d{1,2})|(${Object.keys(NUMBERS).join('|')}))(?: of)? days?\\b`,
  ).exec(said);
  const days = found ? Number(found[1] ?? NUMBERS[found[2]!]) : 0;
  return { earliest: plusDays(earliest, -days), latest: plusDays(latest, days) };
}

/** The holidays that people move on, and their long weekends. */
export const holiday: Reader = (said, today) => {
  const found =
    /\b(?:(memorial day)|(labor day)|(independence day)|(thanksgiving)|(christmas(?: day)?)|(new year'?s(?: day)?))( weekend)?\b/.exec(
      said,
    );
  if (!found) return null;
  const [memorial, labor, independence, thanksgiving, christmas] = found.slice(1).map(Boolean);
  const inYear = (given: number): string => {
    const weekdayFrom = (from: string, index: number) => comingWeekday(plusDays(from, -1), index);
    if (memorial) return weekdayFrom(`${given}-05-25`, 1);
    if (labor) return weekdayFrom(`${given}-09-01`, 1);
    if (independence) return `${given}-07-04`;
    if (thanksgiving) return weekdayFrom(`${given}-11-22`, 4);
    return christmas ? `${given}-12-25` : `${given}-01-01`;
  };
  const thisYear = Number(today.slice(0, 4));
  const there = inYear(thisYear) < today ? inYear(thisYear + 1) : inYear(thisYear);
  if (!found[7]) return only(there);
  if (dayOfWeek(there) === 1) return window(plusDays(there, -2), there);
  const saturday = comingWeekday(plusDays(there, -3), 6);
  return window(saturday < there ? saturday : there, plusDays(saturday, 1));
};

/** "this summer", "in the fall": the current one, or the next one. */
export const season: Reader = (said, today) => {
  const found = /\b(this|next|in the|in|during the|over the|the) (?:coming )?(spring|summer|fall|autumn|winter)\b/.exec(
    said,
  );
  if (!found) return null;
  const first = { spring: 3, summer: 6, fall: 9, autumn: 9, winter: 12 }[found[2] as 'spring'];
  const begins = (given: number) => `${given}-${String(first).padStart(2, '0')}-01`;
  const ends = (given: number) => lastOf(firstOf(begins(given), 2));
  // A winter in progress began last year.
  const year = [-1, 0, 1].map((more) => Number(today.slice(0, 4)) + more).find((given) => ends(given) >= today)!;
  const isNow = begins(year) <= today && found[1] === 'next';
  return window(begins(isNow ? year + 1 : year), ends(isNow ? year + 1 : year));
};
