import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pino } from 'pino';
import { Type } from 'typebox';
import { createHttp } from './http.ts';

const app = createHttp(false);
app.get('/', async () => ({}));
beforeAll(() => app.listen({ host: '127.0.0.1', port: 0 }));
afterAll(() => app.close());

/** The response to these bytes, until the connection ends. */
const answerTo = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { port } = app.server.address() as AddressInfo;
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (part) => (answer += String(part)));
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });

test.each([
  [
    'headers that are too long',
    `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'y'.repeat(20_000)}\r\n\r\n`,
    431,
    'Request Header Fields Too Large',
    'Headers too long',
    'The headers of the request are too long.',
  ],
  ['what is no HTTP', 'HELLO\r\n\r\n', 400, 'Bad Request', 'Bad request', 'The request could not be read.'],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
    400,
    'Bad Request',
    'Bad request',
    'The request could not be read.',
  ],
])('%s: refused with a problem', async (_what, bytes, status, reason, title, detail) => {
  const [head, body] = (await answerTo(bytes)).split('\r\n\r\n') as [string, string];
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} ${reason}\r\n`));
  expect(head).toContain('content-type: application/problem+json');
  expect(JSON.parse(body)).toEqual({ type: 'about:blank', title, status, detail });
});

test('an answer that does not fit its schema says which one, and what it lacks', async () => {
  const lines: string[] = [];
  const told = createHttp(pino({ level: 'error' }, { write: (line: string) => void lines.push(line) }));
  const schema = { response: { 200: Type.Object({ reference: Type.String(), notes: Type.String() }) } };
  told.get('/leads', { schema }, async () => ({ reference: 'L-1' }));
  const answer = await told.inject('/leads');
  await told.close();
  expect(answer.json()).toMatchObject({
    status: 500,
    detail: 'Something went wrong on our end. Nothing was changed.',
  });
  expect(lines.map((line) => (JSON.parse(line) as { err: Error }).err.message)).toEqual([
    expect.stringMatching(/^The answer 200 of GET \/leads does not fit its schema: .*notes/),
  ]);
});

test('a connection on which nothing was requested yet does not delay a shutdown', { timeout: 5000 }, async () => {
  const stopping = createHttp(false);
  await stopping.listen({ host: '127.0.0.1', port: 0 });
  const connected = once(stopping.server, 'connection');
  const socket = connect((stopping.server.address() as AddressInfo).port, '127.0.0.1');
  await connected;
  const ended = once(socket.resume(), 'close');
  await stopping.close();
  await ended;
});

test(
  'a connection whose response was being sent at the beginning of a shutdown does not delay it',
  { timeout: 5000 },
  async () => {
    const stopping = createHttp(false);
    const half = Promise.withResolvers<() => void>();
    stopping.get('/', (_request, reply) => {
      reply.hijack();
      reply.raw.writeHead(200, { 'content-length': 2 });
      reply.raw.write('O');
      half.resolve(() => reply.raw.end('K'));
    });
    await stopping.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((stopping.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n');
    let answer = '';
    socket.on('data', (part) => (answer += String(part)));
    const finish = await half.promise;
    const ended = once(socket, 'close');
    const stopped = stopping.close();
    await expect.poll(() => stopping.server.listening).toBe(false);
    finish();
    await Promise.all([stopped, ended]);
    expect(answer).toMatch(/OK$/);
  },
);
