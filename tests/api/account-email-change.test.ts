import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Account, Application } from '#tests/platform/application.ts';
import { PASSWORD, call, mailTo, signedIn, startApplication } from '#tests/platform/application.ts';
import {
  NEW_PASSWORD,
  expectOneOfTwenty,
  expectSame,
  forgetRequests,
  linkToken,
  mailsTo,
  newEmail,
  signIn,
  signUpForm,
} from './account-api.ts';
import { HOUR } from '#src/machines/calendar/durations.ts';

const clock = { offset: 0 };
let application: Application;
let mover: Account;

beforeAll(async () => {
  application = await startApplication({ now: () => new Date(Date.now() + clock.offset) });
});
beforeEach(async () => {
  clock.offset = 0;
  await forgetRequests(application);
  mover = await signedIn(application, 'mover', 'Mia Mover');
});

const ask = (account: Account, email: string, portal = 'user', password = PASSWORD) =>
  call(application, 'POST', `${portal}/email/change/confirm`, {
    token: account.token,
    body: { new_email: email, password },
  });
const confirm = (token: string, bearer?: string) =>
  call(application, 'POST', `user/email/change?token=${token}`, bearer ? { token: bearer } : {});
const tokenFor = async (email: string, after = 0) =>
  linkToken(await mailTo(application, email, /Confirm your new email/, after), '/auth/confirm-email-change');
const emailOf = async (id: string) =>
  (
    await application.database.kysely
      .selectFrom('account')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).email;

test.each([
  ['mover', 'user'],
  ['assistant', 'user'],
  ['agent', 'agent'],
  ['carrier', 'carrier'],
] as const)('a %s gets another email by the link in the new mailbox, and the old one is told', async (role, portal) => {
  const account = await signedIn(
    application,
    role,
    `Chris ${role}`,
    {},
    { businessId: role === 'assistant' ? mover.businessId : null },
  );
  const other = await signIn(application, portal, account.email);
  const email = newEmail('New');
  const asked = await ask(account, email, portal);
  expect([asked.status, asked.body]).toEqual([202, {}]);
  expect(await emailOf(account.id)).toBe(account.email);
  expect((await mailTo(application, account.email, /Email change requested/)).text).toContain(email.toLowerCase());
  const token = await tokenFor(email.toLowerCase());
  const answer = await confirm(token, account.token);
  expect([answer.status, answer.body]).toEqual([200, {}]);
  expect(await emailOf(account.id)).toBe(email.toLowerCase());
  // The session that confirmed stays, the other one ends.
  expect((await call(application, 'GET', `${portal}/`, { token: account.token })).body).toMatchObject({
    email: email.toLowerCase(),
    email_verified: true,
  });
  expect((await call(application, 'GET', `${portal}/`, { token: other.body.access_token })).status).toBe(401);
  expect((await signIn(application, portal, email)).status).toBe(200);
  expect((await signIn(application, portal, account.email)).status).toBe(401);
  expect((await mailTo(application, account.email, /Your email was changed/)).text).toContain(email.toLowerCase());
  const carriers = await application.database.kysely
    .selectFrom('carrier')
    .select('email')
    .where('account_id', '=', account.id)
    .execute();
  expect(carriers).toEqual(role === 'carrier' ? [{ email: email.toLowerCase() }] : []);
});

test('who opens the link without a session, or with a stranger’s, ends all sessions of the account', async () => {
  const stranger = await signedIn(application, 'agent', 'Sam Stranger');
  const email = newEmail();
  await ask(mover, email);
  expect((await confirm(await tokenFor(email), stranger.token)).status).toBe(200);
  expect((await call(application, 'GET', 'user/', { token: mover.token })).status).toBe(401);
  expect((await call(application, 'GET', 'agent/', { token: stranger.token })).status).toBe(200);
});

test('a taken address gets the same answer; its owner is told, nobody else', async () => {
  const owner = await signedIn(application, 'agent', 'Ona Owner');
  expectSame([await ask(mover, newEmail()), await ask(mover, owner.email)]);
  const letter = await mailTo(application, owner.email, /already has an account/);
  expect(letter.links).toEqual([`${application.url}/auth/agent-portal/login`]);
});

test('an address that gets an account meanwhile is not given away', async () => {
  const email = newEmail();
  await ask(mover, email);
  const token = await tokenFor(email);
  const agent = await signedIn(application, 'agent', 'Abe Agent');
  await application.database.kysely.updateTable('account').set({ email }).where('id', '=', agent.id).execute();
  const refused = await confirm(token);
  expect(refused.status).toBe(409);
  expect(await emailOf(mover.id)).toBe(mover.email);
  expect((await call(application, 'GET', 'user/', { token: mover.token })).status).toBe(200);
});

test('two accounts that want one address at once: one gets it, the other a 409', async () => {
  const email = newEmail();
  const second = await signedIn(application, 'agent', 'Abe Agent');
  await ask(mover, email);
  const first = await tokenFor(email);
  await ask(second, email, 'agent');
  const other = await tokenFor(email, 1);
  const answers = await Promise.all([confirm(first), confirm(other)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('a sign-up that nobody confirmed gives way to the proof of the mailbox', async () => {
  const email = newEmail();
  await call(application, 'POST', 'user/', { body: signUpForm(email) });
  const stale = linkToken(await mailTo(application, email, /Confirm your email/), '/auth/confirm-email');
  await ask(mover, email);
  expect((await confirm(await tokenFor(email))).status).toBe(200);
  expect((await call(application, 'PATCH', 'user/', { body: { email_verified: true, token: stale } })).status).toBe(
    404,
  );
  expect((await signIn(application, 'user', email, NEW_PASSWORD)).status).toBe(401);
  expect((await signIn(application, 'user', email)).status).toBe(200);
});

test('a link is used once, of twenty at the same time as well, and ends after two hours', async () => {
  const email = newEmail();
  await ask(mover, email);
  const token = await tokenFor(email);
  clock.offset = 2 * HOUR + 1000;
  expect((await confirm(token)).status).toBe(410);
  clock.offset = 0;
  await expectOneOfTwenty(() => confirm(token), 200, [410]);
  expect(await mailsTo(application, mover.email, /Your email was changed/)).toBe(1);
});

test('a new request, a new password and another change make the link worthless', async () => {
  const [first, second] = [newEmail(), newEmail()];
  await ask(mover, first);
  const old = await tokenFor(first);
  await ask(mover, second);
  const newer = await tokenFor(second);
  expect((await confirm(old)).status).toBe(410);
  expect(
    (
      await call(application, 'POST', 'user/change_password', {
        token: mover.token,
        body: { password: PASSWORD, new_password: NEW_PASSWORD },
      })
    ).status,
  ).toBe(200);
  expect((await confirm(newer)).status).toBe(410);
  expect(await emailOf(mover.id)).toBe(mover.email);
});

test('the link works for nothing else', async () => {
  const email = newEmail();
  await ask(mover, email);
  const token = await tokenFor(email);
  expect(
    (await call(application, 'POST', 'user/change_password', { body: { token, new_password: NEW_PASSWORD } })).status,
  ).toBe(404);
  expect((await call(application, 'PATCH', 'user/', { body: { email_verified: true, token } })).status).toBe(404);
  expect((await call(application, 'GET', `user/invite-decode?token=${token}`)).status).toBe(404);
});

test('it needs the password, the own portal, a session, and another address', async () => {
  const email = newEmail();
  expect((await ask(mover, email, 'user', 'not-my-password')).body).toMatchObject({
    status: 422,
    errors: [{ field: 'password' }],
  });
  expect((await ask(mover, email, 'carrier')).status).toBe(403);
  expect((await ask({ ...mover, token: '' }, email)).status).toBe(401);
  expect((await ask(mover, mover.email.toUpperCase())).body).toMatchObject({
    status: 422,
    errors: [{ field: 'new_email' }],
  });
  expect((await ask(mover, 'a@mail.example, b@mail.example')).status).toBe(422);
  expect(
    (
      await call(application, 'POST', 'user/email/change/confirm', {
        token: mover.token,
        body: { new_email: email, password: PASSWORD, role: 'agent' },
      })
    ).status,
  ).toBe(422);
  expect(await mailsTo(application, email)).toBe(0);
});

test('nobody is flooded: five letters to a mailbox in an hour, twenty requests of an account', async () => {
  const email = newEmail();
  const statuses = [];
  for (let time = 0; time < 22; time++) statuses.push((await ask(mover, email)).status);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 202), 429, 429]);
  expect(await mailsTo(application, email)).toBe(5);
  expect((await confirm(await tokenFor(email, 4))).status).toBe(410);
});
