import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createPlacePages } from './place-pages.ts';

const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

/** Pages on top of a REST API with this response. */
async function pagesOver(status: number, headers: Record<string, string> = {}) {
  const server = createServer((_, response) => response.writeHead(status, headers).end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return createPlacePages({ page: '', publicUrl: () => url, restUrl: () => url, forwarded: () => ({}) });
}

test.each([
  [404, {}, 404, undefined, 'No leads from this place'],
  [429, { 'retry-after': '17' }, 429, '17', 'Too many requests'],
  [503, {}, 503, '30', 'This page can’t be shown right now'],
  [500, {}, 503, '30', 'This page can’t be shown right now'],
])('where the API answers %i %j, the page of a place is a %i', async (answer, headers, status, retryAfter, title) => {
  const drawn = await (await pagesOver(answer, headers))({ state: 'ohio', city: 'gotham' }, '198.51.100.7');
  expect(drawn).toMatchObject({
    status,
    page: expect.stringContaining(`<h1 class="text-lg font-semibold">${title}</h1>`),
  });
  expect(drawn.retryAfter).toBe(retryAfter);
});
