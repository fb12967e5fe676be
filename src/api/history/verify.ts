import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '#src/api/platform/database.ts';
import type { ApiParts } from '#src/api/platform/parts.ts';
import { RECORDED } from './histories.ts';
import type { AnyRow, RecordedLifecycle } from './histories.ts';

/** Records read and replayed at a time: some milliseconds of the process's time. */
const BATCH = 100;
/** So many wrong records are named each night; whoever mends one wants an example, and the command names all. */
const NAMED = 20;

export interface WrongHistory {
  lifecycle: string;
  /** The record's primary key, its parts joined by a slash. */
  record: string;
  why: string;
}

export interface Verified {
  checked: number;
  wrong: WrongHistory[];
}

/**
 * Replays every history through the lifecycle of today and compares where it leads with where the record is.
 *
 * @param onProgress hears after each batch how many records were checked so far
 */
export async function verifyHistories(
  database: Database,
  onProgress: (checked: number) => void = () => {},
): Promise<Verified> {
  const wrong: WrongHistory[] = [];
  let checked = 0;
  for (const recorded of RECORDED) {
    for (let after: AnyRow | null = null; ;) {
      const batch: Batch = await readBatch(database, recorded, after);
      for (const one of batch) {
        const why = whyWrong(recorded, one);
        if (why)
          wrong.push({
            lifecycle: recorded.id,
            record: recorded.key.map(([column]) => one.record[column]).join('/'),
            why,
          });
      }
      checked += batch.length;
      onProgress(checked);
      if (batch.length < BATCH) break;
      after = batch.at(-1)!.record;
      // Others who work in this process come first.
      await setImmediate();
    }
  }
  return { checked, wrong };
}

type Batch = { record: AnyRow; entries: AnyRow[] }[];

/** The records that follow one by their key, each with its entries, as of one moment. */
function readBatch(
  { kysely }: Database,
  { table, entries, key }: RecordedLifecycle,
  after: AnyRow | null,
): Promise<Batch> {
  const records = sql.join(key.map(([column]) => sql.ref(`r.${column}`)));
  const where = after
    ? sql`where (${records}) > (${sql.join(key.map(([column]) => sql`${after[column]}::uuid`))})`
    : sql``;
  const same = sql.join(
    key.map(([record, entry]) => sql`${sql.ref(`e.${entry}`)} = ${sql.ref(`r.${record}`)}`),
    sql` and `,
  );
  // One statement sees one moment: no record is read before an event and its history after it.
  return sql<
    Batch[number]
  >`select to_jsonb(r) as record, coalesce((select jsonb_agg(to_jsonb(e) order by e.sequence) from ${sql.table(entries)} e where ${same}), '[]') as entries
    from ${sql.table(table)} r ${where} order by ${records} limit ${BATCH}`
    .execute(kysely)
    .then(({ rows }) => rows);
}

function whyWrong({ stateOf, replayed }: RecordedLifecycle, { record, entries }: Batch[number]): string | null {
  if (entries.length !== record.history_length)
    return `It has ${entries.length} entries, and its record says ${record.history_length}.`;
  // Some begin to have a history with their first event.
  if (entries.length === 0) return null;
  try {
    const led = replayed(entries as never);
    return led === stateOf(record) ? null : `Its history leads to ${led}, but its record is in ${stateOf(record)}.`;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The nightly job: what is wrong stands in the log as errors, with its record. */
export async function verifyNightly({ database, log }: Pick<ApiParts, 'database' | 'log'>): Promise<void> {
  const { checked, wrong } = await verifyHistories(database);
  for (const one of wrong.slice(0, NAMED)) log.error(one, 'A history does not lead to its record.');
  log[wrong.length > 0 ? 'error' : 'info']({ checked, wrong: wrong.length }, 'Histories were verified.');
}
