/** RFC 4180 with a byte order mark, so that spreadsheets read names right; what a spreadsheet would run as a formula is text. */
export const csvOf = (rows: readonly (readonly (string | number | null)[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  // A phone number begins with a plus and can do no harm; the quote would be in the way of dialing.
  const isFormula = /^\s*[=+\-@]|^[\t\r\n]/.test(value) && !/^\+\d{7,15}$/.test(value);
  const text = isFormula ? `'${value}` : value;
  return /[",\r\n']|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
