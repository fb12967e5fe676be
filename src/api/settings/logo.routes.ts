import { Type } from 'typebox';
import type { Api } from '#src/api/http/http.ts';
import { keepingUploads, readForm, takes } from '#src/api/http/multipart.ts';
import type { Form } from '#src/api/http/multipart.ts';
import { needsRight } from '#src/api/http/principal.ts';
import { notFound } from '#src/api/http/problem.ts';
import { Count, Instant, Named, Nullable, Strict, problems } from '#src/api/http/schemas.ts';
import { sendContent } from '#src/api/file/send-file.ts';
import { write } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { LOGO_FILE, changeLogo, presentLogo } from './logo.ts';
import { LogoBody } from './settings.schemas.ts';

const form = {
  fields: Strict({ version: Count }),
  json: ['version'],
  files: { logo: { ...LOGO_FILE, needed: 'Send one picture.' } },
} satisfies Form;

const LogoSettings = Named('LogoSettings', {
  version: Count,
  logo: Nullable(LogoBody),
  history: Type.Array(
    Type.Object({
      version: Count,
      at: Instant,
      actor_name: Type.String({ maxLength: 200 }),
      is_removal: Type.Boolean(),
    }),
    { maxItems: 50 },
  ),
});
const answer = { 200: LogoSettings, ...problems };
/** Seconds: what one of these URLs returns never changes. */
const YEAR = 31_536_000;

/** The brokerage's logo, changed with the right `settings`. */
export function logoRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;

  app.get(
    '/agent/settings/logo',
    { schema: { summary: 'The logo, and who changed it, newest first', response: answer } },
    async () => presentLogo(kysely),
  );

  app.post(
    '/agent/settings/logo',
    {
      schema: { summary: 'Another logo, in place of the one that was seen', response: answer },
      config: takes(form),
    },
    async (request, reply) => {
      const by = needsRight(request, 'settings');
      const { fields, files, fingerprint } = await readForm(request, parts, form);
      const change = async (tx: Tx) => {
        await changeLogo(tx, parts, { version: fields.version, picture: files[0]! }, by);
        return presentLogo(tx);
      };
      const settings = await keepingUploads(
        parts,
        files,
        () => write(parts.database, request, reply, by.accountId, change, fingerprint),
        reply,
      );
      await parts.settings.refresh();
      return settings;
    },
  );

  app.post(
    '/agent/settings/logo/remove',
    {
      schema: { summary: 'No logo: the name stands alone again', body: Strict({ version: Count }), response: answer },
    },
    async (request, reply) => {
      const by = needsRight(request, 'settings');
      const settings = await write(parts.database, request, reply, by.accountId, async (tx) => {
        await changeLogo(tx, parts, { version: request.body.version, picture: null }, by);
        return presentLogo(tx);
      });
      await parts.settings.refresh();
      return settings;
    },
  );
}

/** For everyone: clients, carriers, and mail programs see it without an account. */
export function logoFileRoutes(app: Api, parts: ApiParts): void {
  app.get(
    '/brokerage/logo/:version',
    { schema: { params: Strict({ version: Type.String({ pattern: '^[1-9][0-9]{0,5}$', maxLength: 6 }) }) } },
    async (request, reply) => {
      const file = await parts.database.kysely
        .selectFrom('brokerage_logo')
        .innerJoin('file', 'file.id', 'brokerage_logo.file_id')
        .select(['name', 'media_type', 'storage_key', 'size'])
        .where('version', '=', Number(request.params.version))
        .executeTakeFirst();
      if (!file) throw notFound('logo');
      return sendContent(
        reply,
        { name: file.name, mediaType: file.media_type },
        await parts.files.get(file.storage_key),
        file.size,
        `public, max-age=${YEAR}, immutable`,
      );
    },
  );
}
