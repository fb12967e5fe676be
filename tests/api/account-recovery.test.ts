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
  medians,
  newEmail,
  signIn,
  signUpForm,
} from './account-api.ts';
import { HOUR } from '#src/machines/calendar/durations.ts';

const clock = { offset: 0 };
const portalOf = { mover: 'user', assistant: 'user', agent: 'agent', carrier: 'carrier' } as const;
const platformOf = {
  mover: 'lead-portal',
  assistant: 'lead-portal',
  agent: 'agent-portal',
  carrier: 'load-board',
} as const;
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

const ask = (email: string, portal = 'user') =>
  call(application, 'POST', `${portal}/password/reset/confirm/`, { body: { email } });
const reset = (token: string, portal = 'user', newPassword = NEW_PASSWORD) =>
  call(application, 'POST', `${portal}/change_password`, { body: { token, new_password: newPassword } });
const change = (token: string | undefined, body: Record<string, unknown>, portal = 'user') =>
  call(application, 'POST', `${portal}/change_password`, { ...(token ? { token } : {}), body });
const resetToken = async (email: string, after = 0) =>
  linkToken(await mailTo(application, email, /Choose a new password/, after), '/auth/password-new');
const statusOf = async (portal: string, token: string) =>
  (await call(application, 'GET', `${portal}/`, { token })).status;

test.each(['mover', 'assistant', 'agent', 'carrier'] as const)(
  'a forgotten password of a %s: a link, a new one, all sessions ended, a notice',
  async (role) => {
    const portal = portalOf[role];
    const account = await signedIn(
      application,
      role,
      `Pat ${role}`,
      {},
      { businessId: role === 'assistant' ? mover.businessId : null },
    );
    expect([(await ask(account.email.toUpperCase(), portal)).status, (await ask(account.email, portal)).body]).toEqual([
      202,
      {},
    ]);
    const mail = await mailTo(application, account.email, /Choose a new password/);
    const link = new URL(mail.links[0]!);
    expect([link.origin, link.pathname, link.searchParams.get('platform')]).toEqual([
      application.url,
      '/auth/password-new',
      platformOf[role],
    ]);
    const token = link.searchParams.get('token')!;
    for (const other of ['user', 'agent', 'carrier'].filter((one) => one !== portal))
      expect((await reset(token, other)).status).toBe(404);
    const answer = await reset(token, portal);
    expect([answer.status, answer.body]).toEqual([200, {}]);
    expect(await statusOf(portal, account.token)).toBe(401);
    expect((await signIn(application, portal, account.email, PASSWORD)).status).toBe(401);
    expect((await signIn(application, portal, account.email, NEW_PASSWORD)).status).toBe(200);
    const notice = await mailTo(application, account.email, /password was changed/);
    expect(notice.links).toContain(`${application.url}/auth/${platformOf[role]}/forgot-password`);
  },
);

test('nobody learns whether an address is known, closed, or of another portal', async () => {
  const closed = await signedIn(application, 'mover', 'Cleo Closed');
  await application.database.kysely
    .updateTable('account')
    .set({ disabled_at: new Date().toISOString() })
    .where('id', '=', closed.id)
    .execute();
  const agent = await signedIn(application, 'agent', 'Ada Agent');
  expectSame([await ask(mover.email), await ask(newEmail()), await ask(closed.email), await ask(agent.email)]);
  expect(await mailsTo(application, closed.email)).toBe(0);
  // A person at the wrong portal is directed to the right one, but only by mail.
  expect(
    new URL((await mailTo(application, agent.email, /Choose a new password/)).links[0]!).searchParams.get('platform'),
  ).toBe('agent-portal');
  const [known, unknown] = await medians(
    () => ask(mover.email),
    () => ask(newEmail()),
  );
  expect(known / unknown).toBeGreaterThan(0.7);
  expect(known / unknown).toBeLessThan(1.4);
});

test('a link is used once, of twenty at the same time as well', async () => {
  await ask(mover.email);
  const token = await resetToken(mover.email);
  await expectOneOfTwenty(() => reset(token), 200, [410]);
  expect((await reset(token)).status).toBe(410);
  expect(await mailsTo(application, mover.email, /password was changed/)).toBe(1);
});

test('a link ends after an hour; a refused password does not spend it; the others die with the one that is used', async () => {
  await ask(mover.email);
  const first = await resetToken(mover.email);
  await ask(mover.email);
  const second = await resetToken(mover.email, 1);
  const weak = await reset(first, 'user', 'mia mover 1');
  expect(weak.body).toMatchObject({
    status: 422,
    errors: [{ field: 'new_password', message: expect.stringContaining('too similar') as string }],
  });
  clock.offset = HOUR + 1000;
  expect((await reset(first)).status).toBe(410);
  clock.offset = 0;
  expect((await reset(first)).status).toBe(200);
  expect((await reset(second, 'user', 'another-lantern-43')).status).toBe(410);
});

test('whether a link still works is read without spending it', async () => {
  await ask(mover.email);
  const token = await resetToken(mover.email);
  const read = (purpose = 'password-reset') => call(application, 'GET', `mail-link?purpose=${purpose}&token=${token}`);
  expect([(await read()).status, (await read()).status, (await read('email-confirm')).status]).toEqual([200, 200, 404]);
  expect((await reset(token)).status).toBe(200);
  const dead = await read();
  expect([dead.status, dead.body.detail]).toEqual([410, 'This link was already used.']);
});

test('a token of a reset opens nothing else', async () => {
  await ask(mover.email);
  const token = await resetToken(mover.email);
  for (const [method, path, body] of [
    ['PATCH', 'user/', { email_verified: true, token }],
    ['POST', `carrier/email/confirm/?token=${token}`, undefined],
    ['POST', `user/email/change?token=${token}`, undefined],
    ['GET', `user/invite-decode?token=${token}`, undefined],
    ['POST', `user/signup-assistant?token=${token}`, { password: NEW_PASSWORD }],
    ['GET', `agent-lead/contract/sign?token=${token}`, undefined],
  ] as const) {
    expect((await call(application, method, path, { body })).status, path).toBe(404);
  }
  expect((await reset(token)).status).toBe(200);
});

test('a reset proves the mailbox of a sign-up that was not confirmed, and outdoes what a stranger typed', async () => {
  const email = newEmail();
  await call(application, 'POST', 'user/', { body: signUpForm(email, { password: 'strangers-choice-1' }) });
  const confirmation = linkToken(await mailTo(application, email, /Confirm/), '/auth/confirm-email');
  await ask(email);
  expect((await reset(await resetToken(email))).status).toBe(200);
  expect((await signIn(application, 'user', email, NEW_PASSWORD)).status).toBe(200);
  expect(
    (await call(application, 'PATCH', 'user/', { body: { email_verified: true, token: confirmation } })).status,
  ).toBe(410);
  expect((await signIn(application, 'user', email, 'strangers-choice-1')).status).toBe(401);
});

test('who failed too often gets in after a reset', async () => {
  for (let time = 0; time < 11; time++) await signIn(application, 'user', mover.email, 'wrong', {});
  await ask(mover.email);
  await reset(await resetToken(mover.email));
  expect((await signIn(application, 'user', mover.email, NEW_PASSWORD)).status).toBe(200);
});

test('a mailbox gets five links in an hour, and nobody is told of it', async () => {
  expectSame(await Promise.all(Array.from({ length: 8 }, () => ask(mover.email))));
  expect(await mailsTo(application, mover.email)).toBe(5);
});

test.each(['mover', 'agent', 'carrier'] as const)(
  'a %s changes the password: the other sessions end, this one stays, a notice goes out',
  async (role) => {
    const portal = portalOf[role];
    const account = role === 'mover' ? mover : await signedIn(application, role, `Chris ${role}`);
    const other = await signIn(application, portal, account.email);
    const answer = await change(account.token, { password: PASSWORD, new_password: NEW_PASSWORD }, portal);
    expect([answer.status, answer.body]).toEqual([200, {}]);
    expect([await statusOf(portal, account.token), await statusOf(portal, other.body.access_token)]).toEqual([
      200, 401,
    ]);
    const refresh = { refresh_token: other.body.refresh_token, token_type: 'bearer' };
    expect((await call(application, 'POST', `${portal}/token/refresh`, { body: refresh })).status).toBe(401);
    expect((await signIn(application, portal, account.email, NEW_PASSWORD)).status).toBe(200);
    await mailTo(application, account.email, /password was changed/);
  },
);

test('a refresh that runs while the password is changed does not outlive it', async () => {
  for (let round = 0; round < 5; round++) {
    const other = await signIn(
      application,
      'user',
      mover.email,
      round === 0 ? PASSWORD : `purple-lantern-${round - 1}`,
    );
    const refresh = () =>
      call<{ access_token: string }>(application, 'POST', 'user/token/refresh', {
        body: { refresh_token: other.body.refresh_token, token_type: 'bearer' },
      });
    const changing = change(mover.token, {
      password: round === 0 ? PASSWORD : `purple-lantern-${round - 1}`,
      new_password: `purple-lantern-${round}`,
    });
    const refreshed = await Promise.all(Array.from({ length: 4 }, refresh));
    expect((await changing).status).toBe(200);
    const got = refreshed.filter(({ status }) => status === 200);
    for (const { body } of got) expect(await statusOf('user', body.access_token)).toBe(401);
  }
});

test.each([
  ['a wrong old password', { password: 'not-my-password', new_password: NEW_PASSWORD }, 'password'],
  ['no proof at all', { new_password: NEW_PASSWORD }, 'password'],
  ['two proofs', { password: PASSWORD, token: 'x'.repeat(32), new_password: NEW_PASSWORD }, 'password'],
  ['the same one again', { password: PASSWORD, new_password: PASSWORD }, 'new_password'],
  ['a common one', { password: PASSWORD, new_password: 'password123' }, 'new_password'],
  ['the own name', { password: PASSWORD, new_password: 'Mia Mover' }, 'new_password'],
  [
    'somebody else’s account',
    { password: PASSWORD, new_password: NEW_PASSWORD, account_id: '00000000-0000-7000-8000-000000000000' },
    'account_id',
  ],
])('to change the password with %s is refused', async (_what, body, field) => {
  const answer = await change(mover.token, body);
  expect(answer.body).toMatchObject({ status: 422, errors: [{ field }] });
  expect((await signIn(application, 'user', mover.email)).status).toBe(200);
});

test('the old password counts only with a session, and only at the own portal', async () => {
  expect((await change(undefined, { password: PASSWORD, new_password: NEW_PASSWORD })).status).toBe(401);
  expect((await change(mover.token, { password: PASSWORD, new_password: NEW_PASSWORD }, 'agent')).status).toBe(403);
});

test('a stolen session cannot guess the password', async () => {
  const answers = [];
  for (let time = 0; time < 12; time++)
    answers.push((await change(mover.token, { password: `guess-${time}`, new_password: NEW_PASSWORD })).status);
  expect(new Set(answers.slice(0, 10))).toEqual(new Set([422]));
  expect(answers.slice(10)).toEqual([429, 429]);
});

test('two changes at once: one wins, the other is refused', async () => {
  const answers = await Promise.all(
    ['purple-lantern-1', 'purple-lantern-2'].map((password) =>
      change(mover.token, { password: PASSWORD, new_password: password }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
});
