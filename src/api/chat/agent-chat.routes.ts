import { tellAsker } from './chat.mails.ts';
import { Type } from 'typebox';
import { leadById } from '#src/api/agent-lead/agent-lead.repository.ts';
import type { Api } from '#src/api/http/http.ts';
import { signal } from '#src/api/live/live.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { needs } from '#src/api/http/principal.ts';
import { problem } from '#src/api/http/problem.ts';
import { Count, Nullable, Strict, Text, problems } from '#src/api/http/schemas.ts';
import { write } from '#src/api/database/write.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { dateIn } from '#src/machines/calendar/days.ts';
import type { ChatEvent } from '#src/machines/chat/chat.lifecycle.ts';
import type { Updateable } from 'kysely';
import { corrections, mustBeDetailsAsSeen, withCorrections } from './chat.details.ts';
import { openChat, renewLink } from './chat.open.ts';
import type { OpenedChat } from './chat.open.ts';
import { presentForAgent } from './chat.present.ts';
import { askForReply } from './chat.reply.ts';
import { chatById, chatIdOf, moveChat, valuesOf } from './chat.repository.ts';
import type { ChatRow } from './chat.repository.ts';
import { AgentChat, ChatLink, ChatParams, DetailsInput, NewChat } from './chat.schemas.ts';
import { summaryOf } from './chat.summary.ts';
import type { Tables } from '#src/api/database/tables.ts';

/** What agents do in a conversation: start it, answer, take it over and hand it back, and correct its details. */
export function agentChatRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  const answersChat = { 200: AgentChat, ...problems };

  app.post(
    '/ai-chat/',
    {
      schema: {
        summary: 'Begin a chat for a lead or for a new client, and make its link',
        body: NewChat,
        response: { 201: ChatLink, ...problems },
      },
    },
    async (request, reply) => {
      const agent = needs(request, 'agent');
      const { lead_id = null, is_mailed = false, ...given } = request.body;
      void reply.code(201);
      return await write(parts.database, request, reply, agent.accountId, async (tx) => {
        if (lead_id) await leadById(tx, lead_id);
        return presentLink(
          await openChat(tx, parts, { leadId: lead_id, ...given, isMailed: is_mailed, createdBy: agent.accountId }),
          tx,
        );
      });
    },
  );

  app.post(
    '/ai-chat/:uuid/link',
    {
      schema: {
        summary: 'A new link; the one before is dead',
        params: ChatParams,
        body: Strict({ is_mailed: Type.Optional(Type.Boolean()) }),
        response: { 201: ChatLink, ...problems },
      },
    },
    async (request, reply) => {
      const agent = needs(request, 'agent');
      void reply.code(201);
      return await write(parts.database, request, reply, agent.accountId, async (tx) => {
        await chatById(tx, request.params.uuid);
        return presentLink(
          await renewLink(tx, parts, request.params.uuid, {
            createdBy: agent.accountId,
            isMailed: request.body.is_mailed ?? false,
          }),
          tx,
        );
      });
    },
  );

  app.post(
    '/ai-chat/:uuid/answer',
    {
      schema: {
        summary: 'Answer as a person, having read up to `seen`',
        params: ChatParams,
        body: Strict({ text: Text(4000), seen: Count }),
        response: answersChat,
      },
    },
    (request, reply) => {
      const { text, seen } = request.body;
      return move(
        request,
        reply,
        request.params.uuid,
        { type: 'answer.given', by: 'agent', seen },
        { message: text.trim(), set: (chat) => ({ agents_seen: chat.messages + 1 }) },
      );
    },
  );

  app.post(
    '/ai-chat/:uuid/take',
    { schema: { summary: 'Answer instead of the assistant', params: ChatParams, response: answersChat } },
    (request, reply) =>
      move(
        request,
        reply,
        request.params.uuid,
        { type: 'chat.taken', by: 'agent' },
        { set: () => ({ agent_id: needs(request, 'agent').accountId, writing: null }) },
      ),
  );

  app.post(
    '/ai-chat/:uuid/return',
    { schema: { summary: 'Hand back to the assistant', params: ChatParams, response: answersChat } },
    (request, reply) =>
      move(
        request,
        reply,
        request.params.uuid,
        { type: 'chat.returned', by: 'agent' },
        { set: () => ({ agent_id: null }), isAnswered: true },
      ),
  );

  app.post('/ai-chat/:uuid/close', { schema: { params: ChatParams, response: answersChat } }, (request, reply) =>
    move(
      request,
      reply,
      request.params.uuid,
      { type: 'chat.closed', by: 'agent' },
      { set: () => ({ closed_at: parts.now().toISOString(), writing: null }) },
    ),
  );

  app.post('/ai-chat/:uuid/reopen', { schema: { params: ChatParams, response: answersChat } }, (request, reply) =>
    move(
      request,
      reply,
      request.params.uuid,
      { type: 'chat.reopened', by: 'agent' },
      { set: () => ({ closed_at: null }) },
    ),
  );

  // Takes the id of the chat, or the token in its client's link: both calls for a chat accept either.
  app.patch(
    '/ai-chat/:uuid/summary',
    {
      schema: {
        params: ChatParams,
        body: Strict({
          summary: Nullable(Text(4000)),
          seen: Type.Optional(
            Nullable(Type.String({ maxLength: 5000, description: 'The summary as the writer saw it' })),
          ),
        }),
        response: answersChat,
      },
    },
    async (request, reply) =>
      move(
        request,
        reply,
        await chatIdOf(kysely, needs(request, 'agent') && request.params.uuid),
        { type: 'summary.written', by: 'agent' },
        {
          set({ details, confirmed_at, script, summary: now, summary_by: by }) {
            const { seen } = request.body;
            // Every message increases a chat's version, and the assistant rewrites its own summary, so only a summary
            // written by a person is compared.
            if (seen !== undefined && by === 'agent' && now !== seen)
              throw problem(409, 'Someone changed the summary while you were writing it. Your change wasn’t saved.', {
                current: { summary: now },
              });
            const written = request.body.summary?.trim();
            if (written) return { summary: written, summary_by: 'agent' };
            // If a person clears it, the assistant writes it again: right away by rules, and then with each of its
            // answers.
            const summary = summaryOf(valuesOf(details), confirmed_at !== null, script.call);
            return { summary, summary_by: summary === null ? null : 'assistant' };
          },
        },
      ),
  );

  app.patch(
    '/ai-chat/:uuid/details',
    { schema: { params: ChatParams, body: DetailsInput, response: answersChat } },
    async (request, reply) => {
      const agent = needs(request, 'agent');
      const { client_zone } = await chatById(kysely, request.params.uuid);
      const changed = corrections(request.body, dateIn(client_zone, parts.now()));
      return await write(parts.database, request, reply, agent.accountId, async (tx) => {
        const { chat } = await moveChat(tx, parts, {
          chatId: request.params.uuid,
          version: request.body.version ?? null,
          actor: { id: agent.accountId, name: agent.name, role: 'agent' },
          event: { type: 'details.changed', by: 'agent' },
          details: (before) => withCorrections(before, changed, 'agent', null),
          apply: async ({ details }) => {
            mustBeDetailsAsSeen(details, request.body.seen);
            return { payload: { details: Object.keys(changed) } };
          },
        });
        return presentForAgent(tx, parts, chat);
      });
    },
  );

  app.post(
    '/ai-chat/:uuid/typing',
    { schema: { summary: 'An agent is writing', params: ChatParams, response: { 204: Type.Null(), ...problems } } },
    async (request, reply) => {
      needs(request, 'agent');
      const { id, link_id, stage } = await chatById(kysely, request.params.uuid);
      if (stage === 'closed') throw problem(409, 'This chat is closed.', { state: 'closed' });
      // A different noun from when the client writes: agents distinguish the two.
      const toAgents = { noun: 'chat-agent-typing', id, audience: 'agents' } as const;
      await signal(
        parts.database,
        toAgents,
        ...(link_id ? [{ noun: 'chat-typing', id: link_id, audience: `link:${link_id}` } as const] : []),
      );
      return reply.code(204).send(null);
    },
  );

  async function presentLink({ chat, url, expires_at }: OpenedChat, tx: typeof kysely) {
    return { chat: await presentForAgent(tx, parts, chat), url, expires_at };
  }

  /** One event by an agent, with the columns that it sets. */
  async function move(
    request: FastifyRequest,
    reply: FastifyReply,
    chatId: string,
    event: ChatEvent,
    {
      message,
      set,
      isAnswered,
    }: {
      message?: string;
      set: (chat: ChatRow) => Omit<Updateable<Tables['chat']>, 'stage' | 'owner'>;
      isAnswered?: boolean;
    },
  ) {
    const agent = needs(request, 'agent');
    return await write(parts.database, request, reply, agent.accountId, async (tx) => {
      const { chat } = await moveChat(tx, parts, {
        chatId,
        actor: { id: agent.accountId, name: agent.name, role: 'agent' },
        event,
        ...(message === undefined ? {} : { message: { author: 'agent' as const, text: message } }),
        apply: async (before) => ({ set: set(before) }),
      });
      if (message !== undefined) await tellAsker(tx, parts, chat, { name: agent.name, answer: message });
      // If the client's last message is unanswered, the assistant answers it.
      if (isAnswered) await askForReply(tx, parts, chatId);
      return presentForAgent(tx, parts, chat);
    });
  }
}
