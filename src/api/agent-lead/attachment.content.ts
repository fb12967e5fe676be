import { ZipFile } from 'yazl';
import type { FastifyReply } from 'fastify';
import { prepareImage } from '#src/api/platform/images.ts';
import type { ApiParts } from '#src/api/platform/parts.ts';
import { notFound } from '#src/api/platform/problem.ts';
import { sendContent, sendFile } from '#src/api/platform/send-file.ts';

const PREVIEW_PIXELS = 1600;

/** A picture's preview is shown inside the page, so it is sent inline, made anew by us and no larger than a screen. */
export async function sendAttachment(parts: ApiParts, reply: FastifyReply, row: { file_id: string; name: string }, isPreview: boolean): Promise<FastifyReply> {
  if (!isPreview) return sendFile(parts, reply, row.file_id, row.name);
  const file = await parts.database.kysely.selectFrom('file').selectAll().where('id', '=', row.file_id).executeTakeFirstOrThrow();
  if (!file.media_type.startsWith('image/')) throw notFound('preview');
  const preview = await prepareImage(await parts.files.readAll(file.storage_key), PREVIEW_PIXELS);
  return reply
    .header('content-disposition', 'inline')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, max-age=3600')
    .type(preview.mediaType)
    .send(preview.content);
}

/** All attachments of a lead in one zip, streamed; for a carrier only those marked for carriers. */
export async function sendZip(parts: ApiParts, reply: FastifyReply, leadId: string, reference: string, isForCarriers: boolean): Promise<FastifyReply> {
  const rows = await parts.database.kysely
    .selectFrom('attachment')
    .innerJoin('file', 'file.id', 'attachment.file_id')
    .select(['attachment.name', 'file.storage_key', 'attachment.created_at'])
    .where('lead_id', '=', leadId)
    .$if(isForCarriers, (query) => query.where('is_visible_to_carriers', '=', true))
    .orderBy('attachment.created_at')
    .execute();
  if (rows.length === 0) throw notFound('attachment');
  const zip = new ZipFile();
  const taken = new Set<string>();
  for (const row of rows) {
    zip.addReadStreamLazy(freeName(row.name, taken), { mtime: new Date(row.created_at), compress: false }, (done) => {
      parts.files.get(row.storage_key).then((stream) => done(null, stream), (error: Error) => done(error, null as never));
    });
  }
  zip.end();
  return sendContent(reply, { name: `${reference}-files.zip`, mediaType: 'application/zip' }, zip.outputStream);
}

function freeName(name: string, taken: Set<string>): string {
  const [, stem = name, extension = ''] = /^(.*?)(\.[^.]*)?$/.exec(name) ?? [];
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${stem} (${number})${extension}`;
  taken.add(free.toLowerCase());
  return free;
}
