import { createHash } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { sessionDocuments, READ_SESSION } from '#src/app/session-documents.ts';
import { addAccount, password } from '#tests/api/session-api.ts';
import { testDatabase } from '#tests/platform/test-database.ts';
import { createBrowser } from './gateway-browser.ts';
import { startGateway, startRest } from './gateway-server.ts';

const persistedText = 'query Who { session { id email __typename } }';
const persistedHash = createHash('sha256').update(persistedText).digest('hex');

const database = await testDatabase();
const rest = await startRest(database);
const open = await startGateway(rest.url);
const strict = await startGateway(rest.url, {
  allowedDocuments: { persisted: { [persistedHash]: persistedText }, texts: sessionDocuments },
});
afterAll(async () => {
  await Promise.all([open.close(), strict.close()]);
  await rest.close();
});

const { email } = await addAccount(database, 'agent');
const browser = createBrowser(open.url);
await browser.signIn('agent_portal', email, password);
const production = createBrowser(strict.url);
await production.signIn('agent_portal', email, password);

const many = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => part(i)).join(' ');

const tooMuch: Record<string, string> = {
  aliases: `{ ${many(60, (i) => `a${i}: __typename`)} }`,
  'fields at the root': `{ ${many(20, () => '__typename')} }`,
  directives: `{ session { id ${many(60, () => '@skip(if: false)')} } }`,
  fields: `{ session { ${many(4000, () => 'id')} } }`,
  tokens: `{ session { ${many(20_000, () => 'id')} } }`,
  'unfolded fields': `{ session { ...f0 } } ${many(15, (i) => `fragment f${i} on SessionUser { ${i < 14 ? `...f${i + 1} ...f${i + 1}` : 'id'} }`)}`,
  'a circle of fragments': '{ session { ...a } } fragment a on SessionUser { ...b } fragment b on SessionUser { ...a }',
  depth: `{ __schema { types { ${many(20, () => 'fields { type {')} name ${many(40, () => '}')} } } }`,
  operations: many(8, (i) => `query q${i} { session { id } }`),
};

test.each(Object.entries(tooMuch))('too many %s are refused before anything is asked', async (_what, query) => {
  const before = rest.calls.length;
  const answer = await browser.post({ query, operationName: query.startsWith('query') ? 'q0' : undefined });
  expect(answer.status).toBe(400);
  expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID', status: 400 });
  expect(rest.calls.length).toBe(before);
});

test('a batch is refused', async () => {
  const before = rest.calls.length;
  const answer = await browser.post([{ query: '{ session { id } }' }, { query: '{ session { id } }' }]);
  expect(answer.status).toBe(400);
  expect(rest.calls.length).toBe(before);
});

test.each<[string, RequestInit & { path?: string }]>([
  ['a GET', { path: '/graphql?query=%7Bsession%7Bid%7D%7D' }],
  [
    'a mutation by GET',
    { path: '/graphql?query=mutation%7BsignOut%7D', headers: { 'content-type': 'application/json' } },
  ],
  [
    'a form',
    {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'query=mutation{signOut}',
    },
  ],
  ['text/plain', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{"query":"mutation{signOut}"}' }],
  ['multipart', { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: '--x--' }],
  [
    'another origin',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
      body: '{"query":"mutation{signOut}"}',
    },
  ],
  [
    'another site',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
      body: '{"query":"mutation{signOut}"}',
    },
  ],
])('%s causes nothing', async (_what, { path = '/graphql', ...init }) => {
  const before = rest.calls.length;
  const response = await browser.request(path, init);
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
  expect(rest.calls.length).toBe(before);
});

test('each alias of a sign-in counts', async () => {
  const victim = await addAccount(database, 'agent');
  const attempt = `signIn(platform: agent_portal, email: "${victim.email}", password: "x") { ok }`;
  const { data } = await browser.post({ query: `mutation { ${many(12, (i) => `a${i}: ${attempt}`)} }` });
  expect(Object.keys(data ?? {}).length).toBe(12);
  const right = await createBrowser(open.url).signIn('agent_portal', victim.email, password);
  expect(right.data).toMatchObject({ signIn: { ok: false } });
});

test('production runs what it knows: by hash, or the session documents as they are', async () => {
  const byHash = { extensions: { persistedQuery: { version: 1, sha256Hash: persistedHash } } };
  // More than once: the second run compiles the document.
  for (let i = 0; i < 3; i++) {
    expect((await production.post(byHash)).data).toMatchObject({ session: { email, __typename: 'SessionUser' } });
    expect((await production.post({ query: READ_SESSION })).data).toMatchObject({ session: { email } });
  }
  expect((await production.post({ query: persistedText })).data).toMatchObject({ session: { email } });
});

test.each<[string, unknown]>([
  ['an unknown document', { query: '{ session { id } }' }],
  [
    'an unknown document with a known hash in its place',
    { query: '{ session { name } }', extensions: { persistedQuery: { sha256Hash: 'x' } } },
  ],
  ['an unknown hash', { extensions: { persistedQuery: { version: 1, sha256Hash: 'f'.repeat(64) } } }],
  ['a hash that is a name of Object', { extensions: { persistedQuery: { version: 1, sha256Hash: '__proto__' } } }],
  ['introspection', { query: '{ __schema { types { name } } }' }],
  ['nothing', {}],
])('production refuses %s', async (_what, body) => {
  const before = rest.calls.length;
  const answer = await production.post(body);
  expect(answer.status).toBe(400);
  expect(answer.errors?.[0]?.message).toMatch(/^(This document is not known here|The request names no document)\.$/);
  expect(rest.calls.length).toBe(before);
});

test('a wrong variable is refused without a hint at right ones', async () => {
  const body = { query: sessionDocuments[1], variables: { platform: 'agent_portl', email: 'a@b.c', password: 'x' } };
  const answer = await production.post(body);
  expect(answer.status).toBe(400);
  expect(answer.errors?.[0]?.message).not.toContain('Did you mean');
});
