import { expect as seen } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replyInChat } from '#src/api/chat/chat.reply.ts';
import { endWait } from '#src/api/chat/chat.wait.ts';
import { replayChat } from '#src/machines/chat/chat.replay.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { launchBrowser, newPage } from '#tests/platform/chromium.ts';
import { signIn } from './agent-page.ts';
import { chatPage } from './chat-page.ts';
import type { ChatPage } from './chat-page.ts';
import { chatTour, transitionsOf } from './chat.paths.ts';
import { chat } from './models/chat.model.ts';

/**
 * Every transition of the law of a chat on the screens of those whose event it is, the client's and the agent's, each
 * open all the time: what one does, both show by themselves.
 */
let application: Application;
let agent: Account;
let browser: Browser;

beforeAll(async () => {
  // Without a worker nobody answers by himself: what the assistant does has its moment in the tour.
  application = await startApplication({ environment: { PARTS: 'api,gateway,web' } });
  agent = await signedIn(application, 'agent', 'Ann Agent');
  browser = await launchBrowser();
});
afterAll(async () => browser?.close());

interface Stage {
  id: string;
  client: ChatPage;
  /** The agent's screen of the same chat. */
  agent: Page;
}

const rowOf = (id: string) => application.database.kysely.selectFrom('chat').select(['stage', 'owner', 'messages', 'summary']).where('id', '=', id).executeTakeFirstOrThrow();
const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

let number = 0;
/** A chat of a lead, of which only the size is unknown. */
async function newStage(): Promise<Stage> {
  const lead = { client: { name: 'Casey Client', email: 'casey@client.test', zone: 'America/Chicago' }, stops: [{ role: 'pick-up', city: 'Columbus', state: 'OH', zip: '43215' }, { role: 'drop-off', city: 'Austin', state: 'TX', zip: '78701' }] };
  const { body: made } = await call<{ id: string }>(application, 'POST', 'agent-lead/', { token: agent.token, body: lead });
  const { body } = await call<{ url: string; chat: { id: string } }>(application, 'POST', 'ai-chat/', { token: agent.token, body: { lead_id: made.id } });
  const link = body.url.slice(body.url.lastIndexOf('/') + 1);
  await call(application, 'PATCH', `ai-chat/client/${link}/details`, { body: { move_date: { earliest: '2099-06-14', latest: '2099-06-18' } } });
  const size = { viewport: { width: 1280, height: 900 } };
  const [clients, agents] = [await newPage(browser, size), await newPage(browser, size)];
  const client = chatPage(clients, application.url);
  await client.open(link);
  await signIn(agents, application.url, 'agent-portal', agent.email);
  await agents.goto(application.url + hrefs.agent.chat(body.chat.id));
  return { id: body.chat.id, client, agent: agents };
}

/** Each event of the model on the screen of who does it; what the product does by itself, it does here. */
const gestures: Record<string, (stage: Stage) => Promise<void>> = {
  'message.sent': ({ client }) => client.write(`Message ${(number += 1)}`),
  'answer.given': async ({ agent: page, client }) => {
    await page.getByLabel('Your answer').fill('Hello, Ann here.');
    await page.getByLabel('Your answer').press('Enter');
    await seen(client.said().filter({ hasText: 'Hello, Ann here.' })).toBeVisible();
  },
  'answer.given by the assistant': async ({ id, client }) => {
    await client.write('What happens next?');
    await replyInChat(application.parts, { chatId: id }, new AbortController().signal);
    await seen(client.said().last()).toContainText('AI assistant');
  },
  'details.changed': async ({ id, client }) => client.chooseSize((number += 1) % 2 === 0 || (await rowOf(id)).stage === 'collecting' ? 'Studio' : '1 bedroom'),
  'details.changed forgetting': async ({ id, client }) => ((await rowOf(id)).stage === 'collecting' ? client.rename(`Casey ${(number += 1)}`) : client.removeSize()),
  'details.confirmed': ({ client }) => client.confirm(),
  'details.applied': async ({ id }) => {
    const { body } = await call<{ lead_version: number }>(application, 'GET', `ai-chat/${id}/changes`, { token: agent.token });
    expect((await call(application, 'POST', `ai-chat/${id}/apply`, { token: agent.token, body: { lead_version: body.lead_version, details: [] } })).status).toBe(200);
  },
  'summary.written': async ({ id, agent: page }) => {
    expect((await call(application, 'PATCH', `ai-chat/${id}/summary`, { token: agent.token, body: { summary: 'Call before noon.' } })).status).toBe(200);
    await seen(page.getByText('Call before noon.')).toBeVisible();
  },
  'person.requested': ({ client }) => client.askForPerson(),
  'wait.ended': async ({ id }) => {
    const { sequence } = await application.database.kysely.selectFrom('chat_event').select('sequence').where('chat_id', '=', id).where('event', '=', 'person.requested').orderBy('sequence', 'desc').executeTakeFirstOrThrow();
    await endWait(application.parts, { chatId: id, sequence });
  },
  'chat.taken': ({ agent: page }) => click(page, 'Take over'),
  'chat.returned': ({ agent: page }) => click(page, 'Hand back'),
  'chat.closed': async ({ agent: page }) => {
    await click(page, 'More about this chat');
    await page.getByRole('menuitem', { name: 'Close the chat…' }).click();
    await click(page, 'Close chat');
  },
  'chat.reopened': ({ agent: page }) => click(page, 'Reopen the chat'),
  'chat.reopened with gaps': ({ agent: page }) => click(page, 'Reopen the chat'),
};

test('every event of the law is a gesture here', () => {
  expect(Object.keys(gestures).toSorted()).toEqual(Object.keys(chat.events).toSorted());
});

test('the tour takes every transition that the law draws', () => {
  expect([...new Set(chatTour().flatMap(transitionsOf))].toSorted()).toEqual([
    'answer.given by agent',
    'answer.given by assistant',
    'chat.closed: collecting to closed',
    'chat.closed: confirming to closed',
    'chat.closed: handed-over to closed',
    'chat.reopened: closed to collecting',
    'chat.reopened: closed to confirming',
    'chat.returned: agent to assistant',
    'chat.taken: assistant to agent',
    'chat.taken: handing-over to agent',
    'details.applied',
    'details.changed in collecting',
    'details.changed in confirming',
    'details.changed: collecting to confirming',
    'details.changed: confirming to collecting',
    'details.changed: handed-over to collecting',
    'details.changed: handed-over to confirming',
    'details.confirmed: confirming to handed-over',
    'message.sent',
    'person.requested: assistant to handing-over',
    'summary.written',
    'wait.ended: handing-over to assistant',
  ]);
});

test('each transition once, on the screens of those whose it is', { timeout: 240_000 }, async () => {
  const stage = await newStage();
  const tour = chatTour();
  for (const { event, from, to } of tour) {
    try {
      await gestures[event]!(stage);
      await seen.poll(async () => chat.keyOf(await rowOf(stage.id))).toBe(chat.keyOf(to));
      await stage.client.see(to);
    } catch (error) {
      throw new Error(`${event} in ${chat.keyOf(from)}`, { cause: error });
    }
  }
  const entries = await application.database.kysely.selectFrom('chat_event').selectAll().where('chat_id', '=', stage.id).orderBy('sequence').execute();
  expect(replayChat(entries)).toEqual(tour.at(-1)!.to);
  // Every event of the law is in the history of this one chat.
  expect(new Set(entries.map(({ event }) => event))).toEqual(new Set(Object.keys(chat.events).map((event) => event.split(' ')[0])));
});
