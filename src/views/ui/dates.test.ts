import { expect, test } from 'vitest';
import { addDays } from '#src/machines/calendar/days.ts';
import { readDate, relativeTime, showDate, showDateRange, showFullDate, timeSince } from './dates.ts';

const from = '2026-11-21'; // a Saturday

test.each([
  ['12/4', '2026-12-04'],
  ['1/5', '2027-01-05'],
  ['12/4/27', '2027-12-04'],
  ['2026-12-04', '2026-12-04'],
  ['2026-12-04T10:00:00Z', '2026-12-04'],
  ['Dec 4', '2026-12-04'],
  ['Fri, Dec 4', '2026-12-04'],
  ['December 4th, 2028', '2028-12-04'],
  ['4 dec 2028', '2028-12-04'],
  ['today', '2026-11-21'],
  ['Tomorrow', '2026-11-22'],
  ['mon', '2026-11-23'],
  ['saturday', '2026-11-28'],
  ['2/30', null],
  ['soon', null],
  ['', null],
])('%s is read as %s', (text, date) => expect(readDate(text, from)).toBe(date));

test('dates are shown with the year only when it is another', () => {
  expect(showDate('2026-12-04', from)).toBe('Fri, Dec 4');
  expect(showDate('2027-01-05', from)).toBe('Tue, Jan 5, 2027');
  expect(showDateRange('2026-12-04', '2026-12-07', from)).toMatch(/^Dec 4\s–\s7$/);
  expect(showDateRange('2027-01-05', '2027-01-08', from)).toMatch(/^Jan 5\s–\s8$/);
  expect(showDateRange('2025-12-04', '2025-12-07', from)).toMatch(/^Dec 4\s–\s7, 2025$/);
  expect(showDateRange('2027-12-04', '2027-12-07', from)).toMatch(/^Dec 4\s–\s7, 2027$/);
  expect(showFullDate('2026-12-31')).toBe('Thu, Dec 31, 2026');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
});

test.each([
  // "Paid on 11/20", typed two days later: the payment is in the past.
  ['11/20', { max: '2026-11-22' }, '2026-11-20'],
  ['Dec 4', { max: '2026-11-22' }, '2025-12-04'],
  ['Dec 4', {}, '2026-12-04'],
  ['11/20', {}, '2027-11-20'],
  ['11/20', { min: '2026-11-22' }, '2027-11-20'],
  ['Jan 5', { min: '2026-11-22', max: '2027-11-22' }, '2027-01-05'],
  // A date that exists only in leap years.
  ['Feb 29', { max: '2028-12-31' }, null],
  // An explicit year is respected.
  ['11/20/2027', { max: '2026-11-22' }, '2027-11-20'],
])('%s within %j is %s', (text, bounds, date) => {
  expect(readDate(text, '2026-11-22', bounds)).toBe(date);
});

test.each([
  ['2026-11-21T11:59:30Z', 'just now'],
  ['2026-11-21T11:55:00Z', '5m ago'],
  ['2026-11-20T12:00:00Z', 'yesterday'],
  // 43 hours ago, but the day before yesterday.
  ['2026-11-19T17:00:00Z', '2d ago'],
  // Intl uses words for these, which the short style would abbreviate.
  ['2026-10-21T12:00:00Z', 'last month'],
  ['2025-11-20T12:00:00Z', 'last year'],
  ['2026-08-21T12:00:00Z', '3mo ago'],
])('%s was %s', (instant, text) => {
  expect(relativeTime(instant, Date.parse('2026-11-21T12:00:00Z'))).toBe(text);
});

test.each([
  ['2026-11-21T11:59:30Z', 'just now'],
  ['2026-11-21T03:00:00Z', '9h'],
  ['2026-11-20T12:00:00Z', '1d'],
  ['2026-11-14T12:00:00Z', '1w'],
  ['2026-10-21T12:00:00Z', '1mo'],
])('since %s it is %s', (instant, text) => {
  expect(timeSince(instant, Date.parse('2026-11-21T12:00:00Z'))).toBe(text);
});
