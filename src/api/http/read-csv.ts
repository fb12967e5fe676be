import { pipeline, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { parse } from 'csv-parse';

/** Bytes that are parsed at once. A line with another number of columns than the first takes 20 to 100 µs: the parser makes an error of each, with a stack. */
const PIECE = 256;

/** A file in pieces; other requests are served between them. */
export async function* inPieces(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += PIECE) {
    yield content.subarray(at, at + PIECE);
    await setImmediate();
  }
}

/**
 * The lines of a CSV file that have any text, with their numbers in the file, where the first is 1. A line of more than
 * 100,000 characters is refused.
 *
 * @throws CsvError; `csvProblem` says it to a person
 */
export async function* csvRecords(
  pieces: AsyncIterable<Buffer>,
  delimiter = ',',
): AsyncGenerator<{ record: string[]; line: number }> {
  const parser = parse({
    bom: true,
    trim: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    relax_column_count: true,
    relax_quotes: true,
    info: true,
    delimiter,
    max_record_size: 100_000,
  });
  // If one of them ends, so does the other; the parser’s error has the reason.
  pipeline(Readable.from(pieces), parser, () => {});
  for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>)
    yield { record, line: info.lines };
}
