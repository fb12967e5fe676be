import type { ChatWindow } from '#src/machines/chat/chat-details.ts';
import { DAY } from '#src/machines/calendar/durations.ts';
import { NUMBER_WORDS } from './number-words.ts';

/** Parses lowercase text, given `today` and the known window: calendar dates, `YYYY-MM-DD`. */
export type Reader = (said: string, today: string, known: ChatWindow | null) => ChatWindow | null;

export const only = (date: string | null): ChatWindow | null =>
  date === null ? null : { earliest: date, latest: date };
export const window = (earliest: string | null, latest: string | null): ChatWindow | null =>
  earliest && latest && earliest <= latest ? { earliest, latest } : null;

export const NUMBERS: Record<string, number> = {
  a: 1,
  an: 1,
  ...NUMBER_WORDS,
  couple: 2,
  few: 3,
};

/** Null if the calendar has no such day. */
export function dateOf(years: number, monthNumber: number, dayNumber: number): string | null {
  const text = `${years}-${String(monthNumber).padStart(2, '0')}-${String(dayNumber).padStart(2, '0')}`;
  const at = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text ? null : text;
}

const at = (date: string): number => Date.parse(`${date}T00:00:00Z`);
export const dayOfWeek = (date: string): number => new Date(at(date)).getUTCDay();
export const plusDays = (date: string, days: number): string =>
  new Date(at(date) + days * DAY).toISOString().slice(0, 10);
/** The next such weekday after today. */
export const comingWeekday = (today: string, index: number): string =>
  plusDays(today, ((index - dayOfWeek(today) + 6) % 7) + 1);

export function firstOf(date: string, ahead: number): string {
  return new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1 + ahead, 1))
    .toISOString()
    .slice(0, 10);
}

export function lastOf(date: string): string {
  return plusDays(firstOf(date, 1), -1);
}

export function plusMonths(date: string, months: number): string {
  const last = lastOf(firstOf(date, months));
  const same = `${last.slice(0, 8)}${date.slice(8)}`;
  return same > last ? last : same;
}
