import { expect, test } from 'vitest';
import { daysShown, monthName, readDay, stepFrom } from './calendar-days.ts';

test.each([
  ['week', '2026-12-04', '2026-11-29', '2026-12-05', 7],
  ['week', '2026-11-29', '2026-11-29', '2026-12-05', 7],
  ['month', '2026-12-04', '2026-11-29', '2027-01-02', 35],
  ['month', '2027-05-31', '2027-04-25', '2027-06-05', 42],
  ['month', '2026-02-10', '2026-02-01', '2026-02-28', 28],
] as const)('a %s around %s is shown from %s to %s', (view, date, first, last, count) => {
  const days = daysShown(view, date);
  expect([days[0], days.at(-1), days.length]).toEqual([first, last, count]);
});

test('the month after the last day of a long one is the next one', () => {
  expect(stepFrom('month', '2027-01-31', 1)).toBe('2027-02-01');
  expect(stepFrom('month', '2027-01-31', -1)).toBe('2026-12-01');
  expect(stepFrom('week', '2026-12-30', 1)).toBe('2027-01-06');
  expect(monthName('2026-12-04')).toBe('December 2026');
});

test('an address that names no day shows today', () => {
  expect(['2026-02-30', '2026-13-01', 'soon', '1999-01-01', null].map(readDay)).toEqual([null, null, null, null, null]);
  expect(readDay('2028-02-29')).toBe('2028-02-29');
});
