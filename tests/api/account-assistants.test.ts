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
import { DAY } from '#src/machines/calendar/durations.ts';

interface Entry extends Record<string, unknown> {
  id: string;
  email: string;
  state: string;
}

const clock = { offset: 0 };
let application: Application;
let mover: Account;
let rival: Account;

beforeAll(async () => {
  application = await startApplication({ now: () => new Date(Date.now() + clock.offset) });
  rival = await signedIn(application, 'mover', 'Rex Rival');
});
beforeEach(async () => {
  clock.offset = 0;
  await forgetRequests(application);
  mover = await signedIn(application, 'mover', 'Mia Mover', {}, { business: { name: 'Mia & Sons' } });
});

const list = async ({ token }: Account) => (await call<Entry[]>(application, 'GET', 'user/assistants', { token })).body;
const invite = (email: string, account = mover, name = 'Ari Assistant') =>
  call<Entry>(application, 'POST', 'user/invite', { token: account.token, body: { email, name } });
const resend = (id: string, account = mover) =>
  call<Entry>(application, 'POST', `user/invite/${id}/resend`, { token: account.token });
const remove = (id: string, account = mover) =>
  call(application, 'DELETE', `user/delete?id=${id}`, { token: account.token });
const decode = (token: string) => call(application, 'GET', `user/invite-decode?token=${token}`);
const accept = (token: string, password = NEW_PASSWORD) =>
  call(application, 'POST', `user/signup-assistant?token=${token}`, { body: { password } });
const invitationFor = async (email: string, after = 0) =>
  linkToken(await mailTo(application, email, /invites you/, after), '/auth/lead-portal/signup-assistant');

async function joined(email = newEmail('ari')): Promise<{ email: string; token: string; id: string }> {
  await invite(email);
  await accept(await invitationFor(email));
  const { body } = await signIn(application, 'user', email, NEW_PASSWORD);
  const { id } = (await list(mover)).find((one) => one.email === email)!;
  return { email, token: body.access_token, id };
}

test('somebody is invited, reads the invitation, chooses a password and works for the business', async () => {
  const email = newEmail('Ari');
  const invited = await invite(email);
  expect(invited.status).toBe(201);
  expect(invited.body).toMatchObject({
    name: 'Ari Assistant',
    email: email.toLowerCase(),
    state: 'invited',
    joined_at: null,
  });
  expect(await list(mover)).toEqual([invited.body]);
  const mail = await mailTo(application, email.toLowerCase(), /Mia Mover invites you to work with Mia & Sons/);
  const token = linkToken(mail, '/auth/lead-portal/signup-assistant');
  for (let time = 0; time < 3; time++) {
    expect((await decode(token)).body).toEqual({
      email: email.toLowerCase(),
      name: 'Ari Assistant',
      business_name: 'Mia & Sons',
      invited_by: 'Mia Mover',
      expires_at: invited.body.expires_at,
    });
  }
  const accepted = await accept(token);
  expect([accepted.status, accepted.body]).toEqual([201, {}]);
  const { body } = await signIn(application, 'user', email, NEW_PASSWORD);
  const me = await call(application, 'GET', 'user/', { token: body.access_token });
  expect(me.body).toMatchObject({
    role: 'assistant',
    name: 'Ari Assistant',
    email_verified: true,
    gates: [],
    subscription: 'trialing',
    settings: { company_name: 'Mia & Sons' },
  });
  expect(await list(mover)).toEqual([
    { ...invited.body, id: me.body.id, state: 'active', expires_at: null, joined_at: expect.any(String) as string },
  ]);
  const told = await mailTo(application, mover.email, /Ari Assistant has joined/);
  expect(told.links).toEqual([`${application.url}/settings?tab=company`]);
  expect((await decode(token)).status).toBe(410);
});

test('an invitation is accepted once, of twenty at the same time as well', async () => {
  const email = newEmail();
  await invite(email);
  const token = await invitationFor(email);
  await expectOneOfTwenty(() => accept(token), 201, [410]);
  expect(await list(mover)).toHaveLength(1);
});

test('an invitation ends after two weeks, is sent again, and the earlier link dies', async () => {
  const email = newEmail();
  const { body } = await invite(email);
  const first = await invitationFor(email);
  clock.offset = 14 * DAY + 1000;
  expect((await decode(first)).status).toBe(410);
  expect((await accept(first)).status).toBe(410);
  // The mover's access token has expired as well.
  const later = { ...mover, token: (await signIn(application, 'user', mover.email)).body.access_token };
  const again = await resend(body.id, later);
  expect([again.status, again.body.state]).toEqual([200, 'invited']);
  const second = await invitationFor(email, 1);
  expect((await accept(first)).status).toBe(410);
  expect((await accept(second)).status).toBe(201);
  expect((await resend(body.id, later)).status).toBe(404);
});

test('an expired invitation is shown as such', async () => {
  const { body } = await invite(newEmail());
  await application.database.kysely
    .updateTable('invitation')
    .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
    .where('id', '=', body.id)
    .execute();
  expect(await list(mover)).toMatchObject([{ id: body.id, state: 'expired' }]);
});

test('the mover does not learn whether an address has an account; its owner is told', async () => {
  const agent = await signedIn(application, 'agent', 'Ona Owner');
  const fresh = await invite(newEmail());
  const taken = await invite(agent.email);
  const shapeOf = ({ status, body }: typeof fresh) => [status, Object.keys(body), body.state];
  expect(shapeOf(taken)).toEqual(shapeOf(fresh));
  const letter = await mailTo(application, agent.email, /has invited you, but you have an account/);
  expect(letter.links).toEqual([]);
  expect(await mailsTo(application, agent.email)).toBe(1);
});

test('who gets an account before accepting keeps it, and the invitation says so', async () => {
  const email = newEmail();
  await invite(email);
  const token = await invitationFor(email);
  await call(application, 'POST', 'user/', { body: signUpForm(email) });
  const confirmation = linkToken(await mailTo(application, email, /Confirm your email/), '/auth/confirm-email');
  await call(application, 'PATCH', 'user/', { body: { email_verified: true, token: confirmation } });
  expect((await accept(token)).status).toBe(409);
  expect((await list(mover)).map(({ state }) => state)).toEqual(['invited']);
});

test('a sign-up that nobody confirmed does not stand in the way', async () => {
  const email = newEmail();
  await call(application, 'POST', 'user/', { body: signUpForm(email, { password: 'strangers-choice-1' }) });
  await invite(email);
  expect((await accept(await invitationFor(email))).status).toBe(201);
  expect((await signIn(application, 'user', email, 'strangers-choice-1')).status).toBe(401);
  expect((await signIn(application, 'user', email, NEW_PASSWORD)).status).toBe(200);
});

test('a mover is no assistant of their own', async () => {
  expect((await invite(mover.email.toUpperCase())).body).toMatchObject({ status: 422, errors: [{ field: 'email' }] });
  expect(await list(mover)).toEqual([]);
});

test('nobody is invited twice, and only for the own business', async () => {
  const email = newEmail();
  await invite(email);
  expect((await invite(email.toUpperCase())).body).toMatchObject({ status: 409, state: 'invited' });
  expect((await invite(email, rival)).status).toBe(201);
  await accept(await invitationFor(email));
  expect((await invite(email)).body).toMatchObject({ status: 409 });
  const answers = await Promise.all(Array.from({ length: 5 }, () => invite('one@at-once.example')));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409]);
});

test('a deleted assistant is out at the next request, the address is free, and they are told', async () => {
  const ari = await joined();
  expect((await call(application, 'GET', 'user/', { token: ari.token })).status).toBe(200);
  await call(application, 'POST', 'user/password/reset/confirm/', { body: { email: ari.email } });
  const reset = linkToken(await mailTo(application, ari.email, /Choose a new password/), '/auth/password-new');
  const removed = await remove(ari.id);
  expect([removed.status, removed.body]).toEqual([204, '']);
  expect((await call(application, 'GET', 'user/', { token: ari.token })).status).toBe(401);
  expect((await signIn(application, 'user', ari.email, NEW_PASSWORD)).status).toBe(401);
  expect(
    (
      await call(application, 'POST', 'user/change_password', {
        body: { token: reset, new_password: 'another-lantern-1' },
      })
    ).status,
  ).toBe(410);
  expect(await list(mover)).toEqual([]);
  expect((await remove(ari.id)).status).toBe(404);
  await mailTo(application, ari.email, /Your access to Mia & Sons has ended/);
  // They may come back, or join another business.
  expect((await invite(ari.email, rival)).status).toBe(201);
  expect((await accept(await invitationFor(ari.email, 1))).status).toBe(201);
});

test('an invitation that is taken back is worthless', async () => {
  const email = newEmail();
  const { body } = await invite(email);
  const token = await invitationFor(email);
  expect((await remove(body.id)).status).toBe(204);
  expect((await decode(token)).status).toBe(410);
  expect((await accept(token)).status).toBe(410);
  expect(await list(mover)).toEqual([]);
  expect((await remove(body.id)).status).toBe(404);
  expect((await invite(email)).status).toBe(201);
});

test('deleting and accepting at once: one of the two happens, wholly', async () => {
  const email = newEmail();
  const { body } = await invite(email);
  const token = await invitationFor(email);
  const [removed, accepted] = await Promise.all([remove(body.id), accept(token)]);
  const entries = await list(mover);
  expect(['404 201 1', '204 404 0', '204 410 0']).toContain(
    [removed.status, accepted.status, entries.length].join(' '),
  );
});

test('what belongs to another business does not exist', async () => {
  const ari = await joined();
  const { body } = await invite(newEmail());
  for (const id of [ari.id, body.id, mover.id, rival.id, '00000000-0000-7000-8000-000000000000']) {
    expect((await remove(id, rival)).status, id).toBe(404);
    expect((await resend(id, rival)).status, id).toBe(404);
  }
  expect((await remove(mover.id)).status).toBe(404);
  expect((await list(mover)).map(({ state }) => state).sort()).toEqual(['active', 'invited']);
  expect(await list(rival)).not.toContainEqual(expect.objectContaining({ id: ari.id }));
  expect((await call(application, 'GET', 'user/', { token: ari.token })).status).toBe(200);
});

test('assistants, agents, carriers and guests have no part in it', async () => {
  const ari = await joined();
  const others = [
    ari.token,
    (await signedIn(application, 'agent', 'Ada Agent')).token,
    (await signedIn(application, 'carrier', 'Cal Carrier')).token,
  ];
  const calls = [
    ['GET', 'user/assistants', undefined],
    ['POST', 'user/invite', { email: newEmail(), name: 'X' }],
    ['POST', `user/invite/${ari.id}/resend`, undefined],
    ['DELETE', `user/delete?id=${ari.id}`, undefined],
  ] as const;
  for (const [method, path, body] of calls) {
    for (const token of others) expect((await call(application, method, path, { token, body })).status, path).toBe(403);
    expect((await call(application, method, path, { body })).status, path).toBe(401);
  }
});

test.each([
  ['an address of a list', { email: 'a@mail.example,b@mail.example', name: 'Ari' }, 'email'],
  ['a header in the address', { email: 'a@mail.example\r\nbcc: b@mail.example', name: 'Ari' }, 'email'],
  ['a link as name', { email: 'a@mail.example', name: 'Win at www.evil.example' }, 'name'],
  ['no name', { email: 'a@mail.example' }, 'name'],
  ['a role', { email: 'a@mail.example', name: 'Ari', role: 'mover' }, 'role'],
  [
    'a business',
    { email: 'a@mail.example', name: 'Ari', business_id: '00000000-0000-7000-8000-000000000000' },
    'business_id',
  ],
])('an invitation with %s is refused', async (_what, body, field) => {
  const answer = await call(application, 'POST', 'user/invite', { token: mover.token, body });
  expect(answer.body).toMatchObject({ status: 422, errors: [{ field }] });
  expect(await list(mover)).toEqual([]);
});

test('accepting refuses a weak password without spending the link, and anything else in the form', async () => {
  const email = newEmail('ari');
  await invite(email);
  const token = await invitationFor(email);
  expect((await accept(token, 'Ari Assistant')).body).toMatchObject({ status: 422, errors: [{ field: 'password' }] });
  expect(
    (
      await call(application, 'POST', `user/signup-assistant?token=${token}`, {
        body: { password: NEW_PASSWORD, role: 'mover' },
      })
    ).status,
  ).toBe(422);
  expect((await accept('x'.repeat(32))).status).toBe(404);
  for (const [method, path, body] of [
    ['PATCH', 'user/', { email_verified: true, token }],
    ['POST', 'user/change_password', { token, new_password: NEW_PASSWORD }],
    ['POST', `user/email/change?token=${token}`, undefined],
  ] as const) {
    expect((await call(application, method, path, { body })).status, path).toBe(404);
  }
  expect((await accept(token)).status).toBe(201);
});

test('a mover causes twenty letters in an hour at most, and a mailbox gets five', async () => {
  const email = newEmail();
  const answers = [];
  for (let time = 0; time < 7; time++) {
    const invited = await invite(email);
    answers.push(invited);
    await remove(invited.body.id);
  }
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(await mailsTo(application, email)).toBe(5);
  const statuses = [];
  for (let time = 0; time < 15; time++) statuses.push((await invite(newEmail())).status);
  expect(statuses).toEqual([...Array.from({ length: 13 }, () => 201), 429, 429]);
});

test('a business has fifty assistants at the most', async () => {
  const at = new Date().toISOString();
  const rows = Array.from({ length: 50 }, (_, index) => ({
    id: crypto.randomUUID(),
    business_id: mover.businessId!,
    email: `n${index}@mail.example`,
    name: `N ${index}`,
    invited_by: mover.id,
    created_at: at,
    sent_at: at,
    expires_at: at,
  }));
  await application.database.kysely.insertInto('invitation').values(rows).execute();
  expect((await invite(newEmail())).status).toBe(409);
});

test('an assistant signs in with the same answers as anybody', async () => {
  const ari = await joined();
  expectSame([
    await signIn(application, 'user', ari.email, 'wrong-password'),
    await signIn(application, 'agent', ari.email, NEW_PASSWORD),
    await signIn(application, 'user', newEmail(), PASSWORD),
  ]);
});
