import { agentOf } from '#src/api/agent-lead/lead-write.ts';
import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { Strict, Text, Uuid, problems } from '#src/api/http/schemas.ts';
import { write } from '#src/api/database/write.ts';
import { Detail, presentDetail } from './agent-carrier.detail.ts';
import { addNote, deleteNote } from './carrier-note.repository.ts';

const answer = { 200: Detail, ...problems };

/** Agents' notes about a carrier. Both calls respond with the carrier as its page shows it. */
export function carrierNoteRoutes(app: Api, parts: ApiParts): void {
  app.post(
    '/agent/carriers/:carrierId/notes',
    { schema: { params: Strict({ carrierId: Uuid }), body: Strict({ text: Text(2000) }), response: answer } },
    async (request, reply) => {
      const actor = agentOf(request);
      const { carrierId } = request.params;
      return await write(parts.database, request, reply, actor.id, async (tx) => {
        await addNote(tx, parts, { carrierId, text: request.body.text.trim(), by: actor.id });
        return presentDetail(tx, parts, carrierId);
      });
    },
  );

  app.delete(
    '/agent/carriers/:carrierId/notes/:noteId',
    { schema: { params: Strict({ carrierId: Uuid, noteId: Uuid }), response: answer } },
    async (request, reply) => {
      const actor = agentOf(request);
      const { carrierId, noteId } = request.params;
      return await write(parts.database, request, reply, actor.id, async (tx) => {
        await deleteNote(tx, parts, { carrierId, id: noteId, by: actor.id });
        return presentDetail(tx, parts, carrierId);
      });
    },
  );
}
