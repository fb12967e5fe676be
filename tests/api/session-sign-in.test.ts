import { expect, test } from 'vitest';
import { AGENT_RIGHTS } from '#src/machines/account/agent-rights.ts';
import { testDatabase } from '#tests/platform/test-database.ts';
import { createForwarding } from '#src/gateway/forwarding.ts';
import { createThrottle } from '#src/api/session/throttle.ts';
import { addAccount, pairOf, password, sessionSecret, startSessionApi } from './session-api.ts';

const database = await testDatabase();
const api = await startSessionApi(database);

test('each portal signs its own people in and says who they are', async () => {
  for (const [portal, role] of [
    ['user', 'mover'],
    ['user', 'assistant'],
    ['agent', 'agent'],
    ['carrier', 'carrier'],
  ] as const) {
    const { id, email } = await addAccount(database, role);
    const answer = await api.signIn(portal, email.toUpperCase(), password);
    expect(answer.statusCode).toBe(200);
    const me = await api.me(portal, pairOf(answer).access_token);
    const isMover = role === 'mover' || role === 'assistant';
    const settings = {
      company_name: `The ${role}'s`,
      company_phone: null,
      used_trial: false,
      card_added: false,
      top_cities_chosen: false,
      email_on_new_lead: true,
      email_on_subscription_cancellation: true,
    };
    expect(me.json()).toEqual({
      id,
      role,
      name: `The ${role}`,
      email,
      phone: null,
      email_verified: true,
      avatar_url: null,
      carrier_id: null,
      gates: {
        mover: ['top_cities', 'subscribe'],
        assistant: ['top_cities', 'subscribe'],
        agent: [],
        carrier: ['signup_complete'],
      }[role],
      subscription: isMover ? 'inactive' : null,
      settings: isMover ? settings : { ...settings, company_name: null },
      // The very first agent.
      rights: role === 'agent' ? [...AGENT_RIGHTS] : [],
      broker_carrier_agreement: null,
      version: 1,
    });
  }
});

test('an unknown address, a wrong password, a closed account and the wrong portal get the same answer', async () => {
  const { email } = await addAccount(database, 'agent');
  const closed = await addAccount(database, 'agent');
  await database.kysely
    .updateTable('account')
    .set({ disabled_at: new Date().toISOString() })
    .where('id', '=', closed.id)
    .execute();
  const answers = [
    await api.signIn('agent', 'nobody@example.test', password),
    await api.signIn('agent', email, 'wrong'),
    await api.signIn('agent', closed.email, password),
    await api.signIn('carrier', email, password),
    await api.signIn('user', email, password),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 401]);
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
});

test('who asks for it is let in at any door with the right password, and told of nothing else with a wrong one', async () => {
  const { id, email } = await addAccount(database, 'carrier');
  const at = (portal: 'user' | 'agent' | 'carrier', secret: string) =>
    api.signIn(portal, email, secret, {}, { elsewhere: 'true' });
  expect((await at('agent', 'wrong')).body).toBe((await api.signIn('agent', 'nobody@example.test', 'wrong')).body);
  const { access_token: token } = (await at('agent', password)).json<{ access_token: string }>();
  expect([(await api.me('carrier', token)).statusCode, (await api.me('agent', token)).statusCode]).toEqual([200, 403]);

  await database.kysely.updateTable('account').set({ email_verified_at: null }).where('id', '=', id).execute();
  for (const portal of ['user', 'carrier', 'agent'] as const)
    expect((await at(portal, password)).json()).toMatchObject({ status: 403, state: 'email-unconfirmed' });
});

test('only after the right password is somebody told to confirm the email; an agent never has to', async () => {
  for (const [portal, role] of [
    ['user', 'mover'],
    ['user', 'assistant'],
    ['carrier', 'carrier'],
    ['agent', 'agent'],
  ] as const) {
    const { id, email } = await addAccount(database, role);
    await database.kysely.updateTable('account').set({ email_verified_at: null }).where('id', '=', id).execute();
    expect((await api.signIn(portal, email, 'wrong')).statusCode).toBe(401);
    const answer = await api.signIn(portal, email, password);
    const told = { state: 'email-unconfirmed', detail: 'Confirm your email first. We can send you the link again.' };
    expect([answer.statusCode, answer.json()]).toMatchObject(
      role === 'agent' ? [200, { token_type: 'bearer' }] : [403, told],
    );
  }
});

test('nobody waits to sign in while long work writes rows that name the account', async () => {
  const { id, email } = await addAccount(database, 'agent');
  await database.kysely.transaction().execute(async (tx) => {
    // What a foreign key takes.
    await tx.selectFrom('account').select('id').where('id', '=', id).forKeyShare().execute();
    expect((await api.signIn('agent', email, password)).statusCode).toBe(200);
  });
});

test('an unknown address takes about as long as a wrong password', async () => {
  const unknown: number[] = [];
  const wrong: number[] = [];
  // Several accounts, since attempts per account are limited.
  for (let account = 0; account < 4; account++) {
    const { email } = await addAccount(database, 'agent');
    for (let i = 0; i < 7; i++) {
      unknown.push(await duration(() => api.signIn('agent', `nobody-${account}-${i}@example.test`, 'wrong')));
      wrong.push(await duration(() => api.signIn('agent', email, 'wrong')));
    }
  }
  // The fastest of each: the time that the work takes, without the noise of a busy machine. If the hash were not
  // computed, the ratio would be about a tenth.
  const ratio = Math.min(...unknown) / Math.min(...wrong);
  expect(ratio).toBeGreaterThan(0.4);
  expect(ratio).toBeLessThan(2.5);
});

test('guessing is throttled, whatever the portal, the letter case and a claimed address', async () => {
  const { email } = await addAccount(database, 'agent');
  for (let i = 0; i < 10; i++) {
    const portal = ['agent', 'user', 'carrier'][i % 3] ?? 'agent';
    const claim = { 'x-forwarded-for': `10.0.0.${i}` };
    expect((await api.signIn(portal, i % 2 ? email : email.toUpperCase(), 'wrong', claim)).statusCode).toBe(401);
  }
  const refused = await api.signIn('agent', email, password);
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  await database.pool.query(`update sign_in_attempt set at = at - interval '15 minutes' where key = $1`, [
    `pair:${email} 127.0.0.1`,
  ]);
  expect((await api.signIn('agent', email, password)).statusCode).toBe(200);
});

test('fifty guesses at once are counted one by one', async () => {
  const { email } = await addAccount(database, 'agent');
  const answers = await Promise.all(Array.from({ length: 50 }, () => api.signIn('agent', email, 'wrong')));
  expect(answers.filter(({ statusCode }) => statusCode === 401).length).toBeLessThanOrEqual(10);
  expect(answers.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThanOrEqual(40);
});

/** Wrong passwords for an account from this many addresses, as the gateway reports them. */
async function guesses(email: string, addresses: number, each: number): Promise<number[]> {
  const answers: number[] = [];
  for (let address = 0; address < addresses; address += 1) {
    for (let guess = 0; guess < each; guess += 1)
      answers.push((await api.signIn('agent', email, 'wrong', from(`10.1.0.${address}`))).statusCode);
  }
  return answers;
}
const from = createForwarding(sessionSecret);

test('ten wrong guesses refuse the address that made them, and the owner gets in at another one', async () => {
  const { email } = await addAccount(database, 'agent');
  expect(new Set(await guesses(email, 1, 10))).toEqual(new Set([401]));
  expect((await api.signIn('agent', email, password, from('10.1.0.0'))).statusCode).toBe(429);
  const start = performance.now();
  expect((await api.signIn('agent', email, password, from('10.9.9.9'))).statusCode).toBe(200);
  // It has to wait a little: it could still be another guess.
  const waited = performance.now() - start;
  expect(waited).toBeGreaterThan(400);
  // From now on it is known there.
  const again = performance.now();
  expect((await api.signIn('agent', email, password, from('10.9.9.9'))).statusCode).toBe(200);
  expect(performance.now() - again).toBeLessThan(waited);
});

test('guesses from many addresses: each has three, late; the owner gets in at a new address all the same', async () => {
  const { email } = await addAccount(database, 'agent');
  await database.kysely
    .insertInto('sign_in_attempt')
    .values(Array.from({ length: 12 }, () => ({ key: `account:${email}` })))
    .execute();
  const start = performance.now();
  expect(await guesses(email, 1, 5)).toEqual([401, 401, 401, 429, 429]);
  expect(performance.now() - start).toBeGreaterThan(6000);
  expect((await api.signIn('agent', email, password, from('10.8.8.8'))).statusCode).toBe(200);
}, 40_000);

test('an IPv6 connection is counted as the network that it may take addresses from', async () => {
  const { email } = await addAccount(database, 'agent');
  const answers = [];
  for (let host = 1; host <= 12; host += 1)
    answers.push((await api.signIn('agent', email, 'wrong', from(`2001:db8:1:2::${host}`))).statusCode);
  expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401));
  expect(answers.slice(10)).toEqual([429, 429]);
});

test("a stranger's guesses do not lock out the address that is known", async () => {
  const { email } = await addAccount(database, 'agent');
  expect((await api.signIn('agent', email, password)).statusCode).toBe(200);
  await database.kysely
    .insertInto('sign_in_attempt')
    .values(Array.from({ length: 20 }, () => ({ key: `account:${email}` })))
    .execute();
  expect((await api.signIn('agent', email, password)).statusCode).toBe(200);
});

test('an office whose address was used for a hundred guesses still signs in where it is known, and nowhere new', async () => {
  const known = await addAccount(database, 'agent');
  const fresh = await addAccount(database, 'agent');
  const office = from('10.7.7.7');
  expect((await api.signIn('agent', known.email, password, office)).statusCode).toBe(200);
  await database.kysely
    .insertInto('sign_in_attempt')
    .values(Array.from({ length: 100 }, () => ({ key: 'address:10.7.7.7' })))
    .execute();
  expect((await api.signIn('agent', fresh.email, password, office)).statusCode).toBe(429);
  expect((await api.signIn('agent', known.email, password, office)).statusCode).toBe(200);
  // It may also mistype, within limits; and its success helps no other address.
  for (let slip = 0; slip < 10; slip += 1)
    expect((await api.signIn('agent', known.email, 'wrong', office)).statusCode).toBe(401);
  expect((await api.signIn('agent', known.email, password, office)).statusCode).toBe(429);
  const { rows } = await database.pool.query<{ count: string }>(
    `select count(*) from sign_in_attempt where key = 'address:10.7.7.7'`,
  );
  expect(Number(rows[0]!.count)).toBe(100);
});

test('CEILING_FACTOR is for the guesses of an address, too', async () => {
  const address = '10.7.7.8';
  await database.kysely
    .insertInto('sign_in_attempt')
    .values(Array.from({ length: 100 }, () => ({ key: `address:${address}` })))
    .execute();
  await expect(createThrottle(database).begin('new@test.example', address)).rejects.toMatchObject({ status: 429 });
  await expect(createThrottle(database, { factor: 2 }).begin('new@test.example', address)).resolves.toBeDefined();
});

test.each([
  ['a field that is not known', 'username=a%40b.c&password=x&role=agent', 422],
  ['a field given twice', 'username=a%40b.c&password=x&password=y', 400],
  ['no password', 'username=a%40b.c', 422],
  ['a password without end', `username=a%40b.c&password=${'x'.repeat(300)}`, 422],
  ['a body without end', `username=a%40b.c&password=${'x'.repeat(9000)}`, 413],
])('%s is refused with a sentence', async (_what, payload, status) => {
  const answer = await api.app.inject({
    method: 'POST',
    url: '/api/frontend/agent/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload,
  });
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toMatchObject({ status, detail: expect.stringMatching(/\.$/) as string });
});

async function duration(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}
