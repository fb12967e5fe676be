import { openChat } from '#src/api/chat/chat.open.ts';
import { replyInChat } from '#src/api/chat/chat.reply.ts';
import { moveChat } from '#src/api/chat/chat.repository.ts';
import type { ChatActor } from '#src/api/chat/chat.repository.ts';
import { newId } from '#src/api/database/ids.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { inTransaction } from '#src/api/database/write.ts';
import type { DemoAccount } from './demo-accounts.ts';
import { DAY, MINUTE } from '#src/machines/calendar/durations.ts';

/** An event in a chat: a message from the client, a request, or an agent who takes over to answer. */
type Turn = { minutesAgo: number } & ({ says: string } | { asks: 'person' } | { agent: DemoAccount; says: string });

interface Script {
  leadId: string | null;
  agent: DemoAccount;
  client: string;
  openedMinutesAgo: number;
  turns: Turn[];
}

/**
 * Chats of the last day, so that agents find someone to answer, created through the product's own lifecycle with its
 * clock in the past. Where no person answers, the rule-based assistant does. Nobody is emailed, because these clients
 * do not exist.
 */
export async function chatInDemo(parts: ApiParts, agents: { first: DemoAccount; second: DemoAccount }): Promise<void> {
  const { first, second } = agents;
  const day = new Date(parts.now().getTime() + 75 * DAY).toLocaleDateString('en-US', {
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    timeZone: parts.brokerage.zone,
  });
  const [waiting, answered] = [await leadOf(parts, first), await leadOf(parts, second)];
  await play(parts, {
    leadId: null,
    agent: first,
    client: 'Noor Haddad',
    openedMinutesAgo: 190,
    turns: [
      { minutesAgo: 41, says: 'Hi! We are moving from Denver, CO 80202 to Portland, OR 97205' },
      { minutesAgo: 38, says: `On ${day}, a two bedroom apartment` },
    ],
  });
  if (answered) {
    await play(parts, {
      ...answered,
      agent: second,
      openedMinutesAgo: 1500,
      turns: [
        { minutesAgo: 1410, says: 'Can our house plants travel along?' },
        {
          minutesAgo: 1395,
          agent: second,
          says: 'They can, as long as the truck arrives on the same day. For a longer way we advise to take them in your car.',
        },
      ],
    });
  }
  if (waiting) {
    await play(parts, {
      ...waiting,
      agent: first,
      openedMinutesAgo: 260,
      turns: [
        { minutesAgo: 12, asks: 'person' },
        { minutesAgo: 11, says: 'Could somebody tell me how you move a grand piano down from the third floor?' },
      ],
    });
  }
}

/** This agent's newest lead in "new" whose client has an email address. */
async function leadOf({ database }: ApiParts, agent: DemoAccount): Promise<{ leadId: string; client: string } | null> {
  const lead = await database.kysely
    .selectFrom('agent_lead')
    .select(['id', 'client_name'])
    .where('state', '=', 'new')
    .where('is_archived', '=', false)
    .where('assigned_agent_id', '=', agent.id)
    .where('client_email', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return lead ? { leadId: lead.id, client: lead.client_name } : null;
}

async function play(parts: ApiParts, { leadId, agent, client, openedMinutesAgo, turns }: Script): Promise<void> {
  const mail = { ...parts.mail, send: async () => newId() };
  const at = (minutesAgo: number): ApiParts => ({
    ...parts,
    mail,
    ai: null,
    now: () => new Date(parts.now().getTime() - minutesAgo * MINUTE),
  });
  const writer: ChatActor = { id: null, name: client, role: 'client' };
  const chat = await inTransaction(parts.database, async (tx) => {
    let { chat: now } = await openChat(tx, at(openedMinutesAgo), {
      leadId,
      ...(leadId ? {} : { name: client }),
      isMailed: false,
      createdBy: agent.id,
    });
    for (const turn of turns) {
      const move = async (given: Omit<Parameters<typeof moveChat>[2], 'chatId'>) =>
        ({ chat: now } = await moveChat(tx, at(turn.minutesAgo), { chatId: now.id, ...given }));
      if ('asks' in turn) await move({ actor: writer, event: { type: 'person.requested', by: 'client' } });
      else if (!('agent' in turn))
        await move({
          actor: writer,
          event: { type: 'message.sent', by: 'client' },
          message: { author: 'client', text: turn.says },
        });
      else {
        const actor: ChatActor = { ...turn.agent, role: 'agent' };
        await move({
          actor,
          event: { type: 'chat.taken', by: 'agent' },
          apply: async () => ({ set: { agent_id: actor.id } }),
        });
        await move({
          actor,
          event: { type: 'answer.given', by: 'agent', seen: now.messages },
          message: { author: 'agent', text: turn.says },
          apply: async ({ messages }) => ({ set: { agents_seen: messages + 1 } }),
        });
      }
    }
    return now;
  });
  if (chat.owner === 'assistant')
    await replyInChat(at(turns.at(-1)!.minutesAgo), { chatId: chat.id }, AbortSignal.timeout(MINUTE));
}
