import { replyInChat } from '#src/api/chat/chat.reply.ts';
import { endWait } from '#src/api/chat/chat.wait.ts';
import type { ChatEvent, ChatStanding, chatLifecycle } from '#src/machines/chat/chat.lifecycle.ts';
import { call } from '#tests/platform/application.ts';
import type { Account } from '#tests/platform/application.ts';
import { chat } from '../models/chat.model.ts';
import type { Requirement } from '../models/path-model.ts';
import { NotHere } from '../run/world.ts';
import type { World } from '../run/world.ts';
import type { CaseStep } from '../tool/cases.ts';
import { apiDriver } from './api-driver.ts';
import type { Call } from './api-driver.ts';

export interface ChatStage {
  world: World;
  agent: Account;
  id: string;
  link: string;
}

interface ChatBody extends ChatStanding {
  version: number;
  last_sequence: number;
  missing: string[];
}

const EVERYTHING = {
  origin: { zip: '43215' },
  destination: { zip: '78701' },
  move_date: { earliest: '2099-06-14', latest: '2099-06-14' },
  size: 'studio',
  name: 'Casey Client',
  email: 'casey@client.test',
};

let number = 0;
/** A new chat of a lead whose date and size of the move are unknown. */
export async function beginChat(world: World): Promise<ChatStage> {
  const agent = await world.account('agent');
  const lead = {
    client: { name: `Casey ${(number += 1)}`, email: 'casey@client.test', zone: 'America/New_York' },
    stops: [
      { role: 'pick-up', city: 'Columbus', state: 'OH', zip: '43215' },
      { role: 'drop-off', city: 'Austin', state: 'TX', zip: '78701' },
    ],
  };
  const { body: made } = await call<{ id: string }>(world, 'POST', 'agent-lead/', { token: agent.token, body: lead });
  const { status, body } = await call<{ url: string; chat: { id: string } }>(world, 'POST', 'ai-chat/', {
    token: agent.token,
    body: { lead_id: made.id },
  });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return { world, agent, id: body.chat.id, link: body.url.slice(body.url.lastIndexOf('/') + 1) };
}

/** As agents see it. */
export async function chatOf({ world, agent, id }: Pick<ChatStage, 'world' | 'agent' | 'id'>): Promise<ChatBody> {
  return (await call<ChatBody>(world, 'GET', `ai-chat/${id}`, { token: agent.token })).body;
}

const byClient =
  (method: string, what: string, body?: object): Call<ChatStage> =>
  ({ world, link }) =>
    call(world, method, `ai-chat/client/${link}/${what}`, body ? { body } : {});
const byAgent =
  (method: string, what: string, body?: object): Call<ChatStage> =>
  ({ world, agent, id }) =>
    call(world, method, `ai-chat/${id}/${what}`, { token: agent.token, ...(body ? { body } : {}) });

/** What the product does by itself has no response: the row shows whether it did. */
const byItself =
  (act: (stage: ChatStage) => Promise<void>): Call<ChatStage> =>
  async (stage) => {
    const before = await rowOf(stage);
    await act(stage);
    return { status: (await rowOf(stage)).history_length > before.history_length ? 200 : 409, body: {} };
  };
const rowOf = ({ world, id }: ChatStage) =>
  world
    .own('do by hand what the product does by itself')
    .database.kysely.selectFrom('chat')
    .select(['stage', 'owner', 'version', 'history_length', 'messages', 'summary', 'confirmed_at', 'details'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** The assistant answers the newest message; there is one to answer. */
export async function letAssistantAnswer({ world, id }: ChatStage): Promise<void> {
  await replyInChat(world.own('have the assistant answer').parts, { chatId: id }, new AbortController().signal);
}

/** The time to wait for a person ends. */
export async function letWaitEnd({ world, id }: ChatStage): Promise<void> {
  const own = world.own('end a wait');
  const asked = await own.database.kysely
    .selectFrom('history')
    .select('sequence')
    .where('record_id', '=', id)
    .where('event', '=', 'person.requested')
    .orderBy('sequence', 'desc')
    .executeTakeFirst();
  await endWait(own.parts, { chatId: id, sequence: asked?.sequence ?? 0 });
}

/** A message that bypasses the lifecycle: to have something to answer, or in a closed chat, where nobody can write. */
async function messageInside({ world, id }: ChatStage, author: 'client' | 'agent' = 'client'): Promise<void> {
  const { kysely } = world.own('write into a chat').database;
  const { messages } = await kysely
    .selectFrom('chat')
    .select('messages')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await kysely
    .insertInto('chat_message')
    .values({
      id: crypto.randomUUID(),
      chat_id: id,
      sequence: messages + 1,
      revision: 1,
      author,
      author_name: 'Casey',
      text: 'Hm',
      account_id: null,
      at: new Date().toISOString(),
    })
    .execute();
  await kysely
    .updateTable('chat')
    .set(({ eb }) => ({ messages: eb('messages', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** A chat reopens with the details known when it was closed: a client cannot change them meanwhile. */
export async function knowing(stage: ChatStage, size: 'studio' | null): Promise<void> {
  const { kysely } = stage.world.own('change a closed chat').database;
  const known = (value: unknown) => ({ value, by: 'client', message: null });
  const { details } = (await rowOf(stage)) as { details: Record<string, unknown> };
  await kysely
    .updateTable('chat')
    .set({
      details: JSON.stringify({
        ...details,
        move_date: known(EVERYTHING.move_date),
        size: size ? known(size) : undefined,
      }),
    })
    .where('id', '=', stage.id)
    .execute();
}
const reopening =
  (size: 'studio' | null): Call<ChatStage> =>
  async (stage, step) => {
    if (step.verdict.may) await knowing(stage, size);
    return byAgent('POST', 'reopen')(stage, step);
  };

/** What people do to trigger each event of the model. */
const gestures: Record<ChatEvent['type'], Call<ChatStage>> = {
  'message.sent': ({ world, link }) => {
    const form = new FormData();
    form.set('message', 'Hello');
    return call(world, 'POST', `ai-chat/client/${link}`, { body: form });
  },
  'answer.given': async (stage, step) =>
    byAgent('POST', 'answer', { text: 'Hello, Ann here.', seen: (await chatOf(await asAgent(stage))).last_sequence })(
      stage,
      step,
    ),
  'details.changed': byClient('PATCH', 'details', EVERYTHING),
  'details.confirmed': async (stage, step) =>
    byClient('POST', 'confirm', { version: (await chatOf(await asAgent(stage))).version })(stage, step),
  'details.applied': async (stage, step) => {
    const { agent } = await asAgent(stage);
    const { body } = await call<{ lead_version?: number }>(stage.world, 'GET', `ai-chat/${stage.id}/changes`, {
      token: agent.token,
    });
    return byAgent('POST', 'apply', { lead_version: body.lead_version ?? 1, details: [] })(stage, step);
  },
  'summary.written': byAgent('PATCH', 'summary', { summary: 'Call before noon.' }),
  'person.requested': byClient('POST', 'person'),
  'wait.ended': byItself(letWaitEnd),
  'chat.taken': byAgent('POST', 'take'),
  'chat.returned': byAgent('POST', 'return'),
  'chat.closed': byAgent('POST', 'close'),
  'chat.reopened': reopening('studio'),
};

/** Whoever tries the call, the data for it is loaded by an agent, who may read it. */
const asAgent = async (stage: ChatStage): Promise<ChatStage> => ({
  ...stage,
  agent: await stage.world.account('agent'),
});

/** Without the worker, nothing answers by itself: the case decides when the assistant acts. */
export const CHAT_ENVIRONMENT = { PARTS: 'api,gateway,web' };

export const driver = apiDriver<ChatStage, ChatEvent['type'], Requirement<typeof chatLifecycle>>({
  model: chat,
  environment: CHAT_ENVIRONMENT,
  begin: beginChat,
  gestures,
  more: {
    'answer.given by the assistant': byItself(async (stage) => {
      await messageInside(stage);
      await letAssistantAnswer(stage);
    }),
    'details.changed forgetting': byClient('PATCH', 'details', { size: null }),
    'chat.reopened with gaps': reopening(null),
  },
  unmet: {
    'the chat is open': 'Whether it is closed is where it stands.',
    'everything needed is known': (stage) => knowing(stage, null),
    'the chat belongs to a lead': async ({ world, id }) => {
      await world
        .own('take a chat off its lead')
        .database.kysely.updateTable('chat')
        .set({ lead_id: null })
        .where('id', '=', id)
        .execute();
    },
    'the client has messages left today': async (stage) => {
      const own = stage.world.own('write more than a day holds');
      await own.database.kysely
        .insertInto('chat_message')
        .values(
          Array.from({ length: own.parts.chat.messagesPerDay }, (_, index) => ({
            id: crypto.randomUUID(),
            chat_id: stage.id,
            sequence: 1000 + index,
            revision: 1,
            author: 'client' as const,
            author_name: 'Casey',
            text: 'Hm',
            account_id: null,
            at: new Date().toISOString(),
          })),
        )
        .execute();
    },
    'every answer before was seen': async (stage, { event }) => {
      if (event !== 'answer.given') throw new NotHere('The assistant looks before it answers.');
      const { last_sequence: seen } = await chatOf(stage);
      await messageInside(stage, 'agent');
      return byAgent('POST', 'answer', { text: 'Hello, Ann here.', seen });
    },
  },
  placeOf: async (stage) => chat.keyOf(await chatOf(await asAgent(stage))),
  async record(stage) {
    // Messages that the test inserted, to have something to answer, are not the product's.
    const { messages: _, ...row } = await rowOf(stage);
    return row;
  },
  async inHandsOf(stage, role, { event }: CaseStep) {
    const isClients = chat.events[event]!.event.by === 'client';
    if (isClients) throw new NotHere('Whoever has the link of a client is the client.');
    if (chat.events[event]!.event.by === 'system')
      throw new NotHere('Nobody can ask for what the product does by itself.');
    if (role === 'client' || role === 'visitor' || role === 'system')
      return { ...stage, agent: { ...stage.agent, token: '' } };
    return { ...stage, agent: await stage.world.account(role) };
  },
  refusals: ({ broken }) => (broken === 'the client has messages left today' ? [429] : null),
});
