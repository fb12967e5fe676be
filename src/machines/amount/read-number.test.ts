import { expect, it } from 'vitest';
import { readCents, readNumber, readWhole } from './read-number.ts';

it.each<[string, number]>([
  ['1710.45', 1710.45],
  ['1,710.45', 1710.45],
  ['$ 4,250.00 USD', 4250],
  ['1 234 567.8', 1_234_567.8],
  ['-$5.00', -5],
  ['$-5', -5],
  ['−5', -5],
  ['(5.00)', -5],
  ['.5', 0.5],
  ['12.', 12],
  ['15%', 15],
  [' 007 ', 7],
])('%o is %d', (text, value) => {
  expect(readNumber(text, 2)).toBe(value);
});

it.each([
  '',
  '-',
  '.',
  '12e3',
  '1.710,45',
  '1.710',
  '56,00',
  '1,71',
  '1,7100',
  '1,234 567',
  '12 34',
  '1.2.3',
  '0x10',
  '12.345',
  '5-',
  '1234567890123',
  'call us',
])('%o is no certain amount', (text) => {
  expect(readNumber(text, 2)).toBeNaN();
});

it('reads whole numbers and cents from zero', () => {
  expect(['1,500 mi', '2000 lbs', '12.5', '-1', '1e3'].map(readWhole)).toEqual([1500, 2000, NaN, NaN, NaN]);
  expect(['$42.5', '1,234.50 USD', '-5', '.29'].map(readCents)).toEqual([4250, 123_450, NaN, 29]);
});
