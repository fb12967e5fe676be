import { Type } from 'typebox';
import { takesAgreed } from '#src/machines/agent-lead/agent-lead.merge.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { factsOfLeads } from '#src/api/agent-lead/agent-lead.query.ts';
import { leadById } from '#src/api/agent-lead/agent-lead.repository.ts';
import { placeOf } from '#src/api/agent-lead/agent-lead.transition.ts';
import { sendAttachment } from '#src/api/agent-lead/attachment.content.ts';
import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { needs } from '#src/api/http/principal.ts';
import { notFound } from '#src/api/http/problem.ts';
import { Count, FlagText, Strict, Uuid, problems } from '#src/api/http/schemas.ts';
import { atOneMoment, write } from '#src/api/database/write.ts';
import { changesOf, isAgreed, photosToAdd } from './chat.lead.ts';
import { countsOfChats, listChats } from './chat.list.ts';
import { earlierMessages, presentForAgent } from './chat.present.ts';
import { chatById, tellOfChat, valuesOf } from './chat.repository.ts';
import {
  AfterQuery,
  AgentChat,
  Changes,
  ChatCounts,
  ChatPage,
  ChatParams,
  EarlierQuery,
  ListQuery,
  Message,
} from './chat.schemas.ts';

/** Conversations as agents read them. */
export function agentChatReadingRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  const answersChat = { 200: AgentChat, ...problems };

  app.get(
    '/ai-chat/',
    {
      schema: {
        summary: 'Conversations, those that wait for a person first, then those written in last',
        querystring: ListQuery,
        response: { 200: ChatPage, ...problems },
      },
    },
    async (request) => {
      needs(request, 'agent');
      return await listChats(kysely, request.query);
    },
  );

  app.get(
    '/ai-chat/counts',
    {
      schema: {
        summary: 'How many open conversations are unread, and how many wait for a person',
        response: { 200: ChatCounts, ...problems },
      },
    },
    async (request) => {
      needs(request, 'agent');
      return await countsOfChats(kysely);
    },
  );

  app.get(
    '/ai-chat/:uuid',
    {
      schema: {
        summary: 'One conversation, or what came since a version',
        params: ChatParams,
        querystring: AfterQuery,
        response: answersChat,
      },
    },
    async (request) => {
      needs(request, 'agent');
      return await atOneMoment(parts.database, async (tx) =>
        presentForAgent(tx, parts, await chatById(tx, request.params.uuid), request.query),
      );
    },
  );

  app.get(
    '/ai-chat/:uuid/earlier',
    {
      schema: {
        summary: 'Messages before a sequence',
        params: ChatParams,
        querystring: EarlierQuery,
        response: { 200: Type.Object({ messages: Type.Array(Message), has_earlier: Type.Boolean() }), ...problems },
      },
    },
    async (request) => {
      needs(request, 'agent');
      return await earlierMessages(kysely, request.params.uuid, request.query.before);
    },
  );

  app.post(
    '/ai-chat/:uuid/seen',
    {
      schema: {
        summary: 'An agent has read up to this sequence',
        params: ChatParams,
        body: Strict({ sequence: Count }),
        response: answersChat,
      },
    },
    async (request, reply) => {
      const agent = needs(request, 'agent');
      return await write(parts.database, request, reply, agent.accountId, async (tx) => {
        const chat = await tx
          .selectFrom('chat')
          .selectAll()
          .where('id', '=', request.params.uuid)
          .forUpdate()
          .executeTakeFirst();
        if (!chat) throw notFound('chat');
        const seen = Math.min(request.body.sequence, chat.messages);
        if (seen <= chat.agents_seen) return presentForAgent(tx, parts, chat);
        const after = await tx
          .updateTable('chat')
          .set({ agents_seen: seen })
          .where('id', '=', chat.id)
          .returningAll()
          .executeTakeFirstOrThrow();
        await tellOfChat(tx, after);
        return presentForAgent(tx, parts, after);
      });
    },
  );

  app.get(
    '/ai-chat/:uuid/changes',
    {
      schema: {
        summary: 'What the conversation would change on its lead',
        params: ChatParams,
        response: { 200: Changes, ...problems },
      },
    },
    async (request) => {
      needs(request, 'agent');
      const chat = await chatById(kysely, request.params.uuid);
      if (!chat.lead_id) return { lead_version: null, changes: [], photos: 0 };
      const lead = await leadById(kysely, chat.lead_id);
      const known = valuesOf(chat.details);
      const [facts] = await factsOfLeads(kysely, [lead], dateIn(parts.brokerage.zone, parts.now()));
      const takesAll = takesAgreed({ place: placeOf(lead), facts: facts! });
      return {
        lead_version: lead.version,
        changes: changesOf(lead, known).map((change) => ({
          ...change,
          may: takesAll || !isAgreed(lead, known, change.detail),
        })),
        photos: (await photosToAdd(kysely, chat)).length,
      };
    },
  );

  app.get(
    '/ai-chat/:uuid/photos/:photoId',
    {
      schema: {
        params: Strict({ uuid: Uuid, photoId: Uuid }),
        querystring: Strict({ preview: Type.Optional(FlagText) }),
      },
    },
    async (request, reply) => {
      needs(request, 'agent');
      const photo = await kysely
        .selectFrom('chat_photo')
        .selectAll()
        .where('id', '=', request.params.photoId)
        .where('chat_id', '=', request.params.uuid)
        .executeTakeFirst();
      if (!photo) throw notFound('photo');
      return sendAttachment(parts, reply, photo, request.query.preview === 'true');
    },
  );
}
