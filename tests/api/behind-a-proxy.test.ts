import { beforeAll, expect, test } from 'vitest';
import { get } from 'node:http';
import { SIGN_IN } from '#src/app/session-documents.ts';
import { type Application, call, PASSWORD, signedIn, startApplication } from '#tests/platform/application.ts';

/** How a deployment declares its proxies, and what it sends to them. */

/** The address that is stored for a sign-in with this header, by REST or through the gateway. */
async function addressOf(application: Application, forwarded: string | null, way: 'REST' | 'gateway'): Promise<string> {
  const { email } = await signedIn(application, 'agent', `Agent ${way}`);
  const headers: Record<string, string> = forwarded === null ? {} : { 'x-forwarded-for': forwarded };
  if (way === 'REST') {
    await call(application, 'POST', 'agent/token', {
      body: new URLSearchParams({ username: email, password: PASSWORD }),
      headers,
    });
  } else {
    const body = JSON.stringify({ query: SIGN_IN, variables: { email, password: PASSWORD, platform: 'agent_portal' } });
    await fetch(`${application.url}/graphql`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
  }
  const { rows } = await application.database.pool.query<{ address: string }>(
    'select token.address from refresh_token token join account on account.id = token.account_id where account.email = $1 order by token.id desc',
    [email],
  );
  // The newest session is from this sign-in: the account's first one had no such header.
  if (rows.length !== 2) throw new Error('The sign-in did not succeed.');
  return rows[0]!.address;
}

let open: Application;
let proxied: Application;
beforeAll(async () => {
  open = await startApplication();
  proxied = await startApplication({
    environment: { TRUSTED_PROXIES: '1', PUBLIC_URL: 'https://leads.example', DEMO: '1', CEILING_FACTOR: '1' },
  });
});

test.each(['REST', 'gateway'] as const)('without TRUSTED_PROXIES a header changes nothing, by %s', async (way) => {
  expect(await addressOf(open, '198.51.100.7', way)).toBe('127.0.0.1');
});

test.each(['REST', 'gateway'] as const)(
  'with one proxy its word counts, and nothing that was said to it, by %s',
  async (way) => {
    expect(await addressOf(proxied, '203.0.113.9, 198.51.100.7', way)).toBe('198.51.100.7');
    expect(await addressOf(proxied, '2001:db8::7', way)).toBe('2001:db8::7');
    expect(await addressOf(proxied, null, way)).toBe('127.0.0.1');
  },
);

test('behind a proxy one person’s guesses are not counted against another', async () => {
  const application = proxied;
  const { email } = await signedIn(application, 'agent', 'Dana Reyes');
  const signIn = async (username: string, password: string, address: string) =>
    await call(application, 'POST', 'agent/token', {
      body: new URLSearchParams({ username, password }),
      headers: { 'x-forwarded-for': address },
    });
  const statuses = new Set<number>();
  for (let index = 0; index < 110; index++)
    statuses.add((await signIn(`nobody-${index}@test.example`, 'wrong', '203.0.113.9')).status);
  expect(statuses).toEqual(new Set([401, 429]));
  expect((await signIn(email, PASSWORD, '198.51.100.7')).status).toBe(200);
}, 60_000);

const LISTS = [
  '/api/frontend/shop-lead/leads-map',
  '/api/frontend/user/settings/available-states',
  '/marketplace',
  '/auth/agent-portal/login',
  '/healthz',
  '/api/frontend/nothing',
];

test('every answer says that its type is as it is sent, and none is kept by a cache that does not say so', async () => {
  const application = open;
  const agent = await signedIn(application, 'agent', 'Dana Reyes');
  const personal = [
    'agent/',
    'agent-lead/?state=new',
    'agent-lead/bid/',
    'agent/carriers',
    'account/sessions',
    'agent/dropdown-list',
  ];
  const answers = [
    ...LISTS.map((path) => fetch(application.url + path)),
    ...personal.map((path) =>
      fetch(`${application.url}/api/frontend/${path}`, { headers: { authorization: `Bearer ${agent.token}` } }),
    ),
  ];
  for (const answer of await Promise.all(answers)) {
    expect([answer.url, answer.headers.get('x-content-type-options'), answer.headers.get('cache-control')]).toEqual([
      answer.url,
      'nosniff',
      'no-store',
    ]);
    expect(answer.headers.get('strict-transport-security')).toBeNull();
  }
});

test('over TLS every answer asks to be reached so', async () => {
  for (const path of LISTS)
    expect((await fetch(proxied.url + path)).headers.get('strict-transport-security')).toBe(
      'max-age=31536000; includeSubDomains',
    );
});

/** The encoding of a response, and whether it is smaller than its content. */
async function encodingOf(url: string, accepted: string): Promise<{ encoding: string | undefined; bytes: number }> {
  return await new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': accepted } }, (answer) => {
      let bytes = 0;
      answer
        .on('data', (chunk: Buffer) => (bytes += chunk.length))
        .on('end', () => resolve({ encoding: answer.headers['content-encoding'], bytes }));
    }).on('error', reject);
  });
}

test.each(['/api/frontend/openapi.json', '/marketplace', '/api/frontend/user/settings/available-states'])(
  '%s is sent compressed to who takes it',
  async (path) => {
    const { url } = open;
    const plain = await encodingOf(url + path, 'identity');
    expect(plain.encoding).toBeUndefined();
    for (const encoding of ['br', 'gzip']) {
      const small = await encodingOf(url + path, `${encoding}, identity;q=0.1`);
      expect(small.encoding).toBe(encoding);
      expect(small.bytes).toBeLessThan(plain.bytes * 0.7);
    }
  },
);

test('a stream of events is not held back by compression', async () => {
  const { token } = await signedIn(open, 'agent', 'Dana Reyes');
  const stop = new AbortController();
  const answer = await fetch(`${open.url}/api/frontend/live`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'br, gzip' },
    signal: stop.signal,
  });
  expect(answer.headers.get('content-encoding')).toBeNull();
  const { value } = await answer.body!.getReader().read();
  expect(Buffer.from(value!).toString()).toContain('welcome');
  stop.abort();
});
