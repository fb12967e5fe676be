import type { Kysely } from 'kysely';
import { newId } from '#src/api/database/ids.ts';
import { publish } from '#src/api/live/live.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';

/** The most that a carrier's page still shows at once. */
export const MAXIMUM_NOTES = 500;

/** All notes on a carrier, newest first. A deleted note keeps its author and who deleted it, but not its text. */
export async function notesOf(db: Kysely<Tables>, carrierId: string) {
  const rows = await db
    .selectFrom('carrier_note')
    .innerJoin('account as author', 'author.id', 'created_by')
    .leftJoin('account as deleter', 'deleter.id', 'deleted_by')
    .select([
      'carrier_note.id',
      'text',
      'author.name as author',
      'carrier_note.created_at',
      'deleter.name as deleted_by',
      'deleted_at',
    ])
    .where('carrier_id', '=', carrierId)
    .orderBy('carrier_note.created_at', 'desc')
    .orderBy('carrier_note.id', 'desc')
    .limit(MAXIMUM_NOTES)
    .execute();
  return rows;
}

/** @throws Problem 404 if there is no such carrier; 409 if it has the maximum number of notes */
export async function addNote(
  tx: Tx,
  parts: ApiParts,
  note: { carrierId: string; text: string; by: string },
): Promise<void> {
  // Lock the carrier, so that concurrent additions are counted one after the other.
  const carrier = await tx
    .selectFrom('carrier')
    .select('id')
    .where('id', '=', note.carrierId)
    .forUpdate()
    .executeTakeFirst();
  if (!carrier) throw notFound('carrier');
  const { count } = await tx
    .selectFrom('carrier_note')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('carrier_id', '=', note.carrierId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAXIMUM_NOTES)
    throw problem(409, `This carrier already has ${MAXIMUM_NOTES} notes, the most it can have.`);
  await tx
    .insertInto('carrier_note')
    .values({
      id: newId(),
      carrier_id: note.carrierId,
      text: note.text,
      created_by: note.by,
      created_at: parts.now().toISOString(),
    })
    .execute();
  await tellAgents(tx, note.carrierId);
}

/** Any agent may delete a note; deleting it again changes nothing. @throws Problem 404 */
export async function deleteNote(
  tx: Tx,
  parts: ApiParts,
  note: { carrierId: string; id: string; by: string },
): Promise<void> {
  const found = await tx
    .selectFrom('carrier_note')
    .select('deleted_at')
    .where('id', '=', note.id)
    .where('carrier_id', '=', note.carrierId)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw notFound('note');
  if (found.deleted_at !== null) return;
  await tx
    .updateTable('carrier_note')
    .set({ text: '', deleted_by: note.by, deleted_at: parts.now().toISOString() })
    .where('id', '=', note.id)
    .execute();
  await tellAgents(tx, note.carrierId);
}

/** Agents only: the carrier must not even learn that notes about it exist. */
const tellAgents = (tx: Tx, carrierId: string) => publish(tx, { noun: 'carrier', id: carrierId, audience: 'agents' });
