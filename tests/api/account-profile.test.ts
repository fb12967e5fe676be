import sharp from 'sharp';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createLeaveTokens } from '#src/api/link/leave-token.ts';
import type { Account, Answer, Application } from '#tests/platform/application.ts';
import { PASSWORD, call, signedIn, startApplication } from '#tests/platform/application.ts';
import { soon } from '#tests/platform/soon.ts';
import { forgetRequests, signIn } from './account-api.ts';

let application: Application;
let mover: Account;
let assistant: Account;
let stranger: Account;

beforeAll(async () => {
  application = await startApplication();
  stranger = await signedIn(application, 'mover', 'Sam Stranger');
});
beforeEach(async () => {
  await forgetRequests(application);
  mover = await signedIn(application, 'mover', 'Mia Mover');
  assistant = await signedIn(application, 'assistant', 'Ari Assistant', {}, { businessId: mover.businessId });
});

const patch = (path: string, token: string | null, body: unknown, headers: Record<string, string> = {}) =>
  call(application, 'PATCH', path, { ...(token ? { token } : {}), body, headers });
const me = async ({ token }: Account) => (await call(application, 'GET', 'user/', { token })).body;

test('a mover and an assistant change their own name and phone', async () => {
  for (const account of [mover, assistant]) {
    const answer = await patch('user/', account.token, { name: 'Maria Mover', phone: '+16145550199', version: 1 });
    expect(answer.body).toMatchObject({ id: account.id, name: 'Maria Mover', phone: '+16145550199', version: 2 });
    expect((await patch('user/', account.token, { phone: null })).body).toMatchObject({
      name: 'Maria Mover',
      phone: null,
      version: 3,
    });
    expect(await me(account)).toMatchObject({ name: 'Maria Mover', phone: null, version: 3 });
  }
});

test('an edit of an older version is refused with what is there now', async () => {
  await patch('user/', mover.token, { name: 'First', version: 1 });
  const late = await patch('user/', mover.token, { name: 'Second', version: 1 });
  expect(late.body).toMatchObject({ status: 409, current: { name: 'First', version: 2 } });
  expect(await me(mover)).toMatchObject({ name: 'First' });
});

test('of twenty edits of one version at once one is done', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => patch('user/', mover.token, { name: `Name ${index}`, version: 1 })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array.from({ length: 19 }, () => 409),
  ]);
  expect(await me(mover)).toMatchObject({ version: 2 });
});

test.each([
  ['role', 'agent'],
  ['email', 'other@mail.example'],
  ['email_verified_at', '2026-01-01T00:00:00Z'],
  ['business_id', '00000000-0000-7000-8000-000000000000'],
  ['password_hash', 'x'],
  ['used_trial', false],
  ['card_added', true],
  ['subscription', 'active'],
  ['gates', []],
  ['disabled_at', null],
  ['id', '00000000-0000-7000-8000-000000000000'],
])('%s is not the person’s to set', async (field, value) => {
  const before = await me(mover);
  for (const path of ['user/', 'user/settings/']) {
    const answer = await patch(path, mover.token, {
      [field]: value,
      ...(path === 'user/' ? { name: 'Other' } : { email_on_new_lead: false }),
    });
    expect(answer.body).toMatchObject({ status: 422, errors: [{ field }] });
  }
  expect(await me(mover)).toEqual(before);
});

test('the profile refuses what is no name, no phone, nothing, and whoever is not of the portal', async () => {
  for (const body of [{ name: ' ' }, { name: 'see http://evil.example' }, { phone: '5550199' }, {}, { version: 1 }])
    expect((await patch('user/', mover.token, body)).status, JSON.stringify(body)).toBe(422);
  expect((await patch('user/', null, { name: 'Nobody' })).status).toBe(401);
  const agent = await signedIn(application, 'agent', 'Ada Agent');
  expect((await patch('user/', agent.token, { name: 'Agent' })).status).toBe(403);
  expect((await patch('user/settings/', null, {})).status).toBe(401);
});

test('the phone of the company is the mover’s to change, and for all of the business', async () => {
  const answer = await patch('user/settings/', mover.token, { company_phone: 'tel:+16145550155' });
  expect(answer.body.settings).toMatchObject({ company_phone: '+16145550155' });
  expect((await me(assistant)).settings).toMatchObject({ company_phone: '+16145550155' });
  expect((await me(stranger)).settings).toMatchObject({ company_phone: null });
  expect((await patch('user/settings/', assistant.token, { company_phone: '+16145550156' })).status).toBe(403);
  expect(
    (await patch('user/settings/', assistant.token, { company_phone: null, email_on_new_lead: false })).status,
  ).toBe(403);
  expect(await me(assistant)).toMatchObject({ settings: { company_phone: '+16145550155', email_on_new_lead: true } });
  for (const phone of ['tel:', '6145550155', 'tel:tel:+16145550155', ''])
    expect((await patch('user/settings/', mover.token, { company_phone: phone })).status, phone).toBe(422);
  expect((await patch('user/settings/', mover.token, { company_phone: null })).body.settings).toMatchObject({
    company_phone: null,
  });
});

test('settings are written over the version that was seen, or not at all', async () => {
  const { version } = (await me(mover)) as unknown as { version: number };
  const written = await patch('user/settings/', mover.token, { company_phone: '+16145550161', version });
  expect(written).toMatchObject({ status: 200, body: { version: version + 1 } });
  for (const body of [{ company_phone: '+16145550162' }, { email_on_new_lead: false }]) {
    expect(await patch('user/settings/', mover.token, { ...body, version })).toMatchObject({
      status: 409,
      body: { current: { version: version + 1, settings: { company_phone: '+16145550161', email_on_new_lead: true } } },
    });
  }
  // A profile that was loaded before is stale, too.
  expect((await patch('user/', mover.token, { name: 'Someone', version })).status).toBe(409);
  expect((await patch('user/settings/', mover.token, { company_phone: null, version: version + 1 })).status).toBe(200);
});

test('each person decides on their own mails', async () => {
  expect((await patch('user/settings/', assistant.token, { email_on_new_lead: false })).body.settings).toMatchObject({
    email_on_new_lead: false,
    email_on_subscription_cancellation: true,
  });
  expect(
    (await patch('user/settings/', assistant.token, { email_on_subscription_cancellation: false })).body.settings,
  ).toMatchObject({ email_on_new_lead: false, email_on_subscription_cancellation: false });
  expect((await me(mover)).settings).toMatchObject({
    email_on_new_lead: true,
    email_on_subscription_cancellation: true,
  });
  expect((await patch('user/settings/', assistant.token, { email_on_new_lead: 'no' })).status).toBe(422);
});

test.each(['agent', 'carrier'] as const)('%ss have settings, too, but no company', async (role) => {
  const person = await signedIn(application, role, `Sam ${role}`);
  expect((await call(application, 'GET', `${role}/`, { token: person.token })).body).toMatchObject({
    settings: { email_on_new_lead: true, company_name: null, used_trial: false, top_cities_chosen: false },
  });
  expect((await patch('user/settings/', person.token, { email_on_new_lead: false })).body.settings).toMatchObject({
    email_on_new_lead: false,
  });
  expect((await patch('user/settings/', person.token, { company_phone: '+16145550155' })).status).toBe(403);
});

test('the same settings sent twice with one key are written once', async () => {
  const headers = { 'idempotency-key': 'settings-once-1' };
  const first = await patch('user/settings/', mover.token, { company_phone: '+16145550155' }, headers);
  await patch('user/settings/', mover.token, { company_phone: null });
  const repeated = await patch('user/settings/', mover.token, { company_phone: '+16145550155' }, headers);
  expect([repeated.body, repeated.headers.get('idempotency-replayed')]).toEqual([first.body, 'true']);
  expect((await me(mover)).settings).toMatchObject({ company_phone: null });
});

const photo = (width = 900, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: '#15803d' } })
    .jpeg()
    .withExif({ IFD0: { Artist: 'SECRET-ARTIST' } })
    .toBuffer();

function upload(
  portal: string,
  token: string,
  content: Buffer | string,
  options: { field?: string; name?: string; extra?: Record<string, string>; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(options.extra ?? {})) form.append(name, value);
  form.append(
    options.field ?? 'avatar',
    new File([typeof content === 'string' ? content : new Uint8Array(content)], options.name ?? 'me.jpg', {
      type: 'image/jpeg',
    }),
  );
  return call(application, 'POST', `${portal}/avatar`, {
    token,
    body: form,
    ...(options.headers ? { headers: options.headers } : {}),
  });
}

const fileCount = async () =>
  Number(
    (
      await application.database.kysely
        .selectFrom('file')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );
const picture = (path: string, token?: string) =>
  fetch(`${application.url}/api/frontend/${path}`, { headers: token ? { authorization: `Bearer ${token}` } : {} });

test.each([
  ['mover', 'user'],
  ['agent', 'agent'],
  ['carrier', 'carrier'],
] as const)('a %s gives themselves a picture, gets another one, and takes it away', async (role, portal) => {
  const account = role === 'mover' ? mover : await signedIn(application, role, `Pia ${role}`);
  const files = await fileCount();
  const first = await upload(portal, account.token, await photo());
  expect(first.status).toBe(200);
  const path = (first.body.avatar_url as string).replace('/files/', '');
  expect(path).toMatch(new RegExp(`^${portal}/avatar/[0-9a-f-]{36}$`));
  const shown = await picture(path, account.token);
  expect([shown.status, shown.headers.get('content-type'), shown.headers.get('x-content-type-options')]).toEqual([
    200,
    'image/jpeg',
    'nosniff',
  ]);
  expect(shown.headers.get('content-disposition')).toMatch(/^attachment/);
  const content = Buffer.from(await shown.arrayBuffer());
  expect(await sharp(content).metadata()).toMatchObject({ width: 512, height: 341 });
  expect(content.includes('SECRET-ARTIST')).toBe(false);
  const second = await upload(portal, account.token, await photo(300, 300));
  expect(second.body.avatar_url).not.toBe(first.body.avatar_url);
  expect((await picture(path, account.token)).status).toBe(404);
  expect(await fileCount()).toBe(files + 1);
  const none = await call(application, 'DELETE', `${portal}/avatar`, { token: account.token });
  expect(none.body).toMatchObject({ id: account.id, avatar_url: null });
  expect(await fileCount()).toBe(files);
});

test('a picture is for its owner and the people of the same business', async () => {
  const { body } = await upload('user', mover.token, await photo());
  const path = (body.avatar_url as string).replace('/files/', '');
  expect((await picture(path, assistant.token)).status).toBe(200);
  expect((await picture(path, stranger.token)).status).toBe(404);
  expect((await picture(path)).status).toBe(401);
  const agent = await signedIn(application, 'agent', 'Ada Agent');
  expect((await picture(path, agent.token)).status).toBe(403);
  expect((await picture(path.replace('user/', 'agent/'), agent.token)).status).toBe(404);
});

test.each([
  ['a page', '<html><script>alert(1)</script></html>', {}],
  [
    'a drawing with a script',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    { name: 'me.svg' },
  ],
  ['half a photo', Buffer.from('ffd8ffe000104a464946', 'hex'), {}],
  ['nothing', '', {}],
  ['another field', Buffer.from('89504e470d0a1a0a', 'hex'), { field: 'picture' }],
  ['a role beside it', 'x', { extra: { role: 'agent' } }],
])('%s is no picture', async (_what, content, options) => {
  const files = await fileCount();
  const answer = await upload('user', mover.token, content, options);
  expect(answer.status).toBe(422);
  expect((answer.body.errors as { field: string }[])[0]).toBeDefined();
  expect([await fileCount(), (await me(mover)).avatar_url]).toEqual([files, null]);
});

test('a picture that is too large, two at once, or none in a form is refused', async () => {
  expect((await upload('user', mover.token, Buffer.alloc(10 * 1024 * 1024 + 1, 1))).status).toBe(413);
  const form = new FormData();
  for (const name of ['a.jpg', 'b.jpg']) form.append('avatar', new File([new Uint8Array(await photo(20, 20))], name));
  expect((await call(application, 'POST', 'user/avatar', { token: mover.token, body: form })).body.detail).toBe(
    'Avatar was sent twice.',
  );
  expect((await call(application, 'POST', 'user/avatar', { token: mover.token, body: { avatar: 'x' } })).status).toBe(
    415,
  );
  expect((await call(application, 'POST', 'agent/avatar', { token: mover.token, body: new FormData() })).status).toBe(
    403,
  );
});

test('a picture sent twice with one key is kept once, and no file is left behind', async () => {
  const files = await fileCount();
  const content = await photo();
  const headers = { 'idempotency-key': `avatar-${mover.id}` };
  const first = await upload('user', mover.token, content, { headers });
  const again = await upload('user', mover.token, content, { headers });
  expect(again.body).toEqual(first.body);
  expect(await fileCount()).toBe(files + 1);
  expect((await picture((first.body.avatar_url as string).replace('/files/', ''), mover.token)).status).toBe(200);
});

interface Session {
  id: string;
  is_current: boolean;
  user_agent: string | null;
  address: string | null;
  signed_in_at: string;
  last_seen_at: string;
}
const sessions = ({ token }: { token: string }) => call<Session[]>(application, 'GET', 'account/sessions', { token });

test('the sessions of a person: each device once, this one first, with what it said of itself', async () => {
  const phone = await signIn(application, 'user', mover.email, PASSWORD, { 'user-agent': `Phone ${'x'.repeat(600)}` });
  const refreshed = await call<{ access_token: string }>(application, 'POST', 'user/token/refresh', {
    body: { refresh_token: phone.body.refresh_token, token_type: 'bearer' },
  });
  const { body } = await sessions({ token: refreshed.body.access_token });
  expect(body.map(({ is_current }) => is_current)).toEqual([true, false]);
  const [current] = body as [Session];
  expect(current.user_agent).toMatch(/^Phone x+$/);
  expect(current.user_agent).toHaveLength(300);
  expect(current.address).toMatch(/127\.0\.0\.1|::1/);
  expect(Date.parse(current.last_seen_at)).toBeGreaterThan(Date.parse(current.signed_in_at));
  expect((await sessions(mover)).body.map(({ id, is_current }) => [id, is_current])).toEqual([
    [body[1]!.id, true],
    [current.id, false],
  ]);
  expect((await sessions(assistant)).body).toHaveLength(1);
});

test('one session is ended from afar, at its next request; a stranger’s is not there', async () => {
  const phone = await signIn(application, 'user', mover.email);
  const [, other] = (await sessions(mover)).body as [Session, Session];
  const end = (account: Account, id: string) =>
    call(application, 'DELETE', `account/sessions/${id}`, { token: account.token });
  expect((await end(stranger, other.id)).status).toBe(404);
  expect((await end(assistant, other.id)).status).toBe(404);
  expect((await end(mover, '00000000-0000-7000-8000-000000000000')).status).toBe(404);
  expect((await end(mover, other.id)).status).toBe(204);
  expect((await call(application, 'GET', 'user/', { token: phone.body.access_token })).status).toBe(401);
  expect(
    (
      await call(application, 'POST', 'user/token/refresh', {
        body: { refresh_token: phone.body.refresh_token, token_type: 'bearer' },
      })
    ).status,
  ).toBe(401);
  expect((await sessions(mover)).body).toHaveLength(1);
});

test('all sessions are ended, this one too, and nobody else’s', async () => {
  const phone = await signIn(application, 'user', mover.email);
  expect((await call(application, 'DELETE', 'account/sessions', { token: mover.token })).status).toBe(204);
  for (const token of [mover.token, phone.body.access_token])
    expect((await call(application, 'GET', 'user/', { token })).status).toBe(401);
  expect((await sessions(assistant)).status).toBe(200);
  expect((await call(application, 'GET', 'account/sessions')).status).toBe(401);
  expect((await call(application, 'DELETE', 'account/sessions')).status).toBe(401);
});

test('agents and carriers have the same list', async () => {
  for (const role of ['agent', 'carrier'] as const)
    expect((await sessions(await signedIn(application, role, `Sue ${role}`))).body).toHaveLength(1);
});

test('a removed picture is gone from the disk, too', async () => {
  const { body } = await upload('user', mover.token, await photo());
  const { storage_key: key } = await application.database.kysely
    .selectFrom('file')
    .select('storage_key')
    .where('id', '=', (body.avatar_url as string).split('/').at(-1)!)
    .executeTakeFirstOrThrow();
  await application.parts.files.readAll(key);
  await call(application, 'DELETE', 'user/avatar', { token: mover.token });
  await soon(async () => await expect(application.parts.files.readAll(key)).rejects.toThrow());
});

test('mails to movers are switched off by one click of a mail program, each kind by itself', async () => {
  const token = createLeaveTokens(application.parts, 'email_on_new_lead').tokenOf(assistant.id);
  const oneClick = (
    path: string,
    method = 'POST',
    body: BodyInit = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  ) =>
    fetch(`${application.url}/api/frontend/user/settings/one-click/${path}`, {
      method,
      redirect: 'manual',
      ...(method === 'POST' ? { body } : {}),
    });
  // A program that only fetches the URL changes nothing.
  const looked = await oneClick(token, 'GET');
  expect([looked.status, looked.headers.get('location')]).toEqual([
    303,
    `${application.url}/email/settings-unsubscribe?field=email_on_new_lead`,
  ]);
  expect((await oneClick(token, 'POST', new URLSearchParams({ other: 'x' }))).status).toBe(422);
  expect((await me(assistant)).settings).toMatchObject({ email_on_new_lead: true });
  expect((await oneClick(token)).status).toBe(200);
  expect((await me(assistant)).settings).toMatchObject({
    email_on_new_lead: false,
    email_on_subscription_cancellation: true,
  });
  expect((await me(mover)).settings).toMatchObject({ email_on_new_lead: true });
  // A mailing list token is not valid for an account.
  expect((await oneClick(createLeaveTokens(application.parts, 'mailing-leave').tokenOf(mover.id))).status).toBe(404);
});
