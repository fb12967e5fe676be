import type { Kysely } from 'kysely';
import { namesIn, withMentions, withNames } from '#src/api/account/mention.ts';
import { newId } from '#src/api/database/ids.ts';
import { executeUnread, prepared } from '#src/api/database/prepared.ts';
import type { RowOf, Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import { publish } from '#src/api/live/live.ts';
import { tellOfDeed } from '#src/api/notice/notice.outbox.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { LeadRow } from './agent-lead.query.ts';
import { followUp } from './agent-lead.sales.ts';
import type { Known } from './agent-lead.transition.ts';
import { agentLeadRecord } from './agent-lead.transition.ts';
import { MAXIMUM_CORRECTIONS, MAXIMUM_NOTES } from './lead-note.schemas.ts';
import type { EditNote, NewNote } from './lead-note.schemas.ts';

type Author = Known['actor'] & { id: string };

/**
 * All notes and calls of a lead, oldest first. For a deleted one, who wrote and who deleted it stays visible, but not
 * its text.
 */
export async function notesOfLead(db: Kysely<Tables>, leadId: string) {
  const rows = await db
    .selectFrom('lead_note')
    .modifyFront(prepared)
    .innerJoin('account as author', 'author.id', 'lead_note.created_by')
    .leftJoin('account as deleter', 'deleter.id', 'deleted_by')
    .select(['lead_note.id', 'kind', 'outcome', 'text', 'mentions', 'is_pinned', 'lead_note.version'])
    .select('lead_note.created_at')
    .select(['edited_at', 'earlier', 'deleted_at', 'author.id as author_id', 'author.name as author_name'])
    .select('deleter.name as deleted_by')
    .where('lead_id', '=', leadId)
    .orderBy('lead_note.created_at')
    .orderBy('lead_note.id')
    .limit(MAXIMUM_NOTES)
    .execute();
  const names = await namesIn(
    db,
    rows.flatMap(({ text, earlier }) => [text, ...earlier.map((wording) => wording.text)]),
  );
  return rows.map(({ author_id, author_name, text, earlier, mentions, ...note }) => ({
    ...note,
    text: withNames(text, names),
    earlier: earlier.map((wording) => ({ ...wording, text: withNames(wording.text, names) })),
    mentions: mentions.map((id) => ({ id, name: names.get(id)! })),
    author: { id: author_id, name: author_name },
  }));
}

/**
 * Adds a note or a call. A follow-up agreed in it is a separate event of the lead, in the same transaction: if the
 * lifecycle refuses it, nothing is written.
 *
 * @throws Problem 404, 409 by the lifecycle or beyond the maximum number, 422
 */
export async function addLeadNote(
  tx: Tx,
  parts: ApiParts,
  { leadId, version, actor }: Known & { actor: Author },
  given: NewNote,
): Promise<LeadRow> {
  const { kind, outcome = null, is_pinned = false, follow_up } = given;
  const written = given.text?.trim() ?? '';
  mustBeWhole(kind, outcome, written);
  const lead = await lockToEdit(tx, parts, leadId, actor);
  const { text, mentions } = await withMentions(tx, written, given.mentions ?? []);
  const { count } = await tx
    .selectFrom('lead_note')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('lead_id', '=', leadId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAXIMUM_NOTES)
    throw problem(409, `This lead already has ${MAXIMUM_NOTES} notes and calls, the most it can have.`);
  const id = newId();
  const now = parts.now();
  const created_at = now.toISOString();
  await executeUnread(
    tx,
    tx
      .insertInto('lead_note')
      .values({ id, lead_id: leadId, kind, outcome, text, mentions, is_pinned, created_by: actor.id, created_at }),
  );
  await tellMentioned(tx, parts, { leadId, id, mentions, actor, now });
  if (follow_up) return await followUp(tx, parts, { leadId, version, actor }, follow_up);
  await tellAgents(tx, leadId);
  return lead;
}

/** Its author changes the text; any agent can pin it. @throws Problem 403, 404, 409, 422 */
export async function editLeadNote(
  tx: Tx,
  parts: ApiParts,
  { leadId, id, actor }: { leadId: string; id: string; actor: Author },
  given: EditNote,
): Promise<LeadRow> {
  const lead = await lockToEdit(tx, parts, leadId, actor);
  const note = await noteToChange(tx, leadId, id, given.version);
  const now = parts.now();
  const outcome = given.outcome === undefined ? note.outcome : given.outcome;
  const { text, mentions } =
    given.text === undefined
      ? note
      : await withMentions(tx, given.text?.trim() ?? '', given.mentions ?? [], note.mentions);
  const isReworded = outcome !== note.outcome || text !== note.text;
  const { earlier } = note;
  if (isReworded) {
    mustBeAuthor(note, actor);
    mustBeWhole(note.kind, outcome, text);
    if (earlier.length >= MAXIMUM_CORRECTIONS)
      throw problem(409, `This was corrected ${MAXIMUM_CORRECTIONS} times already. Write a new note.`);
  }
  await tx
    .updateTable('lead_note')
    .set({
      is_pinned: given.is_pinned ?? note.is_pinned,
      version: note.version + 1,
      ...(isReworded && {
        outcome,
        text,
        mentions,
        edited_at: now.toISOString(),
        earlier: JSON.stringify([...earlier, { text: note.text, outcome: note.outcome, until: now.toISOString() }]),
      }),
    })
    .where('id', '=', id)
    .execute();
  if (isReworded) await tellMentioned(tx, parts, { leadId, id, mentions, actor, now });
  await tellAgents(tx, leadId);
  return lead;
}

/**
 * Its author deletes it: the text is erased, including earlier versions; that it existed stays visible. @throws Problem
 * 403, 404, 409
 */
export async function deleteLeadNote(
  tx: Tx,
  parts: ApiParts,
  { leadId, id, actor, version }: { leadId: string; id: string; actor: Author; version: number },
): Promise<LeadRow> {
  const lead = await lockToEdit(tx, parts, leadId, actor);
  const note = await noteToChange(tx, leadId, id, version);
  mustBeAuthor(note, actor);
  await tx
    .updateTable('lead_note')
    .set({
      text: '',
      mentions: [],
      earlier: '[]',
      is_pinned: false,
      version: note.version + 1,
      deleted_by: actor.id,
      deleted_at: parts.now().toISOString(),
    })
    .where('id', '=', id)
    .execute();
  await tellAgents(tx, leadId);
  return lead;
}

/** Notes on a lead follow the same rule as its edits. @throws Problem 404; 409 if the lead accepts none */
async function lockToEdit(tx: Tx, parts: ApiParts, leadId: string, actor: Author): Promise<LeadRow> {
  const held = await agentLeadRecord.hold(tx, parts, { id: leadId });
  agentLeadRecord.mustAllow(held, { type: 'lead.edited', by: 'agent' }, actor);
  return held.lead;
}

async function noteToChange(tx: Tx, leadId: string, id: string, version: number): Promise<RowOf<'lead_note'>> {
  const note = await tx
    .selectFrom('lead_note')
    .selectAll()
    .where('id', '=', id)
    .where('lead_id', '=', leadId)
    .executeTakeFirst();
  if (!note || note.deleted_at) throw notFound('note');
  if (note.version !== version)
    throw problem(409, 'Someone changed this note while you were working on it. Your change wasn’t saved.');
  return note;
}

function mustBeAuthor(note: RowOf<'lead_note'>, actor: Author): void {
  if (note.created_by !== actor.id) throw problem(403, 'Only the person who wrote a note can change or delete it.');
}

function mustBeWhole(kind: NewNote['kind'], outcome: string | null, text: string): void {
  if (kind === 'call' && outcome === null) throw wrong('outcome', 'Choose how the call ended.');
  if (kind === 'note' && outcome !== null) throw wrong('outcome', 'Only a call has an outcome.');
  if (kind === 'note' && text === '') throw wrong('text', 'Write a note first.');
}

const wrong = (field: string, message: string) => problem(422, message, { errors: [{ field, message }] });

/** Notifies people mentioned in a note, once per note, however often it is edited. */
const tellMentioned = (
  tx: Tx,
  parts: ApiParts,
  given: { leadId: string; id: string; mentions: readonly string[]; actor: Author; now: Date },
) =>
  tellOfDeed(tx, parts, {
    kind: 'mention',
    leadId: given.leadId,
    to: given.mentions,
    by: given.actor.id,
    source: { note_id: given.id },
    at: given.now,
  });

/** Carriers and clients are never notified, not even that something was written. */
const tellAgents = (tx: Tx, leadId: string) => publish(tx, { noun: 'agent-lead', id: leadId, audience: 'agents' });
