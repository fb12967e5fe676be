import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#src/api/database/ids.ts';
import { fold } from '#src/api/subscription/fold.ts';
import type { Account } from '#tests/platform/application.ts';
import { call, mailTo, signedIn, startApplication } from '#tests/platform/application.ts';
import { FRESH, billingOf, newMover } from './billing-api.ts';
import { expectOneOfTwenty } from './account-api.ts';

const application = await startApplication();
const { parts } = application;
const { stripe } = parts.payments;
const { ask, state, cards, history, start, addCard, answerBank } = billingOf(application);
let mover: Account;
beforeEach(async () => void (mover = await newMover(application)));

const PAST_TRIAL = { business: { ...FRESH.business, used_trial: true } };
const formerMover = () => signedIn(application, 'mover', 'Fay Former', {}, PAST_TRIAL);
const cancel = async (who: Account, reason = 'Season is over') =>
  ask('DELETE', `subscription/${(await state(who)).id}/cancel?reason=${encodeURIComponent(reason)}`, who);
const keep = (who: Account) => ask('PUT', 'subscription/', who, { cancel_at_period_end: false });
let coupons = 0;
async function coupon(more: object = {}): Promise<string> {
  return (await stripe.coupons.create({ id: `SAVE-${(coupons += 1)}`, percent_off: 25, duration: 'forever', ...more }))
    .id;
}

describe('beginning', () => {
  test('a trial at the provider, without a card; a card makes it go on', async () => {
    expect((await start(mover)).body).toEqual({ status: 'trialing', client_secret: null });
    const before = await state(mover);
    expect(before).toMatchObject({
      standing: 'trialing',
      has_card: false,
      price: 9900,
      price_with_coupon: 9900,
      cancel_at_period_end: false,
    });
    expect(JSON.stringify(before)).not.toMatch(/(sub|cus|pm|in|seti)_[A-Za-z0-9]{5}/);
    const added = await addCard(mover);
    expect(added.answer.body).toMatchObject([{ brand: 'visa', last4: '4242', is_default: true }]);
    expect(await state(mover)).toMatchObject({ has_card: true, card_added: true });
    const customers = await application.database.kysely
      .selectFrom('business')
      .select('stripe_customer_id')
      .where('id', '=', mover.businessId)
      .executeTakeFirstOrThrow();
    const [subscription] = (await stripe.subscriptions.list({ customer: customers.stripe_customer_id! })).data;
    expect(subscription).toMatchObject({
      status: 'trialing',
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    });
  });

  test('a card first leaves the trial to be taken', async () => {
    // No other mover in this file has used a trial with this card.
    await addCard(mover, '378282246310005');
    expect(await state(mover)).toMatchObject({ status: 'inactive', card_added: true, used_trial: false });
    expect((await start(mover)).body.status).toBe('trialing');
  });

  test('a second trial is not begun; without a card nothing is', async () => {
    const former = await formerMover();
    expect((await start(former)).body).toMatchObject({ status: 409, state: 'inactive', unmet: ['a card is on file'] });
    await addCard(former);
    expect((await start(former)).body).toEqual({ status: 'active', client_secret: null });
    expect(await state(former)).toMatchObject({ standing: 'active', status: 'active' });
    expect(await history(former)).toMatchObject([
      { amount: 9900, status: 'paid', receipt_url: expect.stringContaining('/dev/payments/receipts/') as string },
    ]);
    expect((await start(former)).status).toBe(409);
  });

  test('of twenty at once one is charged, and once', async () => {
    const former = await formerMover();
    await addCard(former);
    await expectOneOfTwenty(() => start(former), 200, [409]);
    expect(await history(former)).toHaveLength(1);
  });

  test('the same request sent again gets the same answer and no second charge', async () => {
    const former = await formerMover();
    await addCard(former);
    const send = (coupon?: string) =>
      call(application, 'POST', 'user/subscription/', {
        token: former.token,
        body: coupon ? { coupon } : {},
        headers: { 'idempotency-key': 'subscribe-once' },
      });
    const first = await send();
    const second = await send();
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect((await send('OTHER')).status).toBe(422);
    expect(await history(former)).toHaveLength(1);
  });

  test('a bank that asks first: incomplete until its owner agrees', async () => {
    const former = await formerMover();
    await addCard(former, '4000002760003184');
    const { body } = await start(former);
    expect(body).toMatchObject({ status: 'inactive', client_secret: expect.any(String) as string });
    expect(await state(former)).toMatchObject({ standing: 'incomplete', status: 'inactive' });
    expect(await answerBank(body.client_secret!, 'agreed')).toMatchObject({ status: 'succeeded' });
    await fold(parts, former.businessId!);
    expect(await state(former)).toMatchObject({ standing: 'active', status: 'active' });
  });

  test('a card that is refused says why, and another one pays', async () => {
    const former = await formerMover();
    await addCard(former, '4000000000000341');
    const { status, body } = await start(former);
    expect({ status, body }).toMatchObject({
      status: 402,
      body: { title: 'Payment refused', detail: 'Your card was declined.', decline_code: 'generic_decline' },
    });
    expect(await state(former)).toMatchObject({
      standing: 'incomplete',
      status: 'inactive',
      amount_due: 9900,
      refusal: 'Your card was declined.',
    });
    expect((await ask('POST', 'subscription/pay', former, { amount: 9900 })).body).toMatchObject({
      status: 402,
      decline_code: 'generic_decline',
    });
    await addCard(former, '5555555555554444');
    // It is meant to pay, so the refusal of the first one is over.
    const [other, refused] = await cards(former);
    expect(other).toMatchObject({ last4: '4444', is_default: true });
    expect(await state(former)).toMatchObject({ refusal: null, card: other });
    expect((await ask('POST', 'subscription/pay', former, { amount: 9900, card: refused!.id })).status).toBe(409);
    expect((await ask('POST', 'subscription/pay', former, { amount: 9900, card: other!.id })).body).toEqual({
      status: 'active',
      client_secret: null,
    });
    expect((await ask('POST', 'subscription/pay', former, { amount: 9900 })).status).toBe(409);
    expect((await history(former)).map(({ amount, status: paid }) => `${amount} ${paid}`)).toEqual(['9900 paid']);
  });

  test('what a browser says about price, customer or state is refused', async () => {
    for (const body of [
      { price: -1 },
      { customer: 'cus_1' },
      { trial_ends_at: '2099-01-01T00:00:00Z' },
      { coupon: '' },
      { coupon: 'a b' },
    ]) {
      expect((await start(mover, body)).body).toMatchObject({ status: 422, errors: [{ field: Object.keys(body)[0] }] });
    }
    expect(await state(mover)).toMatchObject({ standing: 'none', used_trial: false });
  });
});

describe('canceling', () => {
  test('ends with the period, tells who wants to know, and is taken back', async () => {
    await start(mover);
    const assistant = await signedIn(application, 'assistant', 'Ari Assistant', {}, { businessId: mover.businessId });
    expect((await cancel(mover)).body).toMatchObject({
      standing: 'trialing',
      status: 'trialing',
      cancel_at_period_end: true,
      cancel_reason: 'Season is over',
    });
    const mail = await mailTo(application, mover.email, /^Your subscription ends on/);
    expect(await (await fetch(`${application.url}/dev/mailbox/${mail.id}`)).text()).toContain(
      'List-Unsubscribe=One-Click',
    );
    // Only the mover has the page where it is kept.
    expect(mail.links).toContainEqual(expect.stringMatching(/#billing$/));
    const toAssistant = await mailTo(application, assistant.email, /^Your subscription ends on/);
    expect(toAssistant.text).toContain('your company’s owner can keep it');
    expect(toAssistant.links).not.toContainEqual(expect.stringMatching(/#billing$/));
    expect((await cancel(mover)).status).toBe(409);
    expect((await keep(mover)).body).toMatchObject({ cancel_at_period_end: false, cancel_reason: null });
    await mailTo(application, assistant.email, /^Your subscription continues$/);
    expect((await keep(mover)).status).toBe(409);
    expect((await ask('PUT', 'subscription/', mover, { cancel_at_period_end: true })).status).toBe(422);
  });

  test('needs a reason, and the own subscription', async () => {
    await start(mover);
    const { id } = await state(mover);
    expect((await ask('DELETE', `subscription/${id}/cancel`, mover)).status).toBe(400);
    expect((await ask('DELETE', `subscription/${id}/cancel?reason=%20`, mover)).status).toBe(400);
    const other = await newMover(application, 'Max Mover');
    await start(other);
    expect((await ask('DELETE', `subscription/${id}/cancel?reason=x`, other)).status).toBe(404);
    expect(await state(mover)).toMatchObject({ cancel_at_period_end: false });
  });
});

describe('coupons', () => {
  test('shown before, taken, given back', async () => {
    const code = await coupon();
    const preview = await ask('POST', 'subscription/coupon/apply', mover, { code, preview: true });
    expect(preview.body).toMatchObject({ coupon: { code, percent_off: 25 }, price: 9900, price_with_coupon: 7425 });
    expect((await ask('POST', 'subscription/coupon/apply', mover, { code })).body).toMatchObject({
      status: 409,
      unmet: expect.arrayContaining(['the subscription runs']) as string[],
    });
    await start(mover);
    expect((await ask('POST', 'subscription/coupon/apply', mover, { code })).body).toMatchObject({
      price_with_coupon: 7425,
    });
    expect(await state(mover)).toMatchObject({ coupon: { code }, price: 9900, price_with_coupon: 7425 });
    expect((await ask('POST', 'subscription/coupon/apply', mover, { code: await coupon() })).body).toMatchObject({
      status: 409,
      unmet: ['no other coupon is in use'],
    });
    expect((await ask('DELETE', 'subscription/coupon/remove', mover)).body).toMatchObject({
      coupon: null,
      price_with_coupon: 9900,
    });
    expect((await ask('DELETE', 'subscription/coupon/remove', mover)).status).toBe(409);
    expect((await ask('GET', 'subscription/coupon', mover)).body).toEqual({
      coupon: null,
      price: 9900,
      price_with_coupon: 9900,
    });
  });

  test('is found in whichever case it is typed, and kept as the provider names it', async () => {
    const id = `FOLD${newId().slice(-12).toUpperCase()}`;
    await application.parts.payments.stripe.coupons.create({ id, percent_off: 10, duration: 'forever' });
    const typed = ` ${id.toLowerCase()} `;
    const preview = await ask('POST', 'subscription/coupon/apply', mover, { code: typed, preview: true });
    expect(preview.body).toMatchObject({ coupon: { code: id }, price_with_coupon: 8910 });
    expect((await start(mover, { coupon: typed, price: 8910 })).status).toBe(200);
    expect(await state(mover)).toMatchObject({ coupon: { code: id } });
    await ask('DELETE', 'subscription/coupon/remove', mover);
    const taken = await ask('POST', 'subscription/coupon/apply', mover, { code: typed, price_with_coupon: 8910 });
    expect(taken.body).toMatchObject({ coupon: { code: id }, price_with_coupon: 8910 });
  });

  test('with the first step', async () => {
    const code = await coupon({ percent_off: undefined, amount_off: 4000, currency: 'usd', duration: 'once' });
    const former = await formerMover();
    await addCard(former);
    expect((await start(former, { coupon: code })).status).toBe(200);
    expect((await history(former)).map(({ amount }) => amount)).toEqual([5900]);
  });

  test('one that is none, or over, changes nothing', async () => {
    expect((await start(mover, { coupon: 'NEVER-MADE' })).body).toMatchObject({
      status: 422,
      detail: 'There is no such coupon.',
      errors: [{ field: 'coupon' }],
    });
    const over = await coupon({ redeem_by: Math.floor(Date.now() / 1000) - 60 });
    expect((await start(mover, { coupon: over })).body).toMatchObject({
      status: 422,
      detail: 'This coupon is no longer valid.',
    });
    expect((await ask('POST', 'subscription/coupon/apply', mover, { code: over, preview: true })).status).toBe(422);
    expect(await state(mover)).toMatchObject({ standing: 'none', used_trial: false });
    expect((await start(mover)).status).toBe(200);
  });

  test('one that is good once, taken by fifty businesses at once, is taken once', async () => {
    const code = await coupon({ max_redemptions: 1 });
    const movers = await Promise.all(Array.from({ length: 50 }, (_, index) => newMover(application, `Mover ${index}`)));
    for (const one of movers) await start(one);
    const answers = await Promise.all(
      movers.map(async (one) => (await ask('POST', 'subscription/coupon/apply', one, { code })).status),
    );
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    expect(answers.filter((status) => status === 422)).toHaveLength(49);
  }, 120_000);
});

describe('cards', () => {
  test('the first is the default, another can be, and the default goes on to the one that stays', async () => {
    await addCard(mover);
    await addCard(mover, '5555555555554444');
    const [visa, master] = await cards(mover);
    expect([visa, master]).toMatchObject([
      { last4: '4242', is_default: true },
      { last4: '4444', is_default: false },
    ]);
    expect((await ask('POST', `payment/card/${master!.id}/default`, mover, {})).body).toMatchObject([
      { last4: '4444', is_default: true },
      { last4: '4242', is_default: false },
    ]);
    expect((await ask('POST', `payment/card/${master!.id}/detach`, mover, {})).body).toMatchObject([
      { last4: '4242', is_default: true },
    ]);
    expect((await ask('POST', `payment/card/${master!.id}/detach`, mover, {})).status).toBe(404);
  });

  test('the only card of a running subscription stays', async () => {
    const former = await formerMover();
    await addCard(former);
    await start(former);
    const [only] = await cards(former);
    expect((await ask('POST', `payment/card/${only!.id}/detach`, former, {})).body).toMatchObject({
      status: 409,
      unmet: ['another card stays, or nothing has to be paid'],
    });
    expect(await cards(former)).toHaveLength(1);
  });

  test('a card, and a setup, of another business are like none', async () => {
    const other = await newMover(application, 'Max Mover');
    const { intent } = await addCard(other);
    const [theirs] = await cards(other);
    for (const gesture of ['detach', 'default'])
      expect((await ask('POST', `payment/card/${theirs!.id}/${gesture}`, mover, {})).status).toBe(404);
    expect((await ask('POST', 'payment/card/attach', mover, { setup_intent: intent })).status).toBe(404);
    expect((await ask('POST', 'payment/card/attach', mover, { setup_intent: 'seti_guessed0000' })).status).toBe(409);
    expect(await cards(mover)).toEqual([]);
    expect(await cards(other)).toHaveLength(1);
  });

  test('a setup that the bank has not agreed to is no card', async () => {
    const { body } = await ask<{ client_secret: string }>('POST', 'subscription/payment/method', mover, {});
    const [intent] = body.client_secret.split('_secret_');
    expect((await ask('POST', 'payment/card/attach', mover, { setup_intent: intent })).body).toMatchObject({
      status: 409,
      unmet: ['the bank has agreed to the card'],
    });
    expect(await state(mover)).toMatchObject({ card_added: false });
    // The refused attempt does not block anything.
    expect((await start(mover)).status).toBe(200);
  });
});

test('an assistant sees where it stands, and does nothing of it', async () => {
  await start(mover);
  const assistant = await signedIn(application, 'assistant', 'Ari Assistant', {}, { businessId: mover.businessId });
  const seen = await state(assistant);
  expect(seen).toMatchObject({ standing: 'trialing' });
  expect(seen.actions.every(({ may }) => !may)).toBe(true);
  const calls: [string, string, unknown?][] = [
    ['POST', 'subscription/', {}],
    ['PUT', 'subscription/', { cancel_at_period_end: false }],
    ['POST', 'subscription/pay', { amount: 9900 }],
    ['DELETE', `subscription/${seen.id}/cancel?reason=x`],
    ['POST', 'subscription/payment/method', {}],
    ['GET', 'payment/methods'],
    ['GET', 'payment/history'],
    ['GET', 'subscription/coupon'],
  ];
  for (const [method, path, body] of calls) expect((await ask(method, path, assistant, body)).status, path).toBe(403);
});
