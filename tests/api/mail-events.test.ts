import { beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#src/api/database/write.ts';
import { askForMails } from '#src/api/mailing/mailing.list.ts';
import { call, mailTo, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { soon } from '#tests/platform/soon.ts';

/** What the mail server reports, and how it affects mail to an address. */
const TOKEN = 'a token of sixteen characters';
let application: Application;
let agent: Account;

beforeAll(async () => {
  application = await startApplication({ environment: { MAIL_EVENTS_TOKEN: TOKEN } });
  agent = await signedIn(application, 'agent', 'Ann Agent');
});

const event = (given: object) => ({
  type: 'bounce',
  permanent: true,
  at: '2026-01-05T10:00:00.000Z',
  detail: '550 no such user',
  ...given,
});
const report = (events: unknown, token = TOKEN) =>
  call(application, 'POST', 'mail/events', { body: events, headers: { authorization: `Bearer ${token}` } });
const stops = async (email: string) =>
  (await call<{ stops: unknown[] }>(application, 'GET', `agent/mail-stops?email=${encodeURIComponent(email)}`, agent))
    .body.stops;
const lift = (email: string) =>
  call(application, 'POST', 'agent/mail-stops/lift', { token: agent.token, body: { email } });
const write = (to: string, subject: string) =>
  inTransaction(application.database, (tx) =>
    application.parts.mail.send(tx, { to, subject, kind: 'notice', text: 'Hello', html: '<p>Hello</p>' }),
  );

test('reports need the token and the right form', async () => {
  const good = [event({ email: 'a@away.test' })];
  expect((await call(application, 'POST', 'mail/events', { body: good })).status).toBe(401);
  expect((await report(good, 'another token of some length')).status).toBe(401);
  expect((await report([], 'another token of some length')).status).toBe(401);
  for (const bad of [[], {}, [event({ email: 'no address' })], [event({ email: 'a@away.test', type: 'open' })], [{}]])
    expect([bad, (await report(bad)).status]).toEqual([bad, 422]);
  expect(await stops('a@away.test')).toEqual([]);
});

test('a bounce that may pass stops nothing', async () => {
  expect((await report([event({ email: 'full@away.test', permanent: false })])).status).toBe(200);
  expect(await stops('full@away.test')).toEqual([]);
});

test('a bounce for good holds mail until an agent lifts it; the same report again does nothing', async () => {
  const email = 'gone@away.test';
  const events = [event({ email: 'Gone@Away.test' }), event({ email: 'gone@away.test', detail: 'again' })];
  expect((await report(events)).status).toBe(200);
  expect((await report(events)).status).toBe(200);
  const id = await write(email, 'Your quote');
  await expect
    .poll(() => stops(email), { timeout: 15_000 })
    .toEqual([{ email, type: 'bounce', detail: '550 no such user', at: '2026-01-05T10:00:00.000Z', held: 1 }]);
  const held = await application.database.kysely
    .selectFrom('mail')
    .select(['delivered_at', 'attempts'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(held).toEqual({ delivered_at: null, attempts: 0 });

  expect((await lift(email)).status).toBe(200);
  expect((await mailTo(application, email, /^Your quote/)).links).toEqual([]);
  expect(await stops(email)).toEqual([]);
  expect((await lift(email)).status).toBe(404);
  // Events from before the stop was lifted.
  await report(events);
  expect(await stops(email)).toEqual([]);
  await report([event({ email, at: new Date(Date.now() + 60_000).toISOString(), detail: 'still away' })]);
  expect(await stops(email)).toMatchObject([{ detail: 'still away', held: 0 }]);
});

test('a complaint ends the mailing list for who was on it', async () => {
  const email = 'tired@away.test';
  await inTransaction(application.database, (tx) =>
    askForMails(tx, application.parts, { email, states: ['OH'], cities: [], frequency: 'at-once' }),
  );
  const { kysely } = application.database;
  await report([event({ email, type: 'complaint', permanent: false, detail: 'abuse' })]);
  await soon(async () => {
    const row = await kysely
      .selectFrom('mailing_member')
      .select('state')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(row.state).toBe('unsubscribed');
  });
  expect(await stops(email)).toMatchObject([{ type: 'complaint' }]);
});
