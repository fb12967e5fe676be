import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { needs } from '#src/api/http/principal.ts';
import { notFound } from '#src/api/http/problem.ts';
import { problems } from '#src/api/http/schemas.ts';
import { write } from '#src/api/database/write.ts';
import { applyToLead, leadFromChat } from './chat.lead.ts';
import { presentForAgent } from './chat.present.ts';
import { moveChat } from './chat.repository.ts';
import { AgentChat, ApplyInput, ChatParams } from './chat.schemas.ts';

/** Turns what a conversation collected into a lead, or applies it to the lead that it belongs to. */
export function agentChatLeadRoutes(app: Api, parts: ApiParts): void {
  const answersChat = { 200: AgentChat, ...problems };

  app.post(
    '/ai-chat/:uuid/apply',
    {
      schema: {
        summary: 'Take details and photos over to the lead',
        params: ChatParams,
        body: ApplyInput,
        response: answersChat,
      },
    },
    async (request, reply) => {
      const agent = needs(request, 'agent');
      const actor = { id: agent.accountId, name: agent.name, role: 'agent' } as const;
      const { lead_version, details, photos = false } = request.body;
      return await write(parts.database, request, reply, agent.accountId, async (tx) => {
        const { chat } = await moveChat(tx, parts, {
          chatId: request.params.uuid,
          actor,
          event: { type: 'details.applied', by: 'agent' },
          apply: async (locked) => {
            await applyToLead(tx, parts, locked, { version: lead_version, details, withPhotos: photos }, actor);
            return { set: { applied_at: parts.now().toISOString() }, payload: { details } };
          },
        });
        return presentForAgent(tx, parts, chat);
      });
    },
  );

  app.post(
    '/ai-chat/:uuid/lead',
    {
      schema: {
        summary: 'Make a lead of what is known, without waiting for the client',
        params: ChatParams,
        response: { 201: AgentChat, ...problems },
      },
    },
    async (request, reply) => {
      const agent = needs(request, 'agent');
      const actor = { id: agent.accountId, name: agent.name, role: 'agent' } as const;
      void reply.code(201);
      return await write(parts.database, request, reply, agent.accountId, async (tx) => {
        const before = await tx
          .selectFrom('chat')
          .selectAll()
          .where('id', '=', request.params.uuid)
          .forUpdate()
          .executeTakeFirst();
        if (!before) throw notFound('chat');
        if (before.lead_id) return presentForAgent(tx, parts, before);
        const lead = await leadFromChat(tx, parts, before, actor);
        await tx.updateTable('chat').set({ lead_id: lead.id }).where('id', '=', before.id).execute();
        const { chat } = await moveChat(tx, parts, {
          chatId: before.id,
          actor,
          event: { type: 'details.applied', by: 'agent' },
          apply: async () => ({ set: { applied_at: parts.now().toISOString() }, payload: { lead: lead.reference } }),
        });
        return presentForAgent(tx, parts, chat);
      });
    },
  );
}
