import { expect, test } from 'vitest';
import { createHttp } from './http.ts';
import { createAddressOf, readTrustedProxies } from './trusted-proxies.ts';

test.each([
  ['1', '203.0.113.9, 198.51.100.7', '198.51.100.7'],
  ['2', '203.0.113.9, 198.51.100.7, 10.1.2.3', '198.51.100.7'],
  ['127.0.0.1,10.0.0.0/8', '203.0.113.9, 198.51.100.7, 10.1.2.3', '198.51.100.7'],
  ['loopback', '2001:db8::7', '2001:db8::7'],
  ['127.0.0.1,10.0.0.0/8', '203.0.113.9, 198.51.100.7, 10.1.2.3:4711, ::ffff:10.1.2.4', '198.51.100.7'],
  // Headers of a client that bypasses the proxy do not count.
  ['10.0.0.0/8', '198.51.100.7', '127.0.0.1'],
  ['1', undefined, '127.0.0.1'],
])('TRUSTED_PROXIES=%s: of "%s" counts %s, for requests and upgrades', async (text, forwarded, expected) => {
  const trustedProxies = readTrustedProxies(text)!;
  const app = createHttp(false, { trustedProxies });
  app.get('/', async ({ ip, raw }) => [ip, createAddressOf(trustedProxies)(raw)]);
  const { body } = await app.inject({
    url: '/',
    remoteAddress: '127.0.0.1',
    headers: forwarded ? { 'x-forwarded-for': forwarded } : {},
  });
  expect(JSON.parse(body)).toEqual([expected, expected]);
});

test.each(['proxy.example', '10.0.0.0/40', '1000', '-1', '10.0.0.1;10.0.0.2'])('%s names no proxies', (text) => {
  expect(readTrustedProxies(text)).toBeNull();
});
