import { Type } from 'typebox';
import type { Api } from '#src/api/platform/http.ts';
import { keepingUploads, readMultipart } from '#src/api/platform/multipart.ts';
import type { ApiParts } from '#src/api/platform/parts.ts';
import { withoutMetadata } from '#src/api/platform/photo-metadata.ts';
import { notFound, problem } from '#src/api/platform/problem.ts';
import { FlagText, Nullable, Strict, Text, Uuid, Version, problems } from '#src/api/platform/schemas.ts';
import { LeadDetail, LeadParams, MAXIMUM_FILES, MAXIMUM_FILE_BYTES, agentOf, leadWrite } from './lead-write.ts';
import { leadById } from './agent-lead.repository.ts';
import { sendAttachment, sendZip } from './attachment.content.ts';
import { addAttachments, deleteAttachment, editAttachment } from './attachment.repository.ts';

const AttachmentParams = Strict({ attachmentId: Uuid });

/** Attachments of a lead: add, change, delete, download one, download all. */
export function attachmentRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;

  app.post(
    '/agent-lead/:leadId/attachment',
    { schema: { summary: 'Multipart: content (one or more files), note, is_visible_to_carriers', params: LeadParams, response: { 201: LeadDetail, ...problems } } },
    async (request, reply) => {
      agentOf(request);
      // A lead that is not there is refused before a large body is read.
      await leadById(kysely, request.params.leadId);
      const upload = await readMultipart(request, parts, Strict({ note: Type.Optional(Text(1000)), is_visible_to_carriers: Type.Optional(FlagText) }), { files: MAXIMUM_FILES, bytes: MAXIMUM_FILE_BYTES });
      const files = upload.files.filter((file) => file.field === 'content');
      return (await keepingUploads(parts, upload.files, async () => {
        if (files.length === 0 || files.length !== upload.files.length) throw problem(422, 'Send the files in the field "content".', { errors: [{ field: 'content', message: 'Choose at least one file.' }] });
        await withoutMetadata(parts, files);
        void reply.code(201);
        return leadWrite(parts, request, reply, (tx, actor) =>
          addAttachments(tx, parts, request.params.leadId, files, { note: upload.fields.note, isVisible: upload.fields.is_visible_to_carriers === 'true' }, actor),
        upload.fingerprint + JSON.stringify(upload.fields));
      }, reply)) as never;
    },
  );

  app.patch(
    '/agent-lead/attachment/:attachmentId',
    {
      schema: {
        params: AttachmentParams,
        body: Strict({ version: Type.Optional(Version), name: Type.Optional(Text(150)), note: Type.Optional(Nullable(Text(1000))), is_visible_to_carriers: Type.Optional(Type.Boolean()) }),
        response: { 200: LeadDetail, ...problems },
      },
    },
    async (request, reply) => (await leadWrite(parts, request, reply, (tx, actor) => editAttachment(tx, parts, request.params.attachmentId, request.body, actor))) as never,
  );

  app.delete('/agent-lead/attachment/:attachmentId', { schema: { params: AttachmentParams, response: { 200: LeadDetail, ...problems } } }, async (request, reply) =>
    (await leadWrite(parts, request, reply, (tx, actor) => deleteAttachment(tx, parts, request.params.attachmentId, actor))) as never,
  );

  app.get('/agent-lead/attachment/:attachmentId/content', { schema: { params: AttachmentParams, querystring: Strict({ preview: Type.Optional(FlagText) }) } }, async (request, reply) => {
    agentOf(request);
    const row = await kysely.selectFrom('attachment').selectAll().where('id', '=', request.params.attachmentId).executeTakeFirst();
    if (!row) throw notFound('attachment');
    return sendAttachment(parts, reply, row, request.query.preview === 'true');
  });

  app.get('/agent-lead/:leadId/attachments/download', { schema: { params: LeadParams } }, async (request, reply) => {
    agentOf(request);
    const lead = await leadById(kysely, request.params.leadId);
    return sendZip(parts, reply, lead.id, lead.reference, false);
  });
}
