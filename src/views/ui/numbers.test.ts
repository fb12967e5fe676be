import { showCount } from '#src/machines/amount/amounts.ts';
import { expect, test } from 'vitest';
import { showSeconds, showShare, showShort } from './numbers.ts';

test('a time is told as long as one remembers, and no longer', () => {
  const hour = 3600;
  expect(
    [null, 0, 59, 60, 59 * 60 + 59, hour, 47 * hour, 48 * hour, 119 * 24 * hour, 120 * 24 * hour].map(showSeconds),
  ).toEqual(['—', 'under 1 min', 'under 1 min', '1 min', '59 min', '1 h', '47 h', '2 days', '119 days', '4 months']);
});

test('counts, shares, and what fits on a line', () => {
  expect([showCount(1, 'lead'), showCount(0, 'lead'), showCount(12_345, 'lead')]).toEqual([
    '1 lead',
    '0 leads',
    '12,345 leads',
  ]);
  expect([showShare(0, 0), showShare(1, 1000), showShare(1, 3), showShare(3, 3)]).toEqual([
    '0%',
    'under 1%',
    '33%',
    '100%',
  ]);
  expect([showShort(999), showShort(1234), showShort(23_456), showShort(1_200_000)]).toEqual([
    '999',
    '1.2K',
    '23K',
    '1.2M',
  ]);
});
