import { expect, it } from 'vitest';
import { showCount, showDollars, showMoney, showNumber, showWhole } from './amounts.ts';

it('writes money with cents and the sign before the dollar', () => {
  expect([0, 5, 425_000, -500, 1e11].map(showMoney)).toEqual([
    '$0.00',
    '$0.05',
    '$4,250.00',
    '-$5.00',
    '$1,000,000,000.00',
  ]);
  expect([425_000, 7].map(showDollars)).toEqual(['4,250.00', '0.07']);
});

it('writes numbers, rounded or not, and what is counted', () => {
  expect([1240, 1.005, 2.5].map(showNumber)).toEqual(['1,240', '1.01', '2.5']);
  expect([1240.4, 0.5, 1999.5].map(showWhole)).toEqual(['1,240', '1', '2,000']);
  expect([showCount(0, 'lead'), showCount(1, 'lead'), showCount(1200, 'lead')]).toEqual([
    '0 leads',
    '1 lead',
    '1,200 leads',
  ]);
  expect(showCount(2, 'city', 'cities')).toBe('2 cities');
});
