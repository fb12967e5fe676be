import { expect, test } from 'vitest';
import { readDate } from './dates.ts';

// A Wednesday.
const today = '2026-03-11';
const read = (text: string, known?: { earliest: string; latest: string }) => {
  const window = readDate(text, today, known);
  return window && (window.earliest === window.latest ? window.earliest : `${window.earliest}..${window.latest}`);
};

test.each(['1/5/2020', 'January 5, 2026', '2026-03-10', 'June 1 to June 5, 2025'])('%s is over', (text) => {
  expect(read(text)).toBeNull();
});

test('a window that has begun is what is left of it', () => {
  expect(read('March 9 to March 14, 2026')).toBe('2026-03-11..2026-03-14');
});

test.each([
  ['2026-06-14', '2026-06-14'],
  ['on 6/14', '2026-06-14'],
  ['6/14/27', '2027-06-14'],
  ['2/10', '2027-02-10'],
  ['June 14', '2026-06-14'],
  ['June 14th, 2027', '2027-06-14'],
  ['Jun. 3', '2026-06-03'],
  ['the 14th of June', '2026-06-14'],
  ['14 June 2027', '2027-06-14'],
  ['January 5', '2027-01-05'],
  ['June 3 to 5', '2026-06-03..2026-06-05'],
  ['June 3rd - June 5th', '2026-06-03..2026-06-05'],
  ['between the 3rd and 5th of June', '2026-06-03..2026-06-05'],
  ['December 28 to January 2', '2026-12-28..2027-01-02'],
  ['tomorrow', '2026-03-12'],
  ['the day after tomorrow', '2026-03-13'],
  ['Friday', '2026-03-13'],
  ['this Friday', '2026-03-13'],
  ['next Friday', '2026-03-20'],
  ['next Monday', '2026-03-16'],
  ['next Wednesday', '2026-03-18'],
  ['a week from Friday', '2026-03-20'],
  ['this weekend', '2026-03-14..2026-03-15'],
  ['next weekend', '2026-03-21..2026-03-22'],
  ['in 10 days', '2026-03-21'],
  ['in two weeks', '2026-03-22..2026-03-28'],
  ['in a couple of weeks', '2026-03-22..2026-03-28'],
  ['in about a month', '2026-04-04..2026-04-18'],
  ['next week', '2026-03-16..2026-03-22'],
  ['next month', '2026-04-01..2026-04-30'],
  ['end of the month', '2026-03-21..2026-03-31'],
  ['early next month', '2026-04-01..2026-04-10'],
  ['mid June', '2026-06-11..2026-06-20'],
  ['mid-june', '2026-06-11..2026-06-20'],
  ['late February', '2027-02-21..2027-02-28'],
  ['the first week of May', '2026-05-01..2026-05-07'],
  ['sometime in May', '2026-05-01..2026-05-31'],
  ['may', '2026-05-01..2026-05-31'],
  ['March', '2026-03-11..2026-03-31'],
  ['asap', '2026-03-12..2026-03-25'],
  ['the 14th', '2026-03-14'],
  ['the 5th', '2026-04-05'],
])('"%s"', (text, expected) => expect(read(text)).toBe(expected));

test('a day alone belongs to the month that was spoken of', () => {
  expect(read('no, the 14th', { earliest: '2026-06-12', latest: '2026-06-12' })).toBe('2026-06-14');
  expect(read('the 31st', { earliest: '2026-06-12', latest: '2026-06-12' })).toBe('2026-03-31');
});

test.each([
  'I may bring a piano',
  'we sat on the sun deck',
  'February 30',
  '13/45',
  'on the 4th floor',
  'hello there',
  'march on',
])('"%s" is no date', (text) => expect(read(text)).toBeNull());
