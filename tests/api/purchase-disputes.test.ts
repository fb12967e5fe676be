import { beforeAll, expect, test } from 'vitest';
import { mailTo, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { buyerOf, replayed } from './shop-buyer.ts';
import type { Buyer } from './shop-buyer.ts';
import { shopRow } from './shop-rows.ts';

/** What the payment provider reports through its webhook, from the call at the provider to what the buyer sees. */
let application: Application;
beforeAll(async () => {
  application = await startApplication();
});

const DISPUTED_CARD = '4000000000000259';
const stripe = () => application.parts.payments.stripe;
const office = () => application.parts.brokerage.email;

async function bought(card?: string): Promise<{ buyer: Buyer; reference: string }> {
  const buyer = buyerOf(application);
  const { body } = await buyer.reserve([await shopRow(application), await shopRow(application)]);
  await buyer.pay();
  await buyer.card(card);
  await buyer.check();
  return { buyer, reference: body.purchase.reference };
}
const seenBy = async (buyer: Buyer) => {
  const { body } = await buyer.read();
  const { state, dispute, returned } = body as typeof body & { dispute: string | null; returned: number };
  return { state, dispute, returned };
};
const becomes = async (buyer: Buyer, wanted: object): Promise<void> => {
  await expect
    .poll(() => seenBy(buyer), { timeout: 15_000 })
    .toEqual({ state: 'revealed', dispute: null, returned: 0, ...wanted });
};
const disputeOf = async ({ intentId }: Buyer) =>
  (await stripe().disputes.list({ payment_intent: intentId })).data[0]!.id;

test('a dispute is shown, told to the brokerage, and closed by the bank for the buyer', async () => {
  const { buyer, reference } = await bought(DISPUTED_CARD);
  await becomes(buyer, { dispute: 'open' });
  expect((await mailTo(application, office(), new RegExp(`^Disputed: purchase ${reference}$`))).text).toContain(
    'fraudulent',
  );
  await stripe().disputes.close(await disputeOf(buyer));
  await becomes(buyer, { state: 'refunded', dispute: 'lost' });
  await mailTo(application, office(), new RegExp(`^Dispute lost: purchase ${reference}$`));
  const { events } = await replayed(application, reference);
  expect(events.slice(-2)).toEqual(['dispute.opened', 'dispute.lost']);
});

test('a dispute that the brokerage wins leaves everything as it was', async () => {
  const { buyer, reference } = await bought(DISPUTED_CARD);
  await becomes(buyer, { dispute: 'open' });
  await stripe().disputes.update(await disputeOf(buyer), { evidence: { uncategorized_text: 'winning_evidence' } });
  await becomes(buyer, { dispute: 'won' });
  await mailTo(application, office(), new RegExp(`^Dispute won: purchase ${reference}$`));
  expect((await buyer.read()).body.details_token).not.toBeNull();
});

test('what was given back at the provider is heard of: a part, then the rest', async () => {
  const { buyer, reference } = await bought();
  await becomes(buyer, {});
  await stripe().refunds.create({ payment_intent: buyer.intentId, amount: 300 });
  await becomes(buyer, { returned: 300 });
  await stripe().refunds.create({ payment_intent: buyer.intentId, amount: 200 });
  await becomes(buyer, { returned: 500 });
  await stripe().refunds.create({ payment_intent: buyer.intentId });
  await becomes(buyer, { state: 'refunded', returned: 500 });
  const { events } = await replayed(application, reference);
  expect(events.filter((event) => event === 'payment.returned')).toHaveLength(2);
});

test('a payout that the bank did not take is told to the brokerage, once', async () => {
  const failed = await stripe().payouts.create({ amount: 12_300, currency: 'usd', destination: 'ba_no_account' });
  const mail = await mailTo(application, office(), /^A payout failed/);
  expect(mail.text).toContain('$123.00');
  expect(mail.text).toContain('The bank account could not be located.');
  await stripe().payouts.create({ amount: 500, currency: 'usd' });
  await application.database.kysely.transaction().execute((tx) =>
    application.parts.jobs.enqueue(tx, 'payments.news', {
      type: 'payout.failed',
      objectId: failed.id,
      customerId: null,
      paymentId: null,
    }),
  );
  await expect
    .poll(
      async () =>
        (await application.database.kysely.selectFrom('mail').select('id').where('kind', '=', 'payout').execute())
          .length,
    )
    .toBe(1);
});
