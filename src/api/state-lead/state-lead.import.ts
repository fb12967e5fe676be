import { showWhole } from '#src/machines/amount/amounts.ts';
import { readWhole } from '#src/machines/amount/read-number.ts';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { parse } from 'csv-parse';
import type { ApiParts } from '#src/api/parts.ts';
import { IMPORT } from '#src/api/http/ceilings.ts';
import { sha256 } from '#src/api/database/ids.ts';
import { checkedBody } from '#src/api/http/multipart.ts';
import { extensionNote, readPhone, splitExtension } from '#src/machines/phone/read-phone.ts';
import { Problem } from '#src/api/http/problem.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { takeLead } from './state-lead.intake.ts';
import { IntakeLead } from './state-lead.schemas.ts';

export const IMPORT_COLUMNS = {
  name: 'the client’s name',
  email: 'email; this or phone',
  phone: 'as people write it, such as (614) 555-0100, or +16145550100; an extension goes into the comment',
  origin_zip: 'five digits; or origin_city and origin_state',
  origin_city: '',
  origin_state: 'two letters',
  destination_zip: 'five digits; or destination_city and destination_state',
  destination_city: '',
  destination_state: 'two letters',
  move_date: 'YYYY-MM-DD; may be empty',
  flexible: 'yes or no; may be empty',
  size: 'few-items, studio, one-bedroom … five-bedroom, office',
  weight_lb: 'whole lb; may be empty',
  comment: 'may be empty',
  external_id: 'your own id; without one the row itself is it',
} as const;

type Column = keyof typeof IMPORT_COLUMNS;
type CsvRow = Partial<Record<Column, string>>;

export interface BadRow {
  /** The line in the file; the first one is the header. */
  line: number;
  sentence: string;
  row: CsvRow;
}

export interface ImportReport {
  rows: number;
  added: number;
  /** Already submitted, by this file or an earlier one. */
  repeated: number;
  bad: BadRow[];
}

/**
 * Imports a CSV file of leads, row by row, each in its own transaction: a bad row is reported and the others are
 * imported. Importing the file again adds nothing.
 *
 * @throws Error with a sentence if the file cannot be read, or if its header has unknown columns
 */
export async function importLeads(
  parts: Pick<ApiParts, 'database' | 'jobs' | 'now'>,
  path: string,
): Promise<ImportReport> {
  const report: ImportReport = { rows: 0, added: 0, repeated: 0, bad: [] };
  const { size } = await stat(path).catch((error: NodeJS.ErrnoException) =>
    Promise.reject(new Error(`${path} cannot be read (${error.code ?? error.message}).`)),
  );
  if (size > IMPORT.bytes)
    throw new Error(
      `${path} has ${Math.ceil(size / 1_048_576)} MB; a file can be up to ${IMPORT.bytes / 1_048_576} MB. Nothing was imported. Split it.`,
    );
  const file = createReadStream(path);
  const parser = file.pipe(
    parse({
      bom: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      info: true,
      max_record_size: 100_000,
      columns: (header: string[]) => knownColumns(header),
    }),
  );
  // A pipe does not forward errors of its source.
  file.on('error', (error: NodeJS.ErrnoException) =>
    parser.destroy(new Error(`${path} cannot be read (${error.code ?? error.message}).`)),
  );
  for await (const { record, info } of parser as AsyncIterable<{ record: CsvRow; info: { lines: number } }>) {
    if (report.rows === IMPORT.rows)
      throw new Error(
        `A file can have up to ${showWhole(IMPORT.rows)} leads. The first ${showWhole(IMPORT.rows)} were read: ${report.added} added. Send the others in another file.`,
      );
    report.rows += 1;
    try {
      const lead = leadOf(record);
      const { duplicate } = await inTransaction(parts.database, (tx) => takeLead(tx, parts, 'import', lead));
      report[duplicate ? 'repeated' : 'added'] += 1;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (report.bad.length === IMPORT.bad)
        throw new Error(
          `${showWhole(IMPORT.bad)} leads of the file are bad, the last in line ${info.lines}: ${error.detail} ${report.added} were added before. Check what the columns mean, then send it again: nothing is added twice.`,
        );
      report.bad.push({ line: info.lines, sentence: error.detail, row: record });
    }
  }
  return report;
}

function knownColumns(header: string[]): Column[] {
  const names = header.map((name) =>
    name
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_'),
  );
  const strange = names.filter((name) => !Object.hasOwn(IMPORT_COLUMNS, name));
  if (strange.length > 0)
    throw new Error(
      `These columns are not known: ${strange.join(', ')}. Known are ${Object.keys(IMPORT_COLUMNS).join(', ')}.`,
    );
  for (const wanted of ['name', 'size'])
    if (!names.includes(wanted)) throw new Error(`The column "${wanted}" is missing.`);
  return names as Column[];
}

function leadOf(row: CsvRow): IntakeLead {
  const given = (name: Column) => row[name] || undefined;
  const where = (end: 'origin' | 'destination') =>
    defined({
      zip: given(`${end}_zip`)?.slice(0, 5),
      city: given(`${end}_city`),
      state: given(`${end}_state`)?.toUpperCase(),
    });
  const phone = splitExtension(given('phone') ?? '');
  const comment = [given('comment'), phone.extension && extensionNote(phone.extension)].filter(Boolean).join('\n');
  const lead = {
    external_id:
      given('external_id') ?? sha256(JSON.stringify(Object.entries(row).filter(([, value]) => value))).slice(0, 32),
    client: defined({ name: given('name'), email: given('email'), phone: readPhone(phone.number) || undefined }),
    origin: where('origin'),
    destination: where('destination'),
    size: given('size')?.toLowerCase(),
    ...defined({
      move_date: given('move_date'),
      weight_lb: given('weight_lb') === undefined ? undefined : readWhole(given('weight_lb')!),
      comment: comment || undefined,
      is_flexible: flexible(given('flexible')),
    }),
  };
  return checkedBody(IntakeLead, lead);
}

const defined = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const flexible = (text: string | undefined): boolean | undefined =>
  text === undefined ? undefined : /^(yes|y|true|1)$/i.test(text);
