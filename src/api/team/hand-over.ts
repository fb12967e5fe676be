import { assignLead } from '#src/api/agent-lead/agent-lead.repository.ts';
import { handOverChat } from '#src/api/chat/chat.repository.ts';
import type { Tx } from '#src/api/database/write.ts';
import { wrong } from '#src/api/account/account.schemas.ts';
import { problem } from '#src/api/http/problem.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { changeMember } from './team.changes.ts';
import type { Member } from './team.list.ts';

/**
 * Transfers all leads and chats of one agent to another, each by its own event. Archived leads and closed chats stay,
 * since no one works on them.
 *
 * @param seen the version of the member, and how much was to be handed over
 * @throws Problem 409 if that number has changed; 422 for someone who cannot take it
 */
export async function handOver(
  tx: Tx,
  parts: ApiParts,
  manager: { id: string; name: string },
  { id, to, ...seen }: { id: string; to: string; version: number; leads: number; chats: number },
): Promise<Member> {
  const taker = await tx
    .selectFrom('account')
    .select(['id', 'name'])
    .where('id', '=', to)
    .where('id', '<>', id)
    .where('role', '=', 'agent')
    .where('disabled_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!taker) throw wrong('to', 'Choose an agent who can sign in.');
  return await changeMember(
    tx,
    parts,
    manager,
    { id, version: seen.version },
    (by) => ({ type: 'work.handed-over', by }),
    async (_row, before) => {
      const leads = await tx
        .selectFrom('agent_lead')
        .select('id')
        .where('assigned_agent_id', '=', id)
        .where('is_archived', '=', false)
        .orderBy('id')
        .execute();
      const chats = await tx
        .selectFrom('chat')
        .select('id')
        .where('agent_id', '=', id)
        .where('owner', '=', 'agent')
        .where('stage', '<>', 'closed')
        .orderBy('id')
        .execute();
      if (leads.length !== seen.leads || chats.length !== seen.chats)
        throw problem(409, 'The number of leads and chats has changed. Review it, then hand them over.', {
          current: before,
        });
      const actor = { ...manager, role: 'agent' } as const;
      for (const lead of leads) await assignLead(tx, parts, lead.id, { from: before!.name, to: taker }, actor);
      for (const chat of chats) await handOverChat(tx, parts, chat.id, taker, actor);
      return { payload: { to: taker.name, leads: leads.length, chats: chats.length } };
    },
  );
}
