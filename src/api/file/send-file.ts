import type { FastifyReply } from 'fastify';
import { nameByContent } from './files.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { notFound } from '#src/api/http/problem.ts';

/** Sends a stored file as a download that no browser runs: attachment, nosniff, sandboxed. `id` is a row of `file`. */
export async function sendFile(
  parts: ApiParts,
  reply: FastifyReply,
  id: string | null,
  name?: string,
): Promise<FastifyReply> {
  const file = id
    ? await parts.database.kysely.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined;
  if (!file) throw notFound('file');
  // Also covers files stored before names followed the content.
  return sendContent(
    reply,
    { name: nameByContent(name ?? file.name, file.media_type), mediaType: file.media_type },
    await parts.files.get(file.storage_key),
    file.size,
  );
}

export function sendContent(
  reply: FastifyReply,
  file: { name: string; mediaType: string },
  content: unknown,
  size?: number,
  caching = 'private, no-store',
): FastifyReply {
  const plain = file.name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  if (size !== undefined) reply.header('content-length', size);
  return reply
    .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file.name)}`)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', caching)
    .type(file.mediaType)
    .send(content);
}
