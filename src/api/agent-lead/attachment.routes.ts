import { Type } from 'typebox';
import type { Api } from '#src/api/http/http.ts';
import { keepingUploads, readForm, takes } from '#src/api/http/multipart.ts';
import type { Form } from '#src/api/http/multipart.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { notFound } from '#src/api/http/problem.ts';
import { FlagText, Nullable, Strict, Text, Uuid, Version, problems } from '#src/api/http/schemas.ts';
import { ATTACHED_FILES, LeadFields, LeadParams, agentOf, leadWrite } from './lead-write.ts';
import { LeadDetail } from './agent-lead.schemas.ts';
import { leadById } from './agent-lead.repository.ts';
import { sendAttachment, sendZip } from './attachment.content.ts';
import { addAttachments, deleteAttachment, editAttachment } from './attachment.repository.ts';

const AttachmentParams = Strict({ attachmentId: Uuid });
const AttachmentForm = {
  fields: Strict({ note: Type.Optional(Text(1000)), is_visible_to_carriers: Type.Optional(FlagText) }),
  files: { content: { ...ATTACHED_FILES, needed: 'Choose at least one file.' } },
} satisfies Form;

/** Attachments of a lead: add, change, delete, download one, download all. */
export function attachmentRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;

  app.post(
    '/agent-lead/:leadId/attachment',
    {
      schema: { params: LeadParams, querystring: LeadFields, response: { 201: LeadDetail, ...problems } },
      config: takes(AttachmentForm),
    },
    async (request, reply) => {
      agentOf(request);
      // A missing lead is refused before a large body is read.
      await leadById(kysely, request.params.leadId);
      const upload = await readForm(request, parts, AttachmentForm);
      return await keepingUploads(
        parts,
        upload.files,
        async () => {
          void reply.code(201);
          return leadWrite(
            parts,
            request,
            reply,
            (tx, actor) =>
              addAttachments(
                tx,
                parts,
                request.params.leadId,
                upload.files,
                { note: upload.fields.note, isVisible: upload.fields.is_visible_to_carriers === 'true' },
                actor,
              ),
            upload.fingerprint + JSON.stringify(upload.fields),
          );
        },
        reply,
      );
    },
  );

  app.patch(
    '/agent-lead/attachment/:attachmentId',
    {
      schema: {
        params: AttachmentParams,
        querystring: LeadFields,
        body: Strict({
          version: Type.Optional(Version),
          name: Type.Optional(Text(150)),
          note: Type.Optional(Nullable(Text(1000))),
          is_visible_to_carriers: Type.Optional(Type.Boolean()),
        }),
        response: { 200: LeadDetail, ...problems },
      },
    },
    async (request, reply) =>
      await leadWrite(parts, request, reply, (tx, actor) =>
        editAttachment(tx, parts, request.params.attachmentId, request.body, actor),
      ),
  );

  app.delete(
    '/agent-lead/attachment/:attachmentId',
    { schema: { params: AttachmentParams, querystring: LeadFields, response: { 200: LeadDetail, ...problems } } },
    async (request, reply) =>
      await leadWrite(parts, request, reply, (tx, actor) =>
        deleteAttachment(tx, parts, request.params.attachmentId, actor),
      ),
  );

  app.get(
    '/agent-lead/attachment/:attachmentId/content',
    { schema: { params: AttachmentParams, querystring: Strict({ preview: Type.Optional(FlagText) }) } },
    async (request, reply) => {
      agentOf(request);
      const row = await kysely
        .selectFrom('attachment')
        .selectAll()
        .where('id', '=', request.params.attachmentId)
        .executeTakeFirst();
      if (!row) throw notFound('attachment');
      return sendAttachment(parts, reply, row, request.query.preview === 'true');
    },
  );

  app.get('/agent-lead/:leadId/attachments/download', { schema: { params: LeadParams } }, async (request, reply) => {
    agentOf(request);
    const lead = await leadById(kysely, request.params.leadId);
    return sendZip(parts, reply, lead.id, lead.reference, null);
  });
}
