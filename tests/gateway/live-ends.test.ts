import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { CHANGES } from '#src/app/session-documents.ts';
import { publish } from '#src/api/live/live.ts';
import type { Audience } from '#src/api/live/live.ts';
import { PASSWORD, call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { soon } from '#tests/platform/soon.ts';
import { createBrowser } from './gateway-browser.ts';

/** A page's web socket on the whole product: however a right ends, the page stops receiving what it covered. */
let application: Application;
let agent: Account;

beforeAll(async () => {
  application = await startApplication();
  agent = await signedIn(application, 'agent', 'Ann Agent');
});

/** How the gateway closes a socket whose stream ended. */
const COME_BACK = 1012;
interface Told {
  type: string;
  payload?:
    | { data?: { changes: { noun: string; id: string } } }
    | { message: string; extensions?: { status?: number } }[];
}

/** One socket with one subscription, without the page's reconnecting. */
async function listen(cookie: string, chat: string | null = null) {
  const socket = new WebSocket(`${application.url.replace('http', 'ws')}/graphql`, {
    protocols: 'graphql-transport-ws',
    headers: { cookie },
  } as unknown as string);
  const told: Told[] = [];
  const heard = {
    nouns: () =>
      told.flatMap(({ payload }) =>
        payload && !Array.isArray(payload) && payload.data ? [payload.data.changes.noun] : [],
      ),
    errors: () => told.filter(({ type }) => type === 'error'),
    closed: null as number | null,
    stop: () => socket.close(),
  };
  socket.onmessage = ({ data }) => told.push(JSON.parse(String(data)) as Told);
  socket.onclose = ({ code }) => (heard.closed = code);
  await soon(() => expect(socket.readyState).toBe(WebSocket.OPEN));
  socket.send(JSON.stringify({ type: 'connection_init' }));
  await soon(() => expect(told.map(({ type }) => type)).toContain('connection_ack'));
  socket.send(
    JSON.stringify({ id: '1', type: 'subscribe', payload: { query: CHANGES, variables: { ageMs: 0, chat } } }),
  );
  return heard;
}
type Heard = Awaited<ReturnType<typeof listen>>;

const tell = (noun: string, audience: Audience) =>
  application.database.kysely.transaction().execute((tx) => publish(tx, { noun, id: crypto.randomUUID(), audience }));
/** Published repeatedly until it arrives: a subscription takes a moment. */
const hears = (heard: Heard, noun: string, audience: Audience) =>
  soon(async () => {
    await tell(noun, audience);
    expect(heard.nouns()).toContain(noun);
  });

async function page(who: Account, platform: 'agent_portal' | 'lead_portal' | 'load_board') {
  const browser = createBrowser(application.url);
  await browser.signIn(platform, who.email, PASSWORD);
  return browser.header();
}

/** The socket is closed, nothing more arrives, and reconnecting with the same cookies is refused. */
async function ends(heard: Heard, cookie: string, audience: Audience, chat: string | null = null): Promise<void> {
  await soon(() => expect(heard.closed).toBe(COME_BACK));
  const before = heard.nouns().length;
  const again = await listen(cookie, chat);
  await soon(() => expect(again.errors()).toHaveLength(1));
  await tell('agent-lead', audience);
  await sleep(300);
  expect([heard.nouns().length, again.nouns()]).toEqual([before, []]);
  again.stop();
}

describe('a page hears nothing more', () => {
  test('of a session that was ended elsewhere; another device goes on', async () => {
    const who = await signedIn(application, 'agent', 'Two Devices');
    const [here, there] = [await page(who, 'agent_portal'), await page(who, 'agent_portal')];
    const [kept, ended] = [await listen(here), await listen(there)];
    for (const heard of [kept, ended]) await hears(heard, 'agent-lead', 'agents');
    const token = /access-token=([^;]+)/.exec(there)![1]!;
    const sessions = (
      await call<{ id: string; is_current: boolean }[]>(application, 'GET', 'account/sessions', { token })
    ).body;
    const { id } = sessions.find((one) => one.is_current)!;
    expect((await call(application, 'DELETE', `account/sessions/${id}`, { token: who.token })).status).toBeLessThan(
      300,
    );
    await ends(ended, there, 'agents');
    expect(kept.closed).toBeNull();
    await hears(kept, 'chat', 'agents');
    kept.stop();
  });

  test('of an account that was closed', async () => {
    const mover = await signedIn(application, 'mover', 'Mona Mover');
    const assistant = await signedIn(application, 'assistant', 'Abe Assistant', {}, { businessId: mover.businessId });
    const cookie = await page(assistant, 'lead_portal');
    const heard = await listen(cookie);
    await hears(heard, 'state-lead', `business:${mover.businessId}`);
    expect(
      (await call(application, 'DELETE', `user/delete?id=${assistant.id}`, { token: mover.token })).status,
    ).toBeLessThan(300);
    await ends(heard, cookie, `business:${mover.businessId}`);
  });

  test('of a chat once its link is replaced', async () => {
    const { body } = await call<{ chat: { id: string }; url: string }>(application, 'POST', 'ai-chat/', {
      token: agent.token,
      body: { name: 'Casey Client' },
    });
    const secret = body.url.split('/').at(-1)!;
    const { link_id } = await application.database.kysely
      .selectFrom('chat')
      .select('link_id')
      .where('id', '=', body.chat.id)
      .executeTakeFirstOrThrow();
    const heard = await listen('', secret);
    await hears(heard, 'chat-typing', `link:${link_id}`);
    expect(
      (await call(application, 'POST', `ai-chat/${body.chat.id}/link`, { token: agent.token, body: {} })).status,
    ).toBeLessThan(300);
    await ends(heard, '', `link:${link_id}`, secret);
  });

  test('of a chat once it is closed, but for the closing itself', async () => {
    const { body } = await call<{ chat: { id: string }; url: string }>(application, 'POST', 'ai-chat/', {
      token: agent.token,
      body: { name: 'Casey Client' },
    });
    const secret = body.url.split('/').at(-1)!;
    const { link_id } = await application.database.kysely
      .selectFrom('chat')
      .select('link_id')
      .where('id', '=', body.chat.id)
      .executeTakeFirstOrThrow();
    const heard = await listen('', secret);
    await hears(heard, 'chat-typing', `link:${link_id}`);
    expect((await call(application, 'POST', `ai-chat/${body.chat.id}/close`, { token: agent.token })).status).toBe(200);
    await ends(heard, '', `link:${link_id}`, secret);
    expect(heard.nouns().at(-1)).toBe('chat');
  });
});

test('a right that is taken away takes its noun with it, and the rest is heard again', async () => {
  const carrier = await signedIn(application, 'carrier', 'Board Movers');
  const cookie = await page(carrier, 'load_board');
  const before = await listen(cookie);
  await hears(before, 'load', 'carriers');
  expect(
    (
      await call(application, 'PATCH', `agent/carriers/${carrier.carrierId}`, {
        token: agent.token,
        body: { authority: 'revoked' },
      })
    ).status,
  ).toBe(200);
  await soon(() => expect(before.closed).toBe(COME_BACK));
  // The page reconnects: it receives changes of its own company, and of no load.
  const after = await listen(cookie);
  await hears(after, 'carrier', `carrier:${carrier.carrierId}`);
  await tell('load', 'carriers');
  await hears(after, 'notice', `carrier:${carrier.carrierId}`);
  expect(after.nouns()).not.toContain('load');
  after.stop();
});

// The last one: it stops the server of the others.
test('a server that stops does not wait for open pages', { timeout: 8000 }, async () => {
  const heard = await listen(await page(agent, 'agent_portal'));
  await hears(heard, 'agent-lead', 'agents');
  const stream = await fetch(`${application.url}/api/frontend/live`, {
    headers: { authorization: `Bearer ${agent.token}` },
  });
  expect(stream.status).toBe(200);
  await application.stop();
  await soon(() => expect(heard.closed).not.toBeNull());
  expect(await stream.text()).toMatch(/^: welcome\n/);
});
