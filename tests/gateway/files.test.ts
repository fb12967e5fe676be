import { createHash, randomBytes } from 'node:crypto';
import { get } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { needs } from '#src/api/http/principal.ts';
import { addAccount, password } from '#tests/api/session-api.ts';
import { soon } from '#tests/platform/soon.ts';
import { testDatabase } from '#tests/platform/test-database.ts';
import { createBrowser } from './gateway-browser.ts';
import { startGateway, startRest } from './gateway-server.ts';
import { MINUTE } from '#src/machines/calendar/durations.ts';

/** A stand-in for the API's files: counts what arrives, and serves what is requested. */
const files = { received: 0, hash: '', brokenOff: 0, endless: 0 };
const database = await testDatabase();
const rest = await startRest(database, addFiles);
const gateway = await startGateway(rest.url);
afterAll(async () => {
  await gateway.close();
  await rest.close();
});

function addFiles(scope: FastifyInstance): void {
  // Uploads are only counted here, not parsed.
  scope.removeContentTypeParser('multipart/form-data');
  scope.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload));
  scope.post('/agent-lead/1/attachment', { bodyLimit: 1e9 }, async (request) => {
    needs(request, 'agent');
    const hash = createHash('sha256');
    files.received = 0;
    try {
      for await (const chunk of request.body as AsyncIterable<Buffer>) {
        files.received += chunk.length;
        hash.update(chunk);
      }
    } catch (error) {
      files.brokenOff += 1;
      throw error;
    }
    files.hash = hash.digest('hex');
    return { id: 'made' };
  });
  scope.get('/endless', (request, reply) => {
    void reply.hijack();
    files.endless += 1;
    reply.raw.once('close', () => (files.endless -= 1));
    const named = request.url.includes('named') ? { 'content-disposition': 'attachment' } : {};
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', ...named });
    const timer = setInterval(() => reply.raw.write('x'.repeat(10_000)), 5);
    reply.raw.once('close', () => clearInterval(timer));
  });
  scope.get('/agent-lead/1/attachment/2', (request, reply) => {
    needs(request, 'agent');
    void reply
      .header('content-disposition', 'attachment; filename="a.pdf"')
      .header('x-secret', 'no')
      .type('application/pdf');
    return reply.send(Readable.from([Buffer.from('%PDF'), Buffer.from('-end')]));
  });
}

async function signedIn() {
  const { email } = await addAccount(database, 'agent');
  const browser = createBrowser(gateway.url);
  await browser.signIn('agent_portal', email, password);
  return browser;
}

const upload = { 'content-type': 'multipart/form-data; boundary=x', 'x-requested-with': 'lead-platform' };

test('an upload arrives as it was sent, and a download comes back with its headers only', async () => {
  const browser = await signedIn();
  const body = randomBytes(8_000_000);
  const sent = await browser.request('/files/agent-lead/1/attachment', { method: 'POST', headers: upload, body });
  expect(await sent.json()).toEqual({ id: 'made' });
  expect(files.hash).toBe(createHash('sha256').update(body).digest('hex'));
  const got = await browser.request('/files/agent-lead/1/attachment/2');
  expect(await got.text()).toBe('%PDF-end');
  expect(got.headers.get('content-disposition')).toBe('attachment; filename="a.pdf"');
  expect(got.headers.get('x-secret')).toBeNull();
});

test('an ended access token is renewed before an upload and after a refused download', async () => {
  const browser = await signedIn();
  browser.cookies.delete('access-token');
  const sent = await browser.request('/files/agent-lead/1/attachment', { method: 'POST', headers: upload, body: 'x' });
  expect(sent.status).toBe(200);
  rest.clock.offset += 16 * MINUTE;
  expect((await browser.request('/files/agent-lead/1/attachment/2')).status).toBe(200);
  rest.clock.offset = 0;
});

test.each<[string, string, RequestInit, number]>([
  [
    'without the header',
    '/files/agent-lead/1/attachment',
    { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: 'x' },
    403,
  ],
  [
    'of another kind',
    '/files/agent-lead/1/attachment',
    { method: 'POST', headers: { ...upload, 'content-type': 'application/json' }, body: '{}' },
    403,
  ],
  [
    'of another origin',
    '/files/agent-lead/1/attachment',
    { method: 'POST', headers: { ...upload, origin: 'https://evil.example' }, body: 'x' },
    403,
  ],
  ['with a hidden slash', '/files/agent-lead%2f1', {}, 404],
  ['of what is no file', '/files/agent/', {}, 404],
  ['of what is not there', '/files/nothing', {}, 404],
])('a request %s is refused', async (_what, path, init, status) => {
  const browser = await signedIn();
  const response = await browser.request(path, init);
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toContain('application/problem+json');
});

test.each([
  '/files/agent-lead/../agent/',
  '/files/x/%2E%2e/agent/',
  '/files//agent/',
  '/files/\\agent',
  '/files/a%00',
  '/files',
])('the path %s leads nowhere', async (url) => {
  const before = rest.calls.length;
  expect(await statusOfRawPath(url)).toBe(404);
  expect(rest.calls.length).toBe(before);
});

test('a live stream is no file, and is let go', async () => {
  const browser = await signedIn();
  expect((await browser.request('/files/endless')).status).toBe(404);
  await soon(() => expect(files.endless).toBe(0));
});

test('a download that its reader leaves is left at the API, too', async () => {
  const browser = await signedIn();
  const abort = new AbortController();
  const response = await browser.request('/files/endless?named', { signal: abort.signal });
  expect(response.status).toBe(200);
  abort.abort();
  await soon(() => expect(files.endless).toBe(0));
});

test('who is not signed in gets the API’s refusal', async () => {
  expect((await createBrowser(gateway.url).request('/files/agent-lead/1/attachment/2')).status).toBe(401);
});

test('an upload that is broken off is broken off at the API, too', async () => {
  const browser = await signedIn();
  const before = files.brokenOff;
  const { port } = new URL(gateway.url);
  const socket = connect(Number(port), '127.0.0.1');
  const headers = { ...upload, host: 'x', cookie: browser.header(), 'content-length': '1000000' };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /files/agent-lead/1/attachment HTTP/1.1\r\n${head.join('')}\r\n`);
  socket.write(randomBytes(500_000));
  await soon(() => expect(files.received).toBe(500_000));
  socket.destroy();
  await soon(() => expect(files.brokenOff).toBe(before + 1));
});

test('an API that is down is a typed failure', async () => {
  const alone = await startGateway('http://127.0.0.1:9');
  const response = await createBrowser(alone.url).request('/files/agent-lead/1/attachment/2');
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({
    status: 503,
    detail: expect.stringMatching(/not available/) as string,
  });
  await alone.close();
});

/** Clients that parse URLs would normalize the path first. */
async function statusOfRawPath(path: string): Promise<number | undefined> {
  return await new Promise((resolve, reject) => {
    const { port } = new URL(gateway.url);
    const asked = get({ host: '127.0.0.1', port, path, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.once('error', reject);
  });
}
