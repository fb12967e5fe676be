import { expect, test } from 'vitest';
import { isSameOrigin } from './origin.ts';

test.each<[string, Record<string, string>, boolean]>([
  ['a program, which names none', { host: 'leads.example' }, true],
  ['the public address', { origin: 'https://leads.example', host: 'inside:3000' }, true],
  ['the host that was asked', { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }, true],
  ['another host', { origin: 'https://evil.example', host: 'leads.example' }, false],
  ['another port', { origin: 'http://127.0.0.1:4000', host: '127.0.0.1:3000' }, false],
  ['a sandboxed page', { origin: 'null', host: 'leads.example' }, false],
  ['a navigation from another site', { 'sec-fetch-site': 'cross-site', host: 'leads.example' }, false],
])('%s', (_what, headers, expected) => {
  expect(isSameOrigin(headers, 'https://leads.example/')).toBe(expected);
});
