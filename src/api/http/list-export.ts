import type { FastifyReply } from 'fastify';
import { sendContent } from '#src/api/file/send-file.ts';
import { csvLines, csvOf } from './csv.ts';
import type { CsvRow } from './csv.ts';
import { EXPORT_ROWS } from '#src/machines/file/export-rows.ts';

const PAGE = 500;

interface Page<Row> {
  rows: readonly Row[];
  end: string | null;
}

/** The columns of a file, in order, each with its value for a row. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string | number | null>>;

/** A list as CSV, loaded page by page like its screen, up to the limit that the screen names. */
export async function sendList<Row>(
  reply: FastifyReply,
  name: string,
  columns: CsvColumns<Row>,
  page: (after: string | undefined, limit: number) => Promise<Page<Row>>,
): Promise<FastifyReply> {
  const cells = Object.values(columns);
  const parts = [csvOf([Object.keys(columns)])];
  let after: string | undefined;
  for (let left = EXPORT_ROWS; left > 0;) {
    const { rows, end } = await page(after, Math.min(PAGE, left));
    parts.push(csvLines(rows.map((row): CsvRow => cells.map((of) => of(row)))));
    left -= rows.length;
    if (end === null) break;
    after = end;
  }
  return sendContent(reply, { name, mediaType: 'text/csv; charset=utf-8' }, parts.join(''));
}
