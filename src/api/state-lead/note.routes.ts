import type { Kysely } from 'kysely';
import type { Api } from '#src/api/http/http.ts';
import { publish } from '#src/api/live/live.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import { Strict, Text, Uuid, problems } from '#src/api/http/schemas.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { write } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { LeadParams, moverOf } from './state-lead.routes.ts';
import { MAXIMUM_NOTES, writeNote } from './state-lead.moves.ts';
import { Notes } from './state-lead.schemas.ts';
import { businessOf } from './state-lead.work.ts';
import type { Business } from './state-lead.work.ts';
import { onlyIf } from '#src/machines/phrases.ts';

const NoteParams = Strict({ note_id: Uuid });
const NoteBody = Strict({ text: Text(5000) });
const answer = { 200: Notes, ...problems };

/**
 * Notes on a lead, within one business. Only their author may change or delete them; every call responds with the whole
 * list.
 */
export function stateLeadNoteRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;

  app.get('/state-lead/:lead_id/notes', { schema: { params: LeadParams, response: answer } }, async (request) => {
    const { id } = moverOf(request);
    const business = await businessOf(kysely, id, parts);
    mustBeActive(business);
    return notesOf(kysely, business.id, request.params.lead_id, id);
  });

  app.post(
    '/state-lead/:lead_id/notes',
    { schema: { params: LeadParams, body: NoteBody, response: { 201: Notes, ...problems } } },
    async (request, reply) => {
      const actor = moverOf(request);
      void reply.code(201);
      return write(parts.database, request, reply, actor.id, async (tx) => {
        const business = await businessOf(tx, actor.id, parts);
        const leadId = request.params.lead_id;
        await writeNote(tx, parts, { businessId: business.id, leadId, version: null, actor }, request.body.text);
        return notesOf(tx, business.id, leadId, actor.id);
      });
    },
  );

  app.patch(
    '/state-lead/notes/:note_id',
    { schema: { params: NoteParams, body: NoteBody, response: answer } },
    async (request, reply) => {
      const actor = moverOf(request);
      return write(parts.database, request, reply, actor.id, async (tx) => {
        const { business, note } = await ownNote(tx, parts, actor.id, request.params.note_id);
        const now = parts.now().toISOString();
        const earlier = [...(note.earlier as object[]), { text: note.text, until: now }].slice(-20);
        await tx
          .updateTable('state_lead_note')
          .set({ text: request.body.text.trim(), edited_at: now, earlier: JSON.stringify(earlier) })
          .where('id', '=', note.id)
          .execute();
        await publish(tx, { noun: 'state-lead', id: note.lead_id, audience: `business:${business.id}` });
        return notesOf(tx, business.id, note.lead_id, actor.id);
      });
    },
  );

  app.delete(
    '/state-lead/notes/:note_id',
    { schema: { params: NoteParams, response: answer } },
    async (request, reply) => {
      const actor = moverOf(request);
      return write(parts.database, request, reply, actor.id, async (tx) => {
        const { business, note } = await ownNote(tx, parts, actor.id, request.params.note_id);
        await tx.deleteFrom('state_lead_note').where('id', '=', note.id).execute();
        await publish(tx, { noun: 'state-lead', id: note.lead_id, audience: `business:${business.id}` });
        return notesOf(tx, business.id, note.lead_id, actor.id);
      });
    },
  );
}

function mustBeActive(business: Business): void {
  if (!business.hasSubscription)
    throw problem(409, onlyIf(['the subscription is active']), { unmet: ['the subscription is active'] });
}

/** @throws Problem 404 if it is not this business's; 403 if someone else wrote it; 409 without a subscription */
async function ownNote(tx: Tx, parts: ApiParts, accountId: string, noteId: string) {
  const business = await businessOf(tx, accountId, parts);
  const note = await tx
    .selectFrom('state_lead_note')
    .selectAll()
    .where('id', '=', noteId)
    .where('business_id', '=', business.id)
    .forUpdate()
    .executeTakeFirst();
  if (!note) throw notFound('note');
  mustBeActive(business);
  if (note.author_id !== accountId) throw problem(403, 'Only the person who wrote a note can change or delete it.');
  return { business, note };
}

/** Newest first. @throws Problem 404 if the lead is not this business's */
async function notesOf(db: Kysely<Tables>, businessId: string, leadId: string, readerId: string) {
  const work = await db
    .selectFrom('state_lead_work')
    .select('lead_id')
    .where('business_id', '=', businessId)
    .where('lead_id', '=', leadId)
    .executeTakeFirst();
  if (!work) throw notFound('lead');
  const rows = await db
    .selectFrom('state_lead_note as note')
    .innerJoin('account', 'account.id', 'note.author_id')
    .select(['note.id', 'note.text', 'note.created_at', 'note.edited_at', 'note.author_id', 'account.name as author'])
    .where('note.business_id', '=', businessId)
    .where('note.lead_id', '=', leadId)
    .orderBy('note.created_at', 'desc')
    .orderBy('note.id', 'desc')
    .limit(MAXIMUM_NOTES)
    .execute();
  return rows.map(({ author_id, ...note }) => ({ ...note, is_own: author_id === readerId }));
}
