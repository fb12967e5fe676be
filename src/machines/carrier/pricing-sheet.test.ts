import { expect, test } from 'vitest';
import { inSheetOrder, priceFromSheet, sheetProblems } from './pricing-sheet.ts';
import type { PricingRow } from './pricing-sheet.ts';

const cell = (
  miles_from: number,
  miles_to: number,
  lb_from: number,
  lb_to: number,
  part: Partial<PricingRow> = {},
): PricingRow => ({ miles_from, miles_to, lb_from, lb_to, rate_per_cwt: 5000, minimum: 100_000, ...part });
const grid = [cell(0, 500, 0, 2000), cell(0, 500, 2000, 8000), cell(500, 3000, 0, 2000), cell(500, 3000, 2000, 8000)];
const messages = (rows: PricingRow[]) =>
  sheetProblems(rows).map(({ row, field, message }) => `${row} ${field}: ${message}`);

test('a full grid is in order, in whatever order its rows come; so is an empty sheet', () => {
  expect(messages(grid)).toEqual([]);
  expect(messages(grid.toReversed())).toEqual([]);
  expect(messages([])).toEqual([]);
  expect(inSheetOrder(grid.toReversed())).toEqual(grid);
});

test.each<[string, PricingRow[], string[]]>([
  [
    'a band that ends before it begins',
    [cell(500, 500, 0, 2000)],
    ['0 miles_to: This distance band starts at 500 miles, so it must end above that.'],
  ],
  [
    'bands that overlap',
    [cell(0, 500, 0, 2000), cell(400, 900, 0, 2000)],
    ['1 miles_from: The distance band of 400 to 900 miles overlaps the band of 0 to 500 miles. Start it at 500.'],
  ],
  [
    'a gap between bands',
    [cell(0, 500, 0, 2000), cell(0, 500, 3000, 8000)],
    ['1 lb_from: No weight band covers 2,000 to 3,000 pounds. Start this one at 2,000.'],
  ],
  [
    'a hole in the grid',
    grid.slice(0, 3),
    ['2 rate_per_cwt: There is no price for 500 to 3,000 miles and 2,000 to 8,000 pounds.'],
  ],
  [
    'two prices for one job',
    [...grid, grid[0]!],
    ['4 rate_per_cwt: There are two prices for 0 to 500 miles and 0 to 2,000 pounds. Remove one.'],
  ],
  [
    'other weights for another distance',
    [cell(0, 500, 0, 2000), cell(500, 900, 0, 3000)],
    ['1 lb_from: The weight band of 0 to 3,000 pounds overlaps the band of 0 to 2,000 pounds. Start it at 2,000.'],
  ],
  [
    'a band that is wrong besides a price',
    [cell(500, 500, 0, 2000, { rate_per_cwt: Number.NaN })],
    [
      '0 rate_per_cwt: Enter the rate in dollars, such as 42.50.',
      '0 miles_to: This distance band starts at 500 miles, so it must end above that.',
    ],
  ],
  [
    'a rate that is no number',
    [cell(0, 500, 0, 2000, { rate_per_cwt: Number.NaN })],
    ['0 rate_per_cwt: Enter the rate in dollars, such as 42.50.'],
  ],
  [
    'a part of a cent',
    [cell(0, 500, 0, 2000, { minimum: 10.5 })],
    ['0 minimum: Enter the minimum in dollars, such as 42.50.'],
  ],
  [
    'a job for nothing',
    [cell(0, 500, 0, 2000, { rate_per_cwt: 0, minimum: 0 })],
    ['0 rate_per_cwt: Enter a rate or a minimum above zero.'],
  ],
  ['a negative weight', [cell(0, 500, -1, 2000)], ['0 lb_from: Enter the weight in whole pounds, such as 2,000.']],
  ['a distance around the world', [cell(0, 30_000, 0, 2000)], ['0 miles_to: A distance can be up to 10,000 miles.']],
  [
    'a rate beyond all measure',
    [cell(0, 500, 0, 2000, { rate_per_cwt: 1_000_001 })],
    ['0 rate_per_cwt: A rate can be up to $10,000.00.'],
  ],
  [
    'too many bands',
    Array.from({ length: 21 }, (_, index) => cell(index * 100, (index + 1) * 100, 0, 2000)),
    ['20 miles_to: A sheet can have up to 20 distance bands. Remove one.'],
  ],
])('%s is told where it is', (_, rows, told) => {
  expect(messages(rows)).toEqual(told);
});

test('a job is priced by its band, not below the minimum, times the ratio, with the working', () => {
  const priced = (miles: number | null, weightLb: number | null, ratio = 1) =>
    priceFromSheet(grid, ratio, { miles, weightLb });
  expect(priced(100, 4000)).toEqual({ price: 200_000, steps: ['40 cwt × $50.00 = $2,000.00'] });
  expect(priced(100, 500, 1.1)).toEqual({
    price: 110_000,
    steps: ['5 cwt × $50.00 = $250.00', 'Minimum for this band: $1,000.00', '× price factor 1.1 = $1,100.00'],
  });
  // Bands include their lower bound and exclude their upper one.
  expect([priced(500, 2000).price, priced(3000, 2000).price, priced(100, 8000).price]).toEqual([100_000, null, null]);
  expect([priced(null, 100).price, priced(100, null).price]).toEqual([null, null]);
});
