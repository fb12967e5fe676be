import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { createClient, type Client } from 'graphql-ws';
import { afterAll, expect, test, vi } from 'vitest';
import { needs } from '#src/api/http/principal.ts';
import { CHANGES } from '#src/app/session-documents.ts';
import { addAccount, password } from '#tests/api/session-api.ts';
import { soon } from '#tests/platform/soon.ts';
import { testDatabase } from '#tests/platform/test-database.ts';
import { createBrowser } from './gateway-browser.ts';
import { startGateway, startRest } from './gateway-server.ts';

/** A stand-in for the API's stream: emits numbers from `after` on, as fast as they are requested, then nothing more. */
const live = { open: 0, last: 3, asked: [] as string[], cut: () => {} };
const database = await testDatabase();
const rest = await startRest(database, addLive);
const gateway = await startGateway(rest.url);
afterAll(async () => {
  await gateway.close();
  await rest.close();
});

function addLive(scope: FastifyInstance): void {
  scope.get('/live', (request, reply) => {
    needs(request, 'agent');
    const after = Number((request.query as { after?: string }).after ?? live.last);
    live.asked.push(request.url);
    live.open += 1;
    void reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' });
    reply.raw.write(': hello\n\n');
    for (let id = after + 1; id <= live.last; id++) {
      reply.raw.write(`id: ${id}\ndata: {"noun":"agent-lead","id":"lead-${id}"}\n\n`);
    }
    live.cut = () => reply.raw.destroy();
    reply.raw.once('close', () => (live.open -= 1));
  });
}

type Seen = { sequence: number; noun: string; id: string };

function listen(cookie: string, after: () => number | null) {
  const seen: Seen[] = [];
  const upgrades: string[] = [];
  class Socket extends WebSocket {
    constructor(url: string, protocols: string) {
      // The platform's types lack headers here; its implementation supports them.
      super(url, { protocols, headers: { cookie } } as unknown as string);
      upgrades.push(url);
    }
  }
  const client: Client = createClient({
    url: `${gateway.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: Socket,
    retryWait: () => sleep(20),
    shouldRetry: () => true,
  });
  const payload = {
    query: CHANGES,
    get variables() {
      return { after: after() };
    },
  };
  const failed = vi.fn<(error: unknown) => void>();
  const stop = client.subscribe<{ changes: Seen }>(payload, {
    next: ({ data }) => data && seen.push(data.changes),
    error: failed,
    complete: () => {},
  });
  return { seen, upgrades, failed, stop, dispose: () => client.dispose() };
}

async function cookieOfAgent(): Promise<string> {
  const { email } = await addAccount(database, 'agent');
  const browser = createBrowser(gateway.url);
  await browser.signIn('agent_portal', email, password);
  return browser.header();
}

test('changes come in order, and the stream is closed when nobody listens', async () => {
  const { seen, stop, dispose } = listen(await cookieOfAgent(), () => 0);
  await soon(() => expect(seen.length).toBe(3));
  expect(seen[2]).toEqual({ sequence: 3, noun: 'agent-lead', id: 'lead-3' });
  stop();
  await soon(() => expect(live.open).toBe(0));
  await dispose();
});

test('a stream that is cut is resumed where it was, without a gap', async () => {
  const { seen, upgrades, dispose } = listen(await cookieOfAgent(), () => seen.at(-1)?.sequence ?? 0);
  await soon(() => expect(seen.length).toBe(3));
  live.last = 5;
  live.cut();
  await soon(() => expect(seen.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]));
  expect(upgrades.length).toBe(2);
  await dispose();
  live.last = 3;
});

test('who is not signed in hears nothing', async () => {
  const { seen, failed, dispose } = listen('', () => 0);
  await soon(() => expect(failed).toHaveBeenCalled());
  expect(JSON.stringify(failed.mock.calls[0])).toContain('Sign in to continue.');
  expect(seen).toEqual([]);
  await dispose();
});

test('of a hundred subscriptions at once on one socket, five are opened', async () => {
  const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, {
    protocols: 'graphql-transport-ws',
    headers: { cookie: await cookieOfAgent() },
  } as unknown as string);
  const refused = new Set<string>();
  socket.onmessage = ({ data }) => {
    const { type, id } = JSON.parse(String(data)) as { type: string; id: string };
    if (type === 'error') refused.add(id);
  };
  await soon(() => expect(socket.readyState).toBe(WebSocket.OPEN));
  socket.send(JSON.stringify({ type: 'connection_init' }));
  for (let id = 0; id < 100; id += 1)
    socket.send(
      JSON.stringify({ id: String(id), type: 'subscribe', payload: { query: CHANGES, variables: { after: 3 } } }),
    );
  await soon(() => expect(refused.size).toBe(95));
  await soon(() => expect(live.open).toBe(5));
  socket.close();
  await soon(() => expect(live.open).toBe(0));
});

test('a page of another site gets no web socket', async () => {
  const cookie = await cookieOfAgent();
  expect(await upgrade(cookie, 'https://evil.example')).toMatch(/^HTTP\/1\.1 403/);
  expect(await upgrade(cookie, 'http://localhost:3000')).toMatch(/^HTTP\/1\.1 101/);
});

test('an upgrade renews a session that is about to end, and gives the cookies', async () => {
  const cookie = (await cookieOfAgent()).replace(/access-token=[^;]+(; )?/, '');
  const answer = await upgrade(cookie);
  expect(answer).toMatch(/^HTTP\/1\.1 101/);
  expect(answer).toMatch(/Set-Cookie: access-token=[\w.-]+; Path=\/; .*HttpOnly/);
});

test('a subscription that is no known one is refused, as text and as a tree', async () => {
  const strict = await startGateway(rest.url, { allowedDocuments: { persisted: {}, texts: [CHANGES] } });
  const cookie = await cookieOfAgent();
  for (const query of ['subscription { changes { id } }', { kind: 'Document', definitions: [] }]) {
    const socket = new WebSocket(`${strict.url.replace('http', 'ws')}/graphql`, {
      protocols: 'graphql-transport-ws',
      headers: { cookie },
    } as unknown as string);
    const messages: string[] = [];
    socket.onmessage = ({ data }) => {
      if (!String(data).includes('"ping"')) messages.push(String(data));
    };
    await soon(() => expect(socket.readyState).toBe(WebSocket.OPEN));
    socket.send(JSON.stringify({ type: 'connection_init' }));
    await soon(() => expect(messages.length).toBe(1));
    const asked = live.asked.length;
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
    await soon(() => expect(messages.length).toBe(2));
    expect(JSON.parse(messages[1] ?? '')).toMatchObject({ id: '1', type: 'error' });
    expect(live.asked.length).toBe(asked);
    socket.close();
  }
  await strict.close();
});

/** The response head of the gateway to an upgrade request. */
async function upgrade(cookie: string, origin = 'http://localhost:3000'): Promise<string> {
  const { connect } = await import('node:net');
  const { port } = new URL(gateway.url);
  return await new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(
        `GET /graphql HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
          `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\nOrigin: ${origin}\r\nCookie: ${cookie}\r\n\r\n`,
      );
    });
    socket.once('data', (data) => {
      resolve(data.toString());
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

test('a web socket that says nothing is closed, and one that began stays open', async () => {
  const open = (first: string | null) => {
    const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, ['graphql-transport-ws']);
    if (first !== null) socket.addEventListener('open', () => socket.send(first));
    return socket;
  };
  const silent = open(null);
  const talking = open(JSON.stringify({ type: 'connection_init' }));
  const code = await new Promise((resolve) => silent.addEventListener('close', (event) => resolve(event.code)));
  expect(code).toBe(4408);
  expect(talking.readyState).toBe(WebSocket.OPEN);
  talking.close();
}, 20_000);
