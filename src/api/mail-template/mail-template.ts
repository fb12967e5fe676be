import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { write } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { Api } from '#src/api/http/http.ts';
import { agents, needsRight } from '#src/api/http/principal.ts';
import { Instant, Name, Named, Strict, Text, Uuid, Version, problems } from '#src/api/http/schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { MAIL_NAME_LENGTH, MAIL_SUBJECT_LENGTH, MAIL_TEXT_LENGTH } from '#src/machines/mail-template/mail-blanks.ts';
import type { Noun } from '../noun.ts';
import {
  MOST_TEMPLATES,
  NEWEST_VERSIONS,
  addMailTemplate,
  changeMailTemplate,
  listMailTemplates,
  mailTemplateHistory,
  removeMailTemplate,
} from './mail-template.repository.ts';

const words = { name: Name(MAIL_NAME_LENGTH), subject: Name(MAIL_SUBJECT_LENGTH), text: Text(MAIL_TEXT_LENGTH) };
const MailTemplate = Named('MailTemplate', { id: Uuid, ...words, version: Version, updated_at: Instant });
const answer = {
  200: Type.Object({ templates: Type.Array(MailTemplate, { maxItems: MOST_TEMPLATES }) }),
  ...problems,
};
const history = {
  200: Type.Array(
    Named('MailTemplateVersion', {
      template_id: Uuid,
      version: Version,
      ...words,
      is_removal: Type.Boolean(),
      at: Instant,
      actor_name: Type.String({ maxLength: 200 }),
    }),
    { maxItems: NEWEST_VERSIONS },
  ),
  ...problems,
};
const ById = Strict({ id: Uuid });
type By = { accountId: string; name: string };

/** Every agent can choose from them. */
function choiceRoutes(app: Api, parts: ApiParts): void {
  app.get(
    '/agent/mail-templates',
    { schema: { summary: 'Templates of the emails that agents write to clients', response: answer } },
    async () => ({ templates: await listMailTemplates(parts.database.kysely) }),
  );
}

/** Writing them requires the right `settings`. Each write responds with all of them. */
function templateRoutes(app: Api, parts: ApiParts): void {
  const { database } = parts;
  const writing = (
    request: FastifyRequest,
    reply: FastifyReply,
    act: (tx: Tx, change: { by: By; now: Date }) => Promise<void>,
  ) => {
    const by = needsRight(request, 'settings');
    return write(database, request, reply, by.accountId, async (tx) => {
      await act(tx, { by, now: parts.now() });
      return { templates: await listMailTemplates(tx) };
    });
  };

  app.get(
    '/agent/mail-templates/history',
    { schema: { summary: 'What was saved and removed, newest first', response: history } },
    async () => mailTemplateHistory(database.kysely),
  );

  app.post(
    '/agent/mail-templates',
    {
      schema: {
        summary: 'A new template; blanks are written as {{client name}}',
        body: Strict(words),
        response: answer,
      },
    },
    async (request, reply) => writing(request, reply, (tx, change) => addMailTemplate(tx, request.body, change)),
  );

  app.put(
    '/agent/mail-templates/:id',
    {
      schema: {
        summary: 'Other words, in place of the version that was seen',
        params: ById,
        body: Strict({ version: Version, ...words }),
        response: answer,
      },
    },
    async (request, reply) =>
      writing(request, reply, (tx, change) => changeMailTemplate(tx, { ...request.params, ...request.body }, change)),
  );

  app.post(
    '/agent/mail-templates/:id/remove',
    {
      schema: {
        summary: 'Nobody can choose it any more; emails that were sent stay',
        params: ById,
        body: Strict({ version: Version }),
        response: answer,
      },
    },
    async (request, reply) =>
      writing(request, reply, (tx, change) => removeMailTemplate(tx, { ...request.params, ...request.body }, change)),
  );
}

/** What agents often write to clients, with blanks for what varies. */
export const mailTemplate: Noun = {
  calls: [
    { for: agents, add: choiceRoutes },
    { for: 'settings', add: templateRoutes },
  ],
};
