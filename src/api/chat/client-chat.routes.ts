import { Type } from 'typebox';
import type { FastifyRequest } from 'fastify';
import { dateIn, dayBegan } from '#src/machines/calendar/days.ts';
import type { ChatDetail } from '#src/machines/chat/chat-details.ts';
import { sendAttachment } from '#src/api/agent-lead/attachment.content.ts';
import type { Api } from '#src/api/http/http.ts';
import { newId } from '#src/api/database/ids.ts';
import { openChatLink } from '#src/api/link/link.ts';
import { signal } from '#src/api/live/live.ts';
import { sanitizeFileName } from '#src/api/file/files.ts';
import { insertFile, keepingUploads, readForm, takes } from '#src/api/http/multipart.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import { FlagText, Strict, Uuid, Version, problems } from '#src/api/http/schemas.ts';
import { atOneMoment, write } from '#src/api/database/write.ts';
import { corrections, mustBeDetailsAsSeen, withCorrections } from './chat.details.ts';
import { leadFromChat } from './chat.lead.ts';
import { presentForClient } from './chat.present.ts';
import type { Which } from './chat.present.ts';
import { askForReply, sayWhatComesNext } from './chat.reply.ts';
import { roomOf } from './scripted/interview.ts';
import { chatById, chatFacts, moveChat, valuesOf } from './chat.repository.ts';
import type { ChatActor, ChatRow } from './chat.repository.ts';
import {
  AfterQuery,
  ChatToken,
  ClientChat,
  DetailsInput,
  EarlierQuery,
  LinkParams,
  Message,
  MessageForm,
} from './chat.schemas.ts';

/** A conversation for its client, authorized by the link alone. */
export function clientChatRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;

  app.get(
    '/ai-chat/client/:uuid',
    {
      schema: {
        summary: 'The conversation, or what came since a version',
        params: LinkParams,
        querystring: AfterQuery,
        response: { 200: ClientChat, ...problems },
      },
    },
    async (request) => {
      return await readChat(request.params.uuid, request.query);
    },
  );

  app.get(
    '/ai-chat/client/:uuid/earlier',
    {
      schema: {
        summary: 'Messages before a sequence',
        params: LinkParams,
        querystring: EarlierQuery,
        response: { 200: Type.Object({ messages: Type.Array(Message), has_earlier: Type.Boolean() }), ...problems },
      },
    },
    async (request) => {
      return await readChat(request.params.uuid, request.query);
    },
  );

  app.post(
    '/ai-chat/client/:uuid',
    { schema: { params: LinkParams, response: { 201: ClientChat, ...problems } }, config: takes(MessageForm) },
    async (request, reply) => {
      const { chat, token, linkId } = await opened(request.params.uuid);
      // Checked before the upload, so that nobody uploads what will be refused.
      if (chat.stage === 'closed') throw problem(409, 'This chat is closed.', { state: 'closed' });
      await roomFor(chat, 1);
      const upload = await readForm(request as FastifyRequest, parts, MessageForm, (files) =>
        roomForPhotos(kysely, chat.id, files.length),
      );
      return await keepingUploads(
        parts,
        upload.files,
        async () => {
          // Browsers send line ends in a form as CR LF.
          const text = upload.fields.message?.replaceAll('\r\n', '\n').trim() ?? '';
          const photos = upload.files;
          if (text === '' && photos.length === 0)
            throw problem(422, 'Write something, or add a photo.', {
              errors: [{ field: 'message', message: 'Write something, or add a photo.' }],
            });
          void reply.code(201);
          return write(
            parts.database,
            request as FastifyRequest,
            reply,
            linkId,
            async (tx) => {
              if (photos.length > 0) await roomForPhotos(tx, chat.id, photos.length);
              const moved = await moveChat(tx, parts, {
                chatId: chat.id,
                actor: clientOf(chat),
                event: { type: 'message.sent', by: 'client' },
                message: { author: 'client', text },
              });
              const { owner, script } = moved.chat;
              const room = owner === 'assistant' ? roomOf(script.asked) : null;
              for (const photo of photos) {
                await tx
                  .insertInto('chat_photo')
                  .values({
                    id: newId(),
                    chat_id: chat.id,
                    message_id: moved.message!.id,
                    file_id: await insertFile(tx, photo),
                    // Agents see the name in the chat and among the lead's files.
                    name: room ? sanitizeFileName(`${room} - ${photo.name}`) : photo.name,
                  })
                  .execute();
              }
              if (moved.chat.owner === 'assistant') await askForReply(tx, parts, chat.id);
              return presentForClient(tx, parts, moved.chat, token, { after: String(moved.chat.version - 1) });
            },
            upload.fingerprint + text,
          );
        },
        reply,
      );
    },
  );

  app.patch(
    '/ai-chat/client/:uuid/details',
    {
      schema: {
        summary: 'The client corrects what was noted',
        params: LinkParams,
        body: DetailsInput,
        response: { 200: ClientChat, ...problems },
      },
    },
    async (request, reply) => {
      const { chat, token, linkId } = await opened(request.params.uuid);
      const changed = corrections(request.body, dateIn(chat.client_zone, parts.now()));
      return await write(parts.database, request, reply, linkId, async (tx) => {
        const moved = await moveChat(tx, parts, {
          chatId: chat.id,
          version: request.body.version ?? null,
          actor: clientOf(chat),
          event: { type: 'details.changed', by: 'client' },
          details: (before) => withCorrections(before, changed, 'client', null),
          apply: async ({ details }) => {
            mustBeDetailsAsSeen(details, request.body.seen);
            return { payload: { details: Object.keys(changed) } };
          },
        });
        return presentForClient(tx, parts, moved.chat, token);
      });
    },
  );

  app.post(
    '/ai-chat/client/:uuid/confirm',
    {
      schema: {
        summary: 'The client confirms the details; a chat without a lead makes one',
        params: LinkParams,
        body: Strict({ version: Version }),
        response: { 200: ClientChat, ...problems },
      },
    },
    async (request, reply) => {
      const { chat, token, linkId } = await opened(request.params.uuid);
      return await write(parts.database, request, reply, linkId, async (tx) => {
        const actor = clientOf(chat);
        const moved = await moveChat(tx, parts, {
          chatId: chat.id,
          // The client confirms what was on the screen.
          version: request.body.version,
          actor,
          event: { type: 'details.confirmed', by: 'client' },
          apply: async (locked) => {
            const at = parts.now().toISOString();
            if (locked.lead_id) return { set: { confirmed_at: at } };
            const lead = await leadFromChat(tx, parts, locked, actor);
            return { set: { confirmed_at: at, applied_at: at, lead_id: lead.id }, payload: { lead: lead.reference } };
          },
        });
        return presentForClient(tx, parts, await sayWhatComesNext(tx, parts, moved.chat), token);
      });
    },
  );

  app.post(
    '/ai-chat/client/:uuid/person',
    {
      schema: {
        summary: 'The client asks for a person',
        params: LinkParams,
        response: { 200: ClientChat, ...problems },
      },
    },
    async (request, reply) => {
      const { chat, token, linkId } = await opened(request.params.uuid);
      return await write(parts.database, request, reply, linkId, async (tx) => {
        const moved = await moveChat(tx, parts, {
          chatId: chat.id,
          actor: clientOf(chat),
          event: { type: 'person.requested', by: 'client' },
        });
        await parts.jobs.enqueue(
          tx,
          'chat.wait',
          { chatId: chat.id, sequence: moved.chat.history_length },
          { startAfter: parts.chat.waitSeconds },
        );
        return presentForClient(tx, parts, moved.chat, token);
      });
    },
  );

  app.post(
    '/ai-chat/client/:uuid/typing',
    { schema: { summary: 'The client is writing', params: LinkParams, response: { 204: Type.Null(), ...problems } } },
    async (request, reply) => {
      const { chat } = await opened(request.params.uuid);
      if (chat.stage === 'closed') throw problem(409, 'This chat is closed.', { state: 'closed' });
      await signal(parts.database, { noun: 'chat-typing', id: chat.id, audience: 'agents' });
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/ai-chat/client/:uuid/photos/:photoId',
    {
      schema: {
        params: Strict({ uuid: ChatToken, photoId: Uuid }),
        querystring: Strict({ preview: Type.Optional(FlagText) }),
      },
    },
    async (request, reply) => {
      const { chat } = await opened(request.params.uuid);
      const photo = await kysely
        .selectFrom('chat_photo')
        .selectAll()
        .where('id', '=', request.params.photoId)
        .where('chat_id', '=', chat.id)
        .executeTakeFirst();
      if (!photo) throw notFound('photo');
      return sendAttachment(parts, reply, photo, request.query.preview === 'true');
    },
  );

  /** The conversation that a link opens. @throws Problem 404, 410 */
  async function opened(
    token: string,
    db: typeof kysely = kysely,
  ): Promise<{ chat: ChatRow; token: string; linkId: string }> {
    const link = await openChatLink(db, token, parts.now());
    return { chat: await chatById(db, link.subject_id), token, linkId: link.id };
  }

  function readChat(token: string, which: Which) {
    return atOneMoment(parts.database, async (tx) =>
      presentForClient(tx, parts, (await opened(token, tx)).chat, token, which),
    );
  }

  async function roomFor(chat: ChatRow, messages: number): Promise<void> {
    const { messagesLeft } = await chatFacts(kysely, parts, chat);
    if (messagesLeft < messages)
      throw problem(429, 'This chat has reached today’s limit. Write again tomorrow, or call us.', {
        retryAfter: 3600,
      });
  }

  async function roomForPhotos(tx: typeof kysely, chatId: string, more: number): Promise<void> {
    const since = dayBegan(parts.brokerage.zone, parts.now()).toISOString();
    const { count } = await tx
      .selectFrom('chat_photo')
      .innerJoin('chat_message', 'chat_message.id', 'chat_photo.message_id')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('chat_photo.chat_id', '=', chatId)
      .where('chat_message.at', '>=', since)
      .executeTakeFirstOrThrow();
    if (Number(count) + more > parts.chat.photosPerDay) {
      throw problem(429, `A chat takes ${parts.chat.photosPerDay} photos a day. Send the rest tomorrow or by email.`, {
        retryAfter: 3600,
        errors: [{ field: 'photos', message: 'There are too many photos today.' }],
      });
    }
  }
}

const clientOf = (chat: ChatRow): ChatActor => ({
  id: null,
  name: (valuesOf(chat.details) as Partial<Record<ChatDetail, string>>).name ?? 'Client',
  role: 'client',
});
