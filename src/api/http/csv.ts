export type CsvRow = readonly (string | number | null)[];

/** RFC 4180 with a byte order mark, so that spreadsheets read names right; what a spreadsheet would run as a formula is text. */
export const csvOf = (rows: readonly CsvRow[]): string => `\uFEFF${csvLines(rows)}`;

/** A part of a file that is put together page by page, so that others are served in between. */
export const csvLines = (rows: readonly CsvRow[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** Cents as the dollars that a spreadsheet adds up. */
export const dollarsOf = (cents: number | null | undefined): number | null => (cents == null ? null : cents / 100);

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  // A phone number begins with a plus and can do no harm; the quote would be in the way of dialing.
  const isFormula = /^\s*[=+\-@]|^[\t\r\n]/.test(value) && !/^\+\d{7,15}$/.test(value);
  const text = isFormula ? `'${value}` : value;
  return /[",\r\n']|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
