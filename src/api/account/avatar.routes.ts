import { Type } from 'typebox';
import { ImageRefused, prepareImage } from '#src/api/platform/images.ts';
import type { Api } from '#src/api/platform/http.ts';
import { dropUploads, insertFile, keepingUploads, readMultipart } from '#src/api/platform/multipart.ts';
import type { StoredUpload } from '#src/api/platform/multipart.ts';
import type { ApiParts } from '#src/api/platform/parts.ts';
import { needs } from '#src/api/platform/principal.ts';
import type { Principal } from '#src/api/platform/principal.ts';
import { notFound } from '#src/api/platform/problem.ts';
import { Strict, Uuid, problems } from '#src/api/platform/schemas.ts';
import { sendFile } from '#src/api/platform/send-file.ts';
import { write } from '#src/api/platform/write.ts';
import type { Tx } from '#src/api/platform/write.ts';
import { readCurrentUser } from '#src/api/session/current-user.ts';
import { portals } from '#src/api/session/portals.ts';
import { CurrentUser } from '#src/api/session/session-schemas.ts';
import { openAccount, removeFile } from './account.repository.ts';
import { wrong } from './account.schemas.ts';

const MAXIMUM_BYTES = 10 * 1024 * 1024;
const PIXELS = 512;

/** The picture of an account: drawn anew and small, seen by its owner and by the people of the same business. */
export function avatarRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;

  for (const [portal, roles] of Object.entries(portals)) {
    app.post(
      `/${portal}/avatar`,
      { schema: { summary: 'multipart: `avatar`, a photo', consumes: ['multipart/form-data'], response: { 200: CurrentUser, ...problems } } },
      async (request, reply) => {
        const principal = needs(request, ...roles);
        const { files, fingerprint } = await readMultipart(request, parts, Type.Object({}, { additionalProperties: false }), { files: 1, bytes: MAXIMUM_BYTES });
        const picture = await drawn(parts, files);
        const change = (tx: Tx) => replaceAvatar(tx, parts, principal, picture);
        return keepingUploads(parts, [picture], () => write(parts.database, request, reply, principal.accountId, change, fingerprint), reply);
      },
    );

    app.delete(`/${portal}/avatar`, { schema: { response: { 200: CurrentUser, ...problems } } }, async (request, reply) => {
      const principal = needs(request, ...roles);
      return write(parts.database, request, reply, principal.accountId, (tx) => replaceAvatar(tx, parts, principal, null));
    });

    app.get(`/${portal}/avatar/:fileId`, { schema: { params: Strict({ fileId: Uuid }) } }, async (request, reply) => {
      const { accountId } = needs(request, ...roles);
      const shown = await kysely
        .selectFrom('account as owner')
        .innerJoin('account as viewer', (join) => join.on('viewer.id', '=', accountId))
        .select('owner.avatar_file_id')
        .where('owner.avatar_file_id', '=', request.params.fileId)
        .where(({ eb, or, ref }) => or([eb('owner.id', '=', accountId), eb('owner.business_id', '=', ref('viewer.business_id'))]))
        .executeTakeFirst();
      if (!shown) throw notFound('picture');
      return sendFile(parts, reply, shown.avatar_file_id);
    });
  }
}

/** The upload as a small picture of ours; what came goes, whatever it was. @throws Problem 422 */
async function drawn(parts: ApiParts, files: StoredUpload[]): Promise<StoredUpload> {
  try {
    const [upload] = files;
    if (upload?.field !== 'avatar') throw wrong('avatar', 'Send one photo.');
    const { content, mediaType } = await prepareImage(await parts.files.readAll(upload.key), PIXELS);
    const stored = await parts.files.put(content, { maximumBytes: MAXIMUM_BYTES });
    return { ...stored, field: 'avatar', mediaType, name: `picture.${mediaType.slice('image/'.length)}` };
  } catch (error) {
    if (error instanceof ImageRefused) throw wrong('avatar', error.message);
    throw error;
  } finally {
    await dropUploads(parts, files);
  }
}

/** The file of the picture before goes after the commit. */
async function replaceAvatar(tx: Tx, parts: ApiParts, principal: Principal, picture: StoredUpload | null) {
  const { id, avatar_file_id: before } = await openAccount(tx, principal.accountId);
  const fileId = picture && (await insertFile(tx, picture));
  await tx.updateTable('account').set({ avatar_file_id: fileId }).where('id', '=', id).execute();
  await removeFile(tx, parts, before);
  return readCurrentUser({ kysely: tx }, principal, parts.now());
}
