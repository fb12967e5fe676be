import { describe, expect, test } from 'vitest';
import { fold } from '#src/api/subscription/fold.ts';
import { hearOfPayment } from '#src/api/subscription/subscription.jobs.ts';
import { mailTo, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account } from '#tests/platform/application.ts';
import { FRESH, billingOf } from './billing-api.ts';

/** What happens to a subscription's payments at the provider, and what the mover and the brokerage see of it. */
const application = await startApplication();
const { parts } = application;
const { stripe } = parts.payments;
const { kysely } = application.database;
const { ask, state, start, addCard } = billingOf(application);
const office = () => parts.brokerage.email;

const DISPUTED_CARD = '4000000000000259';
const PAST_TRIAL = { business: { ...FRESH.business, used_trial: true } };
let movers = 0;

interface Invoice {
  status: string;
  amount: number;
  returned: number;
  dispute: string | null;
}
async function subscribed(card?: string) {
  const name = `Mover ${(movers += 1)}`;
  const mover = await signedIn(application, 'mover', name, {}, PAST_TRIAL);
  await addCard(mover, card);
  expect((await start(mover)).body.status).toBe('active');
  return { mover, business: `${name} Moving` };
}
const invoicesOf = async (who: Account) =>
  (await ask<{ items: Invoice[] }>('GET', 'payment/history', who)).body.items.map(
    ({ status, returned, dispute }): Omit<Invoice, 'amount'> => ({ status, returned, dispute }),
  );
async function becomes(who: Account, wanted: object): Promise<void> {
  await expect
    .poll(() => invoicesOf(who), { timeout: 20_000 })
    .toEqual([{ status: 'paid', returned: 0, dispute: null, ...wanted }]);
}
async function paymentOf({ businessId }: Account): Promise<string> {
  const row = await kysely
    .selectFrom('payment_invoice')
    .select('payment_id')
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow();
  return row.payment_id!;
}
const disputeOf = async (who: Account) =>
  (await stripe.disputes.list({ payment_intent: await paymentOf(who) })).data[0]!.id;
const mailsAbout = (business: string) =>
  kysely
    .selectFrom('mail')
    .select('subject')
    .where('kind', '=', 'dispute')
    .where('subject', 'like', `%${business}%`)
    .orderBy('created_at')
    .execute();

describe('a dispute', () => {
  test('is shown while the bank decides, and told to the brokerage; the subscription goes on', async () => {
    const { mover, business } = await subscribed(DISPUTED_CARD);
    await becomes(mover, { dispute: 'open' });
    expect((await mailTo(application, office(), new RegExp(`^Disputed: subscription of ${business}$`))).text).toContain(
      'fraudulent',
    );
    expect(await state(mover)).toMatchObject({ standing: 'active', status: 'active' });
  });

  test('that is lost ends the subscription, once, and another one may begin', async () => {
    const { mover, business } = await subscribed(DISPUTED_CARD);
    await becomes(mover, { dispute: 'open' });
    await stripe.disputes.close(await disputeOf(mover));
    await becomes(mover, { dispute: 'lost' });
    await expect
      .poll(() => state(mover), { timeout: 20_000 })
      .toMatchObject({ standing: 'canceled', status: 'inactive' });
    await mailTo(application, office(), new RegExp(`^Dispute lost: subscription of ${business}$`));
    await mailTo(application, mover.email, /^Your subscription has ended$/);
    // A new subscription with another card is not ended by an earlier lost dispute.
    await addCard(mover, '4242424242424242');
    const { body } = await ask<{ id: string; last4: string }[]>('GET', 'payment/methods', mover);
    const good = body.find(({ last4 }) => last4 === '4242')!;
    await ask('POST', `payment/card/${good.id}/default`, mover, {});
    expect((await start(mover)).body.status).toBe('active');
    await fold(parts, mover.businessId!);
    await hearOfPayment(parts, { type: 'charge.dispute.closed', customerId: null, paymentId: await paymentOf(mover) });
    expect(await state(mover)).toMatchObject({ standing: 'active', status: 'active' });
  });

  test('that the brokerage wins leaves everything as it was', async () => {
    const { mover, business } = await subscribed(DISPUTED_CARD);
    await becomes(mover, { dispute: 'open' });
    await stripe.disputes.update(await disputeOf(mover), { evidence: { uncategorized_text: 'winning_evidence' } });
    await becomes(mover, { dispute: 'won' });
    await mailTo(application, office(), new RegExp(`^Dispute won: subscription of ${business}$`));
    expect(await state(mover)).toMatchObject({ standing: 'active', status: 'active' });
  });

  test('comes to the same end however often and in whatever order it is told', async () => {
    const { mover, business } = await subscribed(DISPUTED_CARD);
    await becomes(mover, { dispute: 'open' });
    const paymentId = await paymentOf(mover);
    await stripe.disputes.close(await disputeOf(mover));
    const hear = (type: string) => hearOfPayment(parts, { type, customerId: null, paymentId });
    await Promise.all(
      ['charge.dispute.closed', 'charge.dispute.created', 'charge.dispute.closed', 'charge.dispute.created'].map(hear),
    );
    await expect.poll(() => state(mover), { timeout: 20_000 }).toMatchObject({ standing: 'canceled' });
    await hear('charge.dispute.created');
    await becomes(mover, { dispute: 'lost' });
    expect((await mailsAbout(business)).map(({ subject }) => subject)).toEqual([
      `Disputed: subscription of ${business}`,
      `Dispute lost: subscription of ${business}`,
    ]);
    const ended = await kysely
      .selectFrom('history')
      .innerJoin('subscription', 'subscription.id', 'record_id')
      .select('history.to_state')
      .where('business_id', '=', mover.businessId)
      .where('history.to_state', '=', 'canceled')
      .execute();
    expect(ended).toHaveLength(1);
  });
});

test('what was given back at the provider is shown on the invoice: a part, then the rest; the subscription goes on', async () => {
  const { mover } = await subscribed();
  await becomes(mover, {});
  const payment_intent = await paymentOf(mover);
  await stripe.refunds.create({ payment_intent, amount: 900 });
  await becomes(mover, { returned: 900 });
  await hearOfPayment(parts, { type: 'refund.created', customerId: null, paymentId: payment_intent });
  await becomes(mover, { returned: 900 });
  await stripe.refunds.create({ payment_intent });
  await becomes(mover, { returned: 9900 });
  expect(await state(mover)).toMatchObject({ standing: 'active', status: 'active' });
});

test('of a payment that is nobody’s invoice nothing is heard', async () => {
  const { id } = await stripe.paymentIntents.create({
    amount: 500,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
  });
  await expect(
    hearOfPayment(parts, { type: 'charge.dispute.created', customerId: null, paymentId: id }),
  ).resolves.toBeUndefined();
});
