import { Type } from 'typebox';
import type { Api } from '#src/api/http/http.ts';
import { readForm, takes } from '#src/api/http/multipart.ts';
import type { Form } from '#src/api/http/multipart.ts';
import { needsRight } from '#src/api/http/principal.ts';
import { notFound } from '#src/api/http/problem.ts';
import { Count, Instant, Named, STORABLE, Strict, problems } from '#src/api/http/schemas.ts';
import { sendContent } from '#src/api/file/send-file.ts';
import { write } from '#src/api/database/write.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { readLogo } from '#src/api/settings/logo.ts';
import { TEMPLATE_KINDS, TEMPLATE_LENGTH, TEMPLATE_TITLES } from '#src/machines/agreement/template-text.ts';
import { printDraft } from './press.ts';
import { mustBeRight, presentTemplate, saveTemplate, sourceOf } from './template.repository.ts';
import { sampleOf } from './template-sample.ts';

const Source = Type.String({ minLength: 1, maxLength: TEMPLATE_LENGTH, pattern: STORABLE });
const AgreementTemplate = Named('AgreementTemplate', {
  version: Count,
  source: Source,
  versions: Type.Array(
    Named('AgreementTemplateVersion', {
      version: Count,
      published_at: Instant,
      actor_name: Type.String({ maxLength: 200 }),
    }),
    { maxItems: 200 },
  ),
});
const answer = { 200: AgreementTemplate, ...problems };
const form = { fields: Strict({ source: Source }), files: {} } satisfies Form;

/** The texts that agreements are made from; editing them requires the right `settings`. */
export function templateRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  for (const kind of TEMPLATE_KINDS) {
    const path = `/agent/agreement-templates/${kind}`;

    app.get(
      path,
      { schema: { summary: 'The text that stands; version 0 comes with the product', response: answer } },
      async () => presentTemplate(kysely, kind),
    );

    app.get(
      `${path}/text`,
      {
        schema: {
          summary: 'One of its versions',
          querystring: Strict({ version: Type.String({ pattern: '^(0|[1-9][0-9]{0,5})$', maxLength: 6 }) }),
          response: { 200: Named('AgreementSource', { source: Source }), ...problems },
        },
      },
      async (request) => {
        const source = await sourceOf(kysely, kind, Number(request.query.version));
        if (source === undefined) throw notFound('version');
        return { source };
      },
    );

    app.post(
      path,
      {
        schema: {
          summary: 'Another version, in place of the one that was seen; agreements that were sent keep theirs',
          body: Strict({ version: Count, source: Source }),
          response: answer,
        },
      },
      async (request, reply) => {
        const by = needsRight(request, 'settings');
        return write(parts.database, request, reply, by.accountId, async (tx) => {
          await saveTemplate(tx, { kind, ...request.body, now: parts.now() }, by);
          return presentTemplate(tx, kind);
        });
      },
    );

    app.post(
      `${path}/preview`,
      { schema: { summary: 'A sample agreement of this text, as PDF; nothing is saved' }, config: takes(form) },
      async (request, reply) => {
        const { fields } = await readForm(request, parts, form);
        mustBeRight(kind, fields.source);
        const { brokerage } = parts;
        const now = parts.now();
        const pdf = await printDraft({
          brokerage,
          logo: await readLogo(parts),
          document: sampleOf(kind, fields.source, { brokerage, now }),
          footer: 'Sample · not an agreement',
          createdAt: now,
        });
        const name = `Sample of the ${TEMPLATE_TITLES[kind].toLowerCase()}.pdf`;
        return sendContent(reply, { name, mediaType: 'application/pdf' }, pdf, pdf.length);
      },
    );
  }
}
