import { showDollars, showWhole } from '#src/machines/amount/amounts.ts';
import { readCents, readWhole } from '#src/machines/amount/read-number.ts';
import { sheetProblems } from './pricing-sheet.ts';
import type { PricingRow } from './pricing-sheet.ts';

/**
 * A pricing sheet during editing: the text of each cell as typed or pasted, so that nothing is lost before it is valid.
 * Bands are contiguous, so only their ends are stored.
 */
export interface SheetText {
  /** The factor for all prices. */
  ratio: string;
  milesFrom: string;
  milesTo: string[];
  lbFrom: string;
  lbTo: string[];
  /** By distance; for each weight the rate, then the minimum. */
  cells: string[][];
}

/**
 * A cell of the whole table. Row 0 has the ends of the weight bands, each spanning two columns; column 0 has the ends
 * of the distance bands. There is no cell at 0, 0.
 */
export interface At {
  row: number;
  column: number;
}
export type Bound = 'milesFrom' | 'lbFrom' | 'ratio';
export type Axis = 'miles' | 'lb';

export const keyOf = ({ row, column }: At): string => `${row}:${column}`;
/** The weight band of a price column. */
export const weightOf = (column: number): number => Math.floor((column - 1) / 2);
export const sizeOf = ({ milesTo, lbTo }: SheetText): At => ({ row: milesTo.length, column: lbTo.length * 2 });

export function textOf(rows: readonly PricingRow[], ratio: number): SheetText {
  const ends = (from: 'miles_from' | 'lb_from', to: 'miles_to' | 'lb_to') =>
    [...new Map(rows.map((row) => [row[from], row[to]])).entries()].toSorted(([a], [b]) => a - b);
  const miles = ends('miles_from', 'miles_to');
  const lb = ends('lb_from', 'lb_to');
  const priceOf = (distance: number, weight: number) =>
    rows.find((row) => row.miles_from === distance && row.lb_from === weight);
  return {
    ratio: String(ratio),
    milesFrom: showWhole(miles[0]?.[0] ?? 0),
    milesTo: miles.map(([, to]) => showWhole(to)),
    lbFrom: showWhole(lb[0]?.[0] ?? 0),
    lbTo: lb.map(([, to]) => showWhole(to)),
    cells: miles.map(([distance]) =>
      lb.flatMap(([weight]) => {
        const row = priceOf(distance, weight);
        return row ? [showDollars(row.rate_per_cwt), row.minimum === 0 ? '' : showDollars(row.minimum)] : ['', ''];
      }),
    ),
  };
}

/** `NaN` if it is not a factor above 0 and up to 10, with at most three decimals. */
function readRatio(text: string): number {
  const ratio = /^\d{1,2}(\.\d{1,3})?$/.test(text.trim()) ? Number(text) : Number.NaN;
  return ratio > 0 && ratio <= 10 ? ratio : Number.NaN;
}

/** The text after editing: formatted if valid, otherwise unchanged. */
function tidy(text: string, read: (text: string) => number, write: (value: number) => string): string {
  const value = read(text);
  return Number.isNaN(value) ? text.trim() : write(value);
}
const tidyWhole = (text: string) => tidy(text, readWhole, (value) => showWhole(value));
const tidyCents = (text: string) => tidy(text, readCents, showDollars);

export function textAt({ milesTo, lbTo, cells }: SheetText, { row, column }: At): string {
  if (row === 0) return lbTo[weightOf(column)] ?? '';
  return (column === 0 ? milesTo[row - 1] : cells[row - 1]?.[column - 1]) ?? '';
}

function put(text: SheetText, { row, column }: At, value: string): void {
  if (row === 0) text.lbTo[weightOf(column)] = tidyWhole(value);
  else if (column === 0) text.milesTo[row - 1] = tidyWhole(value);
  else text.cells[row - 1]![column - 1] = tidyCents(value);
}

const copyOf = (text: SheetText): SheetText => ({
  ...text,
  milesTo: [...text.milesTo],
  lbTo: [...text.lbTo],
  cells: text.cells.map((row) => [...row]),
});

/** Writes a block of texts starting at a cell. What lies outside the table is dropped and counted. */
export function withBlock(
  text: SheetText,
  from: At,
  block: readonly (readonly string[])[],
): { text: SheetText; leftOut: number } {
  const next = copyOf(text);
  const size = sizeOf(text);
  let leftOut = 0;
  // In the row of weight ends, which span two columns each, the block advances band by band.
  const step = from.row === 0 ? 2 : 1;
  for (const [down, line] of block.entries()) {
    for (const [right, value] of line.entries()) {
      const at = { row: from.row + down, column: from.column + right * step };
      const isInside =
        at.row <= size.row && at.column <= size.column && (at.row > 0 || at.column > 0) && (from.row > 0 || down === 0);
      if (isInside) put(next, at, value);
      else leftOut += 1;
    }
  }
  return { text: next, leftOut };
}

export const withBound = (text: SheetText, bound: Bound, value: string): SheetText => ({
  ...text,
  [bound]: bound === 'ratio' ? value.trim() : tidyWhole(value),
});

/** Inserts a band without prices after the one at `after`; -1 inserts it first. */
export function withBand(text: SheetText, axis: Axis, after: number): SheetText {
  const next = copyOf(text);
  if (axis === 'miles') {
    next.milesTo.splice(after + 1, 0, '');
    next.cells.splice(
      after + 1,
      0,
      next.lbTo.flatMap(() => ['', '']),
    );
  } else {
    next.lbTo.splice(after + 1, 0, '');
    for (const row of next.cells) row.splice((after + 1) * 2, 0, '', '');
  }
  return next;
}

export function withoutBand(text: SheetText, axis: Axis, index: number): SheetText {
  const next = copyOf(text);
  if (axis === 'miles') {
    next.milesTo.splice(index, 1);
    next.cells.splice(index, 1);
  } else {
    next.lbTo.splice(index, 1);
    for (const row of next.cells) row.splice(index * 2, 2);
  }
  return next;
}

/** The usual bands of a new sheet, without prices. */
export const startedSheet = (ratio: string): SheetText => {
  const lbTo = ['2,000', '8,000', '20,000'];
  const milesTo = ['250', '750', '1,500', '3,000'];
  return { ratio, milesFrom: '0', milesTo, lbFrom: '0', lbTo, cells: milesTo.map(() => lbTo.flatMap(() => ['', ''])) };
};

/**
 * Typical prices of carriers: cents per 100 lb by miles, a factor by weight, and the minimum number of 100 lb charged.
 */
const SAMPLE_RATE = [
  [0, 2200],
  [125, 2600],
  [500, 3700],
  [1125, 4900],
  [2250, 6800],
  [3500, 8600],
] as const;
const SAMPLE_SHARE = [
  [0, 1.25],
  [1000, 1.15],
  [5000, 1],
  [14_000, 0.92],
  [30_000, 0.85],
] as const;
const SAMPLE_LEAST = [
  [0, 12],
  [1000, 18],
  [5000, 42],
  [14_000, 80],
  [30_000, 130],
] as const;

/** Linear interpolation between points; constant beyond the last one. */
function along(points: readonly (readonly [number, number])[], at: number): number {
  const next = points.findIndex(([x]) => x >= at);
  if (next <= 0) return points.at(next)![1];
  const [[fromX, fromY], [toX, toY]] = [points[next - 1]!, points[next]!];
  return fromY + ((at - fromX) / (toX - fromX)) * (toY - fromY);
}

/**
 * All cells, with sample prices for cells without a rate, calculated for the middle of their bands; bands without ends
 * stay blank.
 */
export function sampledCells({ milesFrom, milesTo, lbFrom, lbTo, cells }: SheetText): string[][] {
  const middles = (bounds: string[]) =>
    bounds.slice(1).map((end, index) => (readWhole(bounds[index]!) + readWhole(end)) / 2);
  const [miles, pounds] = [middles([milesFrom, ...milesTo]), middles([lbFrom, ...lbTo])];
  return cells.map((row, distance) =>
    row.map((cell, column) => {
      const [far, heavy] = [miles[distance]!, pounds[weightOf(column + 1)]!];
      // A minimum may stay blank next to a rate.
      const isBlank = cell.trim() === '' && row[column - (column % 2)]!.trim() === '';
      if (!isBlank || !Number.isFinite(far + heavy)) return cell;
      const rate = Math.round((along(SAMPLE_RATE, far) * along(SAMPLE_SHARE, heavy)) / 25) * 25;
      return showDollars(column % 2 === 0 ? rate : Math.round((rate * along(SAMPLE_LEAST, heavy)) / 1000) * 1000);
    }),
  );
}

/** Whether any rate is missing. */
export const hasBlanks = ({ cells }: SheetText): boolean =>
  cells.some((row) => row.some((cell, column) => column % 2 === 0 && cell.trim() === ''));

export interface ReadSheet {
  rows: PricingRow[];
  ratio: number;
  /** A sentence for each invalid cell by its `keyOf`, and for each bound by its name, in reading order. */
  errors: Readonly<Record<string, string>>;
}

/** Parses the texts and validates them by the shared rules for sheets. */
export function readSheet(text: SheetText): ReadSheet {
  const miles = [text.milesFrom, ...text.milesTo].map(readWhole);
  const lb = [text.lbFrom, ...text.lbTo].map(readWhole);
  const weights = text.lbTo.length;
  const rows = text.cells.flatMap((cells, distance) =>
    text.lbTo.map((_, weight): PricingRow => {
      const [rate, minimum] = [cells[weight * 2]!, cells[weight * 2 + 1]!];
      return {
        miles_from: miles[distance]!,
        miles_to: miles[distance + 1]!,
        lb_from: lb[weight]!,
        lb_to: lb[weight + 1]!,
        rate_per_cwt: readCents(rate),
        minimum: minimum === '' ? 0 : readCents(minimum),
      };
    }),
  );
  const ratio = readRatio(text.ratio);
  const found = new Map<string, string>();
  if (Number.isNaN(ratio)) found.set('ratio', 'Enter a price factor above 0 and up to 10, such as 1.05.');
  for (const { row, field, message } of sheetProblems(rows)) {
    const key = placeOf(field, Math.floor(row / weights), row % weights);
    if (!found.has(key)) found.set(key, message);
  }
  return { rows, ratio, errors: Object.fromEntries(found) };
}

/** The position of a row's field in the table: a band begins where the previous one ends. */
function placeOf(field: keyof PricingRow, distance: number, weight: number): string {
  switch (field) {
    case 'miles_from':
      return distance === 0 ? 'milesFrom' : keyOf({ row: distance, column: 0 });
    case 'miles_to':
      return keyOf({ row: distance + 1, column: 0 });
    case 'lb_from':
      return weight === 0 ? 'lbFrom' : keyOf({ row: 0, column: weight * 2 - 1 });
    case 'lb_to':
      return keyOf({ row: 0, column: weight * 2 + 1 });
    case 'rate_per_cwt':
      return keyOf({ row: distance + 1, column: weight * 2 + 1 });
    case 'minimum':
      return keyOf({ row: distance + 1, column: weight * 2 + 2 });
  }
}

/** Parses clipboard text from a spreadsheet into cells. */
export function readClipboard(text: string): string[][] {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
  return lines.map((line) => line.split('\t').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')));
}

/** The block between two corners, as clipboard text for a spreadsheet. */
export function clipboardOf(text: SheetText, one: At, other: At): string {
  return rangeOf(one, other)
    .map((line) => line.map((at) => textAt(text, at)).join('\t'))
    .join('\n');
}

/** Every cell between two corners, row by row; in the row of weight ends only one cell per band. */
export function rangeOf(one: At, other: At): At[][] {
  const between = (a: number, b: number) =>
    Array.from({ length: Math.abs(a - b) + 1 }, (_, index) => Math.min(a, b) + index);
  return between(one.row, other.row).map((row) =>
    between(one.column, other.column)
      .filter((column) => row > 0 || column % 2 === 1)
      .map((column) => ({ row, column })),
  );
}
