import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { AGENT_RIGHTS } from '#src/machines/account/agent-rights.ts';
import { namedBrokerage } from '#src/api/agreement/named-brokerage.ts';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';

/** The first visit to a deployment without an agent: who may set it up, only once, and how guessing is slowed down. */
const application = await startApplication({
  environment: {
    DEMO: '0',
    SMTP_URL: 'smtp://127.0.0.1:9',
    PUBLIC_URL: 'http://leads.test',
    SESSION_SECRET: 'x'.repeat(40),
  },
});
const { kysely } = application.database;
const BROKERAGE = {
  name: 'Cedar Brokerage LLC',
  address: '1 Main St, Albany, NY 12207',
  usdot: '123456',
  mc: 'MC-123456',
  phone: '(518) 555-0100',
  email: 'office@cedar.test',
  zone: 'America/Chicago',
};
const AGENT = { name: 'Olivia Owner', email: 'Olivia@Cedar.test', password: 'cedar trees in rows 4' };

beforeEach(async () => {
  await kysely.deleteFrom('sign_in_attempt').execute();
  await kysely.deleteFrom('refresh_token').execute();
  await kysely.deleteFrom('account').execute();
});

const post = (path: string, body: object, method = 'POST') =>
  call<{ token: string; detail: string; errors: { field: string }[] }>(application, method, `setup/${path}`, { body });
const newCode = async (): Promise<string> => (await application.parts.setup.begin())!;
const opened = async (): Promise<string> => (await post('begin', { code: await newCode() })).body.token;

test('the code is used once, ends with the next start, and is kept as a hash', async () => {
  const first = await newCode();
  const second = await newCode();
  expect((await post('begin', { code: first })).status).toBe(422);
  const answers = await Promise.all(Array.from({ length: 5 }, () => post('begin', { code: second })));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422, 422, 422, 422]);
  const { rows } = await sql<{ row: string }>`select setup::text as row from setup`.execute(kysely);
  const { token } = answers.find(({ status }) => status === 200)!.body;
  for (const secret of [second, second.replaceAll('-', ''), token]) expect(rows[0]!.row).not.toContain(secret);
});

test('guessing is told to wait, and costs the right code nothing but time', async () => {
  const code = await newCode();
  const statuses: number[] = [];
  for (let guess = 0; guess < 12; guess += 1)
    statuses.push((await post('begin', { code: `AAAA-BBBB-${1000 + guess}` })).status);
  expect(statuses[0]).toBe(422);
  expect(statuses.at(-1)).toBe(429);
  expect((await post('begin', { code })).status).toBe(429);
  await kysely.deleteFrom('sign_in_attempt').execute();
  expect((await post('begin', { code })).status).toBe(200);
});

test('nothing is done without the code, and what is wrong is said at its field', async () => {
  const none = 'x'.repeat(32);
  expect((await post('brokerage', { token: none, ...BROKERAGE }, 'PUT')).status).toBe(410);
  expect((await post('agent', { token: none, ...AGENT })).status).toBe(410);
  const token = await opened();
  const wrong = await post('brokerage', { token, ...BROKERAGE, mc: 'US-12' }, 'PUT');
  expect([wrong.status, wrong.body.errors.map(({ field }) => field)]).toEqual([422, ['mc']]);
  const weak = await post('agent', { token, ...AGENT, password: 'short' });
  expect([weak.status, weak.body.errors.map(({ field }) => field)]).toEqual([422, ['password']]);
  expect(await kysely.selectFrom('account').selectAll().execute()).toEqual([]);
});

test('no agreement is made before the brokerage is known', async () => {
  await sql`update settings set value = value || '{"usdot": ""}', version = version + 1 where section = 'brokerage'`.execute(
    kysely,
  );
  await application.parts.settings.refresh();
  expect(() => namedBrokerage(application.parts)).toThrow(/lack .*USDOT number/);
  const token = await opened();
  expect((await post('brokerage', { token, ...BROKERAGE, mc: 'mc 123456' }, 'PUT')).status).toBe(200);
  expect(namedBrokerage(application.parts)).toEqual({ ...BROKERAGE, phone: '+1 518 555 0100' });
});

test('of many who make the first agent one does, with every right, and the set-up is over', async () => {
  const token = await opened();
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, index) => post('agent', { token, ...AGENT, email: `olivia${index}@cedar.test` })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const agents = await kysely.selectFrom('account').select(['role', 'rights', 'name']).execute();
  expect(agents).toEqual([{ role: 'agent', rights: [...AGENT_RIGHTS], name: 'Olivia Owner' }]);
  expect((await call(application, 'GET', 'setup')).body).toEqual({ is_open: false });
  expect((await post('begin', { code: 'AAAA-BBBB-CCCC' })).status).toBe(404);
  expect(await application.parts.setup.begin()).toBeNull();
});

test('a mail server that is away is said to be', async () => {
  const agent = await signedIn(application, 'agent', 'Olivia Owner');
  const { body } = await call(application, 'POST', 'agent/settings/mail/test', { token: agent.token, body: {} });
  expect(body).toEqual({
    is_right: false,
    says: expect.stringMatching(/^The mail server at 127\.0\.0\.1:9 cannot be reached/),
  });
});
