import { Type } from 'typebox';
import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { Strict, Uuid, problems } from '#src/api/http/schemas.ts';
import { leadById } from './agent-lead.repository.ts';
import { LeadDetail } from './agent-lead.schemas.ts';
import { addLeadNote, deleteLeadNote, editLeadNote, notesOfLead } from './lead-note.repository.ts';
import { DeleteNoteQuery, EditNoteBody, LeadNote, MAXIMUM_NOTES, NewNoteBody } from './lead-note.schemas.ts';
import { LeadFields, LeadParams, agentOf, leadWrite } from './lead-write.ts';

const NoteParams = Strict({ leadId: Uuid, noteId: Uuid });

/** Agents' notes on a lead, visible to agents only. Every write returns the lead. */
export function leadNoteRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;

  app.get(
    '/agent-lead/:leadId/notes',
    {
      schema: {
        summary: 'Notes and calls, oldest first',
        params: LeadParams,
        response: { 200: Type.Array(LeadNote, { maxItems: MAXIMUM_NOTES }), ...problems },
      },
    },
    async (request) => {
      agentOf(request);
      const notes = await notesOfLead(kysely, request.params.leadId);
      // Checks that the lead exists; leads without notes are rare enough for a second query.
      if (notes.length === 0) await leadById(kysely, request.params.leadId);
      return notes;
    },
  );

  app.post(
    '/agent-lead/:leadId/notes',
    {
      schema: {
        summary: 'Write a note or log a call; `follow_up` also sets the next follow-up',
        params: LeadParams,
        querystring: LeadFields,
        body: NewNoteBody,
        response: { 201: LeadDetail, ...problems },
      },
    },
    async (request, reply) => {
      void reply.code(201);
      const { leadId } = request.params;
      return await leadWrite(parts, request, reply, (tx, actor) =>
        addLeadNote(tx, parts, { leadId, version: request.body.version ?? null, actor }, request.body),
      );
    },
  );

  app.patch(
    '/agent-lead/:leadId/notes/:noteId',
    {
      schema: {
        summary: 'Correct a note of one’s own, or pin anybody’s',
        params: NoteParams,
        querystring: LeadFields,
        body: EditNoteBody,
        response: { 200: LeadDetail, ...problems },
      },
    },
    async (request, reply) => {
      const { leadId, noteId: id } = request.params;
      return await leadWrite(parts, request, reply, (tx, actor) =>
        editLeadNote(tx, parts, { leadId, id, actor }, request.body),
      );
    },
  );

  app.delete(
    '/agent-lead/:leadId/notes/:noteId',
    {
      schema: {
        summary: 'Take a note of one’s own away',
        params: NoteParams,
        querystring: DeleteNoteQuery,
        response: { 200: LeadDetail, ...problems },
      },
    },
    async (request, reply) => {
      const { leadId, noteId: id } = request.params;
      const version = Number(request.query.version);
      return await leadWrite(parts, request, reply, (tx, actor) =>
        deleteLeadNote(tx, parts, { leadId, id, actor, version }),
      );
    },
  );
}
