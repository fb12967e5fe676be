import { beforeEach, expect, test } from 'vitest';
import { sweepPurchases } from '#src/api/marketplace/settle.ts';
import { call, startApplication } from '#tests/platform/application.ts';
import { forgetRequests } from '#tests/api/account-api.ts';
import { buyerOf, replayed } from '#tests/api/shop-buyer.ts';
import type { Buyer } from '#tests/api/shop-buyer.ts';
import { shopRow } from '#tests/api/shop-rows.ts';
import { MINUTE } from '#src/machines/calendar/durations.ts';

/** Many buyers of the same shares at once: one gets each, nobody else pays, and nothing is left half done. */
const clock = { offset: 0 };
const application = await startApplication({
  environment: { MARKETPLACE_SHARES: '1' },
  now: () => new Date(Date.now() + clock.offset),
});
const { kysely } = application.database;

beforeEach(async () => {
  clock.offset = 0;
  await forgetRequests(application);
});

const ROUNDS = 100;

/** How much of this buyer's card payments we kept: US cents. */
async function keptFrom(buyer: Buyer): Promise<number> {
  const rows = await kysely.selectFrom('sandbox_object').select('data').where('object', '=', 'charge').execute();
  return rows
    .map(({ data }) => data as { payment_intent: string; amount: number; amount_refunded: number })
    .filter(({ payment_intent }) => payment_intent === buyer.intentId)
    .reduce((sum, { amount, amount_refunded }) => sum + amount - amount_refunded, 0);
}

test(
  `two buyers for the last share, ${ROUNDS} rounds: one buys, the other is never charged`,
  { timeout: 180_000 },
  async () => {
    const results: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round % 15 === 0) await forgetRequests(application);
      const lead = await shopRow(application);
      const buyers = [buyerOf(application), buyerOf(application)];
      const reserved = await Promise.all(buyers.map((buyer) => buyer.reserve([lead])));
      // Buyers who got nothing still try to pay: there is nothing that could be charged.
      const states = await Promise.all(
        buyers.map(async (buyer, index) => {
          if (reserved[index]!.status !== 201) return 'refused';
          await buyer.pay();
          await buyer.card();
          return (await buyer.check()).body.state;
        }),
      );
      results.push(states.toSorted().join());
      const charged = await Promise.all(
        buyers.map(async (buyer, index) => (reserved[index]!.status === 201 ? keptFrom(buyer) : 0)),
      );
      results.push(charged.filter((cents) => cents > 0).length === 1 ? 'one paid' : `paid: ${charged.join()}`);
    }
    expect([...new Set(results)].toSorted()).toEqual(['one paid', 'refused,revealed']);
    const sold = await kysely
      .selectFrom('purchase_item')
      .select(({ fn }) => ['lead_id', fn.countAll<number>().as('count')])
      .where('is_held', '=', true)
      .groupBy('lead_id')
      .execute();
    expect(sold.filter(({ count }) => Number(count) !== 1)).toEqual([]);
  },
);

test('carts that want the same leads in other orders wait for nobody for ever', { timeout: 120_000 }, async () => {
  for (let round = 0; round < 10; round += 1) {
    await forgetRequests(application);
    const leads = await Promise.all(Array.from({ length: 6 }, () => shopRow(application)));
    const orders = [
      leads,
      leads.toReversed(),
      [...leads.slice(3), ...leads.slice(0, 3)],
      leads.slice(2),
      leads.slice(0, 4).toReversed(),
      leads.toSorted(() => (round % 3) - 1),
    ];
    const answers = await Promise.all(orders.map((ids) => buyerOf(application).reserve(ids)));
    const had = answers.filter(({ status }) => status === 201);
    expect(answers.filter(({ status }) => status !== 201 && status !== 409).map(({ body }) => body)).toEqual([]);
    // Any two of these carts share a lead, except at most the two short ones.
    expect(had.length).toBeGreaterThanOrEqual(1);
    const held = await kysely
      .selectFrom('purchase_item')
      .select('lead_id')
      .where('lead_id', 'in', leads)
      .where('is_held', '=', true)
      .execute();
    expect(new Set(held.map(({ lead_id }) => lead_id)).size).toBe(held.length);
  }
});

test(
  'a reservation that runs out while its buyer pays and another one waits: one has the lead, the other keeps the money',
  { timeout: 120_000 },
  async () => {
    for (let round = 0; round < 15; round += 1) {
      clock.offset = 0;
      await forgetRequests(application);
      const lead = await shopRow(application);
      const [slow, quick] = [buyerOf(application), buyerOf(application)];
      const { body } = await slow.reserve([lead]);
      await slow.pay();
      // The card is charged in the last seconds, or just after them.
      clock.offset = 10 * MINUTE - 1000 + (round % 3) * 1500;
      // The sweep of that minute may have withdrawn the payment before: then the card is refused, and nothing is owed.
      const isCharged = !(await slow.card()).error;
      clock.offset = 10 * MINUTE + 1000;
      const [, second] = await Promise.all([
        slow.check(),
        quick.reserve([lead]),
        sweepPurchases(application.parts).catch(() => {}),
      ]);
      if (second.status === 201) {
        await quick.pay();
        await quick.card();
        await quick.check();
      }
      await expect
        .poll(async () => (await slow.check()).body.state, { timeout: 10_000 })
        .toMatch(isCharged ? /^(revealed|refunded)$/ : /^expired$/);
      const { row } = await replayed(application, body.purchase.reference);
      const kept = [await keptFrom(slow), second.status === 201 ? await keptFrom(quick) : 0];
      expect(
        kept.filter((cents) => cents > 0),
        `round ${round}: ${row.state}, ${second.status}`,
      ).toHaveLength(1);
      expect(kept[0]! > 0).toBe(row.state === 'revealed');
      expect(second.status).toBe(row.state === 'revealed' ? 409 : 201);
    }
  },
);

test('twenty checks and the webhook at once: one purchase, one mail, one history', async () => {
  const lead = await shopRow(application);
  const buyer = buyerOf(application);
  const { body } = await buyer.reserve([lead]);
  await Promise.all(Array.from({ length: 10 }, () => buyer.pay()));
  await buyer.card();
  const answers = await Promise.all(Array.from({ length: 20 }, () => buyer.check()));
  expect(new Set(answers.map(({ status, body: { state } }) => `${status} ${state}`))).toEqual(
    new Set(['200 revealed']),
  );
  const { events } = await replayed(application, body.purchase.reference);
  expect(events.filter((event) => event !== 'payment.begun')).toEqual(['payment.succeeded', 'details.sent']);
  expect(await kysely.selectFrom('mail').select('id').where('recipient', '=', buyer.email).execute()).toHaveLength(1);
});

test('twenty at once with one name for the write: one reservation', async () => {
  const lead = await shopRow(application);
  const buyer = buyerOf(application);
  const prices = await buyer.pricesOf([lead]);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      call<{ token: string }>(application, 'POST', 'shop-lead/purchase', {
        body: { leads_ids: [lead], prices, email: buyer.email },
        headers: { 'idempotency-key': 'reserve-race-1' },
      }),
    ),
  );
  expect(new Set(answers.map(({ status, body: { token } }) => `${status} ${token}`)).size).toBe(1);
  expect(answers[0]!.status).toBe(201);
});
