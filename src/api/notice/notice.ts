import { write } from '#src/api/database/write.ts';
import type { Api } from '#src/api/http/http.ts';
import { agents, needs } from '#src/api/http/principal.ts';
import { Strict, Uuid, problems } from '#src/api/http/schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { job } from '../noun.ts';
import type { Noun } from '../noun.ts';
import { sendAssignedMail } from './notice.mail.ts';
import { assignedMailJob, readSettings } from './notice.outbox.ts';
import { countUnread, listNotices, readAllNotices, readNotice, turnChannel } from './notice.repository.ts';
import { Notice, NoticeCount, NoticePage, NoticeSettings, NoticesQuery, SwitchBody } from './notice.schemas.ts';

function noticeRoutes(app: Api, parts: ApiParts): void {
  const { database } = parts;
  const { kysely } = database;

  app.get(
    '/agent/notices',
    {
      schema: {
        summary: 'What others did with one’s leads, the newest first',
        querystring: NoticesQuery,
        response: { 200: NoticePage, ...problems },
      },
    },
    async (request) => listNotices(kysely, needs(request, 'agent').accountId, request.query),
  );

  app.get(
    '/agent/notices/count',
    { schema: { summary: 'How many of them are unread', response: { 200: NoticeCount, ...problems } } },
    async (request) => ({ unread: await countUnread(kysely, needs(request, 'agent').accountId) }),
  );

  app.post(
    '/agent/notices/:id/read',
    {
      schema: {
        summary: 'Marks one as read',
        params: Strict({ id: Uuid }),
        body: Strict({}),
        response: { 200: Notice, ...problems },
      },
    },
    async (request, reply) => {
      const { accountId } = needs(request, 'agent');
      return write(database, request, reply, accountId, (tx) =>
        readNotice(tx, accountId, request.params.id, parts.now()),
      );
    },
  );

  app.post(
    '/agent/notices/read',
    {
      schema: {
        summary: 'Marks all as read, up to the newest one that was seen',
        body: Strict({ through: Uuid }),
        response: { 200: NoticeCount, ...problems },
      },
    },
    async (request, reply) => {
      const { accountId } = needs(request, 'agent');
      return write(database, request, reply, accountId, async (tx) => {
        await readAllNotices(tx, accountId, request.body.through, parts.now());
        return { unread: await countUnread(tx, accountId) };
      });
    },
  );

  app.get(
    '/agent/notice-settings',
    { schema: { summary: 'Of what one is told, and where', response: { 200: NoticeSettings, ...problems } } },
    async (request) => readSettings(kysely, needs(request, 'agent').accountId),
  );

  app.patch(
    '/agent/notice-settings',
    {
      schema: {
        summary: 'Turns one kind on or off, in the portal or by mail',
        body: SwitchBody,
        response: { 200: NoticeSettings, ...problems },
      },
    },
    async (request, reply) => {
      const { accountId } = needs(request, 'agent');
      return write(database, request, reply, accountId, async (tx) => {
        await turnChannel(tx, accountId, request.body);
        return readSettings(tx, accountId);
      });
    },
  );
}

/** What agents are notified of about their leads. */
export const notice: Noun = {
  calls: [{ for: agents, add: noticeRoutes }],
  jobs: [job<{ id: string }>(assignedMailJob, (parts, { data }) => sendAssignedMail(parts, data.id))],
};
