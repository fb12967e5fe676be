import type { Suite } from './cases.ts';

const COLUMNS = [
  'case',
  'title',
  'step',
  'person',
  'does',
  'from',
  'expected',
  'stands in',
  'off',
  'event',
  'result',
] as const;

/** One row per step, for a spreadsheet or a test management tool (RFC 4180); the tester fills in `result`. */
export function toCsv({ cases }: Suite): string {
  const rows = cases.flatMap(({ id, title, start, steps }) =>
    steps.map(({ person, does, sentence, place, off, event }, index) => {
      const offs = off.map((one) => `${one.does}, until ${one.until.join(' and ')}`).join('; ');
      return [id, title, index + 1, person, does, steps[index - 1]?.place ?? start, sentence, place, offs, event, ''];
    }),
  );
  // A byte order mark, by which spreadsheets recognize UTF-8.
  return `\uFEFF${[COLUMNS, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}

/** Quoted; what a spreadsheet would interpret as a formula is made text. */
export function cell(value: string | number): string {
  const text = String(value);
  const safe = typeof value === 'string' && /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
