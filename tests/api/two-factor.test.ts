import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#src/api/database/write.ts';
import { resetAgentAccess } from '#src/api/team/team.changes.ts';
import { call, PASSWORD, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account } from '#tests/platform/application.ts';
import { forgetRequests } from './account-api.ts';

/** Agents' second step: set up with the password, required at sign-in, each code accepted once. */
// The clock stands still unless a test moves it: a code must not expire while a sign-in is slow.
const START = Date.now();
let ahead = 0;
const application = await startApplication({ now: () => new Date(START + ahead) });
const { kysely } = application.database;
let agents = 0;

const two = (who: Account, what: string, body: object) =>
  call<{
    secret: string;
    uri: string;
    qr_svg: string;
    recovery_codes: string[];
    detail: string;
    errors: { field: string }[];
  }>(application, 'POST', `agent/two-factor${what}`, { token: who.token, body });
const read = async (who: Account) => (await call(application, 'GET', 'agent/two-factor', { token: who.token })).body;
const codeOf = (secret: string, seconds = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: START + ahead + seconds * 1000 });
const signIn = async (who: Account, code?: string, password = PASSWORD) => {
  const { status, body } = await call<{ state?: string; access_token?: string }>(application, 'POST', 'agent/token', {
    body: new URLSearchParams({ username: who.email, password, ...(code === undefined ? {} : { code }) }),
  });
  return [status, body.state ?? null];
};

async function enrolled() {
  const who = await signedIn(application, 'agent', `Agent ${(agents += 1)}`);
  const { secret } = (await two(who, '', { password: PASSWORD })).body;
  const { status, body } = await two(who, '/confirm', { code: codeOf(secret) });
  expect(status).toBe(200);
  // The code that confirmed it has been used.
  ahead += 31_000;
  return { who, secret, recovery: body.recovery_codes };
}

beforeEach(() => forgetRequests(application));

test('without it the sign-in is as it was, also with a code that nobody asked for', async () => {
  const who = await signedIn(application, 'agent', 'Plain Agent');
  expect(await read(who)).toEqual({ since: null, recovery_codes_left: 0 });
  expect(await signIn(who)).toEqual([200, null]);
  expect(await signIn(who, '123456')).toEqual([200, null]);
});

describe('setting it up', () => {
  test('asks for the password, and counts once a right code was entered', async () => {
    const who = await signedIn(application, 'agent', 'Careful Agent');
    const wrong = await two(who, '', { password: 'not the password' });
    expect([wrong.status, wrong.body.errors[0]?.field]).toEqual([422, 'password']);
    expect((await two(who, '/confirm', { code: '123456' })).status).toBe(409);
    const begun = await two(who, '', { password: PASSWORD });
    expect(begun.status).toBe(201);
    expect(begun.body.uri).toContain(`secret=${begun.body.secret}`);
    expect(begun.body.qr_svg).toMatch(/^<svg/);
    expect(await signIn(who)).toEqual([200, null]);
    const other = codeOf(begun.body.secret, 600);
    expect((await two(who, '/confirm', { code: other })).status).toBe(422);
    const { body } = await two(who, '/confirm', { code: codeOf(begun.body.secret) });
    expect(new Set(body.recovery_codes).size).toBe(10);
    expect(await read(who)).toMatchObject({ recovery_codes_left: 10 });
    expect((await two(who, '', { password: PASSWORD })).status).toBe(409);
    expect(await signIn(who)).toEqual([403, 'code-required']);
  });

  test('keeps neither the secret nor a recovery code as it is', async () => {
    const { secret, recovery } = await enrolled();
    const rows = JSON.stringify([
      await kysely.selectFrom('two_factor').selectAll().execute(),
      await kysely.selectFrom('recovery_code').selectAll().execute(),
    ]);
    expect(rows.length).toBeGreaterThan(100);
    for (const text of [secret, ...recovery, ...recovery.map((code) => code.replace('-', ''))])
      expect(rows).not.toContain(text);
  });

  test('is for agents', async () => {
    const carrier = await signedIn(application, 'carrier', 'Swift Vans LLC');
    expect((await two(carrier, '', { password: PASSWORD })).status).toBe(403);
  });
});

test('the team’s history says who turned it on or off, who made new codes, and what the operator took away', async () => {
  const { who } = await enrolled();
  const manager = await signedIn(application, 'agent', 'Team Manager');
  await kysely
    .updateTable('account')
    .set({ rights: ['team'] })
    .where('id', '=', manager.id)
    .execute();
  const history = async () =>
    (
      await call<{ member_id: string; event: string; actor: string; payload: object }[]>(
        application,
        'GET',
        'agent/team/history',
        { token: manager.token },
      )
    ).body.filter(({ member_id }) => member_id === who.id);
  const versionOf = async () =>
    (
      await call<{ id: string; version: number }[]>(application, 'GET', 'agent/team', { token: manager.token })
    ).body.find(({ id }) => id === who.id)!.version;
  const before = await versionOf();
  expect((await two(who, '/recovery-codes', { password: 'not the password' })).status).toBe(422);
  expect((await two(who, '/recovery-codes', { password: PASSWORD })).status).toBe(200);
  expect((await two(who, '/off', { password: PASSWORD })).status).toBe(204);
  expect((await two(who, '/off', { password: PASSWORD })).status).toBe(409);
  expect((await two(who, '/recovery-codes', { password: PASSWORD })).status).toBe(409);
  // It does not conflict with what a manager changes: their open form stays valid.
  expect(await versionOf()).toBe(before);
  const { secret } = (await two(who, '', { password: PASSWORD })).body;
  expect((await two(who, '/confirm', { code: codeOf(secret) })).status).toBe(200);
  ahead += 31_000;
  await inTransaction(application.database, (tx) => resetAgentAccess(tx, application.parts, who.id));
  const entries = await history();
  expect(entries.map(({ event }) => event)).toEqual([
    'access.reset',
    'second-step.turned-on',
    'second-step.turned-off',
    'recovery-codes.renewed',
    'second-step.turned-on',
  ]);
  expect(entries[0]).toMatchObject({ actor: 'The operator', payload: { second_step: true } });
  expect(new Set(entries.slice(1).map(({ actor }) => actor))).toEqual(new Set([entries[1]!.actor]));
  expect(entries[1]!.actor).toMatch(/^Agent \d+$/);
  // The secret and the codes do not appear there.
  expect(JSON.stringify(entries)).not.toContain(secret);
});

describe('signing in', () => {
  test('takes a code once, and one of the last half minute, but no older one', async () => {
    const { who, secret } = await enrolled();
    const code = codeOf(secret);
    expect(await signIn(who, codeOf(secret, -90))).toEqual([401, 'code-wrong']);
    expect(await signIn(who, `${code.slice(0, 3)} ${code.slice(3)}`)).toEqual([200, null]);
    expect(await signIn(who, code)).toEqual([401, 'code-wrong']);
    ahead += 60_000;
    expect(await signIn(who, codeOf(secret, -30))).toEqual([200, null]);
  });

  test('of eight at once with the same code one succeeds', async () => {
    const { who, secret } = await enrolled();
    const code = codeOf(secret);
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(who, code)));
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1);
    expect(answers.filter(([status]) => status === 401)).toHaveLength(7);
  });

  test('takes each recovery code once, however it is typed', async () => {
    const { who, recovery } = await enrolled();
    const [first, second] = recovery as [string, string];
    expect(await signIn(who, first.toLowerCase())).toEqual([200, null]);
    expect(await signIn(who, first)).toEqual([401, 'code-wrong']);
    expect(await signIn(who, second.replace('-', ' '))).toEqual([200, null]);
    expect(await read(who)).toMatchObject({ recovery_codes_left: 8 });
  });

  test('takes new recovery codes, and none from before they were renewed', async () => {
    const { who, recovery } = await enrolled();
    const [first, second] = recovery as [string, string];
    expect(await signIn(who, first)).toEqual([200, null]);
    expect((await two(who, '/recovery-codes', { password: 'not the password' })).status).not.toBe(200);
    const { status, body } = await two(who, '/recovery-codes', { password: PASSWORD });
    expect([status, new Set(body.recovery_codes).size]).toEqual([200, 10]);
    expect(await read(who)).toMatchObject({ recovery_codes_left: 10 });
    expect(await signIn(who, second)).toEqual([401, 'code-wrong']);
    expect(await signIn(who, body.recovery_codes[0])).toEqual([200, null]);
    const without = await signedIn(application, 'agent', 'No Second Step');
    expect((await two(without, '/recovery-codes', { password: PASSWORD })).status).toBe(409);
  });

  test('says nothing of a second step to who has not the password, and another’s code is none', async () => {
    const [one, other] = [await enrolled(), await enrolled()];
    expect(await signIn(one.who, codeOf(one.secret), 'not the password')).toEqual([401, null]);
    expect(await signIn(one.who, codeOf(other.secret))).toEqual([401, 'code-wrong']);
    expect(await signIn(one.who, other.recovery[0])).toEqual([401, 'code-wrong']);
  });

  test('slows wrong codes like wrong passwords; asking for the code is no failure', async () => {
    const { who, secret } = await enrolled();
    for (let time = 0; time < 12; time += 1) expect(await signIn(who)).toEqual([403, 'code-required']);
    for (let time = 0; time < 10; time += 1) expect((await signIn(who, '000000'))[0]).toBe(401);
    expect((await signIn(who, codeOf(secret)))[0]).toBe(429);
  });
});

describe('switching it off', () => {
  test('asks for the password', async () => {
    const { who } = await enrolled();
    expect((await two(who, '/off', { password: 'not the password' })).status).toBe(422);
    expect(await signIn(who)).toEqual([403, 'code-required']);
    expect((await two(who, '/off', { password: PASSWORD })).status).toBe(204);
    expect(await signIn(who)).toEqual([200, null]);
    expect(await read(who)).toEqual({ since: null, recovery_codes_left: 0 });
  });

  test('is what the operator does for who has lost the phone', async () => {
    const { who } = await enrolled();
    await inTransaction(application.database, (tx) => resetAgentAccess(tx, application.parts, who.id));
    expect(await signIn(who)).toEqual([200, null]);
  });
});

test('a brokerage may ask for it where the team is seen to; everything else stays open', async () => {
  const who = await signedIn(application, 'agent', 'Team Agent');
  const boss = await signedIn(application, 'agent', 'Careful Boss');
  const may = (id: string, rights: ('team' | 'workflow' | 'settings')[]) =>
    kysely.updateTable('account').set({ rights }).where('id', '=', id).execute();
  await may(who.id, ['team', 'workflow']);
  await may(boss.id, ['settings']);
  const see = async (path: string) => {
    const { status, body } = await call(application, 'GET', path, { token: who.token });
    return [status, status === 200 ? null : body.detail];
  };
  const ask = async (requires_two_factor: boolean, version: number) =>
    call(application, 'PATCH', 'agent/settings/sign-in', {
      token: boss.token,
      body: { version, requires_two_factor },
    });
  expect(await see('agent/team')).toEqual([200, null]);
  // Whoever requires it of others needs it first.
  const refused = await ask(true, 1);
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    [
      {
        field: 'requires_two_factor',
        message: 'Set up two-factor sign-in for yourself first. Without it you would lock yourself out.',
      },
    ],
  ]);
  expect(await see('agent/team')).toEqual([200, null]);
  const own = (await two(boss, '', { password: PASSWORD })).body;
  // Started is not confirmed.
  expect((await ask(true, 1)).status).toBe(422);
  expect((await two(boss, '/confirm', { code: codeOf(own.secret) })).status).toBe(200);
  const switchedOn = await ask(true, 1);
  expect([switchedOn.status, switchedOn.body.sign_in]).toEqual([200, { version: 2, requires_two_factor: true }]);
  expect(await see('agent/team')).toEqual([
    403,
    'Your brokerage asks for two-factor sign-in here. Set it up in your settings first.',
  ]);
  expect(await see('agent/workflow')).toEqual([200, null]);
  expect(await see('agent/')).toEqual([200, null]);
  const { secret } = (await two(who, '', { password: PASSWORD })).body;
  expect((await two(who, '/confirm', { code: codeOf(secret) })).status).toBe(200);
  expect(await see('agent/team')).toEqual([200, null]);
  expect((await ask(false, 2)).status).toBe(200);
});
