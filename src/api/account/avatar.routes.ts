import type { Api } from '#src/api/http/http.ts';
import { keepingUploads, readForm, takes } from '#src/api/http/multipart.ts';
import type { Form } from '#src/api/http/multipart.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { needs } from '#src/api/http/principal.ts';
import { notFound } from '#src/api/http/problem.ts';
import { Strict, Uuid, problems } from '#src/api/http/schemas.ts';
import { sendFile } from '#src/api/file/send-file.ts';
import { write } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { portals } from '#src/api/session/portals.ts';
import { CurrentUser } from '#src/api/session/session-schemas.ts';
import { AVATAR_FILE, replaceAvatar } from './avatar.repository.ts';

const form = { fields: Strict({}), files: { avatar: { ...AVATAR_FILE, needed: 'Send one photo.' } } } satisfies Form;

/** The picture of an account: re-encoded and scaled down, visible to its owner and to people of the same business. */
export function avatarRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;

  for (const [portal, roles] of Object.entries(portals)) {
    app.post(
      `/${portal}/avatar`,
      { schema: { response: { 200: CurrentUser, ...problems } }, config: { ...takes(form), for: roles } },
      async (request, reply) => {
        const principal = needs(request, ...roles);
        const { files, fingerprint } = await readForm(request, parts, form);
        const change = (tx: Tx) => replaceAvatar(tx, parts, principal, files[0]!);
        return keepingUploads(
          parts,
          files,
          () => write(parts.database, request, reply, principal.accountId, change, fingerprint),
          reply,
        );
      },
    );

    app.delete(
      `/${portal}/avatar`,
      { schema: { response: { 200: CurrentUser, ...problems } }, config: { for: roles } },
      async (request, reply) => {
        const principal = needs(request, ...roles);
        return write(parts.database, request, reply, principal.accountId, (tx) =>
          replaceAvatar(tx, parts, principal, null),
        );
      },
    );

    app.get(
      `/${portal}/avatar/:fileId`,
      { schema: { params: Strict({ fileId: Uuid }) }, config: { for: roles } },
      async (request, reply) => {
        const { accountId } = needs(request, ...roles);
        const shown = await kysely
          .selectFrom('account as owner')
          .innerJoin('account as viewer', (join) => join.on('viewer.id', '=', accountId))
          .select('owner.avatar_file_id')
          .where('owner.avatar_file_id', '=', request.params.fileId)
          .where(({ eb, or, ref }) =>
            or([eb('owner.id', '=', accountId), eb('owner.business_id', '=', ref('viewer.business_id'))]),
          )
          .executeTakeFirst();
        if (!shown) throw notFound('picture');
        return sendFile(parts, reply, shown.avatar_file_id);
      },
    );
  }
}
