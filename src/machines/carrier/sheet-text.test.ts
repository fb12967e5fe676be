import { expect, test } from 'vitest';
import type { PricingRow } from './pricing-sheet.ts';
import {
  clipboardOf,
  rangeOf,
  readClipboard,
  hasBlanks,
  readSheet,
  sampledCells,
  startedSheet,
  textAt,
  textOf,
  withBand,
  withBlock,
  withBound,
  withoutBand,
} from './sheet-text.ts';

const cell = (
  miles_from: number,
  miles_to: number,
  lb_from: number,
  lb_to: number,
  rate_per_cwt: number,
  minimum: number,
): PricingRow => ({ miles_from, miles_to, lb_from, lb_to, rate_per_cwt, minimum });
const rows = [
  cell(0, 500, 0, 2000, 4250, 90_000),
  cell(0, 500, 2000, 8000, 4000, 0),
  cell(500, 1500, 0, 2000, 5500, 120_000),
  cell(500, 1500, 2000, 8000, 123_456, 0),
];
const text = textOf(rows, 1.05);

test('rows become texts and the same rows again, whatever their order', () => {
  expect(text).toEqual({
    ratio: '1.05',
    milesFrom: '0',
    milesTo: ['500', '1,500'],
    lbFrom: '0',
    lbTo: ['2,000', '8,000'],
    cells: [
      ['42.50', '900.00', '40.00', ''],
      ['55.00', '1,200.00', '1,234.56', ''],
    ],
  });
  expect(textOf(rows.toReversed(), 1.05)).toEqual(text);
  expect(readSheet(text)).toEqual({ rows, ratio: 1.05, errors: {} });
  expect(readSheet(textOf([], 1))).toEqual({ rows: [], ratio: 1, errors: {} });
});

test.each([
  ['$42.5', '42.50'],
  [' 1234 ', '1,234.00'],
  ['$1,234.50 USD', '1,234.50'],
  ['.5', '0.50'],
  ['42.505', '42.505'],
  ['56,00', '56,00'],
  ['1,234,567.8', '1,234,567.80'],
  ['call us', 'call us'],
  ['-5', '-5'],
])('%o in a price stands as %o', (typed, shown) => {
  expect(textAt(withBlock(text, { row: 1, column: 1 }, [[typed]]).text, { row: 1, column: 1 })).toBe(shown);
});

test('what cannot be read is told at its cell, and kept as it was typed', () => {
  let wrong = withBlock(text, { row: 1, column: 1 }, [['call us', '-5']]).text;
  wrong = withBlock(wrong, { row: 2, column: 3 }, [['']]).text;
  expect(readSheet(withBound(wrong, 'ratio', '0')).errors).toEqual({
    ratio: 'Enter a price factor above 0 and up to 10, such as 1.05.',
    '1:1': 'Enter the rate in dollars, such as 42.50.',
    '1:2': 'Enter the minimum in dollars, such as 42.50.',
    '2:3': 'Enter the rate in dollars, such as 42.50.',
  });
});

test('a band that ends too early is told alone, not the ones behind it', () => {
  const three = withBand(text, 'miles', 1);
  const ended = withBlock(three, { row: 2, column: 0 }, [['400'], ['2,000']]).text;
  const priced = { ...ended, cells: sampledCells(ended) };
  priced.cells[2] = priced.cells[0]!;
  expect(readSheet(priced).errors).toEqual({
    '2:0': 'This distance band starts at 500 miles, so it must end above that.',
  });
});

test('ends of bands are told where they are written', () => {
  expect(readSheet(withBlock(text, { row: 2, column: 0 }, [['400']]).text).errors).toEqual({
    '2:0': 'This distance band starts at 500 miles, so it must end above that.',
  });
  expect(readSheet(withBlock(text, { row: 0, column: 1 }, [['']]).text).errors).toEqual({
    '0:1': 'Enter the weight in whole pounds, such as 2,000.',
  });
  expect(readSheet(withBound(text, 'milesFrom', 'x')).errors).toEqual({
    milesFrom: 'Enter the distance in whole miles, such as 500.',
  });
});

test('a block is written from its first cell on; what does not fit is counted', () => {
  const { text: next, leftOut } = withBlock(text, { row: 2, column: 3 }, [
    ['1', '2', '3'],
    ['4', '5', '6'],
  ]);
  expect([next.cells, leftOut]).toEqual([[text.cells[0], ['55.00', '1,200.00', '1.00', '2.00']], 4]);
  // The previous text is unchanged, because undo restores it.
  expect(text.cells[1]![2]).toBe('1,234.56');
  expect(withBlock(text, { row: 0, column: 1 }, [['3000', '9000', '12000']])).toEqual({
    text: { ...text, lbTo: ['3,000', '9,000'] },
    leftOut: 1,
  });
  expect(withBlock(text, { row: 1, column: 0 }, [['600', '43']]).text).toMatchObject({
    milesTo: ['600', '1,500'],
    cells: [['43.00', '900.00', '40.00', ''], text.cells[1]],
  });
});

test('bands come behind one, and go with their prices', () => {
  expect(withBand(text, 'miles', 0)).toMatchObject({
    milesTo: ['500', '', '1,500'],
    cells: [text.cells[0], ['', '', '', ''], text.cells[1]],
  });
  expect(withBand(text, 'lb', 1)).toMatchObject({
    lbTo: ['2,000', '8,000', ''],
    cells: [
      [...text.cells[0]!, '', ''],
      [...text.cells[1]!, '', ''],
    ],
  });
  expect(withoutBand(withBand(text, 'lb', 0), 'lb', 1)).toEqual(text);
  expect(withoutBand(text, 'lb', 0)).toMatchObject({
    lbTo: ['8,000'],
    cells: [
      ['40.00', ''],
      ['1,234.56', ''],
    ],
  });
  expect(Object.keys(readSheet(startedSheet('1')).errors)).toHaveLength(12);
});

test('a copy can be pasted again, and what a spreadsheet copies is read', () => {
  const copied = clipboardOf(text, { row: 2, column: 4 }, { row: 1, column: 0 });
  expect(copied).toBe('500\t42.50\t900.00\t40.00\t\n1,500\t55.00\t1,200.00\t1,234.56\t');
  const emptied = withBlock(text, { row: 1, column: 1 }, [
    ['', '', '', ''],
    ['', '', '', ''],
  ]).text;
  expect(withBlock(emptied, { row: 1, column: 0 }, readClipboard(copied)).text).toEqual(text);
  expect(readClipboard('"$1,000.00"\t 5 \r\n7\t\r\n')).toEqual([
    ['$1,000.00', '5'],
    ['7', ''],
  ]);
  expect(rangeOf({ row: 0, column: 1 }, { row: 0, column: 4 })).toEqual([
    [
      { row: 0, column: 1 },
      { row: 0, column: 3 },
    ],
  ]);
});

test('sample rates fill what is blank, and make a sheet without mistakes', () => {
  const started = startedSheet('1');
  const filled = { ...started, cells: sampledCells(started) };
  const { rows, errors } = readSheet(filled);
  expect([hasBlanks(started), hasBlanks(filled), errors]).toEqual([true, false, {}]);
  const at = (miles: number, lb: number) => rows.find((row) => row.miles_from === miles && row.lb_from === lb)!;
  // Longer distances cost more per 100 lb, heavier loads less.
  expect(at(250, 2000).rate_per_cwt).toBeGreaterThan(at(0, 2000).rate_per_cwt);
  expect(at(250, 8000).rate_per_cwt).toBeLessThan(at(250, 2000).rate_per_cwt);
  expect(at(250, 2000)).toMatchObject({ rate_per_cwt: 3700, minimum: 155_000 });
});

test('sample rates leave alone what is there, and bands without ends', () => {
  const own = withBand(textOf(rows, 1), 'miles', 1);
  expect(hasBlanks(own)).toBe(true);
  expect(sampledCells(own)).toEqual(own.cells);
  const ended = withBlock(own, { row: 3, column: 0 }, [['3,000']]).text;
  const filled = sampledCells(ended);
  expect(filled.slice(0, 2)).toEqual(ended.cells.slice(0, 2));
  expect(filled[2]!.every((cell) => cell !== '')).toBe(true);
});
