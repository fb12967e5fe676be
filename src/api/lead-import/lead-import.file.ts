import { showWhole } from '#src/machines/amount/amounts.ts';
import { LARGEST_FILES, MOST_IMPORTED_LEADS } from '#src/machines/file/accepted-files.ts';
import { csvProblem } from '#src/api/http/csv.ts';
import { csvRecords, inPieces } from '#src/api/http/read-csv.ts';
import { problem } from '#src/api/http/problem.ts';

/** A file beyond these limits has to be split. */
export const LEAD_IMPORT = { bytes: LARGEST_FILES.tables, rows: MOST_IMPORTED_LEADS, columns: 60, cell: 5000 } as const;

interface TableFile {
  header: string[];
  rows: { line: number; cells: string[] }[];
}

const LINE_FEED = 10;
/** Per line, including those within quotation marks: more than any legitimate line has. */
const MOST_DELIMITERS = 5000;

/**
 * Reads a CSV file in pieces, so that other requests are served in between.
 *
 * @throws Problem 422 with a sentence if it is not a table, or too large
 */
export async function readTable(content: Buffer): Promise<TableFile> {
  const table: TableFile = { header: [], rows: [] };
  const delimiter = delimiterOf(content);
  try {
    for await (const { record, line } of csvRecords(pieces(content, delimiter), delimiter)) {
      if (table.header.length === 0) table.header = headerOf(record);
      else if (table.rows.length === LEAD_IMPORT.rows)
        throw wrong(`A file can have up to ${showWhole(LEAD_IMPORT.rows)} leads. Split it and import the parts.`);
      else table.rows.push({ line, cells: table.header.map((_, at) => cellOf(record[at])) });
    }
  } catch (error) {
    const why = csvProblem(error);
    throw why === null ? error : wrong(why);
  }
  if (table.rows.length === 0)
    throw wrong('This file has no leads. Its first line names the columns; each line after it is a lead.');
  return table;
}

function headerOf(record: string[]): string[] {
  if (record.length > LEAD_IMPORT.columns) throw tooWide();
  return record.map((name, at) => name.slice(0, 100) || `Column ${at + 1}`);
}

// PostgreSQL cannot store NUL in text.
const cellOf = (text = ''): string => text.replaceAll('\u0000', '').slice(0, LEAD_IMPORT.cell);

/** The parser's cost grows with the number of columns, so a line with too many is refused before it is parsed. */
async function* pieces(content: Buffer, delimiter: string): AsyncGenerator<Buffer> {
  const mark = delimiter.charCodeAt(0);
  let marks = 0;
  for await (const piece of inPieces(content)) {
    for (let index = 0; index < piece.length; index += 1) {
      const byte = piece[index];
      if (byte === LINE_FEED) marks = 0;
      else if (byte === mark && ++marks > MOST_DELIMITERS) throw tooWide();
    }
    yield piece;
  }
}

/**
 * Spreadsheets in other countries separate cells by semicolons, some programs by tabs: use what is most frequent in the
 * first line.
 */
function delimiterOf(content: Buffer): string {
  const [first = ''] = content.subarray(0, 10_000).toString().split('\n');
  const count = (mark: string) => first.split(mark).length;
  return [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

const tooWide = () => wrong(`A file can have up to ${LEAD_IMPORT.columns} columns.`);
const wrong = (message: string) => problem(422, message, { errors: [{ field: 'content', message }] });
