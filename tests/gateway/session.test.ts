import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { addAccount, password } from '#tests/api/session-api.ts';
import { testDatabase } from '#tests/platform/test-database.ts';
import { createBrowser } from './gateway-browser.ts';
import { startGateway, startRest } from './gateway-server.ts';
import { MINUTE } from '#src/machines/calendar/durations.ts';

const database = await testDatabase();
const rest = await startRest(database);
const gateway = await startGateway(rest.url);
afterAll(async () => {
  await gateway.close();
  await rest.close();
});

const calls = (path: string): number => rest.calls.filter((call) => call.endsWith(path)).length;

async function signedIn() {
  const account = await addAccount(database, 'agent');
  const browser = createBrowser(gateway.url);
  await browser.signIn('agent_portal', account.email, password);
  return { ...account, browser };
}

test('signing in gives cookies that pages cannot read, and the person', async () => {
  const { email, id } = await addAccount(database, 'carrier');
  const browser = createBrowser(gateway.url);
  expect((await browser.session()).data).toEqual({ session: null });
  const query = `mutation { signIn(platform: load_board, email: "${email}", password: "${password}") { ok user { id role gates avatarUrl } } }`;
  const response = await browser.request('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  expect(await response.json()).toEqual({
    data: { signIn: { ok: true, user: { id, role: 'carrier', gates: ['signup_complete'], avatarUrl: null } } },
  });
  const set = response.headers.getSetCookie();
  expect(set.map((cookie) => cookie.split('=')[0])).toEqual(['access-token', 'refresh-token']);
  for (const cookie of set) expect(cookie).toMatch(/; Path=\/; Expires=.*; HttpOnly; SameSite=Lax$/);
  expect((await browser.session()).data).toMatchObject({ session: { id, email } });
});

test('cookies are Secure where we are reached over https', async () => {
  const secure = await startGateway(rest.url, { publicUrl: () => 'https://leads.example' });
  const { email } = await addAccount(database, 'agent');
  const query = `mutation { signIn(platform: agent_portal, email: "${email}", password: "${password}") { ok } }`;
  const answer = await secure.app.inject({ method: 'POST', url: '/graphql', payload: { query } });
  for (const cookie of [answer.headers['set-cookie']].flat()) expect(cookie).toMatch(/; Secure$/);
  await secure.close();
});

test('a refused sign-in is an answer with a sentence', async () => {
  const { email } = await addAccount(database, 'agent');
  const browser = createBrowser(gateway.url);
  const wrong = await browser.signIn('agent_portal', email, 'wrong');
  const unknown = await browser.signIn('lead_portal', 'nobody@example.test', password);
  const expected = {
    signIn: {
      ok: false,
      unconfirmed: false,
      codeRequired: false,
      problem: 'The email or password isn’t right.',
      user: null,
    },
  };
  expect([wrong.data, unknown.data]).toEqual([expected, expected]);
  expect(browser.cookies.size).toBe(0);
});

test('an ended access token is renewed on the way, and the cookies change', async () => {
  const { browser, id } = await signedIn();
  const before = browser.cookies.get('access-token');
  rest.clock.offset += 16 * MINUTE;
  expect((await browser.session()).data).toMatchObject({ session: { id } });
  expect(browser.cookies.get('access-token')).not.toBe(before);
  rest.clock.offset = 0;
});

test('a refresh token without its access token is dropped', async () => {
  const { browser } = await signedIn();
  browser.cookies.delete('access-token');
  expect((await browser.session()).data).toEqual({ session: null });
  expect(browser.cookies.size).toBe(0);
});

test('twenty requests at once share one refresh', async () => {
  const { browser, id } = await signedIn();
  rest.clock.offset += 16 * MINUTE;
  const cookie = browser.header();
  const [before, made] = [calls('token/refresh'), rest.calls.length];
  // Delays the refresh until all requests need it.
  const holder = await database.pool.connect();
  await holder.query('begin');
  await holder.query('select from refresh_token where account_id = $1 for update', [id]);
  const tabs = Array.from({ length: 20 }, () => createBrowser(gateway.url));
  const asked = Promise.all(tabs.map((tab) => tab.post({ query: '{ session { id } }' }, { cookie })));
  await expect.poll(() => rest.calls.length - made, { timeout: 10_000 }).toBe(tabs.length + 1);
  await sleep(200);
  await holder.query('commit');
  holder.release();
  const answers = await asked;
  expect(answers.map(({ data }) => data)).toEqual(answers.map(() => ({ session: { id } })));
  expect(new Set(tabs.map((tab) => tab.cookies.get('refresh-token'))).size).toBe(1);
  expect(calls('token/refresh') - before).toBeLessThanOrEqual(2);
  rest.clock.offset = 0;
});

test('a session that has ended is nobody, and the cookies are dropped', async () => {
  const { browser, id } = await signedIn();
  await database.pool.query('update refresh_token set revoked_at = now() where account_id = $1', [id]);
  expect(await browser.session()).toEqual({ status: 200, data: { session: null }, errors: undefined });
  expect(browser.cookies.size).toBe(0);
});

test('signing out ends the session for a copy of the cookies, too', async () => {
  const { browser } = await signedIn();
  const copy = browser.header();
  expect((await browser.signOut()).data).toEqual({ signOut: true });
  expect(browser.cookies.size).toBe(0);
  const thief = createBrowser(gateway.url);
  expect((await thief.post({ query: '{ session { id } }' }, { cookie: copy })).data).toEqual({ session: null });
  expect((await browser.signOut()).data).toEqual({ signOut: true });
});

test('guesses are counted by the address that connected, whatever it claims', async () => {
  for (let i = 0; i < 3; i++) {
    const query = `mutation { signIn(platform: agent_portal, email: "x${i}@example.test", password: "y") { ok } }`;
    await createBrowser(gateway.url).post({ query }, { 'x-forwarded-for': `10.1.1.${i}` });
  }
  const { rows } = await database.pool.query<{ key: string }>(
    `select key from sign_in_attempt where key like 'address:%'`,
  );
  expect(new Set(rows.map(({ key }) => key))).toEqual(new Set(['address:127.0.0.1']));
});

test('a REST API that is down is a fast typed error, keeps the session, and is no empty answer', async () => {
  const gone = await startRest(database);
  const alone = await startGateway(gone.url);
  const { email } = await addAccount(database, 'agent');
  const browser = createBrowser(alone.url);
  await browser.signIn('agent_portal', email, password);
  await gone.close();
  // Several times: the second run compiles the document.
  for (let i = 0; i < 3; i++) {
    const start = performance.now();
    const { data, errors } = await browser.session();
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(data).toEqual({ session: null });
    expect(errors?.[0]).toMatchObject({ path: ['session'], extensions: { code: 'UNAVAILABLE', status: 503 } });
  }
  expect(browser.cookies.size).toBe(2);
  await alone.close();
});
