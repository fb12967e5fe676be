import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { subscriptionLifecycle } from '#src/machines/subscription/subscription.lifecycle.ts';
import { replay } from '#src/machines/replay.ts';
import { createSandboxStore } from '#src/payment-sandbox/sandbox-store.ts';
import { fold } from '#src/api/subscription/fold.ts';
import { mend } from '#src/api/subscription/change.ts';
import { endGrace, hearOfPayment, reconcileSubscriptions } from '#src/api/subscription/subscription.jobs.ts';
import type { Account } from '#tests/platform/application.ts';
import { mailTo, signedIn, startApplication } from '#tests/platform/application.ts';
import { FRESH, billingOf, newMover } from './billing-api.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

/** How time, the provider's events, and faults affect a subscription. */
const clock = { offset: 0 };
const fault = { lose: 0, asked: 0 };
// The worker would process the events by itself; here the test sets the order.
const application = await startApplication({
  now: () => new Date(Date.now() + clock.offset),
  paymentsFetch: (ask) => async (address, init) => {
    fault.asked += 1;
    const answer = await ask(address, init);
    if (fault.lose > 0 && init?.method === 'POST' && String(address).endsWith('/v1/subscriptions')) {
      fault.lose -= 1;
      throw new TypeError('The connection was cut after the provider had done it.');
    }
    return answer;
  },
});
const { parts, database } = application;
const { stripe, sandbox } = parts.payments;
const { state, start, addCard, history, again, ask, answerBank } = billingOf(application);

afterEach(async () => {
  clock.offset = 0;
  fault.lose = 0;
});

async function pass(days: number, who: Account): Promise<void> {
  clock.offset += days * DAY;
  await sandbox!.passTime();
  await fold(parts, who.businessId!);
  await again(who);
}

const subjectsTo = async ({ email }: Account, kind: string) => {
  const rows = await database.kysely
    .selectFrom('mail')
    .select('subject')
    .where('recipient', '=', email)
    .where('kind', '=', kind)
    .orderBy('id')
    .execute();
  return rows.map(({ subject }) => subject);
};

const eventsOf = async ({ businessId }: Account) => {
  const { id } = await database.kysely
    .selectFrom('subscription')
    .select('id')
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow();
  return database.kysely.selectFrom('history').selectAll().where('record_id', '=', id).orderBy('sequence').execute();
};

test('free, paid, past due, closed after the time to pay, over: and its history folds to it', async () => {
  const mover = await newMover(application);
  await start(mover);
  await addCard(mover, '4000000000000341');
  await pass(11, mover);
  const customerId = (
    await database.kysely
      .selectFrom('business')
      .select('stripe_customer_id')
      .where('id', '=', mover.businessId)
      .executeTakeFirstOrThrow()
  ).stripe_customer_id;
  await hearOfPayment(parts, { type: 'customer.subscription.trial_will_end', objectId: 'sub', customerId });
  await hearOfPayment(parts, { type: 'customer.subscription.trial_will_end', objectId: 'sub', customerId });
  expect((await mailTo(application, mover.email, /^Your free trial ends on/)).text).toContain(
    'your subscription continues for $99.00 a month',
  );
  await pass(3.01, mover);
  expect(await state(mover)).toMatchObject({ standing: 'past-due', status: 'active', amount_due: 9900 });
  expect(await history(mover)).toMatchObject([{ amount: 9900, status: 'open' }]);
  const failed = await mailTo(application, mover.email, /payment did not go through/);
  expect(failed.text).toContain('We couldn’t charge this month’s $99.00. Your card was declined.');
  expect(failed.text).toMatch(/You keep your leads until \w{3}, \w{3} \d+, \d{4}\./);
  await pass(7, mover);
  await endGrace(parts);
  await endGrace(parts);
  expect(await state(mover)).toMatchObject({ standing: 'past-due', status: 'inactive' });
  await mailTo(application, mover.email, /^Names and contacts are hidden until you pay$/);
  await pass(10, mover);
  expect(await state(mover)).toMatchObject({ standing: 'canceled', status: 'inactive' });
  expect(await history(mover)).toMatchObject([{ amount: 9900, status: 'uncollectible' }]);
  expect((await mailTo(application, mover.email, /^Your subscription has ended/)).text).toContain(
    'because your payment of $99.00 was never received. Nothing more will be charged.',
  );
  expect(await subjectsTo(mover, 'payment-failed')).toEqual([
    'Your payment did not go through',
    'Names and contacts are hidden until you pay',
  ]);
  const events = await eventsOf(mover);
  expect(events.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['trial.started', 'card.added', 'provider.reported', 'grace.ended']),
  );
  expect(replay(subscriptionLifecycle, events)).toEqual({ standing: 'canceled', isEnding: false });
  const told = await database.kysely
    .selectFrom('mail')
    .select('subject')
    .where('recipient', '=', mover.email)
    .where('subject', 'like', 'Your free trial ends%')
    .execute();
  expect(told).toHaveLength(1);
  // Another one may start, with a working card.
  await addCard(mover, '5555555555554444');
  const cards = (await ask<{ id: string; last4: string }[]>('GET', 'payment/methods', mover)).body;
  await ask('POST', `payment/card/${cards.find(({ last4 }) => last4 === '4444')!.id}/default`, mover, {});
  expect((await start(mover)).body).toMatchObject({ status: 'active' });
  expect(replay(subscriptionLifecycle, await eventsOf(mover))).toEqual({ standing: 'active', isEnding: false });
});

test('a canceled one runs to the end of its period', async () => {
  const mover = await newMover(application, 'Cora Canceler');
  await start(mover);
  await addCard(mover);
  await pass(14.01, mover);
  expect(await state(mover)).toMatchObject({ standing: 'active', status: 'active' });
  expect(await history(mover)).toHaveLength(1);
  await ask('DELETE', `subscription/${(await state(mover)).id}/cancel?reason=Enough`, mover);
  await pass(20, mover);
  expect(await state(mover)).toMatchObject({ standing: 'active', cancel_at_period_end: true });
  await pass(12, mover);
  expect(await state(mover)).toMatchObject({ standing: 'canceled', status: 'inactive', cancel_at_period_end: false });
  expect(await history(mover)).toHaveLength(1);
});

test('whoever hears of the end of the time to pay first, also the provider’s next try: the mover is told once', async () => {
  const mover = await newMover(application, 'Hal Hidden');
  await start(mover);
  await addCard(mover, '4000000000000341');
  await pass(14.01, mover);
  await pass(8.1, mover);
  await endGrace(parts);
  expect(await state(mover)).toMatchObject({ standing: 'past-due', status: 'inactive' });
  expect(await subjectsTo(mover, 'payment-failed')).toEqual([
    'Your payment did not go through',
    'Names and contacts are hidden until you pay',
  ]);
});

test('a renewal that the bank wants verified is not called declined, and is confirmed', async () => {
  const mover = await newMover(application, 'Vera Verify');
  await start(mover);
  await addCard(mover, '4000002760003184');
  await pass(14.01, mover);
  expect(await state(mover)).toMatchObject({
    standing: 'past-due',
    refusal: 'Your bank wants to verify this payment.',
  });
  const { text } = await mailTo(application, mover.email, /payment did not go through/);
  expect(text).toContain('Your bank wants to verify this payment.');
  expect(text).not.toContain('declined');
  const { body } = await ask<{ client_secret: string }>('POST', 'subscription/pay', mover, { amount: 9900 });
  await answerBank(body.client_secret, 'agreed');
  await fold(parts, mover.businessId!);
  expect(await state(mover)).toMatchObject({ standing: 'active', refusal: null });
});

test('the mail before the end of a trial says what comes: with a coupon, without a card, or canceled', async () => {
  await stripe.coupons.create({ id: 'HALFTHREE', percent_off: 50, duration: 'repeating', duration_in_months: 3 });
  const told = async (name: string, prepare: (who: Account) => Promise<unknown>) => {
    clock.offset = 0;
    const mover = await newMover(application, name);
    await start(mover, { coupon: 'HALFTHREE' });
    await prepare(mover);
    await pass(11.1, mover);
    const { stripe_customer_id: customerId } = await database.kysely
      .selectFrom('business')
      .select('stripe_customer_id')
      .where('id', '=', mover.businessId)
      .executeTakeFirstOrThrow();
    await hearOfPayment(parts, { type: 'customer.subscription.trial_will_end', objectId: 'sub', customerId });
    return (await mailTo(application, mover.email, /^Your free trial ends on/)).text;
  };
  const cost = 'with a first payment of $49.50. The price without your coupon is $99.00 a month';
  expect(await told('Tia Card', (who) => addCard(who, '378282246310005'))).toContain(
    `your card is charged and your subscription continues ${cost}`,
  );
  expect(await told('Tia Cardless', async () => {})).toContain(`add a card; your subscription then continues ${cost}`);
  const canceled = await told('Tia Canceled', async (who) =>
    ask('DELETE', `subscription/${(await state(who)).id}/cancel?reason=Enough`, who),
  );
  expect(canceled).toContain('nothing will be charged');
  expect(canceled).not.toContain('add a card');
});

test('a trial without a card ends', async () => {
  const mover = await newMover(application, 'Nina Nocard');
  await start(mover);
  await pass(14.01, mover);
  expect(await state(mover)).toMatchObject({ standing: 'canceled', status: 'inactive', used_trial: true });
  expect((await start(mover)).body).toMatchObject({ status: 409, unmet: ['a card is on file'] });
});

test('what the provider has forgotten leaves nothing to pay', async () => {
  const mover = await signedIn(
    application,
    'mover',
    'Fiona Forgotten',
    {},
    { business: { ...FRESH.business, used_trial: true } },
  );
  await addCard(mover, '4000000000000341');
  const { id: coupon } = await stripe.coupons.create({ id: 'FORGOTTEN', percent_off: 10, duration: 'forever' });
  await start(mover, { coupon });
  expect(await state(mover)).toMatchObject({ standing: 'incomplete', amount_due: 8910, coupon: { code: coupon } });
  const { provider_id } = await database.kysely
    .selectFrom('subscription')
    .select('provider_id')
    .where('business_id', '=', mover.businessId)
    .executeTakeFirstOrThrow();
  await createSandboxStore(database.kysely).remove(provider_id!);
  await fold(parts, mover.businessId!);
  expect(await state(mover)).toMatchObject({
    standing: 'none',
    status: 'inactive',
    amount_due: 0,
    coupon: null,
    current_period_end: null,
    price_with_coupon: 9900,
  });
  expect(await fold(parts, mover.businessId!)).toEqual([]);
  expect(replay(subscriptionLifecycle, await eventsOf(mover))).toEqual({ standing: 'none', isEnding: false });
});

describe('news', () => {
  const types = [
    'customer.subscription.created',
    'customer.subscription.updated',
    'invoice.paid',
    'payment_method.attached',
  ];
  const orders = (list: string[]): string[][] =>
    list.length < 2
      ? [list]
      : list.flatMap((one, index) => orders(list.toSpliced(index, 1)).map((rest) => [one, ...rest]));
  let customerId: string;
  let mover: Account;

  beforeAll(async () => {
    mover = await newMover(application, 'Ned News');
    await start(mover);
    await addCard(mover);
    customerId = (
      await database.kysely
        .selectFrom('business')
        .select('stripe_customer_id')
        .where('id', '=', mover.businessId)
        .executeTakeFirstOrThrow()
    ).stripe_customer_id!;
  });

  const shown = async () => {
    const { version: _version, ...rest } = await state(mover);
    return rest;
  };

  test('the same twenty times at once: one effect', async () => {
    const [subscription] = (await stripe.subscriptions.list({ customer: customerId })).data;
    await stripe.subscriptions.update(subscription!.id, { cancel_at_period_end: true });
    const before = (await eventsOf(mover)).length;
    await Promise.all(
      Array.from({ length: 20 }, () =>
        hearOfPayment(parts, { type: 'customer.subscription.updated', objectId: subscription!.id, customerId }),
      ),
    );
    expect(await state(mover)).toMatchObject({ cancel_at_period_end: true });
    expect((await eventsOf(mover)).length).toBeLessThanOrEqual(before + 1);
    expect((await eventsOf(mover)).at(-1)).toMatchObject({
      event: 'provider.reported',
      to_state: expect.stringMatching(/\.ending$/),
    });
    await stripe.subscriptions.update(subscription!.id, { cancel_at_period_end: false });
    await fold(parts, mover.businessId!);
  });

  test('in each of the 24 orders of four: the same end', async () => {
    const end = await shown();
    for (const order of orders(types)) {
      await database.kysely
        .updateTable('subscription')
        .set({ standing: 'none', is_ending: true, provider_id: null })
        .where('business_id', '=', mover.businessId)
        .execute();
      for (const type of order) await hearOfPayment(parts, { type, objectId: 'x', customerId });
      expect(await shown(), order.join()).toEqual(end);
    }
  }, 120_000);

  test('of somebody else is nothing to us', async () => {
    await hearOfPayment(parts, { type: 'invoice.paid', objectId: 'in_1', customerId: 'cus_nobody' });
    await hearOfPayment(parts, { type: 'product.created', objectId: 'prod_1', customerId: null });
  });

  test('what never came is found at night', async () => {
    const [subscription] = (await stripe.subscriptions.list({ customer: customerId })).data;
    await stripe.subscriptions.update(subscription!.id, { cancel_at_period_end: true });
    await reconcileSubscriptions(parts);
    expect(await state(mover)).toMatchObject({ cancel_at_period_end: true });
  });
});

describe('a connection that is cut after the provider has charged', () => {
  const charges = async ({ businessId }: Account) => {
    const { stripe_customer_id: customer } = await database.kysely
      .selectFrom('business')
      .select('stripe_customer_id')
      .where('id', '=', businessId)
      .executeTakeFirstOrThrow();
    return (await stripe.invoices.list({ customer: customer! })).data.filter(({ status }) => status === 'paid').length;
  };
  const former = (name: string) =>
    signedIn(application, 'mover', name, {}, { business: { ...FRESH.business, used_trial: true } });

  test('once: nobody notices', async () => {
    const mover = await former('Una Unlucky');
    await addCard(mover);
    fault.lose = 1;
    expect((await start(mover)).body).toMatchObject({ status: 'active' });
    expect(await charges(mover)).toBe(1);
  });

  test('for good: told so, and the next try finds the one charge', async () => {
    const mover = await former('Ulla Unlucky');
    await addCard(mover);
    fault.lose = 3;
    const first = await start(mover);
    expect(first.body).toMatchObject({ status: 503, detail: expect.stringContaining('not charged twice') as string });
    expect(first.headers.get('retry-after')).toBe('5');
    expect((await start(mover)).status).toBe(409);
    expect(await state(mover)).toMatchObject({ standing: 'active', status: 'active' });
    expect(await charges(mover)).toBe(1);
  });

  test('and nobody tries again: the job does', async () => {
    const mover = await former('Ursula Unlucky');
    await addCard(mover);
    fault.lose = 3;
    await start(mover);
    await mend(parts, mover.businessId!);
    expect(await state(mover)).toMatchObject({ standing: 'active', status: 'active' });
    expect(await charges(mover)).toBe(1);
    expect((await eventsOf(mover)).map(({ event }) => event)).toContain('subscription.started');
  });
});
