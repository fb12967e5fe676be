import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { duplicatesOf } from '#src/api/agent-lead/agent-lead.detail.ts';
import type { LeadFields } from '#src/api/agent-lead/agent-lead.fields.ts';
import { createLead } from '#src/api/agent-lead/agent-lead.repository.ts';
import { newId, sha256 } from '#src/api/database/ids.ts';
import type { RowOf, Tables } from '#src/api/database/tables.ts';
import { inTransaction } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { Problem, notFound, problem } from '#src/api/http/problem.ts';
import type { Job } from '#src/api/job/jobs.ts';
import { publish } from '#src/api/live/live.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { DAY } from '#src/machines/calendar/durations.ts';
import { guessed, leadOfRow, problemsOf } from './lead-import.fields.ts';
import type { CellProblem, ColumnMapping } from './lead-import.fields.ts';
import type { readTable } from './lead-import.file.ts';

type ImportRow = RowOf<'lead_import'>;
type Author = { id: string; name: string };

export const RUN_IMPORT = 'lead-import.run';
/** Rows that one call validates: takes about ten milliseconds, and a tenth of a second to look for duplicates. */
const JUDGED_AT_ONCE = 200;
const INSERTED_AT_ONCE = 500;
/** Progress is reported after this many rows. */
const TOLD_EVERY = 25;
const KEPT_DAYS = 7;

/** Saves a parsed file until its columns are mapped. */
export async function keepFile(
  tx: Tx,
  { name, table, by, now }: { name: string; table: Awaited<ReturnType<typeof readTable>>; by: Author; now: Date },
): Promise<string> {
  const id = newId();
  await tx
    .insertInto('lead_import')
    .values({
      id,
      name: name.slice(0, 200),
      header: JSON.stringify(table.header),
      row_count: table.rows.length,
      created_by: by.id,
      created_by_name: by.name,
      created_at: now.toISOString(),
    })
    .execute();
  for (let done = 0; done < table.rows.length; done += INSERTED_AT_ONCE)
    await tx
      .insertInto('lead_import_row')
      .values(
        table.rows
          .slice(done, done + INSERTED_AT_ONCE)
          .map(({ line, cells }) => ({ import_id: id, line, cells: JSON.stringify(cells) })),
      )
      .execute();
  return id;
}

/** An import of this account. @throws Problem 404 */
export async function importOf(db: Kysely<Tables>, id: string, accountId: string): Promise<ImportRow> {
  const found = await db
    .selectFrom('lead_import')
    .selectAll()
    .where('id', '=', id)
    .where('created_by', '=', accountId)
    .executeTakeFirst();
  if (!found) throw notFound('import');
  return found;
}

/** An import for the response: its first rows, and its progress. */
export async function presentImport(db: Kysely<Tables>, row: ImportRow) {
  const sample = await db
    .selectFrom('lead_import_row')
    .select('cells')
    .where('import_id', '=', row.id)
    .orderBy('line')
    .limit(5)
    .execute();
  const outcomes = await db
    .selectFrom('lead_import_row')
    .select(['outcome', (eb) => eb.fn.countAll<number>().as('count')])
    .where('import_id', '=', row.id)
    .where('outcome', 'is not', null)
    .groupBy('outcome')
    .execute();
  const of = (outcome: string) => Number(outcomes.find((one) => one.outcome === outcome)?.count ?? 0);
  return {
    id: row.id,
    name: row.name,
    columns: row.header.map((header, at) => ({ header, sample: sample.map(({ cells }) => cells[at] ?? '') })),
    mapping: (row.mapping ?? guessed(row.header)).map((field) => ({ field })),
    row_count: row.row_count,
    added: of('added'),
    repeated: of('repeated'),
    duplicates: of('duplicate'),
    refused: of('refused'),
    started_at: row.started_at,
    finished_at: row.finished_at,
  };
}

interface Finding {
  line: number;
  /** The client's name, as in the file. */
  name: string | null;
  problems: CellProblem[];
}

/** What some rows after a line would become, without writing anything. */
export async function checkRows(
  db: Kysely<Tables>,
  parts: ApiParts,
  { id, header }: ImportRow,
  given: { mapping: ColumnMapping; after: number },
) {
  const mapping = soundMapping(given.mapping, header);
  const rows = await db
    .selectFrom('lead_import_row')
    .select(['line', 'cells'])
    .where('import_id', '=', id)
    .where('line', '>', given.after)
    .orderBy('line')
    .limit(JUDGED_AT_ONCE)
    .execute();
  const today = dateIn(parts.brokerage.zone, parts.now());
  const judged = rows.map(({ line, cells }) => ({ line, cells, ...leadOfRow(cells, mapping, today) }));
  const prints = judged.flatMap(({ lead }) => (lead ? [fingerprintOf(lead)] : []));
  const known = await knownOf(db, prints);
  const bad = judged.flatMap(({ line, cells, problems }): Finding[] =>
    problems ? [{ line, name: cells[mapping.indexOf('name')]?.slice(0, 120) || null, problems }] : [],
  );
  const repeated = prints.filter((print) => known.has(print)).length;
  const duplicates = [];
  for (const { line, lead, fields } of judged) {
    if (!lead || known.has(fingerprintOf(lead))) continue;
    const [like] = await leadsLike(db, parts, fields);
    if (like) duplicates.push({ line, name: fields.client_name ?? null, lead: like });
  }
  return {
    checked: rows.length,
    right: prints.length - repeated,
    repeated,
    duplicates,
    bad,
    next: rows.length < JUDGED_AT_ONCE ? null : rows.at(-1)!.line,
  };
}

/** @throws Problem 409 if it was started before; 422 if no column identifies the client */
export async function startImport(
  tx: Tx,
  parts: ApiParts,
  by: Author,
  id: string,
  given: { mapping: ColumnMapping; assign: 'me' | 'nobody'; skip_duplicates: boolean },
): Promise<ImportRow> {
  const found = await importOf(tx, id, by.id);
  const mapping = soundMapping(given.mapping, found.header);
  const started = await tx
    .updateTable('lead_import')
    .set({
      mapping: JSON.stringify(mapping),
      assigned_agent_id: given.assign === 'me' ? by.id : null,
      skips_duplicates: given.skip_duplicates,
      started_at: parts.now().toISOString(),
    })
    .where('id', '=', id)
    .where('started_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!started) throw problem(409, 'This import has begun already.');
  await parts.jobs.enqueue(tx, RUN_IMPORT, { importId: id });
  return started;
}

function soundMapping(mapping: ColumnMapping, header: readonly string[]): ColumnMapping {
  const used = mapping.filter((field) => field !== null);
  const refuse = (message: string) => problem(422, message, { errors: [{ field: 'mapping', message }] });
  if (mapping.length !== header.length) throw refuse('The columns are not those of the file. Load the page again.');
  if (new Set(used).size < used.length) throw refuse('Two columns are the same field. Choose another for one of them.');
  if (!used.includes('name')) throw refuse('Choose the column with the client’s name.');
  if (!used.includes('phone') && !used.includes('email'))
    throw refuse('Choose a column with a phone number or an email address.');
  return mapping;
}

/** Imports the remaining rows, each in its own transaction. If interrupted, it resumes from there. */
export async function runImport(parts: ApiParts, { data, signal }: Job<{ importId: string }>): Promise<void> {
  const { kysely } = parts.database;
  const one = await kysely
    .selectFrom('lead_import')
    .selectAll()
    .where('id', '=', data.importId)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  if (!one) return;
  for (let done = 1; ; done += 1) {
    signal.throwIfAborted();
    const row = await kysely
      .selectFrom('lead_import_row')
      .select(['line', 'cells'])
      .where('import_id', '=', one.id)
      .where('outcome', 'is', null)
      .orderBy('line')
      .limit(1)
      .executeTakeFirst();
    if (!row) break;
    await importRow(parts, one, row);
    if (done % TOLD_EVERY === 0) await inTransaction(parts.database, (tx) => tell(tx, one));
  }
  await inTransaction(parts.database, async (tx) => {
    await tx
      .updateTable('lead_import')
      .set({ finished_at: parts.now().toISOString() })
      .where('id', '=', one.id)
      .execute();
    await tell(tx, one);
  });
}

/** Rolled back: the same row has already created a lead, or is doing so concurrently. */
class Repeated extends Error {}

async function importRow(
  parts: ApiParts,
  one: ImportRow,
  { line, cells }: { line: number; cells: string[] },
): Promise<void> {
  const mark = (
    db: Kysely<Tables>,
    outcome: 'added' | 'repeated' | 'duplicate' | 'refused',
    why: string | null = null,
  ) =>
    db
      .updateTable('lead_import_row')
      .set({ outcome, why })
      .where('import_id', '=', one.id)
      .where('line', '=', line)
      .execute();
  const { kysely } = parts.database;
  const { lead, fields, problems } = leadOfRow(cells, one.mapping!, dateIn(parts.brokerage.zone, parts.now()));
  if (problems) return void (await mark(kysely, 'refused', whyOf(problems)));
  const fingerprint = fingerprintOf(lead);
  if ((await knownOf(kysely, [fingerprint])).size > 0) return void (await mark(kysely, 'repeated'));
  const [like] = one.skips_duplicates ? await leadsLike(kysely, parts, fields) : [];
  if (like)
    return void (await mark(kysely, 'duplicate', `Skipped: it looks like ${like.reference}, ${like.client_name}.`));
  try {
    await inTransaction(parts.database, async (tx) => {
      const { assigned_agent_id, created_by: id, created_by_name: name } = one;
      const made = await createLead(tx, parts, { ...lead, assigned_agent_id }, { id, name, role: 'agent' });
      const first = await tx
        .insertInto('imported_lead')
        .values({ fingerprint, lead_id: made.id })
        .onConflict((conflict) => conflict.doNothing())
        .returning('lead_id')
        .executeTakeFirst();
      if (!first) throw new Repeated();
      await mark(tx, 'added');
    });
  } catch (error) {
    if (error instanceof Repeated) await mark(kysely, 'repeated');
    else if (error instanceof Problem) await mark(kysely, 'refused', whyOf(problemsOf(error)));
    else throw error;
  }
}

/** "Move date: “soon” is not a date…", shown beside the row in the file of refused rows. */
const whyOf = (problems: CellProblem[]): string =>
  problems.map(({ field, message }) => (field ? `${columnName(field)}: ${message}` : message)).join(' ');
const columnName = (field: string): string => {
  const words = field.replaceAll('-', ' ').replace('zip', 'ZIP');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Leads that look like that of a row, the newest first. */
const leadsLike = (db: Kysely<Tables>, parts: ApiParts, fields: LeadFields) =>
  duplicatesOf(db, parts, {
    email: fields.client_email ?? null,
    phone: fields.client_phone ?? null,
    origin_zip: fields.origin_zip ?? null,
    destination_zip: fields.destination_zip ?? null,
  });

/** Identifies a row by its content, regardless of who imports it, when, and from which file. */
const fingerprintOf = (lead: object): string => sha256(JSON.stringify(lead));

async function knownOf(db: Kysely<Tables>, fingerprints: string[]): Promise<Set<string>> {
  if (fingerprints.length === 0) return new Set();
  const { rows } = await sql<{ fingerprint: string }>`
    select fingerprint from imported_lead where fingerprint = any(${fingerprints}::text[])`.execute(db);
  return new Set(rows.map(({ fingerprint }) => fingerprint));
}

const tell = (tx: Tx, { id, created_by }: ImportRow) =>
  publish(tx, { noun: 'lead-import', id, audience: `account:${created_by}` });

/** The file contains personal data, so it is deleted soon. The leads it created stay. */
export async function forgetImports({ database, now }: ApiParts): Promise<void> {
  await database.kysely
    .deleteFrom('lead_import')
    .where('created_at', '<', new Date(now().getTime() - KEPT_DAYS * DAY).toISOString())
    .execute();
}
