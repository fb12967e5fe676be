import { beforeAll, describe, expect, test } from 'vitest';
import { replyInChat } from '#src/api/chat/chat.reply.ts';
import { endWait } from '#src/api/chat/chat.wait.ts';
import type { ChatStanding } from '#src/machines/chat/chat.lifecycle.ts';
import { replayChat } from '#src/machines/chat/chat.replay.ts';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { chat } from './models/chat.model.ts';
import { stepFrom } from './models/path-model.ts';
import type { Step } from './models/path-model.ts';

/** Walks the law of a chat through the API: every transition, and every event that the law refuses where it does. */
let application: Application;
let agent: Account;

interface Stage {
  id: string;
  link: string;
}

beforeAll(async () => {
  // Without a worker nobody answers by himself: what the assistant does is a gesture like any other.
  application = await startApplication({ environment: { PARTS: 'api' } });
  agent = await signedIn(application, 'agent', 'Ann Agent');
});

const everything = { origin: { zip: '43215' }, destination: { zip: '78701' }, move_date: { earliest: '2099-06-14', latest: '2099-06-14' }, size: 'studio', name: 'Casey Client', email: 'casey@client.test' };

const byClient = (method: string, what: string, body?: object) => (stage: Stage) => call<{ detail?: string }>(application, method, `ai-chat/client/${stage.link}/${what}`, body ? { body } : {});
const byAgent = (method: string, what: string, body?: (row: Row) => object) => async (stage: Stage) =>
  call<{ detail?: string }>(application, method, `ai-chat/${stage.id}/${what}`, { token: agent.token, ...(body ? { body: body(await rowOf(stage)) } : {}) });
/** What the product does by itself says nothing: whether it did is seen in the row. */
const byItself = (act: (stage: Stage) => Promise<void>) => async (stage: Stage) => {
  const before = await rowOf(stage);
  await act(stage);
  return { status: (await rowOf(stage)).history_length > before.history_length ? 200 : 409, body: {} };
};
const write = (stage: Stage, text: string) => {
  const form = new FormData();
  form.set('message', text);
  return call<{ detail?: string }>(application, 'POST', `ai-chat/client/${stage.link}`, { body: form });
};

/** Each event of the model by what people do. */
const gestures: Record<string, (stage: Stage) => Promise<{ status: number; body: { detail?: string } }>> = {
  'message.sent': (stage) => write(stage, 'Hello'),
  'answer.given': byAgent('POST', 'answer', (row) => ({ text: 'Hello, Ann here.', seen: row.messages })),
  'answer.given by the assistant': byItself(async (stage) => {
    await application.database.kysely.insertInto('chat_message').values({ id: crypto.randomUUID(), chat_id: stage.id, sequence: (await rowOf(stage)).messages + 1, revision: 1, author: 'client', author_name: 'Casey', text: 'Hm', account_id: null, at: new Date().toISOString() }).execute();
    await application.database.kysely.updateTable('chat').set(({ eb }) => ({ messages: eb('messages', '+', 1) })).where('id', '=', stage.id).execute();
    await replyInChat(application.parts, { chatId: stage.id }, new AbortController().signal);
  }),
  'details.changed': byClient('PATCH', 'details', everything),
  'details.changed forgetting': byClient('PATCH', 'details', { size: null }),
  'details.confirmed': async (stage) => byClient('POST', 'confirm', { version: (await rowOf(stage)).version })(stage),
  'details.applied': async (stage) => {
    const { body } = await call<{ lead_version: number }>(application, 'GET', `ai-chat/${stage.id}/changes`, { token: agent.token });
    return byAgent('POST', 'apply', () => ({ lead_version: body.lead_version, details: [] }))(stage);
  },
  'summary.written': byAgent('PATCH', 'summary', () => ({ summary: 'Call before noon.' })),
  'person.requested': byClient('POST', 'person'),
  'wait.ended': byItself(async (stage) => {
    const asked = await application.database.kysely.selectFrom('chat_event').select('sequence').where('chat_id', '=', stage.id).where('event', '=', 'person.requested').orderBy('sequence', 'desc').executeTakeFirst();
    await endWait(application.parts, { chatId: stage.id, sequence: asked?.sequence ?? 0 });
  }),
  'chat.taken': byAgent('POST', 'take'),
  'chat.returned': byAgent('POST', 'return'),
  'chat.closed': byAgent('POST', 'close'),
  'chat.reopened': byAgent('POST', 'reopen'),
  // Where it goes is for what is known, which was taken back before it was closed.
  'chat.reopened with gaps': byAgent('POST', 'reopen'),
};
const names = Object.keys(chat.events);

async function rowOf({ id }: Stage) {
  return application.database.kysely.selectFrom('chat').select(['stage', 'owner', 'version', 'history_length', 'messages', 'summary', 'confirmed_at']).where('id', '=', id).executeTakeFirstOrThrow();
}
type Row = Awaited<ReturnType<typeof rowOf>>;

let number = 0;
async function newStage(): Promise<Stage> {
  const lead = { client: { name: `Casey ${(number += 1)}`, email: 'casey@client.test', zone: 'America/New_York' }, stops: [{ role: 'pick-up', city: 'Columbus', state: 'OH', zip: '43215' }, { role: 'drop-off', city: 'Austin', state: 'TX', zip: '78701' }] };
  const { body: made } = await call<{ id: string }>(application, 'POST', 'agent-lead/', { token: agent.token, body: lead });
  const { body } = await call<{ url: string; chat: { id: string } }>(application, 'POST', 'ai-chat/', { token: agent.token, body: { lead_id: made.id } });
  return { id: body.chat.id, link: body.url.slice(body.url.lastIndexOf('/') + 1) };
}

/** The shortest ways to every place. Facts that an event of the model sets by itself are those that earlier gestures left. */
const ways = new Map<string, { place: unknown; way: Step[] }>([[chat.keyOf(chat.start), { place: chat.start, way: [] }]]);
for (const { place, way } of ways.values()) {
  for (const name of names) {
    const step = stepFrom(chat, place, name);
    if (step && isReal(step) && !ways.has(chat.keyOf(step.to))) ways.set(chat.keyOf(step.to), { place: step.to, way: [...way, step] });
  }
}

/** A closed chat knows as much as it did when it was closed: which of the two reopenings it has is settled before. */
function isReal({ event, from }: Step): boolean {
  return !event.startsWith('chat.reopened') || (from as ChatStanding).stage === 'closed';
}
/** A chat is closed from the stage that the reopening is to find. */
const wayFor = (place: unknown, event: string): Step[] => {
  const { stage, owner } = place as ChatStanding;
  if (stage !== 'closed') return ways.get(chat.keyOf(place))!.way;
  const open = { stage: event === 'chat.reopened' ? 'confirming' : 'collecting', owner } as ChatStanding;
  return [...ways.get(chat.keyOf(open))!.way, { event: 'chat.closed', from: open, to: place }];
};

async function walk(stage: Stage, way: readonly Step[]): Promise<void> {
  for (const { event, to } of way) {
    const answer = await gestures[event]!(stage);
    expect(answer.status, `${event}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    const { stage: at, owner } = await rowOf(stage);
    expect({ stage: at, owner }, event).toEqual(to);
  }
}

const pairs = [...ways.values()].flatMap(({ place }) => names.map((event) => ({ place, event, step: stepFrom(chat, place, event) })));

test('every place of the law is met', () => {
  expect(ways.size).toBe(12);
  expect(names.filter((name) => !gestures[name])).toEqual([]);
});

describe('every transition', () => {
  const taken = pairs.filter(({ step }) => step !== null);
  test.each(taken.map(({ place, event, step }) => [`${chat.nameOf(place)}: ${chat.events[event]!.does}`, { place, event, step: step! }] as const))('%s', async (_, { place, event, step }) => {
    const stage = await newStage();
    await walk(stage, wayFor(place, event));
    await walk(stage, [step]);
    const entries = await application.database.kysely.selectFrom('chat_event').selectAll().where('chat_id', '=', stage.id).orderBy('sequence').execute();
    expect(replayChat(entries)).toEqual(step.to);
  });
});

describe('what the law refuses is refused, and changes nothing', () => {
  const refused = Map.groupBy(pairs.filter(({ step }) => step === null), ({ place }) => chat.keyOf(place));
  test.each([...refused])('%s', async (_, group) => {
    const stage = await newStage();
    await walk(stage, wayFor(group[0]!.place, group[0]!.event));
    for (const { event } of group) {
      const before = await rowOf(stage);
      const answer = await gestures[event]!(stage);
      expect([403, 409], `${event}: ${answer.status} ${JSON.stringify(answer.body)}`).toContain(answer.status);
      const after = await rowOf(stage);
      // What is a message of the test, to have something to answer, is none of the product.
      expect({ ...after, messages: before.messages }, event).toEqual(before);
    }
  });
});
