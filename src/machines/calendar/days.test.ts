import { expect, test } from 'vitest';
import { addDays, dateIn, dayEverywhere, hourIn, instantAt } from './days.ts';

test.each([
  ['America/New_York', '2026-11-22T03:30:00Z', '2026-11-21'],
  ['America/Los_Angeles', '2026-11-22T07:59:59Z', '2026-11-21'],
  ['America/Los_Angeles', '2026-11-22T08:00:00Z', '2026-11-22'],
  ['Pacific/Honolulu', '2026-01-01T09:00:00Z', '2025-12-31'],
  ['UTC', '2026-01-01T00:00:00Z', '2026-01-01'],
])('in %s it is at %s the %s', (zone, at, date) => {
  expect(dateIn(zone, new Date(at))).toBe(date);
});

test.each([
  ['America/New_York', '2026-11-22', 8, '2026-11-22T13:00:00.000Z'],
  ['America/New_York', '2026-07-04', 8, '2026-07-04T12:00:00.000Z'],
  ['America/Los_Angeles', '2026-07-04', 8, '2026-07-04T15:00:00.000Z'],
  // The days on which clocks change, at midnight and later.
  ['America/New_York', '2026-03-08', 0, '2026-03-08T05:00:00.000Z'],
  ['America/New_York', '2026-03-08', 8, '2026-03-08T12:00:00.000Z'],
  ['America/New_York', '2026-11-01', 0, '2026-11-01T04:00:00.000Z'],
  ['America/New_York', '2026-11-01', 8, '2026-11-01T13:00:00.000Z'],
])('in %s, %s at %i o’clock is %s', (zone, date, hour, at) => {
  expect(instantAt(zone, date, hour).toISOString()).toBe(at);
});

test('days are counted over months, years and changes of clocks', () => {
  expect([addDays('2026-03-07', 2), addDays('2028-02-28', 1), addDays('2026-01-01', -1)]).toEqual([
    '2026-03-09',
    '2028-02-29',
    '2025-12-31',
  ]);
});

test('the day of movers and carriers begins once it has begun in every zone', () => {
  expect(dayEverywhere(new Date('2026-11-27T05:42:00Z'))).toBe('2026-11-26');
  expect(dayEverywhere(new Date('2026-11-27T09:59:00Z'))).toBe('2026-11-26');
  expect(dayEverywhere(new Date('2026-11-27T10:00:00Z'))).toBe('2026-11-27');
});

test('tells the hour that clocks show in a zone, from 0 at midnight', () => {
  const hours = ['2026-11-29T04:59:59Z', '2026-11-29T05:00:00Z', '2026-07-01T12:30:00Z'];
  expect(hours.map((at) => hourIn('America/New_York', new Date(at)))).toEqual([23, 0, 8]);
});
