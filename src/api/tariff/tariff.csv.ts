import { csvProblem } from '#src/api/http/csv.ts';
import { csvRecords, inPieces } from '#src/api/http/read-csv.ts';
import { readCents, readNumber, readWhole } from '#src/machines/amount/read-number.ts';
import {
  SHARE_NAMES,
  TARIFF_AMOUNTS,
  TARIFF_COUNTS,
  tariffAmounts,
  tariffCounts,
  tariffProblems,
  tariffShares,
} from '#src/machines/tariff/tariff.ts';
import type { Tariff, TariffShare } from '#src/machines/tariff/tariff.ts';

/**
 * A tariff as one CSV file for spreadsheets. The first column of each line says what it is; columns that do not apply
 * stay empty. Amounts are in dollars.
 */
const COLUMNS = [
  'what',
  'name',
  'miles_from',
  'miles_to',
  'lb_from',
  'lb_to',
  'from',
  'to',
  'amount',
  'minimum',
  'percent',
] as const;
type Column = (typeof COLUMNS)[number];
/** With its line number in the file, where the header is line 1. */
type Line = Partial<Record<Column | 'line', string>>;

const dollars = (cents: number): string => (cents / 100).toFixed(2);
const cell = (value: string | number = ''): string => {
  const text = String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** A tariff as a file. Reading it with `readCsv` yields the same tariff. */
export function csvOf(tariff: Tariff): string {
  const lines: Partial<Record<Column, string | number>>[] = [
    ...tariff.rates.map(({ rate_per_cwt, minimum, ...bands }) => ({
      what: 'rate',
      ...bands,
      amount: dollars(rate_per_cwt),
      minimum: dollars(minimum),
    })),
    ...tariff.volume_rates.map(({ rate_per_cuft, ...band }) => ({
      what: 'volume_rate',
      ...band,
      amount: dollars(rate_per_cuft),
    })),
    ...tariffAmounts.map((what) => ({ what, amount: dollars(tariff[what]) })),
    ...tariffCounts.map((what) => ({ what, amount: tariff[what] })),
    ...tariffShares.map((what) => ({
      what,
      percent: tariff[what].percent,
      minimum: dollars(tariff[what].at_least),
    })),
    ...tariff.seasons.map((season) => ({ what: 'season', ...season })),
  ];
  return [COLUMNS.join(','), ...lines.map((line) => COLUMNS.map((column) => cell(line[column])).join(','))]
    .join('\r\n')
    .concat('\r\n');
}

/** Which columns a line of each kind fills. */
const FILLED: Record<string, readonly Column[]> = {
  rate: ['miles_from', 'miles_to', 'lb_from', 'lb_to', 'amount', 'minimum'],
  volume_rate: ['miles_from', 'miles_to', 'amount'],
  season: ['name', 'from', 'to', 'percent'],
  ...Object.fromEntries([...tariffAmounts, ...tariffCounts].map((what) => [what, ['amount']])),
  ...Object.fromEntries(tariffShares.map((what) => [what, ['percent', 'minimum']])),
};
/** What a tariff has exactly one of. */
const SINGLE: Record<string, string> = {
  ...Object.fromEntries(tariffAmounts.map((what) => [what, TARIFF_AMOUNTS[what].name])),
  ...Object.fromEntries(tariffCounts.map((what) => [what, TARIFF_COUNTS[what].name])),
  ...SHARE_NAMES,
};
const MOST_LINES = 1000;
/** People may add columns with their own notes. */
const MOST_COLUMNS = 50;

interface BadLine {
  line: number;
  message: string;
}
export interface FileReport {
  rules?: Tariff;
  bad: BadLine[];
}

/** The tariff in a file, or every invalid line: a file with an invalid line is rejected as a whole. */
export async function readCsv(text: string): Promise<FileReport> {
  const records: { record: string[]; line: number }[] = [];
  try {
    for await (const one of csvRecords(inPieces(Buffer.from(text)))) {
      records.push(one);
      // Reading stops at the first line over the limit: a file can be of any size.
      if (records.length > MOST_LINES + 1) break;
    }
  } catch (error) {
    const why = csvProblem(error);
    if (why === null) throw error;
    return { bad: [{ line: 1, message: why }] };
  }
  const [header, ...rest] = records;
  const names =
    header?.record.slice(0, MOST_COLUMNS).map((name) => name.toLowerCase().replaceAll(/[\s-]+/g, '_')) ?? [];
  const lacking = COLUMNS.filter((column) => !names.includes(column));
  if (lacking.length > 0 || rest.length === 0) {
    const message =
      header && lacking.length > 0
        ? `These columns are missing: ${lacking.join(', ')}.`
        : `The file is empty. Its first line names the columns: ${COLUMNS.join(', ')}.`;
    return { bad: [{ line: 1, message }] };
  }
  const places = COLUMNS.map((column) => [column, names.indexOf(column)] as const);
  const lines = rest.map(({ record, line }): Line => ({
    ...Object.fromEntries(places.map(([column, at]) => [column, record[at] ?? ''])),
    line: String(line),
  }));
  if (lines.length > MOST_LINES)
    return { bad: [{ line: MOST_LINES + 2, message: `A tariff has at most ${MOST_LINES} lines.` }] };
  const bad = [...lines.flatMap(lineProblems), ...repeated(lines), ...absent(lines)];
  if (bad.length > 0) return { bad: bad.toSorted((one, other) => one.line - other.line) };
  return judged(lines);
}

const lineOf = ({ line }: Line): number => Number(line);

function lineProblems(row: Line): BadLine[] {
  const line = lineOf(row);
  const filled = FILLED[row.what ?? ''];
  if (!filled) return [{ line, message: `“${row.what ?? ''}” must be one of ${Object.keys(FILLED).join(', ')}.` }];
  return filled.flatMap((column) => {
    const value = row[column] ?? '';
    const isRead = column === 'name' || YEAR_DAYS.has(column) ? value !== '' : !Number.isNaN(numberIn(row, column));
    return isRead ? [] : [{ line, message: `${column}: “${value}” is not ${MEANT[column]}.` }];
  });
}

/** Finds duplicates of what may occur only once. */
function repeated(lines: readonly Line[]): BadLine[] {
  const seen = new Set<string>();
  return lines.flatMap((row) => {
    const what = row.what ?? '';
    if (!(what in SINGLE)) return [];
    if (seen.has(what)) return [{ line: lineOf(row), message: `“${what}” is in the file twice.` }];
    seen.add(what);
    return [];
  });
}

const absent = (lines: readonly Line[]): BadLine[] =>
  Object.keys(SINGLE)
    .filter((what) => !lines.some((row) => row.what === what))
    .map((what) => ({ line: lineOf(lines.at(-1)!) + 1, message: `The line “${what}” is missing.` }));

const YEAR_DAYS = new Set<Column>(['from', 'to']);
const MEANT: Record<Column, string> = {
  what: 'a kind of line',
  name: 'a name',
  miles_from: 'a whole number of miles',
  miles_to: 'a whole number of miles',
  lb_from: 'a whole number of pounds',
  lb_to: 'a whole number of pounds',
  from: 'a day of the year, such as 05-15',
  to: 'a day of the year, such as 05-15',
  amount: 'an amount, such as 42.50',
  minimum: 'an amount, such as 42.50',
  percent: 'a percentage, such as 15',
};

/** `NaN` for unreadable values: cents, a percentage, or an integer, depending on the column and the kind of line. */
function numberIn(row: Line, column: Column): number {
  const value = row[column] ?? '';
  if (column === 'percent') return readNumber(value, 2);
  const isCents = column === 'minimum' || (column === 'amount' && !((row.what ?? '') in TARIFF_COUNTS));
  return isCents ? readCents(value) : readWhole(value);
}

/** The tariff of readable lines, validated by the same rules as the grid. */
function judged(lines: readonly Line[]): FileReport {
  const of = (what: string) => lines.filter((row) => row.what === what);
  const one = (what: string, column: Column) => numberIn(of(what)[0]!, column);
  const share = (what: TariffShare) => ({ percent: one(what, 'percent'), at_least: one(what, 'minimum') });
  const kinds = { rates: of('rate'), volume_rates: of('volume_rate'), seasons: of('season') };
  const rules: Tariff = {
    rates: kinds.rates.map((row) => ({
      miles_from: numberIn(row, 'miles_from'),
      miles_to: numberIn(row, 'miles_to'),
      lb_from: numberIn(row, 'lb_from'),
      lb_to: numberIn(row, 'lb_to'),
      rate_per_cwt: numberIn(row, 'amount'),
      minimum: numberIn(row, 'minimum'),
    })),
    volume_rates: kinds.volume_rates.map((row) => ({
      miles_from: numberIn(row, 'miles_from'),
      miles_to: numberIn(row, 'miles_to'),
      rate_per_cuft: numberIn(row, 'amount'),
    })),
    seasons: kinds.seasons.map((row) => ({
      name: row.name!,
      from: row.from!,
      to: row.to!,
      percent: numberIn(row, 'percent'),
    })),
    minimum_charge: one('minimum_charge', 'amount'),
    fuel_per_mile: one('fuel_per_mile', 'amount'),
    partial_packing: one('partial_packing', 'amount'),
    full_packing: one('full_packing', 'amount'),
    stairs: one('stairs', 'amount'),
    elevator: one('elevator', 'amount'),
    long_carry: one('long_carry', 'amount'),
    shuttle: one('shuttle', 'amount'),
    storage: one('storage', 'amount'),
    steps_per_flight: one('steps_per_flight', 'amount'),
    long_carry_free_ft: one('long_carry_free_ft', 'amount'),
    long_carry_ft: one('long_carry_ft', 'amount'),
    broker_fee: share('broker_fee'),
    deposit: share('deposit'),
  };
  const bad = tariffProblems(rules).map(({ field, message }) => {
    const [part, index] = field.split('/') as [string, string?];
    const row =
      index === undefined || !(part in kinds) ? of(part)[0] : kinds[part as keyof typeof kinds][Number(index)];
    // Problems of the tariff as a whole are reported at its first line.
    return { line: row ? lineOf(row) : 1, message };
  });
  return bad.length > 0 ? { bad } : { rules, bad: [] };
}
