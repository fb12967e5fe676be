import { afterEach, describe, expect, test } from 'vitest';
import type Stripe from 'stripe';
import { createSandboxStore } from '#src/payment-sandbox/sandbox-store.ts';
import { startApplication } from '#tests/platform/application.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

/** The payment sandbox, through Stripe's own library: where it must behave like Stripe. */
let clock = new Date('2026-03-31T12:00:00Z');
const application = await startApplication({ now: () => clock, environment: { PARTS: 'api,gateway,web' } });
const { stripe, sandbox, publishableKey, webhookSecret } = application.parts.payments;
afterEach(() => void (clock = new Date('2026-03-31T12:00:00Z')));

async function pass(days: number): Promise<void> {
  clock = new Date(clock.getTime() + days * DAY);
  await sandbox!.passTime();
}

let prices = 0;
async function price(unit_amount = 9900): Promise<string> {
  const product = await stripe.products.create({ name: 'Lead portal' });
  return (
    await stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount,
      recurring: { interval: 'month' },
      lookup_key: `plan-${(prices += 1)}`,
    })
  ).id;
}

/** A customer with a default card. */
async function customer(card: string | null = 'pm_card_visa'): Promise<string> {
  const { id } = await stripe.customers.create({ email: 'mona@mover.test' });
  if (!card) return id;
  const method = await stripe.paymentMethods.attach(card, { customer: id });
  await stripe.customers.update(id, { invoice_settings: { default_payment_method: method.id } });
  return id;
}

const code = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: Stripe.errors.StripeError) => `${error.statusCode} ${error.code} ${error.decline_code ?? ''}`.trim(),
  );
const eventTypes = async () => (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type).reverse();

describe('cards', () => {
  test('a card is kept for later, once its bank was asked', async () => {
    const id = await customer(null);
    const intent = await stripe.setupIntents.create({ customer: id, usage: 'off_session' });
    const browser = browserOf();
    const method = await browser.post('payment_methods', {
      type: 'card',
      'card[number]': '4000 0025 0000 3155',
      'card[exp_month]': '4',
      'card[exp_year]': '2030',
      'card[cvc]': '123',
    });
    expect(method.card).toEqual({
      brand: 'visa',
      last4: '3155',
      fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
      exp_month: 4,
      exp_year: 2030,
      funding: 'credit',
    });
    expect(JSON.stringify(method)).not.toContain('4000002500003155');
    const secret = { client_secret: intent.client_secret! };
    expect(
      await browser.post(`setup_intents/${intent.id}/confirm`, { ...secret, payment_method: method.id! }),
    ).toMatchObject({ status: 'requires_action' });
    expect(
      await browser.post(`setup_intents/${intent.id}/authenticate`, { ...secret, outcome: 'refused' }),
    ).toMatchObject({
      status: 'requires_payment_method',
      last_setup_error: { code: 'setup_intent_authentication_failure' },
    });
    expect((await stripe.customers.listPaymentMethods(id)).data).toEqual([]);
    await browser.post(`setup_intents/${intent.id}/confirm`, { ...secret, payment_method: method.id! });
    expect(
      await browser.post(`setup_intents/${intent.id}/authenticate`, { ...secret, outcome: 'agreed' }),
    ).toMatchObject({ status: 'succeeded' });
    expect((await stripe.customers.listPaymentMethods(id)).data.map(({ card }) => card?.last4)).toEqual(['3155']);
  });

  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000000069', 'expired_card', null],
  ])('%s is refused as Stripe refuses it', async (number, refusal, decline) => {
    const intent = await stripe.setupIntents.create({ customer: await customer(null) });
    const browser = browserOf();
    const method = await browser.post('payment_methods', {
      type: 'card',
      'card[number]': number,
      'card[exp_month]': '4',
      'card[exp_year]': '2030',
    });
    const answer = await browser.post(`setup_intents/${intent.id}/confirm`, {
      client_secret: intent.client_secret!,
      payment_method: method.id!,
    });
    expect(answer.error).toMatchObject({ type: 'card_error', code: refusal, decline_code: decline });
    // The refusal is recorded, although the call failed.
    expect((await stripe.setupIntents.retrieve(intent.id)).last_setup_error?.code).toBe(refusal);
  });

  test('a number that is no test card, a past month, another secret and a wrong key get nowhere', async () => {
    const browser = browserOf();
    const card = { type: 'card', 'card[number]': '4111111111111111', 'card[exp_month]': '4', 'card[exp_year]': '2030' };
    expect((await browser.post('payment_methods', card)).error).toMatchObject({ code: 'incorrect_number' });
    expect(
      (
        await browser.post('payment_methods', {
          ...card,
          'card[number]': '4242424242424242',
          'card[exp_month]': '2',
          'card[exp_year]': '2026',
        })
      ).error,
    ).toMatchObject({ code: 'invalid_expiry_year' });
    const intent = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd' });
    expect(
      (
        await browser.post(`payment_intents/${intent.id}/confirm`, {
          client_secret: 'guessed',
          payment_method: 'pm_card_visa',
        })
      ).error,
    ).toMatchObject({ code: 'resource_missing' });
    expect((await browser.post('customers', { email: 'x@y.test' })).error).toMatchObject({
      type: 'authentication_error',
    });
    expect((await browserOf('pk_other').post('payment_methods', card)).error).toMatchObject({
      type: 'authentication_error',
    });
  });
});

describe('payments', () => {
  test('one key, one charge, also when all ask at once', async () => {
    const id = await customer();
    const [method] = (await stripe.customers.listPaymentMethods(id)).data;
    const ask = () =>
      stripe.paymentIntents.create(
        { amount: 4200, currency: 'usd', customer: id, payment_method: method!.id, confirm: true, off_session: true },
        { idempotencyKey: 'the-same-purchase' },
      );
    const made = await Promise.all(Array.from({ length: 20 }, ask));
    expect(new Set(made.map((intent) => intent.id)).size).toBe(1);
    expect(made[0]).toMatchObject({ status: 'succeeded', amount_received: 4200 });
    expect(
      await code(
        stripe.paymentIntents.create({ amount: 4300, currency: 'usd' }, { idempotencyKey: 'the-same-purchase' }),
      ),
    ).toBe('400 undefined');
  });

  test('what came in goes back once', async () => {
    const id = await customer();
    const [method] = (await stripe.customers.listPaymentMethods(id)).data;
    const intent = await stripe.paymentIntents.create({
      amount: 4200,
      currency: 'usd',
      customer: id,
      payment_method: method!.id,
      confirm: true,
    });
    expect((await stripe.refunds.create({ payment_intent: intent.id, amount: 200 })).amount).toBe(200);
    expect((await stripe.refunds.create({ payment_intent: intent.id })).amount).toBe(4000);
    expect(await code(stripe.refunds.create({ payment_intent: intent.id }))).toBe('400 charge_already_refunded');
    expect(await code(stripe.paymentIntents.cancel(intent.id))).toBe('400 payment_intent_unexpected_state');
  });

  test('a canceled payment is not collected any more', async () => {
    const intent = await stripe.paymentIntents.create({ amount: 4200, currency: 'usd' });
    expect((await stripe.paymentIntents.cancel(intent.id)).status).toBe('canceled');
    const browser = browserOf();
    const method = await browser.post('payment_methods', {
      type: 'card',
      'card[number]': '4242424242424242',
      'card[exp_month]': '4',
      'card[exp_year]': '2030',
    });
    expect(
      (
        await browser.post(`payment_intents/${intent.id}/confirm`, {
          client_secret: intent.client_secret!,
          payment_method: method.id!,
        })
      ).error,
    ).toMatchObject({ code: 'payment_intent_unexpected_state' });
  });
});

describe('subscriptions', () => {
  const trial = async (card: string | null, more: Partial<Stripe.SubscriptionCreateParams> = {}) =>
    stripe.subscriptions.create({
      customer: await customer(card),
      items: [{ price: await price() }],
      trial_period_days: 14,
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
      ...more,
    });
  const now = async (id: string) => (await stripe.subscriptions.retrieve(id)).status;
  const paid = async (id: string) =>
    (await stripe.invoices.list({ subscription: id })).data.map(({ total, status }) => `${total} ${status}`);

  test('trial, paid months that end on the last day of each, and an end at the end of the period', async () => {
    const { id, status } = await trial('pm_card_visa', { trial_period_days: 1, trial_end: undefined } as never);
    expect(status).toBe('trialing');
    await pass(1);
    expect(await now(id)).toBe('active');
    await pass(62);
    const months = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
    expect((months.latest_invoice as Stripe.Invoice).total).toBe(9900);
    expect(await paid(id)).toEqual(['9900 paid', '9900 paid', '9900 paid', '0 paid']);
    await stripe.subscriptions.update(id, {
      cancel_at_period_end: true,
      cancellation_details: { comment: 'Season is over' },
    });
    expect(await now(id)).toBe('active');
    await pass(31);
    expect(await now(id)).toBe('canceled');
    expect((await paid(id)).length).toBe(4);
  });

  test('"keep it" takes the end back', async () => {
    const { id } = await trial('pm_card_visa');
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    const kept = await stripe.subscriptions.update(id, { cancel_at_period_end: false });
    expect(kept).toMatchObject({ cancel_at: null, canceled_at: null });
    await pass(14);
    expect(await now(id)).toBe('active');
  });

  test('a trial without a card ends', async () => {
    const { id } = await trial(null);
    await pass(14);
    expect(await now(id)).toBe('canceled');
  });

  test('a card that fails later: past due, tried again three times, then over', async () => {
    const { id } = await trial('pm_card_chargeCustomerFail');
    await pass(14);
    expect(await now(id)).toBe('past_due');
    await pass(3);
    await pass(5);
    expect(await now(id)).toBe('past_due');
    await pass(7);
    expect(await now(id)).toBe('canceled');
    expect((await stripe.subscriptions.retrieve(id)).cancellation_details?.reason).toBe('payment_failed');
    expect((await eventTypes()).filter((type) => type === 'invoice.payment_failed').length).toBe(4);
  });

  test('a trial that ends early only if it is paid: discarded, expired, paid later', async () => {
    const early = { trial_end: 'now', payment_behavior: 'pending_if_incomplete' } as const;
    const {
      id,
      customer: owner,
      trial_end,
    } = await trial('pm_card_chargeCustomerFail', { cancel_at_period_end: true });
    const update = async () => stripe.subscriptions.update(id, { ...early, cancel_at_period_end: false });
    const pending = await update();
    expect(pending).toMatchObject({
      status: 'trialing',
      trial_end,
      cancel_at_period_end: true,
      pending_update: { cancel_at_period_end: false },
    });
    await stripe.invoices.voidInvoice(pending.latest_invoice as string);
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'trialing', pending_update: null });
    await update();
    await pass(1);
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
      status: 'trialing',
      trial_end,
      pending_update: null,
    });
    const { latest_invoice } = await update();
    const other = await stripe.paymentMethods.attach('pm_card_mastercard', { customer: owner as string });
    await stripe.invoices.pay(latest_invoice as string, { payment_method: other.id });
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
      status: 'active',
      cancel_at_period_end: false,
      pending_update: null,
    });
    expect(await paid(id)).toEqual(['9900 paid', '9900 void', '9900 void', '0 paid']);
    await pass(31);
    expect(await paid(id)).toEqual(['9900 paid', '9900 paid', '9900 void', '9900 void', '0 paid']);
  });

  test('past due, and paid with another card', async () => {
    const { id, customer: owner } = await trial('pm_card_chargeCustomerFail');
    await pass(14);
    const { latest_invoice } = await stripe.subscriptions.retrieve(id);
    expect(await code(stripe.invoices.pay(latest_invoice as string))).toBe('402 card_declined generic_decline');
    const other = await stripe.paymentMethods.attach('pm_card_mastercard', { customer: owner as string });
    expect((await stripe.invoices.pay(latest_invoice as string, { payment_method: other.id })).status).toBe('paid');
    expect(await now(id)).toBe('active');
  });

  test('what was given up stays unpaid when another try fails, and is paid with another card', async () => {
    const { id, customer: owner } = await trial('pm_card_chargeCustomerFail');
    await pass(14);
    const store = createSandboxStore(application.database.kysely);
    const begun = await store.get('subscription', id);
    const { latest_invoice } = begun;
    await store.put({ ...begun, status: 'unpaid' as const });
    for (let tries = 1; tries <= 4; tries += 1) {
      expect(await code(stripe.invoices.pay(latest_invoice!))).toBe('402 card_declined generic_decline');
      expect((await stripe.subscriptions.retrieve(id)).status).toBe('unpaid');
    }
    const other = await stripe.paymentMethods.attach('pm_card_mastercard', { customer: owner as string });
    expect((await stripe.invoices.pay(latest_invoice!, { payment_method: other.id })).status).toBe('paid');
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
  });

  test('without a trial nothing is active before the bank has agreed', async () => {
    const owner = await customer(null);
    const begun = await stripe.subscriptions.create({
      customer: owner,
      items: [{ price: await price() }],
      payment_behavior: 'default_incomplete',
      expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments.data.payment.payment_intent'],
    });
    expect(begun.status).toBe('incomplete');
    const { client_secret } = (begun.latest_invoice as Stripe.Invoice).confirmation_secret!;
    const intent = client_secret.split('_secret_')[0]!;
    const browser = browserOf();
    const method = await browser.post('payment_methods', {
      type: 'card',
      'card[number]': '4000002760003184',
      'card[exp_month]': '4',
      'card[exp_year]': '2030',
    });
    await browser.post(`payment_intents/${intent}/confirm`, { client_secret, payment_method: method.id! });
    expect(await now(begun.id)).toBe('incomplete');
    await browser.post(`payment_intents/${intent}/authenticate`, { client_secret, outcome: 'agreed' });
    expect(await now(begun.id)).toBe('active');
    // This card's bank requires its owner's confirmation each time.
    await pass(30);
    expect(await now(begun.id)).toBe('past_due');
  });

  test('a first payment that never comes expires', async () => {
    const begun = await stripe.subscriptions.create({
      customer: await customer(null),
      items: [{ price: await price() }],
      payment_behavior: 'default_incomplete',
    });
    await pass(1);
    expect(await now(begun.id)).toBe('incomplete_expired');
  });
});

describe('coupons', () => {
  test('one that is good once, asked for by fifty at once', async () => {
    await stripe.coupons.create({ id: 'ONLYONE', percent_off: 50, duration: 'forever', max_redemptions: 1 });
    const item = await price();
    const owners = await Promise.all(Array.from({ length: 50 }, () => customer()));
    const subscriptions = await Promise.all(
      owners.map((owner) =>
        stripe.subscriptions.create({ customer: owner, items: [{ price: item }], trial_period_days: 14 }),
      ),
    );
    const answers = await Promise.all(
      subscriptions.map(({ id }) => code(stripe.subscriptions.update(id, { discounts: [{ coupon: 'ONLYONE' }] }))),
    );
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set(['done', '400 coupon_expired']));
  });

  test('off the price, for as long as it says, and shown before', async () => {
    await stripe.coupons.create({
      id: 'SPRING',
      amount_off: 3000,
      currency: 'usd',
      duration: 'repeating',
      duration_in_months: 1,
    });
    await stripe.coupons.create({ id: 'FIRST', percent_off: 25, duration: 'once' });
    const { id } = await stripe.subscriptions.create({
      customer: await customer(),
      items: [{ price: await price() }],
      trial_period_days: 3,
    });
    expect((await stripe.invoices.createPreview({ subscription: id, discounts: [{ coupon: 'FIRST' }] })).total).toBe(
      7425,
    );
    await stripe.subscriptions.update(id, { discounts: [{ coupon: 'FIRST' }] });
    const seen = await stripe.subscriptions.retrieve(id, { expand: ['discounts.source.coupon'] });
    expect(((seen.discounts[0] as Stripe.Discount).source.coupon as Stripe.Coupon).percent_off).toBe(25);
    await pass(3);
    await pass(31);
    expect((await stripe.invoices.list({ subscription: id })).data.map(({ total }) => total)).toEqual([9900, 7425, 0]);
    await stripe.subscriptions.update(id, { discounts: '' });
  });

  test('one that is over', async () => {
    await stripe.coupons.create({
      id: 'WINTER',
      percent_off: 10,
      duration: 'once',
      redeem_by: Math.floor(clock.getTime() / 1000) + 60,
    });
    const { id } = await stripe.subscriptions.create({
      customer: await customer(),
      items: [{ price: await price() }],
      trial_period_days: 30,
    });
    await pass(1);
    expect(await code(stripe.subscriptions.update(id, { discounts: [{ coupon: 'WINTER' }] }))).toBe(
      '400 coupon_expired',
    );
    expect(await code(stripe.subscriptions.update(id, { discounts: [{ coupon: 'NEVER' }] }))).toBe(
      '400 resource_missing',
    );
  });
});

describe('webhooks', () => {
  const send = (payload: string, signature: string) =>
    fetch(`${application.url}/api/frontend/payments/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: payload,
    }).then(({ status }) => status);
  const event = (id: string) =>
    JSON.stringify({
      id,
      object: 'event',
      type: 'customer.subscription.updated',
      data: { object: { id: 'sub_1', object: 'subscription', customer: 'cus_1' } },
    });
  const sign = (payload: string, at = clock, secret = webhookSecret) =>
    stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(at.getTime() / 1000) });
  const waiting = async () =>
    Number(
      (await application.database.pool.query("select count(*) from pgboss.job where name = 'payments.news'")).rows[0]
        .count,
    );

  test('the same event twenty times is heard once', async () => {
    const before = await waiting();
    const payload = event('evt_same');
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(payload, sign(payload))));
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(await waiting()).toBe(before + 1);
  });

  test('a wrong signature, an old one, and a body that was written anew are refused', async () => {
    const before = await waiting();
    const payload = event('evt_refused');
    expect(await send(payload, sign(payload, clock, 'whsec_another'))).toBe(400);
    expect(await send(payload, sign(payload, new Date(clock.getTime() - 600_000)))).toBe(400);
    expect(await send(JSON.stringify(JSON.parse(payload), null, 1), sign(payload))).toBe(400);
    expect(await send(payload, 'nonsense')).toBe(400);
    expect(await waiting()).toBe(before);
  });

  test('what the sandbox sends is taken', async () => {
    const before = await waiting();
    await stripe.subscriptions.create({
      customer: await customer(),
      items: [{ price: await price() }],
      trial_period_days: 3,
    });
    const [latest] = (await stripe.events.list({ limit: 1 })).data;
    await sandbox!.deliver(latest!.id);
    expect(await waiting()).toBe(before + 1);
  });
});

interface BrowserAnswer {
  id?: string;
  status?: string;
  card?: object;
  error?: object;
}

/** The calls of a card form: no session, the publishable key. */
function browserOf(key = publishableKey) {
  return {
    async post(path: string, form: Record<string, string>): Promise<BrowserAnswer> {
      const response = await fetch(`${application.url}/dev/payments/v1/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: new URLSearchParams(form),
      });
      return (await response.json()) as BrowserAnswer;
    },
  };
}
