import type { ChatWindow } from '#src/machines/chat/chat-details.ts';
import {
  comingWeekday,
  dateOf,
  dayOfWeek,
  firstOf,
  lastOf,
  NUMBERS,
  only,
  plusDays,
  plusMonths,
  type Reader,
  window,
} from './date-arithmetic.ts';
import { around, holiday, season } from './occasions.ts';

/**
 * Dates as people write them, relative to "today" at the client's location. The result is always a window of calendar
 * dates; for a single day, both ends are equal. A month or a day that has passed this year means next year.
 */
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const month = `(${MONTHS.map((name) => `${name}|${name.slice(0, 3)}`).join('|')}|sept)\\.?`;
const weekday = `(${WEEKDAYS.map((name) => `${name}|${name.slice(0, 3)}`).join('|')}|tues|thur|thurs)\\.?`;
// "In May. 4th floor" names no day.
const day = '(\\d{1,2})(?!\\d)(?:st|nd|rd|th)?(?!(?:st|nd|rd|th)?[ -]floor\\b)';
const year = '(?:,?\\s*(20\\d\\d))?';

/** `today` and `known` (mentioned earlier) are `YYYY-MM-DD`. Null if the text contains no future date. */
export function readDate(text: string, today: string, known?: ChatWindow | null): ChatWindow | null {
  const said = withNumbers(text.toLowerCase().replaceAll(/\s+/g, ' '));
  for (const read of [
    iso,
    slashed,
    range,
    monthDay,
    dayMonth,
    partOfMonth,
    shifted,
    relative,
    holiday,
    onWeekday,
    weekend,
    wholeMonth,
    season,
    dayAlone,
  ]) {
    const window = read(said, today, known ?? null);
    if (window) return ahead(around(window, said), today);
  }
  return null;
}

/** The part of a window from today on; null if it has passed, so that the date is asked for again. */
export const ahead = ({ earliest, latest }: ChatWindow, today: string): ChatWindow | null =>
  latest < today ? null : { earliest: earliest < today ? today : earliest, latest };

const ORDINALS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  );
const ordinal = `((?:(?:twenty|thirty)[ -])?(?:${ORDINALS.slice(0, 9).join('|')})|${ORDINALS.slice(9).join('|')}|thirtieth)`;

/** Converts "june fourteenth" and "the first of june" to digits. */
function withNumbers(said: string): string {
  const figure = (words: string): number => {
    const [last = '', tens] = words.split(/[ -]/).toReversed();
    if (last === 'thirtieth') return 30;
    return ORDINALS.indexOf(last) + 1 + (tens === 'twenty' ? 20 : tens === 'thirty' ? 30 : 0);
  };
  return said
    .replace(
      new RegExp(`\\b${month} (?:the )?${ordinal}\\b`),
      (_, name: string, words: string) => `${name} ${figure(words)}`,
    )
    .replace(
      new RegExp(`\\b${ordinal} (?:of )?${month}(?![a-z])`),
      (_, words: string, name: string) => `${figure(words)} of ${name}`,
    );
}

const iso: Reader = (said) => {
  const found = /\b(20\d\d)-(\d\d)-(\d\d)\b/.exec(said);
  return found && only(dateOf(Number(found[1]), Number(found[2]), Number(found[3])));
};

const slashed: Reader = (said, today) => {
  const found = /(?<![\d/])(\d{1,2})\/(\d{1,2})(?:\/(20\d\d|\d\d))?(?![\d/])/.exec(said);
  if (!found) return null;
  const given = found[3] === undefined ? null : (Number(found[3]) % 2000) + 2000;
  return only(
    given ? dateOf(given, Number(found[1]), Number(found[2])) : comingDay(Number(found[1]), Number(found[2]), today),
  );
};

/** "June 3 to 5", "between the 3rd and the 5th of June", "June 28 - July 2". */
const range: Reader = (said, today) => {
  const sep = '\\s*(?:-|–|\\/|to|through|until|and|or)\\s*(?:the )?';
  let found = new RegExp(`\\b${month} ${day}${sep}${day}\\b(?!\\s*${month})${year}`).exec(said);
  if (found) return bothOf(found[1]!, found[2]!, found[1]!, found[3]!, found.at(-1), today);
  found = new RegExp(`\\b${month} ${day}${sep}${month} ${day}${year}`).exec(said);
  if (found) return bothOf(found[1]!, found[2]!, found[3]!, found[4]!, found[5], today);
  found = new RegExp(`\\b${day}${sep}${day} (?:of )?${month}${year}`).exec(said);
  if (found) return bothOf(found[3]!, found[1]!, found[3]!, found[2]!, found[4], today);
  return null;
};

function bothOf(
  fromMonth: string,
  fromDay: string,
  toMonth: string,
  toDay: string,
  given: string | undefined,
  today: string,
): ChatWindow | null {
  const from = dayOf(fromMonth, fromDay, given, today);
  let to = dayOf(toMonth, toDay, given, today);
  if (from && to && to < from && monthOf(toMonth) < monthOf(fromMonth))
    to = dayOf(toMonth, toDay, String(Number(from.slice(0, 4)) + 1), today);
  return window(from, to);
}

const monthDay: Reader = (said, today) => {
  const found = new RegExp(`\\b${month} (?:the )?${day}\\b${year}`).exec(said);
  return found && only(dayOf(found[1]!, found[2]!, found[3], today));
};

const dayMonth: Reader = (said, today) => {
  const found = new RegExp(`\\b${day} (?:of )?${month}${year}`).exec(said);
  return found && only(dayOf(found[2]!, found[1]!, found[3], today));
};

/** "mid June", "end of the month", "early next month". */
const partOfMonth: Reader = (said, today) => {
  const found = new RegExp(
    `\\b(early|beginning of|start of|first week of|first half of|mid|middle of|late|end of|last week of|second half of)[ -](?:in )?(?:the )?(?:${month}|(this|next)? ?month)${year}`,
  ).exec(said);
  if (!found) return null;
  const first = found[2] ? firstOfMonth(found[2], found[4], today) : firstOf(today, found[3] === 'next' ? 1 : 0);
  const last = lastOf(first);
  const on = (number: number) => `${first.slice(0, 8)}${String(number).padStart(2, '0')}`;
  const parts: Record<string, [string, string]> = {
    early: [on(1), on(10)],
    'beginning of': [on(1), on(10)],
    'start of': [on(1), on(10)],
    'first week of': [on(1), on(7)],
    'first half of': [on(1), on(15)],
    mid: [on(11), on(20)],
    'middle of': [on(11), on(20)],
    late: [on(21), last],
    'end of': [on(21), last],
    'last week of': [plusDays(last, -6), last],
    'second half of': [on(16), last],
  };
  const [earliest, latest] = parts[found[1]!]!;
  return latest < today ? null : window(earliest < today ? today : earliest, latest);
};

/** "a week earlier" than the known date. */
const shifted: Reader = (said, _, known) => {
  const found = new RegExp(
    `\\b(?:(\\d{1,2})|(${Object.keys(NUMBERS).join('|')}))(?: of)? (day|week)s? (earlier|sooner|later)\\b`,
  ).exec(said);
  if (!known || !found) return null;
  const days = Number(found[1] ?? NUMBERS[found[2]!]) * (found[3] === 'week' ? 7 : 1) * (found[4] === 'later' ? 1 : -1);
  return window(plusDays(known.earliest, days), plusDays(known.latest, days));
};

/** "today", "in two weeks", "next month". */
const relative: Reader = (said, today) => {
  if (/\btoday\b/.test(said)) return only(today);
  if (/\bday after tomorrow\b/.test(said)) return only(plusDays(today, 2));
  if (/\btomorrow\b/.test(said)) return only(plusDays(today, 1));
  const found =
    /\b(?:in|within) (?:about |around |the next )?(?:(\d{1,3})|(a couple of|a few|a|an|one|two|three|four|five|six|seven|eight|nine|ten)) (day|week|month)s?\b/.exec(
      said,
    );
  if (found) {
    const count = found[1] ? Number(found[1]) : (NUMBERS[found[2]!.replace(/^a (\w+).*$/, '$1')] ?? 1);
    if (found[3] === 'day') return only(plusDays(today, count));
    if (found[3] === 'week') return window(plusDays(today, count * 7 - 3), plusDays(today, count * 7 + 3));
    const there = plusMonths(today, count);
    return window(plusDays(there, -7), plusDays(there, 7));
  }
  if (/\bas soon as possible\b|\basap\b|\bright away\b/.test(said))
    return window(plusDays(today, 1), plusDays(today, 14));
  if (/\bnext week\b/.test(said)) return window(comingWeekday(today, 1), plusDays(comingWeekday(today, 1), 6));
  if (/\bthis week\b/.test(said)) return window(today, plusDays(comingWeekday(today, 1), -1));
  if (/\bnext month\b/.test(said)) return window(firstOf(today, 1), lastOf(firstOf(today, 1)));
  if (/\bthis month\b/.test(said)) return window(today, lastOf(today));
  return null;
};

/**
 * "next Friday" is the one of next week, unless this week only has that weekday left: then people also mean a week
 * later.
 */
const onWeekday: Reader = (said, today) => {
  const found = new RegExp(`\\b(next |this |coming |on |a week from )?${weekday}\\b`).exec(said);
  if (!found) return null;
  // "Sun" and "sat" are also words: abbreviations count only after a hint.
  const index = WEEKDAYS.findIndex((name) => name.startsWith(found[2]!.slice(0, 3)));
  if (found[2]!.length < 4 && !found[1]) return null;
  const coming = comingWeekday(today, index);
  if (found[1] === 'a week from ') return only(plusDays(coming, 7));
  if (found[1] !== 'next ') return only(coming);
  const monday = comingWeekday(today, 1);
  return only(coming < monday ? plusDays(coming, 7) : coming);
};

const weekend: Reader = (said, today) => {
  const found = /\b(next|this|the)? ?(?:coming )?weekend\b/.exec(said);
  if (!found) return null;
  const saturday =
    dayOfWeek(today) === 0 ? plusDays(today, -1) : dayOfWeek(today) === 6 ? today : comingWeekday(today, 6);
  const start = found[1] === 'next' ? plusDays(saturday, 7) : saturday;
  return window(start < today ? today : start, plusDays(start, 1));
};

/** "in June". "May" and "march" are also words: alone they count only after a hint. */
const wholeMonth: Reader = (said, today) => {
  const found = new RegExp(`\\b(in |sometime in |around |during |by )?${month}\\b(?! ?\\d{1,2}\\b)${year}`).exec(said);
  if (!found || (/^mar|^may/.test(found[2]!) && !found[1] && said.trim() !== found[0])) return null;
  const first = firstOfMonth(found[2]!, found[3], today);
  return lastOf(first) < today ? null : window(first < today ? today : first, lastOf(first));
};

/** "the 14th": of the month that was mentioned, or of the next one that has such a day. */
const dayAlone: Reader = (said, today, known) => {
  const found =
    /\b(?:the|on the|on) (\d{1,2})(?:st|nd|rd|th)?\b(?! ?(?:floor|street|st\b|ave))|\b(\d{1,2})(?:st|nd|rd|th)\b(?! ?(?:floor|street|ave))/.exec(
      said,
    );
  const number = Number(found?.[1] ?? found?.[2]);
  if (!found || number < 1 || number > 31) return null;
  if (known) {
    const there = dateOf(Number(known.earliest.slice(0, 4)), Number(known.earliest.slice(5, 7)), number);
    if (there && there >= today) return only(there);
  }
  for (let ahead = 0; ahead < 3; ahead += 1) {
    const first = firstOf(today, ahead);
    const there = dateOf(Number(first.slice(0, 4)), Number(first.slice(5, 7)), number);
    if (there && there >= today) return only(there);
  }
  return null;
};

const monthOf = (name: string): number =>
  MONTHS.findIndex((full) => full.startsWith(name.replace('.', '').slice(0, 3))) + 1;

function dayOf(name: string, number: string, given: string | undefined, today: string): string | null {
  return given ? dateOf(Number(given), monthOf(name), Number(number)) : comingDay(monthOf(name), Number(number), today);
}

function comingDay(monthNumber: number, dayNumber: number, today: string): string | null {
  const thisYear = dateOf(Number(today.slice(0, 4)), monthNumber, dayNumber);
  return thisYear && thisYear >= today ? thisYear : dateOf(Number(today.slice(0, 4)) + 1, monthNumber, dayNumber);
}

function firstOfMonth(name: string, given: string | undefined, today: string): string {
  const number = monthOf(name);
  const years = given ? Number(given) : Number(today.slice(0, 4)) + (number < Number(today.slice(5, 7)) ? 1 : 0);
  return `${years}-${String(number).padStart(2, '0')}-01`;
}
