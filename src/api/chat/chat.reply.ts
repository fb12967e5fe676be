import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { dateIn } from '#src/machines/calendar/days.ts';
import { missingDetails } from '#src/machines/chat/chat-details.ts';
import type { ChatDetail, ChatDetails } from '#src/machines/chat/chat-details.ts';
import { signal as sign } from '#src/api/live/live.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { Problem } from '#src/api/http/problem.ts';
import { atOneMoment, inTransaction } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { withCorrections } from './chat.details.ts';
import { checkedNotes } from './chat.notes.ts';
import { chatById, moveChat, valuesOf } from './chat.repository.ts';
import type { ChatActor, ChatRow, MessageRow } from './chat.repository.ts';
import { summaryOf } from './chat.summary.ts';
import { askModel, ProviderFailed, Spent } from './provider.ts';
import type { Meter } from './provider.ts';
import { afterConfirmation } from './scripted/after-confirm.ts';
import { interview, nextTopic } from './scripted/interview.ts';
import type { Reply, Topic } from './scripted/interview.ts';
import type { UnclearCity } from './scripted/place-mentions.ts';

/** How long one worker may hold an answer before another one may take it over. */
const LEASE_SECONDS = 60;
/** How often the lease is renewed while a model responds. */
const RENEW_MS = 10_000;
/** How often the text in progress is shown. */
const SHOW_MS = 300;
/** How many messages of the conversation the model gets. */
const MEMORY = 40;
const AGAIN_SECONDS = 2;

export const ASSISTANT: ChatActor = { id: null, name: 'Assistant', role: 'system' };

export interface Script {
  asked: Topic | null;
  before: Topic[];
  /** Cities whose state is asked for, the first one now. */
  unclear?: readonly UnclearCity[];
  /** When the client wants to be called, in the client's words. */
  call?: string | null;
}

interface Turn {
  chat: ChatRow;
  history: (MessageRow & { photos: number })[];
  /** What the client wrote since the last answer. */
  open: (MessageRow & { photos: number })[];
}

interface Answer {
  text: string;
  fills: Partial<ChatDetails>;
  script: Script;
  summary: string | null;
}

/** Answers what the client wrote since the last answer, if the assistant is in charge. May run twice. */
export async function replyInChat(parts: ApiParts, { chatId }: { chatId: string }, signal: AbortSignal): Promise<void> {
  const leased = await parts.database.kysely
    .updateTable('chat')
    .set({ reply_until: leaseEnd(parts) })
    .where('id', '=', chatId)
    .where('owner', '=', 'assistant')
    .where('stage', '!=', 'closed')
    .where(({ or, eb }) => or([eb('reply_until', 'is', null), eb('reply_until', '<', parts.now().toISOString())]))
    .returningAll()
    .executeTakeFirst();
  if (!leased) {
    const chat = await parts.database.kysely
      .selectFrom('chat')
      .select(['owner', 'stage', 'reply_until'])
      .where('id', '=', chatId)
      .executeTakeFirst();
    // Another worker is answering; what came since will be answered after that.
    if (chat?.owner === 'assistant' && chat.stage !== 'closed')
      await inTransaction(parts.database, (tx) => askForReply(tx, parts, chatId, AGAIN_SECONDS));
    return;
  }
  try {
    for (
      let turn = await readTurn(parts, leased.id);
      turn.open.length > 0 && turn.chat.owner === 'assistant' && turn.chat.stage !== 'closed';
      turn = await readTurn(parts, leased.id)
    ) {
      const outcome = await say(parts, turn, await answerTo(parts, turn, signal));
      if (outcome === 'silenced') break;
    }
  } finally {
    await parts.database.kysely
      .updateTable('chat')
      .set({ reply_until: null, writing: null })
      .where('id', '=', chatId)
      .execute();
  }
}

const leaseEnd = ({ now }: Pick<ApiParts, 'now'>): string =>
  new Date(now().getTime() + LEASE_SECONDS * 1000).toISOString();

/** Requests an answer for a waiting client. */
export async function askForReply(
  tx: Parameters<ApiParts['jobs']['enqueue']>[0],
  parts: Pick<ApiParts, 'jobs'>,
  chatId: string,
  startAfter?: number,
): Promise<void> {
  await parts.jobs.enqueue(
    tx,
    'chat.reply',
    { chatId },
    { singletonKey: chatId, ...(startAfter ? { startAfter } : {}) },
  );
}

const readTurn = ({ database }: ApiParts, chatId: string): Promise<Turn> =>
  atOneMoment(database, (tx) => turnOf(tx, chatId));

async function turnOf(tx: Tx, chatId: string): Promise<Turn> {
  const chat = await chatById(tx, chatId);
  const rows = await tx
    .selectFrom('chat_message')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('chat_photo')
        .select(({ fn }) => fn.countAll<number>().as('photos'))
        .whereRef('message_id', '=', 'chat_message.id')
        .as('photos'),
    )
    .where('chat_id', '=', chatId)
    .orderBy('sequence', 'desc')
    .limit(MEMORY)
    .execute();
  const history = rows.toReversed().map((row) => ({ ...row, photos: Number(row.photos ?? 0) }));
  const answered = history.findLastIndex(({ author }) => author !== 'client');
  return { chat, history, open: history.slice(answered + 1) };
}

async function answerTo(parts: ApiParts, turn: Turn, signal: AbortSignal): Promise<Answer> {
  if (!parts.ai) return scriptedAnswer(parts, turn);
  const show = showing(parts, turn.chat.id);
  try {
    const known = valuesOf(turn.chat.details);
    const day = dateIn(turn.chat.client_zone, parts.now());
    const answer = await askModel(
      parts.ai,
      { brokerage: parts.brokerage, today: day, known, missing: missingDetails(known), history: turn.history },
      meterOf(parts, turn.chat.id),
      signal,
      show.text,
    );
    const fills = checkedNotes(answer.noted, known, day);
    return {
      text: answer.text,
      fills,
      script: scriptAfter(turn, nextTopic({ ...known, ...fills }, turn.chat.script.before)),
      summary: answer.summary,
    };
  } catch (error) {
    if (!(error instanceof ProviderFailed) || signal.aborted) throw error;
    if (!(error instanceof Spent))
      parts.log.warn({ err: error, chat: turn.chat.id }, 'The AI service failed; the scripted assistant answers.');
    return scriptedAnswer(parts, turn);
  } finally {
    await show.end();
  }
}

/**
 * What the AI service has cost the chat today. Recorded independently of the answers: an answer that is never shown,
 * because the client wrote more or an agent took over, costs as much.
 */
function meterOf({ database: { kysely }, chat: limits, brokerage, now }: ApiParts, chatId: string): Meter {
  return {
    async mayAsk() {
      const today = dateIn(brokerage.zone, now());
      const isToday = sql<boolean>`(spent_on is not distinct from ${today}::date)`;
      const counted = await kysely
        .updateTable('chat')
        .set({
          spent_on: today,
          tokens_spent: sql<number>`case when ${isToday} then tokens_spent else 0 end`,
          calls_spent: sql<number>`case when ${isToday} then calls_spent else 0 end + 1`,
        })
        .where('id', '=', chatId)
        .where(sql<boolean>`case when ${isToday} then tokens_spent else 0 end < ${limits.tokensPerDay}`)
        .where(sql<boolean>`case when ${isToday} then calls_spent else 0 end < ${limits.callsPerDay}`)
        .returning('id')
        .executeTakeFirst();
      return counted !== undefined;
    },
    async book(tokens) {
      await kysely
        .updateTable('chat')
        .set((eb) => ({ tokens_spent: eb('tokens_spent', '+', tokens) }))
        .where('id', '=', chatId)
        .execute();
    },
  };
}

/** The interview without a model: same fields and questions, by rules. */
function scriptedAnswer(parts: ApiParts, { chat, open }: Turn): Answer {
  const script = chat.script;
  const reply = interview({
    text: open.map(({ text }) => text).join('\n'),
    photos: open.reduce((sum, { photos }) => sum + photos, 0),
    known: valuesOf(chat.details),
    isConfirmed: chat.stage === 'handed-over',
    asked: script.asked,
    askedBefore: script.before,
    unclear: script.unclear,
    today: dateIn(chat.client_zone, parts.now()),
    brokerage: parts.brokerage,
  });
  return {
    text: reply.text,
    fills: reply.fills,
    script: scriptAfter({ chat }, reply.asked, reply),
    summary: null,
  };
}

function scriptAfter(
  { chat }: Pick<Turn, 'chat'>,
  asked: Topic | null,
  { passed = [], unclear = [], call = chat.script.call }: Partial<Pick<Reply, 'passed' | 'unclear' | 'call'>> = {},
): Script {
  const before = [...new Set([...chat.script.before, ...passed, ...(asked ? [asked] : [])])];
  return { asked, before, ...(unclear.length > 0 && { unclear }), ...(call === undefined ? {} : { call }) };
}

/** Makes the assistant ask the next question, if it is in charge. @returns the updated chat */
export async function sayWhatComesNext(tx: Tx, parts: ApiParts, chat: ChatRow): Promise<ChatRow> {
  if (chat.owner !== 'assistant') return chat;
  const last = await tx
    .selectFrom('chat_message')
    .select('author')
    .where('chat_id', '=', chat.id)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  // The client's last message gets its own answer.
  if (last?.author === 'client') return chat;
  const { before, call } = chat.script;
  const known = valuesOf(chat.details);
  const { text, asked } = afterConfirmation(known, before.includes('call'));
  const { chat: next } = await moveChat(tx, parts, {
    chatId: chat.id,
    actor: ASSISTANT,
    event: { type: 'answer.given', by: 'system', seen: chat.messages },
    message: { author: 'assistant', text },
    apply: async () => ({
      set: {
        script: JSON.stringify(scriptAfter({ chat }, asked)),
        ...(chat.summary_by === 'agent'
          ? {}
          : { summary: summaryOf(known, true, call), summary_by: 'assistant' as const }),
      },
    }),
  });
  return next;
}

/**
 * Saves what was understood and sends the answer, unless someone took the conversation over meanwhile (`silenced`), or
 * the client has written more, which the answer has to consider (`overtaken`).
 */
async function say(parts: ApiParts, { chat, open }: Turn, answer: Answer): Promise<'said' | 'silenced' | 'overtaken'> {
  const last = open.at(-1)!;
  const fills = Object.keys(answer.fills) as ChatDetail[];
  const seen = chat.messages;
  try {
    return await inTransaction(parts.database, async (tx) => {
      const { messages } = await tx
        .selectFrom('chat')
        .select('messages')
        .where('id', '=', chat.id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (messages !== seen) return 'overtaken';
      if (fills.length > 0) {
        await moveChat(tx, parts, {
          chatId: chat.id,
          actor: ASSISTANT,
          event: { type: 'details.changed', by: 'system' },
          details: (before) => withCorrections(before, answer.fills, 'assistant', last.sequence),
          apply: async (locked) => {
            await tx
              .updateTable('chat_message')
              .set({ fills: JSON.stringify(fills), revision: locked.version + 1 })
              .where('id', '=', last.id)
              .execute();
            return { payload: { details: fills, message: last.sequence } };
          },
        });
      }
      await moveChat(tx, parts, {
        chatId: chat.id,
        actor: ASSISTANT,
        event: { type: 'answer.given', by: 'system', seen },
        message: { author: 'assistant', text: answer.text },
        apply: async (now) => {
          const summary =
            answer.summary ?? summaryOf(valuesOf(now.details), now.confirmed_at !== null, answer.script.call);
          return {
            set: {
              script: JSON.stringify(answer.script),
              writing: null,
              ...(now.summary_by === 'agent' ? {} : { summary, summary_by: 'assistant' as const }),
            },
          };
        },
      });
      return 'said';
    });
  } catch (error) {
    // An agent took over or closed the chat, so the assistant's answer is dropped.
    if (error instanceof Problem && [403, 409].includes(error.status)) return 'silenced';
    throw error;
  }
}

/** Shows what the model has written so far, at intervals. */
function showing(parts: ApiParts, chatId: string) {
  let newest = '';
  let shown = '';
  let isOver = false;
  let renewedAt = Date.now();
  /** Notifies only viewers of the open conversation: lists and counts do not show text in progress. */
  const show = async (writing: string): Promise<void> => {
    const { link_id } = await parts.database.kysely
      .updateTable('chat')
      .set({ writing: writing.slice(0, 5000) })
      .where('id', '=', chatId)
      .returning('link_id')
      .executeTakeFirstOrThrow();
    await sign(
      parts.database,
      { noun: 'chat-writing', id: chatId, audience: 'agents' },
      ...(link_id ? [{ noun: 'chat-writing', id: link_id, audience: `link:${link_id}` } as const] : []),
    );
  };
  const loop = (async () => {
    while (!isOver) {
      if (Date.now() - renewedAt > RENEW_MS) {
        renewedAt = Date.now();
        await parts.database.kysely
          .updateTable('chat')
          .set({ reply_until: leaseEnd(parts) })
          .where('id', '=', chatId)
          .execute()
          .catch(() => {});
      }
      if (newest !== shown) {
        const text = (shown = newest);
        await show(text).catch(() => {});
      }
      await sleep(SHOW_MS);
    }
  })();
  return {
    text: (text: string) => void (newest = text),
    end: async () => {
      isOver = true;
      await loop;
    },
  };
}
