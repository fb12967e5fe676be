import { afterEach, expect, test } from 'vitest';
import { subscriptionLifecycle } from '#src/machines/subscription/subscription.lifecycle.ts';
import { replay } from '#src/machines/replay.ts';
import { fold } from '#src/api/subscription/fold.ts';
import { TRIAL_LEADS_PER_DAY } from '#src/machines/subscription/entitlement.ts';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account } from '#tests/platform/application.ts';
import { FRESH, billingOf } from './billing-api.ts';
import { shopRow } from './shop-rows.ts';
import { DAY } from '#src/machines/calendar/durations.ts';
import { inDays } from './carrier-api.ts';

/** What a trial gives, and to whom. */
const clock = { offset: 0 };
const application = await startApplication({ now: () => new Date(Date.now() + clock.offset) });
const { database, parts } = application;
const { state, start, addCard, again, ask, answerBank, cards, history } = billingOf(application);

afterEach(() => {
  clock.offset = 0;
});

interface Page {
  leads: {
    id: string;
    is_locked: boolean;
    locked_by: string | null;
    client: { name: string } | null;
    actions: { event: string; may: boolean }[];
  }[];
  is_locked: boolean;
  is_trial: boolean;
}

let people = 0;
async function mover(email: string): Promise<Account> {
  const account = await signedIn(application, 'mover', `Mover ${(people += 1)}`, {}, FRESH);
  await database.kysely.updateTable('account').set({ email }).where('id', '=', account.id).execute();
  return { ...account, email };
}
const token = ({ token: own }: Account) => ({ token: own });
const choose = (who: Account, ...cities: string[]) =>
  call(application, 'POST', 'user/settings/top-cities', {
    ...token(who),
    body: { cities: cities.map((city) => ({ city, state: 'OH' })), radius_miles: 20 },
  });
const list = async (who: Account, query = '') =>
  (await call<Page>(application, 'GET', `state-lead/?limit=100${query}`, token(who))).body;
const open = ({ leads }: Page) => leads.flatMap((lead) => (lead.client ? lead.id : []));
const eventsOf = (who: Account) =>
  database.kysely
    .selectFrom('history')
    .innerJoin('subscription', 'subscription.id', 'record_id')
    .selectAll('history')
    .where('business_id', '=', who.businessId!)
    .orderBy('sequence')
    .execute();
async function after(days: number, who: Account): Promise<void> {
  clock.offset += days * DAY;
  await again(who);
}
/** At the payment provider, too. */
async function passTime(days: number, who: Account): Promise<void> {
  await after(days, who);
  await parts.payments.sandbox!.passTime();
  await fold(parts, who.businessId!);
}

test('one mailbox has one trial, however it is spelled', async () => {
  const first = await mover('first.mover@gmail.com');
  expect((await start(first)).status).toBe(200);
  for (const spelling of [
    'firstmover@gmail.com',
    'first.mover+2@gmail.com',
    'F.irst.Mover@googlemail.com'.toLowerCase(),
  ]) {
    const second = await mover(spelling);
    expect(await state(second)).toMatchObject({
      used_trial: true,
      standing: 'none',
      actions: expect.arrayContaining([
        { event: 'trial.started', may: false, unmet: ['the trial has not been used'] },
      ]) as unknown,
    });
    expect(await start(second)).toMatchObject({
      status: 409,
      body: { detail: 'Only possible if the trial has not been used.' },
    });
    // The gate stays open: there is something to pay for behind it.
    expect((await call(application, 'GET', 'user/', token(second))).body).toMatchObject({
      gates: expect.arrayContaining(['subscribe']) as unknown,
      settings: { used_trial: false },
    });
  }
  expect((await start(await mover('first.other@gmail.com'))).status).toBe(200);
});

test('one card has one trial, whoever adds it; who was offered a trial is not charged', async () => {
  const first = await mover('with.card@test.example');
  await addCard(first, '5555555555554444');
  expect((await start(first, { trial: true })).body).toMatchObject({ status: 'trialing' });
  const second = await mover('same.card@test.example');
  expect(await state(second)).toMatchObject({ used_trial: false });
  await addCard(second, '5555555555554444');
  for (const body of [{}, { trial: true }]) expect((await start(second, body)).status).toBe(409);
  expect(await state(second)).toMatchObject({ standing: 'none', used_trial: true });
  expect((await start(second, { trial: false })).body).toMatchObject({ status: 'active' });
  // A card added during a trial counts as having used it, too.
  const third = await mover('late.card@test.example');
  await start(third);
  await addCard(third, '378282246310005');
  const fourth = await mover('later.card@test.example');
  await addCard(fourth, '378282246310005');
  expect((await start(fourth)).status).toBe(409);
});

test('many at once with one mailbox: one trial', async () => {
  const movers = await Promise.all(Array.from({ length: 6 }, (_, index) => mover(`race+${index}@test.example`)));
  const answers = await Promise.all(movers.map((one) => start(one)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409]);
});

test('an account that was deleted takes its trial with it', async () => {
  const first = await mover('gone@test.example');
  await start(first);
  await database.kysely
    .updateTable('account')
    .set({ email: 'deleted-1@test.example', disabled_at: parts.now().toISOString() })
    .where('id', '=', first.id)
    .execute();
  expect((await start(await mover('gone@test.example'))).status).toBe(409);
});

test('a trial shows the contacts of so many leads a day, and a subscription those of all', async () => {
  const waiting = [];
  for (let age = 1; age <= 12; age += 1)
    waiting.push(await shopRow(application, { from: ['Dayton', 'OH'], ageDays: age }));
  const far = [];
  for (let age = 1; age <= 6; age += 1) far.push(await shopRow(application, { from: ['Toledo', 'OH'], ageDays: age }));
  const one = await mover('limited@test.example');
  await start(one);
  await choose(one, 'Dayton');
  const page = await list(one);
  expect(page).toMatchObject({ is_locked: false, is_trial: true });
  expect(page.leads).toHaveLength(12);
  // Of those that were waiting, the newest.
  expect(open(page)).toEqual(waiting.slice(0, TRIAL_LEADS_PER_DAY));

  // Other cities, or the whole state, bring no more on the same day, nor do the first ones again.
  await choose(one, 'Toledo');
  await choose(one, 'Dayton', 'Toledo');
  await call(application, 'POST', 'user/settings/top-cities', {
    token: one.token,
    body: { cities: [], states: ['OH'] },
  });
  expect((await list(one)).leads).toHaveLength(18);
  expect(open(await list(one)).toSorted()).toEqual(waiting.slice(0, TRIAL_LEADS_PER_DAY).toSorted());

  // A locked lead reveals nothing, and cannot be worked.
  const id = waiting.at(-1)!;
  const locked = (
    await call<Page['leads'][number] & { comment: unknown }>(application, 'GET', `state-lead/${id}`, token(one))
  ).body;
  expect(locked).toMatchObject({ is_locked: true, locked_by: 'trial', client: null, comment: null });
  expect(locked.actions.filter(({ may }) => may)).toEqual([]);
  const { client_name, client_phone } = await database.kysely
    .selectFrom('state_lead')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  for (const secret of [client_name, client_phone!.slice(1)])
    expect((await list(one, `&q=${encodeURIComponent(secret)}`)).leads.filter((lead) => lead.id === id)).toEqual([]);
  const quote = { amount: 100_000, valid_until: inDays(300) };
  expect(await call(application, 'POST', `quote/${id}/`, { ...token(one), body: quote })).toMatchObject({
    status: 409,
    body: {
      detail: `Your trial opens ${TRIAL_LEADS_PER_DAY} leads a day, and this is not one of them. Subscribe to work all of them.`,
    },
  });
  expect(
    (await call(application, 'PATCH', `state-lead/${id}`, { ...token(one), body: { contacted: true } })).status,
  ).toBe(409);
  expect(
    (await call(application, 'POST', `state-lead/${id}/notes`, { ...token(one), body: { text: 'Hello' } })).status,
  ).toBe(409);
  expect((await call(application, 'POST', `quote/${waiting[0]}/`, { ...token(one), body: quote })).status).toBe(200);

  // The next day opens the same number of that day's leads; those already open stay open.
  await after(1, one);
  for (let more = 0; more < TRIAL_LEADS_PER_DAY + 2; more += 1) await shopRow(application, { from: ['Akron', 'OH'] });
  await choose(one, 'Akron');
  expect(open(await list(one))).toHaveLength(2 * TRIAL_LEADS_PER_DAY);
  expect(open(await list(one))).toEqual(expect.arrayContaining(waiting.slice(0, TRIAL_LEADS_PER_DAY)));

  // A mover who does not want to wait pays now.
  expect(await start(one, { trial: false })).toMatchObject({
    status: 409,
    body: { detail: 'Only possible if a card is on file.' },
  });
  await addCard(one);
  expect((await start(one)).status).toBe(409);
  expect(await state(one)).toMatchObject({ standing: 'trialing' });
  expect((await start(one, { trial: false })).body).toMatchObject({ status: 'active' });
  expect(await state(one)).toMatchObject({ standing: 'active', amount_due: 0 });
  const paid = await list(one);
  expect(paid).toMatchObject({ is_locked: false, is_trial: false });
  expect(open(paid)).toHaveLength(paid.leads.length);
  expect(replay(subscriptionLifecycle, await eventsOf(one))).toMatchObject({ standing: 'active' });
});

test('a household that comes twice is counted once in a trial, and open twice', async () => {
  const one = await mover('same-household@test.example');
  const from: [string, string] = ['Zanesville', 'OH'];
  const first = await shopRow(application, { from, ageDays: 1 });
  await shopRow(application, { from, ageDays: 2, duplicateOf: first });
  const others = [];
  for (let age = 3; age < 3 + TRIAL_LEADS_PER_DAY; age += 1)
    others.push(await shopRow(application, { from, ageDays: age }));
  const again = await shopRow(application, { from, ageDays: 20, duplicateOf: others.at(-1)! });
  await start(one);
  await choose(one, 'Zanesville');
  const opened = open(await list(one));
  expect(opened).toHaveLength(TRIAL_LEADS_PER_DAY + 1);
  // The last household was one too many, also when it came again.
  expect(opened).not.toContain(others.at(-1));
  expect(opened).not.toContain(again);
});

test('a payment that is refused before the trial is over leaves the trial as it was, also one that is ending', async () => {
  const one = await mover('too-early@test.example');
  await start(one);
  await addCard(one, '4000000000000341');
  const { id } = await state(one);
  await ask('DELETE', `subscription/${id}/cancel?reason=Expensive`, one);
  const before = await state(one);
  expect(before).toMatchObject({ standing: 'trialing', cancel_at_period_end: true, amount_due: 0 });
  for (let time = 1; time <= 2; time += 1) {
    expect(await start(one, { trial: false })).toMatchObject({ status: 402 });
    await fold(parts, one.businessId!);
    expect(await state(one)).toEqual({
      ...before,
      refusal: 'Your card was declined.',
      version: expect.any(Number) as number,
    });
  }
  // Trying again is about the same invoice.
  expect((await history(one)).map(({ status }) => status)).toEqual(['open']);
  expect((await eventsOf(one)).filter(({ event }) => event === 'subscription.started')).toEqual([]);
  // A card that is added now pays, and the subscription no longer ends.
  await addCard(one, '4242424242424242');
  expect(await state(one)).toMatchObject({ refusal: null, card: { last4: '4242' } });
  const [, refused] = await cards(one);
  expect(await start(one, { trial: false, card: refused!.id })).toMatchObject({ status: 409 });
  expect((await start(one, { trial: false })).body).toMatchObject({ status: 'active' });
  expect(await state(one)).toMatchObject({ standing: 'active', cancel_at_period_end: false, amount_due: 0 });
  expect((await history(one)).map(({ status }) => status)).toEqual(['paid']);
});

test('a refused payment is asked for at the price that the mover sees, and no longer after a cancellation', async () => {
  const one = await mover('too-dear@test.example');
  await start(one);
  await addCard(one, '4000000000000341');
  const { id, price } = await state(one);
  expect((await start(one, { trial: false, price })).status).toBe(402);
  await parts.payments.stripe.coupons.create({ id: 'TENOFF', amount_off: 1000, currency: 'usd', duration: 'once' });
  expect((await ask('POST', 'subscription/coupon/apply', one, { code: 'TENOFF' })).status).toBe(200);
  const less = Number(price) - 1000;
  expect((await start(one, { trial: false, price: less })).status).toBe(402);
  expect((await history(one)).map(({ amount, status }) => `${amount} ${status}`)).toEqual([
    `${less} open`,
    `${String(price)} void`,
  ]);
  await ask('DELETE', `subscription/${id}/cancel?reason=Expensive`, one);
  expect((await history(one)).map(({ status }) => status)).toEqual(['void', 'void']);
  expect(await state(one)).toMatchObject({ standing: 'trialing', cancel_at_period_end: true, refusal: null });
});

async function askedByBank(email: string) {
  const one = await mover(email);
  await start(one);
  await addCard(one, '4000002760003184');
  const before = await state(one);
  const { client_secret: secret } = (await start(one, { trial: false })).body;
  expect(secret).not.toBeNull();
  expect(await state(one)).toEqual(before);
  return { one, before, secret: secret! };
}

test('while the bank asks, the trial goes on; its agreement ends it', async () => {
  const { one, secret } = await askedByBank('bank-agrees@test.example');
  // Asked for again, the same payment is continued.
  expect((await start(one, { trial: false })).body).toMatchObject({ status: 'trialing', client_secret: secret });
  await answerBank(secret, 'agreed');
  await fold(parts, one.businessId!);
  expect(await state(one)).toMatchObject({ standing: 'active', amount_due: 0 });
  expect((await history(one)).map(({ status }) => status)).toEqual(['paid']);
});

test('a confirmation that never comes leaves the trial as it was', async () => {
  const { one, before, secret } = await askedByBank('bank-refuses@test.example');
  await answerBank(secret, 'refused');
  await fold(parts, one.businessId!);
  expect(await state(one)).toMatchObject({
    standing: 'trialing',
    refusal: expect.stringContaining('unable to authenticate') as string,
  });
  await passTime(1, one);
  expect(await state(one)).toEqual({ ...before, version: expect.any(Number) as number });
  expect((await history(one)).map(({ status }) => status)).toEqual(['void']);
});

test('a first payment that fails when the trial is over gives time to pay, and not more leads', async () => {
  for (let age = 1; age <= TRIAL_LEADS_PER_DAY + 3; age += 1)
    await shopRow(application, { from: ['Mansfield', 'OH'], ageDays: age });
  const one = await mover('declined@test.example');
  await start(one);
  await choose(one, 'Mansfield');
  await addCard(one, '4000000000000341');
  await passTime(14, one);
  expect(await state(one)).toMatchObject({ standing: 'past-due', status: 'active' });
  // The payment that is due is asked for, and nothing is said of a trial.
  expect(await list(one)).toMatchObject({ is_locked: false, is_trial: false });
  expect(open(await list(one))).toHaveLength(TRIAL_LEADS_PER_DAY);
});
