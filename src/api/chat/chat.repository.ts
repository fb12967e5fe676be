import type { Kysely, Updateable } from 'kysely';
import { chatLifecycle } from '#src/machines/chat/chat.lifecycle.ts';
import { dayBegan } from '#src/machines/calendar/days.ts';
import type { ChatEvent, ChatFacts, ChatStanding } from '#src/machines/chat/chat.lifecycle.ts';
import { missingDetails } from '#src/machines/chat/chat-details.ts';
import type { ChatDetail, ChatDetails } from '#src/machines/chat/chat-details.ts';
import type { Refusal, Role } from '#src/machines/lifecycle.ts';
import { recordedLifecycle } from '#src/api/engine/recorded-lifecycle.ts';
import type { Held } from '#src/api/engine/recorded-lifecycle.ts';
import { newId, sha256 } from '#src/api/database/ids.ts';
import { publish } from '#src/api/live/live.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { RowOf, Tables } from '#src/api/database/tables.ts';
import { onlyIf } from '#src/machines/phrases.ts';

export type ChatRow = RowOf<'chat'>;
export type MessageRow = RowOf<'chat_message'>;

export interface KnownDetail<T = unknown> {
  value: T;
  by: 'client' | 'assistant' | 'agent';
  /** The sequence number of the message it was taken from; null if it was typed into its field. */
  message: number | null;
}
export type KnownDetails = { [D in ChatDetail]?: KnownDetail<ChatDetails[D]> };

/** Who acts; the client and the assistant have no account. */
export interface ChatActor {
  id: string | null;
  name: string;
  role: Extract<Role, 'client' | 'agent' | 'system'>;
}

export const chatStanding = ({ stage, owner }: Pick<ChatRow, 'stage' | 'owner'>): ChatStanding => ({ stage, owner });

/** Only the values, as used by the interview and the screens. */
export const valuesOf = (details: KnownDetails): Partial<ChatDetails> =>
  Object.fromEntries(Object.entries(details).map(([name, { value }]) => [name, value]));

/** @throws Problem 404 */
export async function chatById(db: Kysely<Tables>, id: string): Promise<ChatRow> {
  const chat = await db.selectFrom('chat').selectAll().where('id', '=', id).executeTakeFirst();
  if (!chat) throw notFound('chat');
  return chat;
}

/** Resolves the id of a chat, or the token in its client's link, to the chat's id. */
export async function chatIdOf(db: Kysely<Tables>, uuid: string): Promise<string> {
  const link = await db
    .selectFrom('link')
    .select('subject_id')
    .where('token_hash', '=', sha256(uuid))
    .where('purpose', '=', 'chat')
    .executeTakeFirst();
  return link?.subject_id ?? uuid;
}

/** The facts that the lifecycle needs besides the state of the conversation; `details` are those after the change. */
export async function chatFacts(
  db: Kysely<Tables>,
  parts: Pick<ApiParts, 'now' | 'chat' | 'brokerage'>,
  chat: ChatRow,
  details: KnownDetails = chat.details,
): Promise<ChatFacts> {
  const today = dayBegan(parts.brokerage.zone, parts.now()).toISOString();
  const counted = await db
    .selectFrom('chat_message')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('author', '=', 'client').filterWhere('at', '>=', today).as('today'),
      fn.max('sequence').filterWhere('author', '!=', 'client').as('newest'),
    ])
    .where('chat_id', '=', chat.id)
    .executeTakeFirstOrThrow();
  return {
    missing: missingDetails(valuesOf(details)).length,
    hasLead: chat.lead_id !== null,
    messagesLeft: Math.max(0, parts.chat.messagesPerDay - Number(counted.today)),
    newestAnswer: counted.newest ?? 0,
  };
}

interface ChatAction {
  event: ChatEvent['type'];
  may: boolean;
  unmet: string[];
}

/** What someone may do in a conversation now, and what is missing for the rest, according to the lifecycle. */
export function chatActions(chat: ChatRow, facts: ChatFacts, by: ChatActor['role']): ChatAction[] {
  const asked: ChatEvent[] =
    by === 'client'
      ? [
          { type: 'message.sent', by },
          { type: 'details.changed', by },
          { type: 'details.confirmed', by },
          { type: 'person.requested', by },
        ]
      : [
          { type: 'chat.taken', by },
          { type: 'chat.returned', by },
          { type: 'answer.given', by, seen: facts.newestAnswer },
          { type: 'details.changed', by },
          { type: 'details.applied', by },
          { type: 'summary.written', by },
          { type: 'chat.closed', by },
          { type: 'chat.reopened', by },
        ];
  return asked.flatMap((event): ChatAction[] => {
    const verdict = chatLifecycle.judge(chatStanding(chat), facts, event);
    if (verdict.may) return [{ event: event.type, may: true, unmet: [] }];
    return verdict.because === 'requirements' ? [{ event: event.type, may: false, unmet: verdict.unmet }] : [];
  });
}

interface NewMessage {
  author: MessageRow['author'];
  text: string;
  fills?: ChatDetail[];
}

interface ChatMove {
  chatId: string;
  /** The version that the writer saw; null if the event does not depend on it. */
  version?: number | null;
  actor: ChatActor;
  event: ChatEvent;
  /** The details after the change. */
  details?: (before: KnownDetails) => KnownDetails;
  message?: NewMessage;
  /** Runs after the lifecycle has accepted the event, in the same transaction. */
  apply?: (
    chat: ChatRow,
    facts: ChatFacts,
  ) => Promise<{ set?: Omit<Updateable<Tables['chat']>, 'stage' | 'owner'>; payload?: Record<string, unknown> } | void>;
}

export interface Moved {
  chat: ChatRow;
  message: MessageRow | null;
}

interface HeldChat extends Held<ChatRow, ChatFacts> {}

export const chatRecord = recordedLifecycle({
  lifecycle: chatLifecycle,
  table: 'chat',
  noun: 'chat',
  columnsOf: ({ stage, owner }: ChatStanding) => ({ stage, owner }),
  stateOf: chatStanding,
  read: async (tx: Tx, parts: ApiParts, row: ChatRow, now: Date): Promise<HeldChat> => ({
    row,
    facts: await chatFacts(tx, parts, row),
    now,
  }),
  refusalOf,
  staleOf: ({ row }) => problem(409, 'Something has changed. Review it, then try again.', { state: row.stage }),
});

/**
 * Applies one event to a conversation, with its message. Guards see the details after the change, not before.
 *
 * @throws Problem 404; 409 for a stale version, or a state or requirements that do not allow it; 403 for the role
 */
export async function moveChat(tx: Tx, parts: ApiParts, move: ChatMove): Promise<Moved> {
  const before = await chatRecord.hold(tx, parts, { id: move.chatId });
  chatRecord.mustBeCurrent(before, move.version);
  const { row: chat, now } = before;
  const details = move.details?.(chat.details) ?? chat.details;
  const held = move.details ? { ...before, facts: await chatFacts(tx, parts, chat, details) } : before;
  const { event, actor } = move;
  let message: MessageRow | null = null;
  const { row } = await chatRecord.transitionHeld(tx, held, {
    actor,
    event,
    async apply() {
      const { set, payload } = (await move.apply?.(chat, held.facts)) ?? {};
      const at = now.toISOString();
      if (move.message)
        message = await addMessage(tx, chat, { ...move.message, actor, revision: chat.version + 1, at });
      return {
        set: {
          ...set,
          ...(message ? { messages: message.sequence, last_message_at: at } : {}),
          ...(move.details ? { details: JSON.stringify(details) } : {}),
        },
        payload: { ...(message ? { message: message.sequence } : {}), ...payload },
      };
    },
  });
  await tellOfChat(tx, row);
  return { chat: row, message };
}

/**
 * Hands the conversation to another agent: releases it first if someone has it, without the assistant answering in
 * between.
 */
export async function handOverChat(
  tx: Tx,
  parts: ApiParts,
  chatId: string,
  to: { id: string; name: string },
  actor: ChatActor,
): Promise<void> {
  const payload = { handed_over: { to: to.name } };
  await moveChat(tx, parts, {
    chatId,
    actor,
    event: { type: 'chat.returned', by: 'agent' },
    apply: async () => ({ set: { agent_id: null }, payload }),
  });
  await moveChat(tx, parts, {
    chatId,
    actor,
    event: { type: 'chat.taken', by: 'agent' },
    apply: async () => ({ set: { agent_id: to.id, writing: null }, payload }),
  });
}

/** Notifies everyone viewing the conversation to reload it. Call it last. */
export async function tellOfChat(tx: Tx, { id, link_id }: Pick<ChatRow, 'id' | 'link_id'>): Promise<void> {
  await publish(tx, { noun: 'chat', id, audience: 'agents' });
  if (link_id) await publish(tx, { noun: 'chat', id: link_id, audience: `link:${link_id}` });
}

/** When a lead is archived or restored, its chats leave or join the open ones, and the client's link stops or works again. */
export async function tellOfChatsOfLead(tx: Tx, leadId: string): Promise<void> {
  const chats = await tx.selectFrom('chat').select(['id', 'link_id']).where('lead_id', '=', leadId).execute();
  for (const chat of chats) await tellOfChat(tx, chat);
}

async function addMessage(
  tx: Tx,
  chat: ChatRow,
  given: NewMessage & { actor: ChatActor; revision: number; at: string },
): Promise<MessageRow> {
  const { author, text, fills = [], actor, revision, at } = given;
  return tx
    .insertInto('chat_message')
    .values({
      id: newId(),
      chat_id: chat.id,
      sequence: chat.messages + 1,
      revision,
      author,
      account_id: actor.id,
      author_name: actor.name,
      text,
      fills: JSON.stringify(fills),
      at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

const WHERE: Record<ChatStanding['stage'], string> = {
  collecting: 'still open',
  confirming: 'waiting for the client to confirm',
  'handed-over': 'handed over to the agents',
  closed: 'closed',
};

function refusalOf({ row: chat, facts }: HeldChat, event: ChatEvent, verdict: Refusal) {
  const allowed = chatActions(chat, facts, event.by as ChatActor['role']).flatMap(({ event: type, may }) =>
    may ? [type] : [],
  );
  const extras = { state: chat.stage, allowed, unmet: verdict.unmet };
  if (verdict.because === 'role') {
    // The lifecycle's refusal names a role; to people, it is about who has the conversation.
    if (event.type === 'answer.given')
      return problem(
        409,
        chat.owner === 'agent' ? 'A person answers this chat now.' : 'Take the chat over before you answer.',
        extras,
      );
    return problem(403, 'You can’t do this here.', extras);
  }
  if (verdict.unmet.includes('the client has messages left today'))
    return problem(429, 'This chat has reached today’s limit. Write again tomorrow, or call us.', {
      ...extras,
      retryAfter: 3600,
    });
  if (verdict.unmet.includes('every answer before was seen'))
    return problem(409, 'Someone else replied. Read it, then send yours.', extras);
  if (verdict.unmet.includes('the chat is open')) return problem(409, 'This chat is closed.', extras);
  if (event.type === 'answer.given') return problem(409, 'Take the chat over before you answer.', extras);
  if (verdict.because === 'requirements') return problem(409, onlyIf(verdict.unmet), extras);
  return problem(409, `The chat is ${WHERE[chat.stage]}, so this cannot be done now.`, extras);
}
