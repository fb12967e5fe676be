import { beforeAll, expect, test } from 'vitest';
import { mailSearches } from '#src/api/load-search/load-search.alert.ts';
import { newId } from '#src/api/database/ids.ts';
import { MINUTE } from '#src/machines/calendar/durations.ts';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { soon } from '#tests/platform/soon.ts';
import { inDays } from './carrier-api.ts';
import { insertLoads } from './load-rows.ts';
import { startPushService } from './push-service.ts';
import type { FakeDevice } from './push-service.ts';

/**
 * Push notifications that reach a carrier's phone while the portal is not open: who gets them, about what, and when
 * they end.
 */
let application: Application;
let who: People;
let service: Awaited<ReturnType<typeof startPushService>>;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  service = await startPushService();
});

interface Push {
  public_key: string;
  is_on: boolean;
  messages: boolean;
  bids: boolean;
  detail: string;
}
const ask = (method: string, { token }: Account, path = '', body?: object) =>
  call<Push>(application, method, `carrier/push${path}`, { token, ...(body ? { body } : {}) });

async function deviceOf(account: Account): Promise<FakeDevice> {
  const device = service.device();
  const { status, body } = await ask('POST', account, '/device', device.keys);
  expect([status, body.is_on]).toEqual([200, true]);
  return device;
}

async function go(stage: Stage, ...events: (keyof typeof gestures)[]): Promise<void> {
  for (const event of events) {
    await reload(stage);
    expect((await gestures[event](stage)).status).toBeLessThan(300);
  }
}

test('an award and a message reach the phone, encrypted and signed, and say nothing that a passer-by may not read', async () => {
  const device = await deviceOf(who.carrier);
  const stage = await newStage(application, who);
  await go(stage, 'quote.sent', 'contract.sent', 'contract.marked-signed', 'carrier.special-awarded');
  await soon(() => expect(device.notes).toHaveLength(1));
  const [{ note, claims, headers }] = device.notes as [FakeDevice['notes'][number]];
  expect(note).toMatchObject({
    title: expect.stringMatching(/^You won load /),
    path: `/load-board/specific-job-agreement/${stage.lead.id}`,
  });
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
  const { public_key } = (await ask('GET', who.carrier)).body;
  expect(claims).toMatchObject({ k: public_key, sub: expect.stringMatching(/^mailto:/) });

  await go(stage, 'carrier.signed');
  const { id: jobId } = await application.database.kysely
    .selectFrom('carrier_job')
    .select('id')
    .where('lead_id', '=', stage.lead.id)
    .executeTakeFirstOrThrow();
  const say = (text: string) =>
    call(application, 'POST', `agent-lead/job/${jobId}/messages`, {
      token: who.agent.token,
      body: { text },
      headers: { 'idempotency-key': newId() },
    });
  expect((await say('The gate code is 4711')).status).toBe(200);
  await soon(() => expect(device.notes).toHaveLength(2));
  expect(device.notes[1]!.note.title).toMatch(/^New message about job /);
  expect(JSON.stringify(device.notes[1]!.note)).not.toContain('gate code');

  // A carrier that turned them off gets none, while other kinds still arrive.
  expect((await ask('PATCH', who.carrier, '', { messages: false })).body).toMatchObject({
    messages: false,
    bids: true,
  });
  await say('Never mind');
  const waiting = await application.database.pool.query(
    `select 1 from pgboss.job where name = 'push.deliver' and state in ('created', 'retry', 'active')`,
  );
  expect(waiting.rows).toEqual([]);
  expect(device.notes).toHaveLength(2);
});

const devicesOf = async ({ id }: Account): Promise<string[]> => {
  const rows = await application.database.kysely
    .selectFrom('push_device')
    .select('endpoint')
    .where('account_id', '=', id)
    .execute();
  return rows.map(({ endpoint }) => endpoint);
};

/** Posts a matching load, and looks two minutes later. */
async function postAndLook(state: string): Promise<void> {
  const posted = new Date(Date.now() + 2 * MINUTE).toISOString();
  const name = newId();
  await insertLoads(application, {
    [name]: { from: '43215', to: state === 'IL' ? '60601' : '10001', date: inDays(20), last: inDays(22), posted },
  });
  await mailSearches({ ...application.parts, now: () => new Date(Date.now() + 3 * MINUTE) });
}
const searchMails = async ({ email }: Account): Promise<number> =>
  (
    await application.database.kysely
      .selectFrom('mail')
      .select('id')
      .where('kind', '=', 'load-search')
      .where('recipient', '=', email)
      .execute()
  ).length;

test('a search tells the phone instead of the mailbox, and the mailbox where there is no phone', async () => {
  const [told, mailed] = [
    await signedIn(application, 'carrier', 'Phone Carrier'),
    await signedIn(application, 'carrier', 'Desk Carrier'),
  ];
  const device = await deviceOf(told);
  for (const { token } of [told, mailed])
    await call(application, 'POST', 'carrier/load-searches', {
      token,
      body: { name: 'Ohio', alert: 'at-once', channel: 'push', origin_state: 'OH' },
    });
  await postAndLook('IL');
  await soon(() => expect(device.notes).toHaveLength(1));
  expect(device.notes[0]!.note).toMatchObject({ title: 'New load: Columbus, OH to Chicago, IL' });
  expect([await searchMails(told), await searchMails(mailed)]).toEqual([0, 1]);
});

test('a device that its push service does not know any more is forgotten, and so is one whose session ended', async () => {
  const account = await signedIn(application, 'carrier', 'Lost Phone');
  const device = await deviceOf(account);
  await call(application, 'POST', 'carrier/load-searches', {
    token: account.token,
    body: { name: 'Ohio', alert: 'at-once', channel: 'both', origin_state: 'OH' },
  });
  device.answer = 410;
  await postAndLook('NY');
  await soon(async () => expect(await devicesOf(account)).toEqual([]));
  expect((await ask('GET', account)).body.is_on).toBe(false);

  const again = await deviceOf(account);
  expect(await devicesOf(account)).toEqual([again.keys.endpoint]);
  expect((await call(application, 'DELETE', 'session/', { token: account.token })).status).toBeLessThan(300);
  expect(await devicesOf(account)).toEqual([]);
});

test('a phone that somebody else signs in on is theirs', async () => {
  const [first, second] = [
    await signedIn(application, 'carrier', 'First Driver'),
    await signedIn(application, 'carrier', 'Second Driver'),
  ];
  const device = await deviceOf(first);
  expect((await ask('POST', second, '/device', device.keys)).body.is_on).toBe(true);
  expect([await devicesOf(first), await devicesOf(second)]).toEqual([[], [device.keys.endpoint]]);
  expect((await ask('GET', first)).body.is_on).toBe(false);
});

test('only a public push service is written to', async () => {
  const closed = await startApplication({ environment: { PARTS: 'api', PUBLIC_URL: 'https://leads.test' } });
  const { token } = await signedIn(closed, 'carrier', 'Curious Carrier');
  const { keys } = service.device();
  for (const endpoint of [
    'http://push.example/x',
    'https://127.0.0.1/x',
    'https://localhost/x',
    'https://[fd00::1]/x',
  ]) {
    const { status, body } = await call(closed, 'POST', 'carrier/push/device', { token, body: { ...keys, endpoint } });
    expect([endpoint, status, (body as { errors: { field: string }[] }).errors[0]!.field]).toEqual([
      endpoint,
      422,
      'endpoint',
    ]);
  }
});
