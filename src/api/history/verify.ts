import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { HistoryEntry } from '#src/machines/replay.ts';
import type { AnyRecorded, StateColumns } from '#src/api/engine/recorded-lifecycle.ts';
import { RECORDED } from '#src/api/nouns.ts';
import type { Database } from '#src/api/database/database.ts';
import type { ApiParts } from '#src/api/parts.ts';

/** Records loaded and replayed at a time: a few milliseconds of CPU time. */
const BATCH = 100;
/** How many wrong records are logged each night. For a fix, examples are enough; the command lists all. */
const NAMED = 20;

export interface WrongHistory {
  lifecycle: string;
  record: string;
  why: string;
}

export interface Verified {
  checked: number;
  wrong: WrongHistory[];
}

/**
 * Replays every history through the current lifecycle and compares the resulting state with the record's.
 *
 * @param onProgress called after each batch with the number of records checked so far
 */
export async function verifyHistories(
  database: Database,
  onProgress: (checked: number) => void = () => {},
): Promise<Verified> {
  const wrong: WrongHistory[] = [];
  let checked = 0;
  for (const recorded of RECORDED) {
    for (let after: string | null = null; ;) {
      const batch: Batch = await readBatch(database, recorded, after);
      for (const one of batch) {
        const why = whyWrong(recorded, one);
        if (why) wrong.push({ lifecycle: recorded.id, record: one.id, why });
      }
      checked += batch.length;
      onProgress(checked);
      if (batch.length < BATCH) break;
      after = batch.at(-1)!.id;
      // Yield to other work in this process.
      await setImmediate();
    }
  }
  return { checked, wrong };
}

type Batch = { record: StateColumns; id: string; length: number; entries: HistoryEntry[] }[];

/** The records after the given id, each with its entries, from one snapshot. */
async function readBatch({ kysely }: Database, { id, table }: AnyRecorded, after: string | null): Promise<Batch> {
  // One statement sees one snapshot, so a record and its history cannot differ by an event in between.
  const { rows } = await sql<Batch[number]>`
    select to_jsonb(r) as record, r.id, r.history_length as length,
           coalesce((select jsonb_agg(to_jsonb(e) order by e.sequence) from history e
                      where e.lifecycle = ${id} and e.record_id = r.id), '[]') as entries
      from ${sql.table(table)} r where ${after === null ? sql`true` : sql`r.id > ${after}`} order by r.id limit ${BATCH}`.execute(
    kysely,
  );
  return rows;
}

function whyWrong(recorded: AnyRecorded, { record, length, entries }: Batch[number]): string | null {
  if (entries.length !== length) return `It has ${entries.length} entries, and its record says ${length}.`;
  if (entries.length === 0 && !recorded.hasStart) return null;
  try {
    const [led, state] = [recorded.replayed(entries), recorded.nameOf(record)];
    return led === state ? null : `Its history leads to ${led}, but its record is in ${state}.`;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The nightly job: each mismatch is logged as an error, with its record. When the process stops, it ends and is repeated. */
export async function verifyNightly(
  { database, log }: Pick<ApiParts, 'database' | 'log'>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<void> {
  const { checked, wrong } = await verifyHistories(database, () => signal?.throwIfAborted());
  for (const one of wrong.slice(0, NAMED)) log.error(one, 'A history does not lead to its record.');
  log[wrong.length > 0 ? 'error' : 'info']({ checked, wrong: wrong.length }, 'Histories were verified.');
}
