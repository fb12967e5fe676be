import { sql } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import { pino } from 'pino';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfiguration } from '#src/api/configuration/configuration.ts';
import { startProcess } from '#src/process.ts';
import { call, mailTo, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Answer } from '#tests/platform/application.ts';
import { atFileEnd } from '#tests/platform/file-end.ts';

/**
 * The brokerage's settings: who may change them, what is refused, what is recorded, and when changes take effect where.
 */
const application = await startApplication({
  environment: { MARKETPLACE_PRICE_CENTS: '1300', AI_URL: 'https://ai.test/v1', AI_MODEL: 'm', AI_KEY: 'sk-first-key' },
});
const { kysely } = application.database;
const ann = await signedIn(application, 'agent', 'Ann Agent');
const bob = await signedIn(application, 'agent', 'Bob Agent');

interface Section extends Record<string, unknown> {
  version: number;
}
type Body = Record<string, Section> & { detail: string; errors: unknown[]; current: Section };
const read = async (): Promise<Body> =>
  (await call<Body>(application, 'GET', 'agent/settings', { token: ann.token })).body;
const change = (section: string, body: object, by: Account = ann, headers = {}): Promise<Answer<Body>> =>
  call<Body>(application, 'PATCH', `agent/settings/${section}`, { token: by.token, body, headers });
const saved = async (section: string, fields: object): Promise<Section> => {
  const { version } = (await read())[section]!;
  const { status, body } = await change(section, { version, ...fields });
  expect(status, JSON.stringify(body)).toBe(200);
  return body[section]!;
};
const historyOf = async (section: string) =>
  (
    await call<Record<string, unknown>[]>(application, 'GET', `agent/settings/history?section=${section}`, {
      token: ann.token,
    })
  ).body;

test('the environment gives the first values, and says nothing later', async () => {
  expect((await read()).marketplace).toEqual({
    version: 1,
    price_cents: 1300,
    shares: 3,
    reservation_minutes: 10,
    mails_per_day: 3,
  });
  expect(await historyOf('marketplace')).toEqual([
    { version: 1, at: expect.any(String), actor_name: null, changes: [] },
  ]);
  await saved('marketplace', { price_cents: 1500 });
  const again = await second({ MARKETPLACE_PRICE_CENTS: '2000' });
  expect(again.parts!.marketplace.priceCents).toBe(1500);
  await again.stop();
});

test('an agent without the right reads and changes nothing', async () => {
  const before = await read();
  const refused = await change('brokerage', { version: 1, name: 'Mine' }, bob);
  expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('settings')]);
  expect((await call(application, 'GET', 'agent/settings', { token: bob.token })).status).toBe(403);
  expect(await read()).toEqual(before);
});

test('a change is in what everybody reads at once, with a version and a history', async () => {
  const { version } = (await read()).brokerage!;
  const brokerage = await saved('brokerage', { name: 'Cedar Brokerage LLC', zone: 'America/Chicago' });
  expect(brokerage).toMatchObject({ version: version + 1, name: 'Cedar Brokerage LLC', zone: 'America/Chicago' });
  const { body } = await call(application, 'GET', 'brokerage');
  expect(body).toMatchObject({ name: 'Cedar Brokerage LLC', zone: 'America/Chicago' });
  expect(application.parts.brokerage.name).toBe('Cedar Brokerage LLC');
  expect((await historyOf('brokerage'))[0]).toEqual({
    version: version + 1,
    at: expect.any(String),
    actor_name: 'Ann Agent',
    changes: [
      { field: 'name', before: 'Evergreen Van Lines Brokerage LLC', after: 'Cedar Brokerage LLC' },
      { field: 'zone', before: 'America/New_York', after: 'America/Chicago' },
    ],
  });
});

test('what changes nothing is no version, and the same request twice is one change', async () => {
  const { version, name } = (await read()).brokerage!;
  expect((await saved('brokerage', { name })).version).toBe(version);
  const once = { version, phone: '+1 614 555 0111' };
  const key = { 'idempotency-key': 'one-intention' };
  expect((await change('brokerage', once, ann, key)).body.brokerage).toMatchObject({ version: version + 1 });
  expect((await change('brokerage', once, ann, key)).body.brokerage).toMatchObject({ version: version + 1 });
  expect((await read()).brokerage!.version).toBe(version + 1);
});

test('of two who saw the same version, one is told what the other changed', async () => {
  const { version } = (await read()).marketplace!;
  const answers = await Promise.all([2, 4].map((shares) => change('marketplace', { version, shares })));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  const lost = answers.find(({ status }) => status === 409)!.body;
  expect(lost.current).toMatchObject({ version: version + 1, shares: application.parts.marketplace.shares });
});

test.each([
  ['brokerage', { usdot: 'twelve' }, 'usdot'],
  ['brokerage', { zone: 'Mars/Base' }, 'zone'],
  ['brokerage', { email: 'a@b.test, c@d.test' }, 'email'],
  ['brokerage', { email: 'a..b@c.test' }, 'email'],
  ['brokerage', { name: '' }, 'name'],
  ['brokerage', { name: 'Two\nlines' }, 'name'],
  ['marketplace', { price_cents: 99 }, 'price_cents'],
  ['marketplace', { shares: 1.5 }, 'shares'],
  ['subscription', { trial_days: 0 }, 'trial_days'],
  ['mail', { reply_to: 'nobody' }, 'reply_to'],
  ['leads', { archive_reasons: ['Spam', 'spam '] }, 'archive_reasons'],
  ['leads', { archive_reasons: [] }, 'archive_reasons'],
  ['assistant', { url: 'ftp://ai.test' }, 'url'],
  ['assistant', { url: 'https://me:secret@ai.test' }, 'url'],
])('%s refuses %j at its field', async (section, fields, field) => {
  const before = await read();
  const { status, body } = await change(section, { version: before[section]!.version, ...fields });
  expect([status, body.errors], JSON.stringify(body)).toEqual([422, [{ field, message: expect.any(String) }]]);
  expect(await read()).toEqual(before);
});

test('mails say who sends them, and where answers go', async () => {
  await saved('mail', { sender_name: 'Cedar dispatch', reply_to: 'answers@cedar.test' });
  await application.database.kysely.transaction().execute((tx) =>
    application.parts.mail.send(tx, {
      to: 'client@test.example',
      subject: 'Hello sender',
      text: 'Hi',
      html: '<p>Hi</p>',
      kind: 'notice',
    }),
  );
  const mail = await mailTo(application, 'client@test.example', /^Hello sender$/);
  const raw = await readFile(join(application.dataDir, 'mailbox', `${mail.id}.eml`), 'utf8');
  expect(raw).toMatch(/^From: Cedar dispatch <office@demo\.test>\r?$/m);
  expect(raw).toMatch(/^Reply-To: answers@cedar\.test\r?$/m);
});

test('the key of the AI service is never shown, kept sealed, and not sent to another address', async () => {
  expect((await read()).assistant).toEqual({ version: 1, url: 'https://ai.test/v1', model: 'm', has_key: true });
  await saved('assistant', { key: 'sk-second-key' });
  expect(application.parts.ai).toMatchObject({ key: 'sk-second-key' });
  const { rows } = await sql<{ all: string }>`
    select (select string_agg(value::text, '') from settings) || (select string_agg(changes::text, '') from settings_change) as all`.execute(
    kysely,
  );
  expect(rows[0]!.all).not.toContain('sk-second-key');
  expect(await saved('assistant', { url: 'https://elsewhere.test/v1' })).toMatchObject({ has_key: false });
  expect(application.parts.ai).toMatchObject({ url: 'https://elsewhere.test/v1', key: null });
});

test('a try of the AI service says what it answered', async () => {
  let seen = '';
  const service = createServer((request, response) => {
    seen = request.headers.authorization ?? '';
    const isRight = seen === 'Bearer sk-right';
    response.writeHead(isRight ? 200 : 401, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(
        isRight ? { choices: [{ message: { content: ' ready ' } }] } : { error: { message: 'Incorrect API key.' } },
      ),
    );
  }).listen(0, '127.0.0.1');
  atFileEnd(async () => void service.close());
  await vi.waitFor(() => expect(service.listening).toBe(true));
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/v1`;
  const ask = async () =>
    (await call(application, 'POST', 'agent/settings/assistant/test', { token: ann.token, body: {} })).body;
  await saved('assistant', { url, model: 'small-1', key: 'sk-wrong' });
  expect(await ask()).toEqual({ is_right: false, says: 'The service refused with status 401: Incorrect API key.' });
  await saved('assistant', { key: 'sk-right' });
  expect(await ask()).toEqual({
    is_right: true,
    says: expect.stringMatching(/^small-1 answered "ready" in [\d.]+ seconds\.$/),
  });
  await saved('assistant', { url: 'http://127.0.0.1:1/v1' });
  expect(await ask()).toEqual({ is_right: false, says: 'The service cannot be reached at this address.' });
  await saved('assistant', { url: null });
  expect(await ask()).toEqual({ is_right: false, says: 'No AI service is set: the scripted assistant answers.' });
});

test('a key of a lead provider is shown once, opens the intake, and can be revoked', async () => {
  const make = (name: string) =>
    call<{ id: string; key: string }>(application, 'POST', 'agent/intake-keys', { token: ann.token, body: { name } });
  const made = await make('Lead Source Inc');
  expect(made.status).toBe(200);
  expect((await make('Lead Source Inc')).status).toBe(422);
  const body = {
    external_id: 'lead-1',
    client: { name: 'Casey Client', email: 'casey@client.test', phone: '+16145551000' },
    origin: { zip: '43215' },
    destination: { city: 'Chicago', state: 'IL' },
    move_date: '2027-12-15',
    size: 'two-bedroom',
  };
  const knock = async () =>
    (
      await call(application, 'POST', 'intake/state-lead', {
        body,
        headers: { authorization: `Bearer ${made.body.key}` },
      })
    ).status;
  expect(await knock()).toBe(201);
  const revoke = () =>
    call<Record<string, unknown>[]>(application, 'POST', `agent/intake-keys/${made.body.id}/revoke`, {
      token: ann.token,
      body: {},
    });
  const { body: keys } = await revoke();
  expect(keys).toEqual([
    {
      id: made.body.id,
      name: 'Lead Source Inc',
      created_at: expect.any(String),
      last_used_at: expect.any(String),
      revoked_at: expect.any(String),
      made_by: 'Ann Agent',
      revoked_by: 'Ann Agent',
    },
  ]);
  expect((await revoke()).status).toBe(409);
  expect(await knock()).toBe(401);
  expect(JSON.stringify(keys)).not.toContain(made.body.key);
});

test('agents choose from the reasons that the office gives', async () => {
  await saved('leads', { archive_reasons: ['Price', 'Moved already'] });
  const { body } = await call(application, 'GET', 'agent/archive-reasons', { token: bob.token });
  expect(body).toEqual({ reasons: ['Price', 'Moved already'] });
});

test('another node knows of a change within a second, also of one from while it could not listen', async () => {
  const other = await second({});
  await saved('marketplace', { price_cents: 2100 });
  await vi.waitFor(() => expect(other.parts!.marketplace.priceCents).toBe(2100), { timeout: 1000, interval: 10 });
  await application.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'leads-live' and datname = current_database()`,
  );
  await saved('marketplace', { price_cents: 2200 });
  await vi.waitFor(() => expect(other.parts!.marketplace.priceCents).toBe(2200), { timeout: 10_000, interval: 10 });
  await other.stop();
});

test('reading the settings costs no statement', async () => {
  const query = vi.spyOn(application.database.pool, 'connect');
  // Jobs and live updates also query in between; a query caused by requests would occur every time.
  const asked: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const before = query.mock.calls.length;
    for (let times = 0; times < 5; times += 1) await call(application, 'GET', 'brokerage');
    asked.push(query.mock.calls.length - before);
  }
  expect(Math.min(...asked)).toBe(0);
});

beforeEach(async () => {
  await kysely.updateTable('account').set({ rights: [] }).where('id', '=', bob.id).execute();
});

/** Another node of the same deployment. */
async function second(environment: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'leads-node-'));
  atFileEnd(() => rm(dataDir, { recursive: true, force: true }));
  return startProcess(
    readConfiguration({
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO: '1',
      DATABASE_URL: application.database.url,
      SESSION_SECRET: application.parts.sessionSecret,
      ...environment,
    }),
    { demoData: false, log: pino({ level: 'fatal' }) },
  );
}
