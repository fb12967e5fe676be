import { afterEach, expect, test } from 'vitest';
import { DAY } from '#src/machines/calendar/durations.ts';
import { fold } from '#src/api/subscription/fold.ts';
import { hearOfPayment } from '#src/api/subscription/subscription.jobs.ts';
import type { Account } from '#tests/platform/application.ts';
import { mailTo, signedIn, startApplication } from '#tests/platform/application.ts';
import { FRESH, billingOf, newMover } from './billing-api.ts';

/** Each charge of a subscription is receipted to the mover by email, once. */
const clock = { offset: 0 };
const application = await startApplication({ now: () => new Date(Date.now() + clock.offset) });
const { parts } = application;
const { kysely } = application.database;
const { stripe, sandbox } = parts.payments;
const { ask, state, cards, start, addCard, again, answerBank } = billingOf(application);
afterEach(() => void (clock.offset = 0));

const former = (name: string) =>
  signedIn(application, 'mover', name, {}, { business: { ...FRESH.business, used_trial: true } });

async function pass(days: number, who: Account): Promise<void> {
  clock.offset += days * DAY;
  await sandbox!.passTime();
  await fold(parts, who.businessId!);
  await again(who);
}

const receiptsTo = async ({ email }: Account): Promise<string[]> => {
  const rows = await kysely
    .selectFrom('mail')
    .select('subject')
    .where('kind', '=', 'subscription-receipt')
    .where('recipient', '=', email)
    .orderBy('id')
    .execute();
  return rows.map(({ subject }) => subject);
};
const FULL = 'Payment received: $99.00 for your subscription';

async function customerOf({ businessId }: Account): Promise<string> {
  const { stripe_customer_id } = await kysely
    .selectFrom('business')
    .select('stripe_customer_id')
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow();
  return stripe_customer_id!;
}

test('none for the free trial; one for the charge after it, and one for each renewal, to the mover alone', async () => {
  const mover = await newMover(application, 'Rhea Receipt');
  const assistant = await signedIn(application, 'assistant', 'Ada Assistant', {}, { businessId: mover.businessId });
  await start(mover);
  await addCard(mover);
  await pass(10, mover);
  expect(await receiptsTo(mover)).toEqual([]);
  await pass(4.01, mover);
  expect(await receiptsTo(mover)).toEqual([FULL]);
  const { text, links } = await mailTo(application, mover.email, /^Payment received/);
  expect(text).toMatch(/^Receipt: [A-Z0-9]+-0002 http/m);
  expect(text).toMatch(/^Amount: \$99\.00$/m);
  expect(text).toMatch(/^Card: Visa ending in 4242$/m);
  expect(text).toMatch(/^Paid on: \w{3}, \w{3} \d+, \d{4}$/m);
  const [, until] = /^Period: .+ to (.+)$/m.exec(text)!;
  expect(text).toContain(`Next payment: $99.00 on ${until}`);
  expect(links).toContainEqual(expect.stringMatching(/\/settings#billing$/));
  await pass(31, mover);
  expect(await receiptsTo(mover)).toEqual([FULL, FULL]);
  expect(await receiptsTo(assistant)).toEqual([]);
});

test('one, however often the payment is reported, and none for a refund of it', async () => {
  const mover = await former('Rita Repeated');
  await addCard(mover);
  await start(mover);
  const customerId = await customerOf(mover);
  await Promise.all(
    Array.from({ length: 10 }, () => hearOfPayment(parts, { type: 'invoice.paid', objectId: 'in', customerId })),
  );
  expect(await receiptsTo(mover)).toEqual([FULL]);
  const { payment_id } = await kysely
    .selectFrom('payment_invoice')
    .select('payment_id')
    .where('business_id', '=', mover.businessId)
    .executeTakeFirstOrThrow();
  await stripe.refunds.create({ payment_intent: payment_id!, amount: 2000 });
  await fold(parts, mover.businessId!);
  await stripe.refunds.create({ payment_intent: payment_id! });
  await fold(parts, mover.businessId!);
  expect(await receiptsTo(mover)).toEqual([FULL]);
});

test('of a late payment once it is made, with the card that made it', async () => {
  const mover = await newMover(application, 'Lara Late');
  await start(mover);
  await addCard(mover, '4000000000000341');
  await pass(14.01, mover);
  expect(await state(mover)).toMatchObject({ standing: 'past-due' });
  expect(await receiptsTo(mover)).toEqual([]);
  await addCard(mover, '5555555555554444');
  const [card] = await cards(mover);
  await ask('POST', 'subscription/pay', mover, { amount: 9900, card: card!.id });
  expect(await state(mover)).toMatchObject({ standing: 'active' });
  expect(await receiptsTo(mover)).toEqual([FULL]);
  expect((await mailTo(application, mover.email, /^Payment received/)).text).toMatch(
    /^Card: Mastercard ending in 4444$/m,
  );
});

test('of a payment that the bank wanted confirmed: after it was', async () => {
  const mover = await former('Bea Bank');
  await addCard(mover, '4000002760003184');
  const { client_secret } = (await start(mover)).body;
  expect(await receiptsTo(mover)).toEqual([]);
  await answerBank(client_secret!, 'agreed');
  await fold(parts, mover.businessId!);
  expect(await receiptsTo(mover)).toEqual([FULL]);
});

test('says what was taken off, and what comes without the coupon', async () => {
  const mover = await former('Cleo Coupon');
  await addCard(mover);
  await stripe.coupons.create({ id: 'HALFONCE', percent_off: 50, duration: 'once' });
  await start(mover, { coupon: 'HALFONCE' });
  const { text } = await mailTo(application, mover.email, /^Payment received: \$49\.50/);
  expect(text).toMatch(/^Amount: \$49\.50$/m);
  expect(text).toMatch(/^Next payment: \$99\.00 on /m);

  const lasting = await former('Mona Months');
  await addCard(lasting);
  await stripe.coupons.create({ id: 'HALFTWO', percent_off: 50, duration: 'repeating', duration_in_months: 2 });
  await start(lasting, { coupon: 'HALFTWO' });
  expect((await mailTo(application, lasting.email, /^Payment received/)).text).toMatch(/^Next payment: \$49\.50 on /m);
  await pass(31, lasting);
  expect((await mailTo(application, lasting.email, /^Payment received/, 1)).text).toMatch(
    /^Next payment: \$99\.00 on /m,
  );
});

test('of a payment that nothing is charged after: until when it runs', async () => {
  const mover = await newMover(application, 'Enid Ending');
  await start(mover);
  await addCard(mover, '4000000000000341');
  await pass(14.01, mover);
  await ask('DELETE', `subscription/${(await state(mover)).id}/cancel?reason=Season`, mover);
  await addCard(mover, '5555555555554444');
  const [card] = await cards(mover);
  await ask('POST', 'subscription/pay', mover, { amount: 9900, card: card!.id });
  const { text } = await mailTo(application, mover.email, /^Payment received/);
  expect(text).toMatch(/^Your subscription ends on .+\. It won’t renew\.$/m);
  expect(text).not.toContain('Next payment');
});

test('none of a charge that becomes known long after it, as of a mover from before invoices were kept', async () => {
  const mover = await former('Olga Old');
  await addCard(mover);
  await start(mover);
  await kysely.deleteFrom('payment_invoice').where('business_id', '=', mover.businessId).execute();
  clock.offset = 8 * DAY;
  await fold(parts, mover.businessId!);
  expect(await receiptsTo(mover)).toEqual([FULL]);
});
