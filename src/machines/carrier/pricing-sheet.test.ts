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
  ['a band that ends before it begins', [cell(500, 500, 0, 2000)], ['0 miles_to: This band must end above 500 miles.']],
  [
    'bands that overlap',
    [cell(0, 500, 0, 2000), cell(400, 900, 0, 2000)],
    ['1 miles_from: This band overlaps the one from 0 to 500 miles.'],
  ],
  [
    'a gap between bands',
    [cell(0, 500, 0, 2000), cell(0, 500, 3000, 8000)],
    ['1 lb_from: Nothing is priced from 2,000 to 3,000 lb.'],
  ],
  [
    'a hole in the grid',
    grid.slice(0, 3),
    ['2 rate_per_cwt: From 500 to 3,000 miles there is no price for 2,000 to 8,000 lb.'],
  ],
  ['two prices for one job', [...grid, grid[0]!], ['4 rate_per_cwt: It prices the same jobs as row 1.']],
  [
    'other weights for another distance',
    [cell(0, 500, 0, 2000), cell(500, 900, 0, 3000)],
    ['1 lb_from: This band overlaps the one from 0 to 2,000 lb.'],
  ],
  [
    'a band that is wrong besides a price',
    [cell(500, 500, 0, 2000, { rate_per_cwt: Number.NaN })],
    ['0 rate_per_cwt: Enter the rate in dollars, such as 42.50.', '0 miles_to: This band must end above 500 miles.'],
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
  ['a negative weight', [cell(0, 500, -1, 2000)], ['0 lb_from: Enter a whole number of lb.']],
  ['a distance around the world', [cell(0, 30_000, 0, 2000)], ['0 miles_to: At most 10,000 miles.']],
  [
    'a rate beyond all measure',
    [cell(0, 500, 0, 2000, { rate_per_cwt: 1_000_001 })],
    ['0 rate_per_cwt: A rate is at most $10,000.00.'],
  ],
  [
    'too many bands',
    Array.from({ length: 21 }, (_, index) => cell(index * 100, (index + 1) * 100, 0, 2000)),
    ['20 miles_to: A sheet has at most 20 bands of miles.'],
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
    steps: ['5 cwt × $50.00 = $250.00', 'Minimum for this band: $1,000.00', '× ratio 1.1 = $1,100.00'],
  });
  // Bands include their lower bound and exclude their upper one.
  expect([priced(500, 2000).price, priced(3000, 2000).price, priced(100, 8000).price]).toEqual([100_000, null, null]);
  expect([priced(null, 100).price, priced(100, null).price]).toEqual([null, null]);
});
