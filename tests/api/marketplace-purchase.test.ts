import { beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetUnpaid } from '#src/api/marketplace/forget.ts';
import { askForRefund } from '#src/api/marketplace/refund.ts';
import { settlePurchase, sweepPurchases } from '#src/api/marketplace/settle.ts';
import { sha256 } from '#src/api/database/ids.ts';
import { call, mailTo, startApplication, tokenOf } from '#tests/platform/application.ts';
import { forgetRequests } from './account-api.ts';
import { ASKING_CARD, REFUSED_CARD, buyerOf, replayed } from './shop-buyer.ts';
import type { Purchase, Refusal } from './shop-buyer.ts';
import { shopRow } from './shop-rows.ts';
import { DAY, MINUTE } from '#src/machines/calendar/durations.ts';

const clock = { offset: 0 };
/** The network between us and the payment provider. */
const network: { fault: ((url: string, method: string) => 'lost' | 'unanswered' | null) | null } = { fault: null };
const application = await startApplication({
  now: () => new Date(Date.now() + clock.offset),
  paymentsFetch: (ask) => async (input, init) => {
    const url = input instanceof Request ? input.url : input.toString();
    const fault = network.fault?.(url, init?.method ?? 'GET') ?? null;
    if (fault === 'lost') throw new Error('The network is down.');
    const answer = await ask(input, init);
    if (fault === 'unanswered') throw new Error('The answer was lost.');
    return answer;
  },
});
const { parts } = application;
const { kysely } = application.database;
const { stripe } = parts.payments;

beforeEach(async () => {
  clock.offset = 0;
  network.fault = null;
  await forgetRequests(application);
});

const details = (token: string, more = '') =>
  call<{ items: { id: string; client: { name: string; phone: string } }[]; report_until: string } & Refusal>(
    application,
    'GET',
    `shop-lead/details?token=${token}${more}`,
  );
const stateOf = async (reference: string) => (await replayed(application, reference)).row.state;
const settled = (reference: string, state: string) =>
  vi.waitFor(async () => expect(await stateOf(reference)).toBe(state), 10_000);
const sharesLeft = async (id: string) =>
  (await call<{ items: { lead: { shares_left: number } | null }[] }>(application, 'GET', `shop-lead/lead?ids=${id}`))
    .body.items[0]!.lead?.shares_left ?? 0;
async function refundsOf(intentId: string): Promise<number> {
  const rows = await kysely.selectFrom('sandbox_object').select('data').where('object', '=', 'refund').execute();
  return rows.filter(({ data }) => (data as { payment_intent: string }).payment_intent === intentId).length;
}

describe('buying', () => {
  test('reserve, pay, contacts: by the call and by the mail', async () => {
    const [one, two] = [
      await shopRow(application, { client: { name: 'Nora Nightingale' } }),
      await shopRow(application, { comment: 'Third floor' }),
    ];
    const buyer = buyerOf(application);
    const reserved = await buyer.reserve([one, two]);
    expect(reserved.status).toBe(201);
    expect(reserved.body.purchase).toMatchObject({
      state: 'reserved',
      email: buyer.email,
      details_token: null,
      actions: [
        { event: 'payment.begun', may: true },
        { event: 'reservation.released', may: true },
      ],
    });
    expect(reserved.body.purchase.total).toBe(reserved.body.purchase.items.reduce((sum, { price }) => sum + price, 0));
    expect(await sharesLeft(one)).toBe(2);
    const paying = await buyer.pay();
    expect(paying.body).toMatchObject({
      provider: 'sandbox',
      client_secret: expect.stringContaining('_secret_') as string,
      purchase: { state: 'paying' },
    });
    expect(await buyer.card()).toMatchObject({ status: 'succeeded' });
    const { body: bought } = await buyer.check();
    expect(bought).toMatchObject({
      state: 'revealed',
      actions: [],
      receipt_url: expect.stringContaining('/dev/payments/receipts/') as string,
    });
    const mail = await mailTo(application, buyer.email, /Your 2 leads: purchase P-\d+/);
    expect(tokenOf(mail, '/marketplace/details')).toBe(bought.details_token);
    expect(mail.text).not.toContain('Nora Nightingale');
    // The mail links to the same receipt as the pages.
    expect(mail.text).toContain(`/files/shop-lead/details/receipt?token=${bought.details_token}`);
    const { body } = await details(bought.details_token!);
    expect(body.items).toMatchObject([
      { id: one, client: { name: 'Nora Nightingale' } },
      { id: two, comment: 'Third floor' },
    ]);
    expect((await details(bought.details_token!, `&leads_ids=${two}`)).body.items.map(({ id }) => id)).toEqual([two]);
    expect((await details(bought.details_token!, `&leads_ids=${await shopRow(application)}`)).status).toBe(404);
    expect((await replayed(application, bought.reference)).events).toEqual([
      'payment.begun',
      'payment.succeeded',
      'details.sent',
    ]);
    expect(JSON.stringify({ ...bought, receipt_url: null })).not.toMatch(/(pi|ch|pm)_[a-z0-9]{8}/);
  });

  test('the webhook alone is enough; it may come before the browser asks, and again', async () => {
    const buyer = buyerOf(application);
    const { body } = await buyer.reserve([await shopRow(application)]);
    await buyer.pay();
    await buyer.card();
    await settled(body.purchase.reference, 'revealed');
    const news = {
      type: 'payment_intent.succeeded',
      objectId: buyer.intentId,
      customerId: null,
      paymentId: buyer.intentId,
    };
    await parts.jobs.enqueue(kysely, 'payments.news', news);
    expect((await buyer.check()).body.state).toBe('revealed');
    await mailTo(application, buyer.email, /Your lead/);
    const mails = await kysely.selectFrom('mail').select('id').where('recipient', '=', buyer.email).execute();
    expect(mails).toHaveLength(1);
  });

  test('a refused card says why, and another one pays while the reservation holds', async () => {
    const buyer = buyerOf(application);
    await buyer.reserve([await shopRow(application)]);
    await buyer.pay();
    expect(await buyer.card(REFUSED_CARD)).toMatchObject({ error: { message: 'Your card was declined.' } });
    expect((await buyer.check()).body).toMatchObject({
      state: 'failed',
      refusal: 'Your card was declined.',
      details_token: null,
    });
    expect((await buyer.pay()).body.purchase).toMatchObject({ state: 'paying', refusal: null });
    // A late event about the first card does not affect the second; the second refusal counts, although worded the
    // same.
    expect((await buyer.check()).body).toMatchObject({ state: 'paying', refusal: null });
    await buyer.card(REFUSED_CARD);
    expect((await buyer.check()).body).toMatchObject({ state: 'failed', refusal: 'Your card was declined.' });
    await buyer.pay();
    await buyer.card();
    const { body } = await buyer.check();
    expect(body).toMatchObject({ state: 'revealed', refusal: null });
    expect(await stateOf(body.reference)).toBe('revealed');
  });

  test('a bank that asks: the buyer agrees, or does not', async () => {
    const buyer = buyerOf(application);
    await buyer.reserve([await shopRow(application)]);
    await buyer.pay();
    await buyer.card(ASKING_CARD);
    expect((await buyer.check()).body.state).toBe('authenticating');
    await buyer.answerBank('refused');
    expect((await buyer.check()).body.state).toBe('failed');
    await buyer.pay();
    await buyer.card(ASKING_CARD);
    expect((await buyer.check()).body.state).toBe('authenticating');
    await buyer.answerBank('agreed');
    expect((await buyer.check()).body.state).toBe('revealed');
  });

  test('what a browser says of prices is not asked for', async () => {
    const lead = await shopRow(application);
    expect((await buyerOf(application).reserve([lead], { body: { total: 1 } })).status).toBe(422);
    expect((await buyerOf(application).reserve([lead], { body: { items: [{ id: lead, price: 1 }] } })).status).toBe(
      422,
    );
    expect((await buyerOf(application).reserve([lead, lead])).status).toBe(422);
    expect((await buyerOf(application).reserve([])).status).toBe(422);
    expect((await buyerOf(application, 'nobody').reserve([lead])).status).toBe(422);
  });

  test('the price is the one of the reservation, though the lead grows older', async () => {
    const buyer = buyerOf(application);
    const lead = await shopRow(application, { ageDays: 3 - 0.002 });
    const { body } = await buyer.reserve([lead]);
    clock.offset = 5 * MINUTE;
    await buyer.pay();
    await buyer.card();
    expect((await buyer.check()).body.total).toBe(body.purchase.total);
    expect((await stripe.paymentIntents.retrieve(buyer.intentId)).amount_received).toBe(body.purchase.total);
    expect(
      (await call<{ items: { lead: { price: number } }[] }>(application, 'GET', `shop-lead/lead?ids=${lead}`)).body
        .items[0]!.lead.price,
    ).toBeLessThan(body.purchase.total);
  });

  test('the same reservation sent again is one, and its secret is not kept', async () => {
    const lead = await shopRow(application);
    const buyer = buyerOf(application);
    const first = await buyer.reserve([lead], { key: 'reserve-once-1' });
    const second = await buyer.reserve([lead], { key: 'reserve-once-1' });
    expect(second.body).toEqual(first.body);
    expect(await sharesLeft(lead)).toBe(2);
    const kept = await kysely
      .selectFrom('idempotency')
      .selectAll()
      .where('key', '=', sha256('reserve-once-1'))
      .execute();
    expect(JSON.stringify(kept)).not.toContain(first.body.token);
    expect(
      (await kysely.selectFrom('purchase').selectAll().execute()).some((row) =>
        JSON.stringify(row).includes(first.body.token),
      ),
    ).toBe(false);
  });

  test('a purchase is nobody else’s, and its tokens open one thing each', async () => {
    const buyer = buyerOf(application);
    const bought = await buyer.buy([await shopRow(application)]);
    expect((await call(application, 'GET', `shop-lead/purchase/${bought.details_token}`)).status).toBe(404);
    expect((await details(buyer.token)).status).toBe(404);
    expect((await call(application, 'GET', `shop-lead/purchase/${'x'.repeat(43)}`)).status).toBe(404);
  });
});

describe('shares', () => {
  test('a lead is sold so many times, and then is gone; nothing of the cart is reserved', async () => {
    const [lead, other] = [await shopRow(application), await shopRow(application)];
    for (let share = 0; share < parts.marketplace.shares; share += 1) await buyerOf(application).reserve([lead]);
    const late = await buyerOf(application).reserve([other, lead]);
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({
      detail: expect.stringContaining('One of these leads') as string,
      errors: [{ field: 'leads_ids/1' }],
    });
    expect(await sharesLeft(other)).toBe(3);
    expect(await sharesLeft(lead)).toBe(0);
  });

  test('what was never for sale cannot be reserved', async () => {
    for (const id of [
      await shopRow(application, { ageDays: 31 }),
      await shopRow(application, { moveDate: '2020-01-01' }),
      '01900000-0000-7000-8000-000000000000',
    ])
      expect((await buyerOf(application).reserve([id])).status).toBe(409);
  });

  test('let go, the share is there at once; a second time there is nothing to let go', async () => {
    const lead = await shopRow(application);
    const buyer = buyerOf(application);
    await buyer.reserve([lead]);
    expect((await buyer.release()).body.state).toBe('expired');
    expect(await sharesLeft(lead)).toBe(3);
    expect(await buyer.release()).toMatchObject({ status: 409, body: { state: 'expired' } });
    expect(await buyer.pay()).toMatchObject({ status: 409, body: { state: 'expired' } });
  });

  test('a reservation that has run out holds nothing, though nobody has swept', async () => {
    const lead = await shopRow(application);
    const slow = buyerOf(application);
    const { body } = await slow.reserve([lead]);
    for (let share = 1; share < parts.marketplace.shares; share += 1) await buyerOf(application).reserve([lead]);
    clock.offset = 11 * MINUTE;
    expect(await sharesLeft(lead)).toBe(3);
    expect((await slow.read()).body).toMatchObject({ state: 'expired', actions: [] });
    expect((await buyerOf(application).buy([lead])).state).toBe('revealed');
    expect(await stateOf(body.purchase.reference)).toBe('expired');
    expect((await slow.pay()).status).toBe(409);
  });

  test('what nobody paid for is forgotten after a week; what was paid is not', async () => {
    const [unpaid, paid] = [buyerOf(application), buyerOf(application)];
    const { body } = await unpaid.reserve([await shopRow(application)]);
    await unpaid.release();
    const bought = await paid.buy([await shopRow(application)]);
    clock.offset = 6 * DAY;
    await forgetUnpaid(parts);
    expect(await stateOf(body.purchase.reference)).toBe('expired');
    clock.offset = 8 * DAY;
    await forgetUnpaid(parts);
    expect((await unpaid.read()).status).toBe(404);
    expect(await stateOf(bought.reference)).toBe('revealed');
  });

  test('the sweeper ends what has run out, and takes the payment back', async () => {
    const buyer = buyerOf(application);
    const { body } = await buyer.reserve([await shopRow(application)]);
    await buyer.pay();
    clock.offset = 11 * MINUTE;
    // As many as there are nodes; the worker beside the test is another one.
    await Promise.all([sweepPurchases(parts), sweepPurchases(parts), sweepPurchases(parts)]);
    expect(await stateOf(body.purchase.reference)).toBe('expired');
    await vi.waitFor(
      async () => expect((await stripe.paymentIntents.retrieve(buyer.intentId)).status).toBe('canceled'),
      10_000,
    );
    expect(await buyer.card()).toHaveProperty('error');
  });
});

describe('money that goes back', () => {
  async function paidTooLate(): Promise<{ purchase: Purchase; buyer: ReturnType<typeof buyerOf>; lead: string }> {
    const lead = await shopRow(application);
    const buyer = buyerOf(application);
    const { body } = await buyer.reserve([lead]);
    await buyer.pay();
    clock.offset = 10 * MINUTE + 2000;
    await buyer.card();
    return { purchase: body.purchase, buyer, lead };
  }

  test('a payment that ends after the reservation is refunded by itself, once, and a mail says so', async () => {
    const { purchase, buyer, lead } = await paidTooLate();
    await settled(purchase.reference, 'refunded');
    expect((await buyer.check()).body).toMatchObject({ state: 'refunded', details_token: null });
    expect((await mailTo(application, buyer.email, /refund is on its way/)).text).toContain(
      'didn’t complete a purchase',
    );
    await settlePurchase(parts, (await replayed(application, purchase.reference)).row.id);
    expect(await refundsOf(buyer.intentId)).toBe(1);
    expect(await sharesLeft(lead)).toBe(3);
    expect(await kysely.selectFrom('mail').select('kind').where('recipient', '=', buyer.email).execute()).toHaveLength(
      1,
    );
  });

  test('a payment of what was let go meanwhile is refunded', async () => {
    const buyer = buyerOf(application);
    const { body } = await buyer.reserve([await shopRow(application)]);
    await buyer.pay();
    // The card is charged at the moment when another tab releases the reservation: the provider is not notified in
    // time.
    network.fault = (url) => (url.includes('/cancel') ? 'lost' : null);
    await buyer.release();
    await buyer.card();
    network.fault = null;
    await settled(body.purchase.reference, 'refunded');
    expect(await refundsOf(buyer.intentId)).toBe(1);
  });

  test('paid in time is paid, though it is heard of late', async () => {
    const buyer = buyerOf(application);
    const { body } = await buyer.reserve([await shopRow(application)]);
    await buyer.pay();
    network.fault = () => 'lost';
    clock.offset = 9 * MINUTE;
    await buyer.card();
    clock.offset = 12 * MINUTE;
    network.fault = null;
    expect((await buyer.check()).body).toMatchObject({ state: 'revealed', reference: body.purchase.reference });
  });

  test('a refund that fails is tried again until it is made', async () => {
    const tries: string[] = [];
    network.fault = (url, method) => {
      if (method !== 'POST' || !url.includes('/v1/refunds')) return null;
      tries.push(url);
      return tries.length <= 3 ? 'lost' : tries.length <= 6 ? 'unanswered' : null;
    };
    const { purchase, buyer } = await paidTooLate();
    await vi.waitFor(async () => {
      await sweepPurchases(parts).catch(() => {});
      expect(await stateOf(purchase.reference)).toBe('refunded');
    }, 20_000);
    expect(await refundsOf(buyer.intentId)).toBe(1);
    expect(tries.length).toBeGreaterThan(3);
  });

  test('the brokerage refunds a purchase: the contacts close, the share stays sold, and the reason is told', async () => {
    const lead = await shopRow(application);
    const buyer = buyerOf(application);
    const bought = await buyer.buy([lead]);
    await askForRefund(
      { ...parts },
      { reference: bought.reference, lead: null, reason: 'The number was wrong', amount: bought.total },
    );
    await settled(bought.reference, 'refunded');
    expect((await mailTo(application, buyer.email, /refund is on its way/)).text).toContain('The number was wrong');
    expect(await details(bought.details_token!)).toMatchObject({ status: 410, body: { state: 'refunded' } });
    expect(await sharesLeft(lead)).toBe(2);
    await expect(
      askForRefund({ ...parts }, { reference: bought.reference, lead: null, reason: 'Again', amount: bought.total }),
    ).rejects.toThrow('refunded already');
    expect(await refundsOf(buyer.intentId)).toBe(1);
  });

  test('one lead of several is refunded by its price; with the last one the rest is', async () => {
    const [one, two] = [await shopRow(application), await shopRow(application, { size: 'office' })];
    const buyer = buyerOf(application);
    const bought = await buyer.buy([one, two]);
    const { reference } = await kysely
      .selectFrom('state_lead')
      .select('reference')
      .where('id', '=', two)
      .executeTakeFirstOrThrow();
    await askForRefund(
      { ...parts },
      { reference: bought.reference, lead: reference, reason: 'Moved already', amount: bought.items[1]!.price },
    );
    await mailTo(application, buyer.email, /Refunded: lead/);
    const charge = async () =>
      (await stripe.paymentIntents.retrieve(buyer.intentId, { expand: ['latest_charge'] })).latest_charge as {
        amount_refunded: number;
        amount: number;
      };
    expect((await charge()).amount_refunded).toBe(bought.items[1]!.price);
    expect((await details(bought.details_token!)).body.items).toMatchObject([
      { refunded_at: null },
      { refunded_at: expect.any(String) as string },
    ]);
    const first = await kysely
      .selectFrom('state_lead')
      .select('reference')
      .where('id', '=', one)
      .executeTakeFirstOrThrow();
    await askForRefund(
      { ...parts },
      { reference: bought.reference, lead: first.reference, reason: 'Moved, too', amount: bought.items[0]!.price },
    );
    await settled(bought.reference, 'refunded');
    expect((await charge()).amount_refunded).toBe(bought.total);
  });

  test('a refund made at the provider is heard of', async () => {
    const buyer = buyerOf(application);
    const bought = await buyer.buy([await shopRow(application)]);
    await stripe.refunds.create({ payment_intent: buyer.intentId });
    await settled(bought.reference, 'refunded');
    expect((await mailTo(application, buyer.email, /refund is on its way/)).text).toContain(
      'We have refunded your purchase',
    );
    expect((await details(bought.details_token!)).status).toBe(410);
  });
});

describe('a provider that does not answer', () => {
  test('while a payment is begun: asked again under the same key it is one payment', async () => {
    const buyer = buyerOf(application);
    await buyer.reserve([await shopRow(application)]);
    const before = (
      await kysely.selectFrom('sandbox_object').select('id').where('object', '=', 'payment_intent').execute()
    ).length;
    network.fault = (url, method) => (method === 'POST' && url.endsWith('/payment_intents') ? 'unanswered' : null);
    expect(await buyer.pay()).toMatchObject({ status: 503 });
    expect((await buyer.read()).body.state).toBe('paying');
    network.fault = null;
    expect((await buyer.pay()).status).toBe(200);
    expect(
      await kysely.selectFrom('sandbox_object').select('id').where('object', '=', 'payment_intent').execute(),
    ).toHaveLength(before + 1);
    await buyer.card();
    expect((await buyer.check()).body.state).toBe('revealed');
  });

  test('after the card was charged: nothing is lost, and nothing charged twice', async () => {
    const buyer = buyerOf(application);
    const { body } = await buyer.reserve([await shopRow(application)]);
    await buyer.pay();
    network.fault = () => 'lost';
    await buyer.card();
    expect((await buyer.check()).status).toBe(503);
    expect((await buyer.read()).body.state).toBe('paying');
    network.fault = null;
    await settled(body.purchase.reference, 'revealed');
    expect((await buyer.pay()).body).toMatchObject({ client_secret: null, purchase: { state: 'revealed' } });
  });

  test('payment taken back at the provider: the buyer pays with another one', async () => {
    const buyer = buyerOf(application);
    await buyer.reserve([await shopRow(application)]);
    await buyer.pay();
    await stripe.paymentIntents.cancel(buyer.intentId);
    const first = buyer.intentId;
    await buyer.pay();
    expect(buyer.intentId).not.toBe(first);
    await buyer.card();
    expect((await buyer.check()).body.state).toBe('revealed');
  });
});

describe('reports', () => {
  test('a wrong lead is reported once, within seven days, with mails to both', async () => {
    const [one, two] = [await shopRow(application, { client: { name: 'Wrong Number' } }), await shopRow(application)];
    const buyer = buyerOf(application);
    const { details_token: token, reference } = await buyer.buy([one, two]);
    const report = (body: object) =>
      call<{ items: { report: object | null }[] } & Refusal>(application, 'POST', 'shop-lead/details/report', {
        body: { token, ...body },
      });
    expect((await report({ lead_id: one, reason: 'other' })).status).toBe(422);
    expect((await report({ lead_id: await shopRow(application), reason: 'duplicate' })).status).toBe(409);
    expect((await report({ lead_id: one, reason: 'wrong-number', text: 'A pizza place' })).body.items).toMatchObject([
      { report: { reason: 'wrong-number', text: 'A pizza place' } },
      { report: null },
    ]);
    expect(await report({ lead_id: one, reason: 'duplicate' })).toMatchObject({
      status: 409,
      body: { detail: 'Only possible if the lead was not reported before.' },
    });
    const mail = await mailTo(application, parts.brokerage.email, new RegExp(`purchase ${reference}`));
    expect(mail.text).toContain('A pizza place');
    expect(mail.text).toMatch(/Decide on the refund:\s+\S+\/agent-portal\/brokerage\/marketplace\s/);
    await mailTo(application, buyer.email, /We have your report/);
    clock.offset = 7 * DAY + MINUTE;
    expect(await report({ lead_id: two, reason: 'duplicate' })).toMatchObject({
      status: 409,
      body: { detail: 'Only possible if the time to report is not over.' },
    });
  });
});

test('the export is a file that a spreadsheet reads and does not run', async () => {
  const lead = await shopRow(application, {
    client: { name: '=HYPERLINK("http://evil")', phone: '+16145550100' },
    comment: '@SUM(A1), "really"',
  });
  const { details_token: token, reference } = await buyerOf(application).buy([lead]);
  const { status, headers, body } = await call<string>(application, 'GET', `shop-lead/details/export?token=${token}`);
  expect(status).toBe(200);
  expect(headers.get('content-disposition')).toContain(`leads-${reference}.csv`);
  expect(body).toContain(`"'=HYPERLINK(""http://evil"")"`);
  expect(body).toContain(`"'@SUM(A1), ""really"""`);
  expect(body).toContain(',+16145550100,');
  expect((await fetch(`${application.url}/files/shop-lead/details/export?token=${token}`)).status).toBe(200);
});
