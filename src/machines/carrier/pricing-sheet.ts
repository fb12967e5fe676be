import { showMoney, showNumber } from '#src/machines/amount/amounts.ts';
/** One cell of a carrier's sheet: a distance band and a weight band with their price. Money in cents. */
export interface PricingRow {
  /** Miles, from (inclusive) and to (exclusive). */
  miles_from: number;
  miles_to: number;
  /** Pounds, from (inclusive) and to (exclusive). */
  lb_from: number;
  lb_to: number;
  /** Cents per 100 lb. */
  rate_per_cwt: number;
  /** Cents; the least that a job in this band costs. */
  minimum: number;
}

export interface SheetPrice {
  /** Cents; null if the sheet has no row for the job, or the job has no distance or weight. */
  price: number | null;
  /** The calculation, line by line. */
  steps: string[];
}

/** The row that covers this distance and weight. */
export const rowFor = (rows: readonly PricingRow[], miles: number, weightLb: number): PricingRow | undefined =>
  rows.find(
    (one) => miles >= one.miles_from && miles < one.miles_to && weightLb >= one.lb_from && weightLb < one.lb_to,
  );

/** Prices a job by a sheet; `ratio` is the factor that agents set for the carrier. */
export function priceFromSheet(
  rows: PricingRow[],
  ratio: number,
  job: { miles: number | null; weightLb: number | null },
): SheetPrice {
  const { miles, weightLb } = job;
  if (miles === null) return { price: null, steps: ['The distance of the job is not known.'] };
  if (weightLb === null) return { price: null, steps: ['The weight of the job is not known.'] };
  const row = rowFor(rows, miles, weightLb);
  if (!row)
    return {
      price: null,
      steps: [`The pricing sheet has no rate for ${miles} miles and ${showNumber(weightLb)} lb.`],
    };
  const byWeight = Math.round((weightLb / 100) * row.rate_per_cwt);
  const base = Math.max(byWeight, row.minimum);
  const price = Math.round(base * ratio);
  return {
    price,
    steps: [
      `${showNumber(weightLb / 100)} cwt × ${showMoney(row.rate_per_cwt)} = ${showMoney(byWeight)}`,
      ...(base > byWeight ? [`Minimum for this band: ${showMoney(row.minimum)}`] : []),
      ...(ratio === 1 ? [] : [`× price factor ${ratio} = ${showMoney(price)}`]),
    ],
  };
}

/** The maximum size of a sheet: bands per axis, miles, pounds, cents. */
export const SHEET_LIMITS = { bands: 20, miles: 10_000, lb: 1_000_000, rate: 1_000_000, minimum: 100_000_000 } as const;

/** An error in one field of one row, by the row's index. */
export interface SheetProblem {
  row: number;
  field: keyof PricingRow;
  message: string;
}

/**
 * Errors in a sheet: numbers out of bounds, bands that overlap or leave a gap, a distance without a price for every
 * weight. Rows may come in any order; a sheet without rows is valid and prices nothing. An unreadable number is `NaN`.
 */
export function sheetProblems(rows: readonly PricingRow[]): SheetProblem[] {
  const problems: SheetProblem[] = [];
  const say = (row: number, field: keyof PricingRow, message: string) => problems.push({ row, field, message });
  for (const [index, row] of rows.entries()) {
    for (const { from, to, limit, unit, name, sample } of AXES) {
      for (const field of [from, to]) {
        if (!Number.isInteger(row[field]) || row[field] < 0)
          say(index, field, `Enter the ${name} in whole ${unit}, such as ${sample}.`);
        else if (row[field] > SHEET_LIMITS[limit])
          say(index, field, `A ${name} can be up to ${showNumber(SHEET_LIMITS[limit])} ${unit}.`);
      }
    }
    for (const [field, name] of [
      ['rate_per_cwt', 'rate'],
      ['minimum', 'minimum'],
    ] as const) {
      if (!Number.isInteger(row[field]) || row[field] < 0)
        say(index, field, `Enter the ${name} in dollars, such as 42.50.`);
      else if (row[field] > SHEET_LIMITS[name])
        say(index, field, `A ${name} can be up to ${showMoney(SHEET_LIMITS[name])}.`);
    }
    if (row.rate_per_cwt === 0 && row.minimum === 0)
      say(index, 'rate_per_cwt', 'Enter a rate or a minimum above zero.');
  }
  // Bands are compared once all their bounds are readable, even if prices are not.
  if (problems.some(({ field }) => field !== 'rate_per_cwt' && field !== 'minimum')) return problems;
  const bands = AXES.flatMap((axis) => bandProblems(rows, axis));
  return [...problems, ...(bands.length > 0 ? bands : holes(rows))];
}

/** The two axes: field names of the bounds, the limit, and words. */
const AXES = [
  { from: 'miles_from', to: 'miles_to', limit: 'miles', name: 'distance', unit: 'miles', sample: '500' },
  { from: 'lb_from', to: 'lb_to', limit: 'lb', name: 'weight', unit: 'pounds', sample: '2,000' },
] as const;

/** "0 to 500 miles". */
const rangeOf = ({ from, to }: Pick<Band, 'from' | 'to'>, unit: string): string =>
  `${showNumber(from)} to ${showNumber(to)} ${unit}`;

/** Bands of one axis must follow each other without a gap. Each problem is reported once, at its first row. */
function bandProblems(rows: readonly PricingRow[], { from, to, name, unit }: (typeof AXES)[number]): SheetProblem[] {
  const bands = bandsOf(rows, from, to);
  if (bands.length > SHEET_LIMITS.bands)
    return [
      {
        row: bands[SHEET_LIMITS.bands]!.row,
        field: to,
        message: `A sheet can have up to ${SHEET_LIMITS.bands} ${name} bands. Remove one.`,
      },
    ];
  // A band that ends too early seems to overlap others, which are right.
  const backward = bands.filter((band) => band.to <= band.from);
  if (backward.length > 0)
    return backward.map(({ row, from: start }) => ({
      row,
      field: to,
      message: `This ${name} band starts at ${showNumber(start)} ${unit}, so it must end above that.`,
    }));
  return bands.flatMap((band, index): SheetProblem[] => {
    const before = bands[index - 1];
    if (!before || band.from === before.to) return [];
    const message =
      band.from < before.to
        ? `The ${name} band of ${rangeOf(band, unit)} overlaps the band of ${rangeOf(before, unit)}. Start it at ${showNumber(before.to)}.`
        : `No ${name} band covers ${rangeOf({ from: before.to, to: band.from }, unit)}. Start this one at ${showNumber(before.to)}.`;
    return [{ row: band.row, field: from, message }];
  });
}

interface Band {
  from: number;
  to: number;
  /** The first row with this band. */
  row: number;
}

function bandsOf(rows: readonly PricingRow[], from: 'miles_from' | 'lb_from', to: 'miles_to' | 'lb_to'): Band[] {
  const bands = new Map<string, Band>();
  for (const [row, one] of rows.entries()) {
    const key = `${one[from]}-${one[to]}`;
    if (!bands.has(key)) bands.set(key, { from: one[from], to: one[to], row });
  }
  return [...bands.values()].toSorted((a, b) => a.from - b.from || a.to - b.to);
}

/** Every distance must have one price for every weight. */
function holes(rows: readonly PricingRow[]): SheetProblem[] {
  const seen = new Set<string>();
  const problems: SheetProblem[] = [];
  for (const [row, { miles_from, miles_to, lb_from, lb_to }] of rows.entries()) {
    const key = `${miles_from}:${lb_from}`;
    if (seen.has(key)) {
      const [miles, lb] = [
        rangeOf({ from: miles_from, to: miles_to }, 'miles'),
        rangeOf({ from: lb_from, to: lb_to }, 'pounds'),
      ];
      problems.push({
        row,
        field: 'rate_per_cwt',
        message: `There are two prices for ${miles} and ${lb}. Remove one.`,
      });
    }
    seen.add(key);
  }
  for (const miles of bandsOf(rows, 'miles_from', 'miles_to')) {
    const lacking = bandsOf(rows, 'lb_from', 'lb_to').find(({ from }) => !seen.has(`${miles.from}:${from}`));
    if (lacking)
      problems.push({
        row: miles.row,
        field: 'rate_per_cwt',
        message: `There is no price for ${rangeOf(miles, 'miles')} and ${rangeOf(lacking, 'pounds')}.`,
      });
  }
  return problems;
}

/** The rows in reading order: by distance, then by weight. */
export const inSheetOrder = (rows: readonly PricingRow[]): PricingRow[] =>
  rows.toSorted((a, b) => a.miles_from - b.miles_from || a.lb_from - b.lb_from);
