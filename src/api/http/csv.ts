import { CsvError } from 'csv-parse';

export type CsvRow = readonly (string | number | null)[];

/**
 * RFC 4180 with a byte order mark, so that spreadsheets read names correctly; what a spreadsheet would run as a formula
 * becomes text.
 */
export const csvOf = (rows: readonly CsvRow[]): string => `\uFEFF${csvLines(rows)}`;

/** Part of a file that is assembled page by page, so that other requests are served in between. */
export const csvLines = (rows: readonly CsvRow[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** Cents as dollars, which a spreadsheet can add up. */
export const dollarsOf = (cents: number | null | undefined): number | null => (cents == null ? null : cents / 100);

/** Includes the typographic minus, which some locales' spreadsheets calculate with. */
const STARTS_FORMULA = /^[=+\-@\u2212|]/;
const IS_PHONE = /^\+\d{7,15}$/;

/**
 * Skips invisible characters, and maps full-width and superscript signs to the plain ones that spreadsheets take them
 * for.
 */
const visibleStartOf = (value: string): string =>
  value
    .replace(/^[\p{C}\s]+/u, '')
    .slice(0, 2)
    .normalize('NFKC');

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  // A phone number begins with a plus but is harmless; the quote would get in the way of dialing.
  const isFormula = (STARTS_FORMULA.test(visibleStartOf(value)) || /^[\t\r\n]/.test(value)) && !IS_PHONE.test(value);
  const text = isFormula ? `'${value}` : value;
  return /[",\r\n']|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const REASONS: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'A quotation mark is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'The quotation marks don’t match',
  INVALID_OPENING_QUOTE: 'The quotation marks don’t match',
  CSV_MAX_RECORD_SIZE: 'There is too much text for one line of a table',
};

/** Why a text is not valid CSV, for a person; null for other errors. */
export function csvProblem(error: unknown): string | null {
  if (!(error instanceof CsvError)) return null;
  const reason = REASONS[error.code] ?? 'This file can’t be read as CSV';
  return typeof error.lines === 'number' ? `${reason} (line ${error.lines}).` : `${reason}.`;
}
