import { Type } from 'typebox';
import type { Kysely } from 'kysely';
import type { Tables } from '#src/api/database/tables.ts';
import type { Api } from '#src/api/http/http.ts';
import { problem } from '#src/api/http/problem.ts';
import { needs } from '#src/api/http/principal.ts';
import { Name, Named, Strict, Text, problems } from '#src/api/http/schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { write } from '#src/api/database/write.ts';
import {
  MOST_TEXTS,
  TEXT_LENGTH,
  TEXT_NAME_LENGTH,
  unknownBlanks,
  USUAL_TEXTS,
} from '#src/machines/state-lead/texts.ts';
import type { StateLeadText } from '#src/machines/state-lead/texts.ts';
import { moverOf } from './state-lead.routes.ts';
import { businessOf } from './state-lead.work.ts';

const OneText = Named('StateLeadText', {
  name: Type.String({ maxLength: TEXT_NAME_LENGTH }),
  text: Type.String({ maxLength: TEXT_LENGTH }),
});
const Version0 = Type.Integer({
  minimum: 0,
  maximum: 2_000_000_000,
  description: 'Zero: nobody has changed them yet.',
});
const Texts = Named('StateLeadTexts', {
  business: Type.String({ maxLength: 200 }),
  texts: Type.Array(OneText, { maxItems: MOST_TEXTS }),
  version: Version0,
});
const TextsInput = Strict({
  texts: Type.Array(Strict({ name: Name(TEXT_NAME_LENGTH), text: Text(TEXT_LENGTH) }), { maxItems: MOST_TEXTS }),
  version: Version0,
});

/** The text snippets of a business: everyone in it can send them, the mover edits them. */
export function stateLeadTextRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  const answer = { 200: Texts, ...problems };

  app.get(
    '/state-lead/texts',
    { schema: { summary: 'The text messages that a business has prepared', response: answer } },
    async (request) => textsOf(kysely, await businessOf(kysely, moverOf(request).id, parts)),
  );

  app.put('/state-lead/texts', { schema: { body: TextsInput, response: answer } }, async (request, reply) => {
    const { accountId } = needs(request, 'mover');
    const { texts, version } = request.body;
    for (const [index, { text }] of texts.entries()) {
      const [blank] = unknownBlanks(text);
      if (blank !== undefined) {
        const message = `{${blank}} is not a blank that we know.`;
        throw problem(422, message, { errors: [{ field: `texts.${index}.text`, message }] });
      }
    }
    return await write(parts.database, request, reply, accountId, async (tx) => {
      const business = await businessOf(tx, accountId, parts);
      const stored = JSON.stringify(texts.map(({ name, text }) => ({ name: name.trim(), text: text.trim() })));
      const saved =
        version === 0
          ? await tx
              .insertInto('state_lead_text')
              .values({ business_id: business.id, texts: stored })
              .onConflict((conflict) => conflict.doNothing())
              .returning('version')
              .executeTakeFirst()
          : await tx
              .updateTable('state_lead_text')
              .set(({ eb }) => ({ texts: stored, version: eb('version', '+', 1) }))
              .where('business_id', '=', business.id)
              .where('version', '=', version)
              .returning('version')
              .executeTakeFirst();
      if (!saved)
        throw problem(409, 'Someone changed the texts while you were working on them. Your change wasn’t saved.');
      return textsOf(tx, business);
    });
  });
}

async function textsOf(db: Kysely<Tables>, { id, name }: { id: string; name: string }) {
  const row = await db.selectFrom('state_lead_text').selectAll().where('business_id', '=', id).executeTakeFirst();
  return {
    business: name,
    texts: row ? (row.texts as StateLeadText[]) : [...USUAL_TEXTS],
    version: row?.version ?? 0,
  };
}
