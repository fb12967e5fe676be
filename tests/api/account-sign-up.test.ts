import { request } from 'node:http';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { sha256 } from '#src/api/database/ids.ts';
import type { Application } from '#tests/platform/application.ts';
import { PASSWORD, call, mailTo, signedIn, startApplication } from '#tests/platform/application.ts';
import {
  NEW_PASSWORD,
  confirmedMover,
  expectOneOfTwenty,
  expectSame,
  forgetRequests,
  linkToken,
  mailsTo,
  medians,
  newEmail,
  registerForm,
  signIn,
  signUpForm,
} from './account-api.ts';
import { DAY, HOUR } from '#src/machines/calendar/durations.ts';

const clock = { offset: 0 };
let application: Application;

beforeAll(async () => {
  application = await startApplication({ now: () => new Date(Date.now() + clock.offset) });
});
beforeEach(async () => {
  clock.offset = 0;
  await forgetRequests(application);
});

const signUp = (body: Record<string, unknown>) => call(application, 'POST', 'user/', { body });
const register = (body: Record<string, unknown>) => call(application, 'POST', 'carrier/register', { body });
const confirm = (token: string) => call(application, 'PATCH', 'user/', { body: { email_verified: true, token } });
const confirmationOf = async (email: string, after = 0) =>
  linkToken(await mailTo(application, email, /Confirm your email/, after), '/auth/confirm-email');
const accountOf = (email: string) =>
  application.database.kysely.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst();

test('a mover signs up, confirms, signs in and meets the first steps', async () => {
  const email = newEmail('Owen');
  const answer = await signUp(signUpForm(email.toUpperCase().replace('@', '@')));
  expect([answer.status, answer.body]).toEqual([202, {}]);
  const before = await signIn(application, 'user', email, NEW_PASSWORD);
  expect([before.status, (before.body as unknown as { state: string }).state]).toEqual([403, 'email-unconfirmed']);
  expect((await confirm(await confirmationOf(email.toLowerCase()))).body).toEqual({});
  const { body } = await signIn(application, 'user', email, NEW_PASSWORD);
  const me = await call(application, 'GET', 'user/', { token: body.access_token });
  expect(me.body).toMatchObject({
    role: 'mover',
    name: 'Owen Castillo',
    email: email.toLowerCase(),
    phone: '+16145550134',
    email_verified: true,
    gates: ['top_cities', 'subscribe'],
    subscription: 'inactive',
  });
  expect(me.body.settings).toMatchObject({
    company_name: 'Castillo Moving',
    company_phone: '+16145550134',
    used_trial: false,
    card_added: false,
  });
});

test.each(['mover', 'carrier'] as const)(
  'a %s who confirms where it signed up is signed in, and nobody else is',
  async (role) => {
    const [own, other] = ['own', 'other'].map((name) => name.padEnd(43, 'x'));
    const begin = (email: string, browser: string) =>
      call(application, 'POST', role === 'mover' ? 'user/' : 'carrier/register', {
        body: role === 'mover' ? signUpForm(email) : registerForm(email),
        headers: { 'sign-up-browser': browser },
      });
    const end = async (email: string, browser: string | null) => {
      const mail = await mailTo(application, email, /Confirm your email/);
      const token = linkToken(mail, role === 'mover' ? '/auth/confirm-email' : '/auth/load-board/confirm-email');
      const headers: Record<string, string> = browser === null ? {} : { 'sign-up-browser': browser };
      const { status, body } = await (role === 'mover'
        ? call(application, 'PATCH', 'user/', { body: { email_verified: true, token }, headers })
        : call(application, 'POST', `carrier/email/confirm/?token=${token}`, { headers }));
      expect(status).toBe(200);
      return body as { access_token?: string };
    };
    for (const [begun, ended] of [
      [own, other],
      [own, null],
      ['short', 'short'],
    ] as const) {
      const email = newEmail('Owen');
      expect((await begin(email, begun!)).status).toBe(202);
      expect(await end(email, ended ?? null)).toEqual({});
    }
    const email = newEmail('Owen');
    expect((await begin(email, own!)).status).toBe(202);
    const { access_token: token } = await end(email, own!);
    const me = await call(application, 'GET', role === 'mover' ? 'user/' : 'carrier/', { token: token! });
    expect([me.status, me.body]).toMatchObject([200, { role }]);
  },
);

test('a carrier registers, confirms and stands before its agreement, without a place and unseen by agents', async () => {
  const email = newEmail('henry');
  expect((await register(registerForm(email))).status).toBe(202);
  expect((await signIn(application, 'carrier', email, NEW_PASSWORD)).status).toBe(403);
  const token = linkToken(await mailTo(application, email, /Confirm your email/), '/auth/load-board/confirm-email');
  expect((await confirm(token)).status).toBe(404);
  const confirmed = await call(application, 'POST', `carrier/email/confirm/?token=${token}`);
  expect([confirmed.status, confirmed.body]).toEqual([200, {}]);
  const { body } = await signIn(application, 'carrier', email, NEW_PASSWORD);
  const me = await call(application, 'GET', 'carrier/', { token: body.access_token });
  expect(me.body).toMatchObject({
    role: 'carrier',
    name: 'Henry Lund',
    gates: ['signup_complete'],
    broker_carrier_agreement: null,
  });
  const row = await application.database.kysely
    .selectFrom('carrier')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    legal_name: 'Lund Freight LLC',
    usdot: '3141592',
    address: '',
    city: '',
    state: '',
    zip: '',
    lat: 0,
    lng: 0,
    authority: 'pending',
    agreement_signed_at: null,
  });
  const agent = await signedIn(application, 'agent', 'Ada Agent');
  const listed = await call<{ carriers: { id: string }[] }>(application, 'GET', 'agent/carriers', {
    token: agent.token,
  });
  expect(listed.body.carriers.map(({ id }) => id)).not.toContain(row.id);
  const choices = await call<{ id: string }[]>(application, 'GET', 'agent/dropdown-list?list=carriers', {
    token: agent.token,
  });
  expect(choices.body.map(({ id }) => id)).not.toContain(row.id);
});

test('a known address gets the same answer, and a letter with the way in', async () => {
  const known = await confirmedMover(application);
  const agent = await signedIn(application, 'agent', 'Ann Agent');
  await forgetRequests(application);
  const before = await accountOf(known);
  const answers = [
    await signUp(signUpForm(newEmail())),
    await signUp(signUpForm(known, { name: 'Someone Else', password: 'another-password-7' })),
    await signUp(signUpForm(agent.email)),
    await register(registerForm(newEmail())),
  ];
  await mailTo(application, known, /already have an account/);
  expectSame([...answers, await register(registerForm(known))]);
  expect(await accountOf(known)).toEqual(before);
  const letter = await mailTo(application, known, /already have an account/, 1);
  expect(letter.links).toContain(`${application.url}/auth/lead-portal/login`);
  const token = linkToken(letter, '/auth/password-new');
  expect(
    (await call(application, 'POST', 'user/change_password', { body: { token, new_password: 'amber-otter-77' } }))
      .status,
  ).toBe(200);
  expect((await mailTo(application, agent.email, /already have an account/)).links).toContain(
    `${application.url}/auth/agent-portal/login`,
  );
});

test('a known address takes as long as a new one', { timeout: 60_000 }, async () => {
  const known = await confirmedMover(application);
  const [unknown, taken] = await medians(
    () => signUp(signUpForm(newEmail())),
    () => signUp(signUpForm(known)),
  );
  expect(unknown / taken).toBeGreaterThan(0.7);
  expect(unknown / taken).toBeLessThan(1.4);
});

test.each([
  ['role', { role: 'agent' }],
  ['used_trial', { used_trial: false }],
  ['card_added', { card_added: true }],
  ['subscription', { subscription: 'active' }],
  ['business_id', { business_id: '00000000-0000-7000-8000-000000000000' }],
  ['email_verified', { email_verified: true }],
  ['agreement_signed_at', { agreement_signed_at: '2026-01-01T00:00:00Z' }],
])('%s cannot be brought along', async (field, extra) => {
  const email = newEmail();
  for (const answer of [
    await signUp({ ...signUpForm(email), ...extra }),
    await register({ ...registerForm(email), ...extra }),
  ]) {
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([{ field }]);
  }
  expect(await accountOf(email)).toBeUndefined();
});

test.each([
  ['a short password', { password: 'short' }, 'password'],
  ['a common password', { password: 'password123' }, 'password'],
  ['the name as password', { password: 'owen castillo' }, 'password'],
  ['a link as name', { name: 'Win money at http://evil.example' }, 'name'],
  ['a name of several lines', { name: 'Owen\nPlease click here' }, 'name'],
  ['no address', { email: 'nobody' }, 'email'],
  ['two addresses', { email: 'a@mail.example,b@mail.example' }, 'email'],
  ['no phone number', { phone: '555-0134' }, 'phone'],
])('%s is refused beside its field', async (_what, changes, field) => {
  const email = newEmail();
  const answer = await signUp(signUpForm(email, changes));
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toMatchObject([{ field, message: expect.stringMatching(/\.$/) as string }]);
  expect(await accountOf(email)).toBeUndefined();
});

test('ten sign-ups with one address at once make one account', async () => {
  const email = newEmail();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => (index % 2 ? register(registerForm(email)) : signUp(signUpForm(email)))),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 202));
  const { rows } = await application.database.pool.query(
    `select a.role, (select count(*) from carrier c where c.account_id = a.id) as carriers, a.business_id is not null as has_business from account a where email = $1`,
    [email],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject(
    rows[0].role === 'carrier' ? { carriers: 1, has_business: false } : { carriers: 0, has_business: true },
  );
  const orphans = await application.database.pool.query(
    'select count(*)::int as n from business b where not exists (select from account a where a.business_id = b.id)',
  );
  expect(orphans.rows[0].n).toBe(0);
});

test('who confirms gets what they filled in, not what a stranger typed before or after', async () => {
  const email = newEmail('victim');
  await signUp(signUpForm(email, { name: 'Early Stranger', password: 'strangers-choice-1' }));
  await confirmationOf(email);
  await signUp(signUpForm(email, { name: 'The Owner', company_name: 'Owner Moving' }));
  const own = await confirmationOf(email, 1);
  await signUp(signUpForm(email, { name: 'Late Stranger', password: 'strangers-choice-2' }));
  await mailTo(application, email, /Confirm your email/, 2);
  expect((await confirm(own)).status).toBe(200);
  expect((await signIn(application, 'user', email, NEW_PASSWORD)).status).toBe(200);
  for (const password of ['strangers-choice-1', 'strangers-choice-2'])
    expect((await signIn(application, 'user', email, password)).status).toBe(401);
  const { rows } = await application.database.pool.query(
    'select a.name, b.name as company from account a join business b on b.id = a.business_id where email = $1',
    [email],
  );
  expect(rows).toEqual([{ name: 'The Owner', company: 'Owner Moving' }]);
  const data = await application.database.pool.query(
    `select count(*)::int as n from link where data is not null and subject_id = (select id from account where email = $1)`,
    [email],
  );
  expect(data.rows[0].n).toBe(0);
});

test("a stranger's link does nothing once the owner has confirmed", async () => {
  const email = newEmail();
  await signUp(signUpForm(email, { password: 'strangers-choice-1' }));
  const stranger = await confirmationOf(email);
  await signUp(signUpForm(email));
  await confirm(await confirmationOf(email, 1));
  // The mailbox is confirmed, whichever of its links was used.
  expect((await confirm(stranger)).body).toMatchObject({ status: 410, state: 'done' });
  expect((await signIn(application, 'user', email, NEW_PASSWORD)).status).toBe(200);
});

test('a link is used once, of twenty at the same time as well, and no GET spends it', async () => {
  const email = newEmail();
  await signUp(signUpForm(email));
  const token = await confirmationOf(email);
  await fetch(`${application.url}/auth/confirm-email?token=${token}`);
  await expectOneOfTwenty(() => confirm(token), 200, [410]);
  const already = { status: 410, detail: 'Your email address is already confirmed.', state: 'done' };
  expect((await confirm(token)).body).toMatchObject(already);
});

test('a link ends after 48 hours, and is worthless for another purpose', async () => {
  const email = newEmail();
  await signUp(signUpForm(email));
  const token = await confirmationOf(email);
  for (const [method, path, body] of [
    ['POST', 'user/change_password', { token, new_password: NEW_PASSWORD }],
    ['POST', `user/email/change?token=${token}`, undefined],
    ['POST', `user/signup-assistant?token=${token}`, { password: NEW_PASSWORD }],
    ['GET', `user/invite-decode?token=${token}`, undefined],
    ['POST', `carrier/email/confirm/?token=${token}`, undefined],
    ['GET', `agent-lead/shared/${token}/`, undefined],
  ] as const) {
    expect((await call(application, method, path, { body })).status, path).toBe(404);
  }
  clock.offset = 48 * HOUR + 1000;
  expect((await confirm(token)).status).toBe(410);
  clock.offset = 0;
  expect((await confirm(token)).status).toBe(200);
});

test.each([
  ['no token', { email_verified: true }],
  ['a token alone', { token: 'x'.repeat(32) }],
  ['a profile with it', { email_verified: true, token: 'x'.repeat(32), name: 'New Name' }],
  ['email_verified false', { email_verified: false, token: 'x'.repeat(32) }],
])('to confirm with %s is refused', async (_what, body) => {
  const mover = await signedIn(application, 'mover', 'Mia Mover');
  await application.database.kysely
    .updateTable('account')
    .set({ email_verified_at: null })
    .where('id', '=', mover.id)
    .execute();
  expect((await call(application, 'PATCH', 'user/', { body, token: mover.token })).status).toBe(422);
  expect((await call(application, 'PATCH', 'user/', { body })).status).toBe(422);
  expect((await accountOf(mover.email))?.email_verified_at).toBeNull();
});

test('the confirmation is sent again, alike for addresses with nothing to confirm', async () => {
  const waiting = newEmail();
  await signUp(signUpForm(waiting));
  const first = await confirmationOf(waiting);
  const confirmed = await confirmedMover(application);
  const mails = await mailsTo(application, confirmed);
  const again = (email: string) => call(application, 'POST', 'user/email/confirm/', { body: { email } });
  expectSame([
    await again(waiting),
    await again(confirmed),
    await again(newEmail()),
    await call(application, 'POST', 'carrier/email/confirm/send', { body: { email: newEmail() } }),
  ]);
  const second = await confirmationOf(waiting, 1);
  expect(second).not.toBe(first);
  expect((await confirm(second)).status).toBe(200);
  expect((await confirm(first)).status).toBe(410);
  expect(await mailsTo(application, confirmed)).toBe(mails);
  const signed = await signIn(application, 'user', confirmed, NEW_PASSWORD);
  expect(
    (await call(application, 'POST', 'user/email/confirm/', { body: {}, token: signed.body.access_token })).status,
  ).toBe(202);
  expect((await call(application, 'POST', 'user/email/confirm/', { body: {} })).status).toBe(422);
});

test('a mailbox gets five letters of a kind in an hour, and nobody is told of it', async () => {
  const email = newEmail();
  await signUp(signUpForm(email));
  const answers = [];
  for (let time = 0; time < 7; time++)
    answers.push(await call(application, 'POST', 'user/email/confirm/', { body: { email } }));
  expectSame(answers);
  expect(await mailsTo(application, email)).toBe(1 + 5);
});

test(
  'a caller is refused after twenty requests in an hour, whatever address it claims',
  { timeout: 60_000 },
  async () => {
    const ask = (index: number) =>
      call(application, 'POST', 'user/email/confirm/', {
        body: { email: newEmail() },
        headers: { 'x-forwarded-for': `10.0.0.${index}` },
      });
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => ask(index)));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(20);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
    expect((await signUp(signUpForm(newEmail()))).status).toBe(429);
  },
);

test('a sign-up that is sent twice with one key sends one mail, and its password is not remembered', async () => {
  const email = newEmail();
  const headers = { 'idempotency-key': `sign-up-${email}` };
  const send = (password: string) =>
    call(application, 'POST', 'user/', { body: signUpForm(email, { password }), headers });
  expectSame([await send(NEW_PASSWORD)]);
  expect((await send(NEW_PASSWORD)).status).toBe(202);
  expect(await mailsTo(application, email)).toBe(1);
  const fingerprints = async () =>
    (
      await application.database.pool.query<{ fingerprint: string }>(
        'select fingerprint from idempotency where key = $1',
        [sha256(headers['idempotency-key'])],
      )
    ).rows;
  const [{ fingerprint }] = (await fingerprints()) as [{ fingerprint: string }];
  await application.database.pool.query('delete from idempotency where key = $1', [sha256(headers['idempotency-key'])]);
  await send('quite-another-password');
  expect(await fingerprints()).toEqual([{ fingerprint }]);
});

test('links come from the configuration, not from the request', async () => {
  const email = newEmail();
  const { hostname, port } = new URL(application.url);
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'content-type': 'application/json' };
  await new Promise((done) => {
    request({ hostname, port, method: 'POST', path: '/api/frontend/user/', headers }, done).end(
      JSON.stringify(signUpForm(email)),
    );
  });
  const mail = await mailTo(application, email, /Confirm/);
  expect(mail.links.map((link) => new URL(link).origin)).toEqual([application.url]);
});

test('what nobody confirmed is forgotten after a month, with all that it made', async () => {
  const { forgetOldSignUps } = await import('#src/api/account/sign-up.ts');
  const { inTransaction } = await import('#src/api/database/write.ts');
  const [mover, carrier, confirmed] = [newEmail(), newEmail(), await confirmedMover(application)];
  await signUp(signUpForm(mover));
  await register(registerForm(carrier));
  const inDays = (days: number) =>
    inTransaction(application.database, (tx) => forgetOldSignUps(tx, new Date(Date.now() + days * DAY)));
  await inDays(20);
  expect([await accountOf(mover), await accountOf(carrier)]).not.toContain(undefined);
  const data = await application.database.pool.query('select count(*)::int as n from link where data is not null');
  expect(data.rows[0].n).toBe(0);
  await inDays(31);
  expect([await accountOf(mover), await accountOf(carrier)]).toEqual([undefined, undefined]);
  expect(await accountOf(confirmed)).toBeDefined();
  expect(
    await application.database.kysely.selectFrom('carrier').select('id').where('email', '=', carrier).execute(),
  ).toEqual([]);
});

test('an account of somebody who was given it needs no confirmation', async () => {
  const agent = await signedIn(application, 'agent', 'Abe Agent');
  await application.database.kysely
    .updateTable('account')
    .set({ email_verified_at: null })
    .where('id', '=', agent.id)
    .execute();
  expect((await signIn(application, 'agent', agent.email, PASSWORD)).status).toBe(200);
});
