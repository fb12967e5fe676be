import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { FastifyReply } from 'fastify';
import { FileMissing } from '#src/api/file/file-storage.ts';
import { nameByContent } from '#src/api/file/files.ts';
import { ImageRefused } from '#src/api/file/images.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import { sendContent, sendFile } from '#src/api/file/send-file.ts';
import { keepPreview } from '#src/api/file/upload-gate.ts';

/** A picture's preview is shown inside the page, so it is sent inline; we re-encoded it, no larger than a screen. */
export async function sendAttachment(
  parts: ApiParts,
  reply: FastifyReply,
  row: { file_id: string; name: string },
  isPreview: boolean,
): Promise<FastifyReply> {
  if (!isPreview) return sendFile(parts, reply, row.file_id, row.name);
  const file = await parts.database.kysely
    .selectFrom('file')
    .selectAll()
    .where('id', '=', row.file_id)
    .executeTakeFirstOrThrow();
  if (!file.media_type.startsWith('image/')) throw notFound('preview');
  // The browser caches it, but revalidates each time, so that we check whether the person may still see it.
  const etag = `"${file.id}"`;
  void reply.header('cache-control', 'private, no-cache').header('etag', etag);
  if (reply.request.headers['if-none-match'] === etag) return reply.code(304).send();
  const preview = await previewOf(parts, file.storage_key);
  return reply
    .header('content-disposition', 'inline')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .type('image/webp')
    .send(preview);
}

/** The preview stored with a picture. A picture without one gets it at the first request. */
async function previewOf(parts: ApiParts, key: string): Promise<Readable> {
  try {
    return await parts.files.getPreview(key);
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error;
  }
  await keepPreview(parts, key, () => parts.files.readAll(key)).catch((error: unknown) => {
    throw error instanceof ImageRefused ? notFound('preview') : error;
  });
  return parts.files.getPreview(key);
}

/**
 * Streams all attachments of a lead in one zip, including the papers of its jobs; for a carrier only what is marked for
 * carriers, and the papers of its own job.
 */
export async function sendZip(
  parts: ApiParts,
  reply: FastifyReply,
  leadId: string,
  reference: string,
  forCarrier: string | null,
): Promise<FastifyReply> {
  const rows = await parts.database.kysely
    .selectFrom('attachment')
    .innerJoin('file', 'file.id', 'attachment.file_id')
    .select(['attachment.name', 'file.storage_key', 'file.media_type', 'attachment.created_at'])
    .where('lead_id', '=', leadId)
    .$if(forCarrier !== null, (query) => query.where('is_visible_to_carriers', '=', true))
    .orderBy('attachment.created_at')
    .execute();
  const papers = await parts.database.kysely
    .selectFrom('carrier_job_paper')
    .innerJoin('carrier_job', 'carrier_job.id', 'job_id')
    .innerJoin('file', 'file.id', 'carrier_job_paper.file_id')
    .select(['carrier_job_paper.name', 'file.storage_key', 'file.media_type', 'carrier_job_paper.created_at'])
    .where('lead_id', '=', leadId)
    .$if(forCarrier !== null, (query) => query.where('carrier_id', '=', forCarrier))
    .orderBy('carrier_job_paper.created_at')
    .execute();
  if (rows.length + papers.length === 0)
    throw problem(404, forCarrier !== null ? 'This load has no files for carriers.' : 'This lead has no files yet.');
  const zip = new ZipFile();
  const taken = new Set<string>();
  for (const row of [...rows, ...papers]) {
    zip.addReadStreamLazy(
      freeName(nameByContent(row.name, row.media_type), taken),
      { mtime: new Date(row.created_at), compress: false },
      (done) => {
        parts.files.get(row.storage_key).then(
          (stream) => done(null, stream),
          (error: Error) => done(error, Readable.from([])),
        );
      },
    );
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
