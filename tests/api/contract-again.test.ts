import { beforeAll, beforeEach, expect, test } from 'vitest';
import { call, mailTo, startApplication, tokenOf } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';
import { expectSame } from './account-api.ts';
import { HOUR } from '#src/machines/calendar/durations.ts';

const clock = { offset: 0 };
let application: Application;
let who: People;
let stage: Stage;
let token: string;

beforeAll(async () => {
  application = await startApplication({ now: () => new Date(Date.now() + clock.offset) });
  who = await people(application);
});
beforeEach(async () => {
  clock.offset = 0;
  stage = await newStage(application, who);
  await gestures['quote.sent'](stage);
  await reload(stage);
  await gestures['contract.sent'](stage);
  await reload(stage);
  token = tokenOf(await mailTo(application, stage.clientEmail, /^Please sign/), '/broker-shipper-agreement/sign');
});

const again = (given = token) =>
  call(application, 'POST', 'agent-lead/contract/send/email', { body: { token: given } });
const sent = async (to = stage.clientEmail) =>
  (
    await application.database.kysely
      .selectFrom('mail')
      .select('id')
      .where('recipient', '=', to)
      .where('kind', '=', 'contract')
      .execute()
  ).length;

test('the client asks again and gets a new link at the address on record; both links open', async () => {
  expect((await again()).status).toBe(202);
  const second = tokenOf(
    await mailTo(application, stage.clientEmail, /^Your link to sign/),
    '/broker-shipper-agreement/sign',
  );
  expect(second).not.toBe(token);
  for (const one of [token, second])
    expect((await call(application, 'GET', `agent-lead/contract/sign?token=${one}`)).status).toBe(200);
});

test('the caller cannot say where the mail goes', async () => {
  const answer = await call(application, 'POST', 'agent-lead/contract/send/email', {
    body: { token, email: 'thief@mail.example' },
  });
  expect(answer.status).toBe(422);
  expect([await sent('thief@mail.example'), await sent()]).toEqual([0, 1]);
});

test('it goes to the address that the lead has now', async () => {
  const corrected = `corrected-${stage.clientEmail}`;
  const { version } = await reload(stage);
  const edited = await call(application, 'PATCH', `agent-lead/${stage.lead.id}`, {
    token: stage.agent.token,
    body: {
      version,
      client: { name: 'Casey Client', email: corrected, phone: '+16145550100', zone: 'America/New_York' },
    },
  });
  expect(edited.status, JSON.stringify(edited.body)).toBe(200);
  await again();
  expect([await sent(), await sent(corrected)]).toEqual([1, 1]);
});

test('the answer is the same whether or not a mail goes out', async () => {
  const shared = await call<{ url: string }>(application, 'POST', `agent-lead/${stage.lead.id}/share`, {
    token: stage.agent.token,
  });
  expectSame([await again(), await again('no-such-token-there-is'), await again(shared.body.url.split('/').at(-1))]);
  expect(await sent()).toBe(2);
});

test('three times in an hour at the most, also of twelve at once; an hour later again', async () => {
  expectSame(await Promise.all(Array.from({ length: 12 }, () => again())));
  expect(await sent()).toBe(1 + 3);
  expectSame([await again()]);
  expect(await sent()).toBe(1 + 3);
  clock.offset = HOUR + 1000;
  await again();
  expect(await sent()).toBe(1 + 4);
});

const STANDS = /^Where your move .* stands$/;

test.each([
  ['the contract is signed', () => gestures['contract.signed'](stage), 'Your agreement is signed.'],
  ['the client has declined', () => gestures['contract.declined'](stage), 'We will get back to you soon.'],
  ['the agent took it back', () => gestures['lead.followed-up'](stage), 'We will get back to you soon.'],
  ['the agreement is being changed', () => gestures['contract.reopened'](stage), 'We are changing your agreement.'],
  [
    'its time has run out',
    async () => {
      await application.database.kysely
        .updateTable('agreement')
        .set({ expires_at: new Date().toISOString() })
        .where('lead_id', '=', stage.lead.id)
        .execute();
      return { status: 200, body: {} };
    },
    'The time to sign your agreement has run out.',
  ],
])('once %s, the mail says where the move stands and leads to its page', async (_what, happens, status) => {
  const before = await again();
  const { status: code, body } = await happens();
  expect(code, JSON.stringify(body)).toBeLessThan(300);
  const earlier = await sent();
  expectSame([before, await again()]);
  const mail = await mailTo(application, stage.clientEmail, STANDS);
  expect(mail.text).toContain(status);
  const page = tokenOf(mail, '/move/');
  expect((await call(application, 'GET', `agent-lead/portal?token=${page}`)).status).toBe(200);
  // As often as the contract itself, at the most.
  expectSame(await Promise.all(Array.from({ length: 4 }, () => again())));
  const stands = await application.database.kysely
    .selectFrom('mail')
    .select('id')
    .where('recipient', '=', stage.clientEmail)
    .where('kind', '=', 'portal')
    .execute();
  expect([stands.length, await sent()]).toEqual([3, earlier]);
});

test('nothing more goes out once the lead is archived, with the same answer', async () => {
  const before = await again();
  expect((await gestures['lead.archived'](stage)).status).toBe(200);
  expectSame([before, await again()]);
  expect(await sent()).toBe(2);
});

test('a link that was revoked or has expired brings a new one while the contract waits', async () => {
  await application.database.kysely
    .updateTable('link')
    .set({ revoked_at: new Date().toISOString() })
    .where('purpose', '=', 'agreement')
    .where('revoked_at', 'is', null)
    .execute();
  expect((await call(application, 'GET', `agent-lead/contract/sign?token=${token}`)).status).toBe(410);
  await again();
  const mail = await mailTo(application, stage.clientEmail, /^Your link to sign/);
  const fresh = tokenOf(mail, '/broker-shipper-agreement/sign');
  expect((await call(application, 'GET', `agent-lead/contract/sign?token=${fresh}`)).status).toBe(200);
});

test('an older link brings the contract that waits now', async () => {
  expect((await gestures['contract.sent'](stage)).status).toBe(200);
  const count = await sent();
  await again();
  expect(await sent()).toBe(count + 1);
  const newest = tokenOf(
    await mailTo(application, stage.clientEmail, /^Your link to sign/, count - 1),
    '/broker-shipper-agreement/sign',
  );
  expect((await call(application, 'GET', `agent-lead/contract/sign?token=${newest}`)).status).toBe(200);
  expect((await call(application, 'GET', `agent-lead/contract/sign?token=${token}`)).status).toBe(410);
});
