import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { forgetUnpaid } from '#src/api/marketplace/forget.ts';
import { askForRefund } from '#src/api/marketplace/refund.ts';
import { settlePurchase, sweepPurchases } from '#src/api/marketplace/settle.ts';
import { DAY, MINUTE } from '#src/machines/calendar/durations.ts';
import { erasePerson } from '#src/api/privacy/person-erase.ts';
import { findPerson, recordsOf } from '#src/api/privacy/person.ts';
import { keepRetention } from '#src/api/privacy/retention.ts';
import { call, startApplication } from '#tests/platform/application.ts';
import { forgetRequests } from './account-api.ts';
import { buyerOf, GOOD_CARD, REFUSED_CARD, replayed } from './shop-buyer.ts';
import type { Buyer, Refusal } from './shop-buyer.ts';
import { balanceOf, creditOfBuyer } from './shop-credit.ts';
import { shopRow } from './shop-rows.ts';

/** A buyer's credit: how it is granted, who may use it, what it pays for, and how it is returned. */
const clock = { offset: 0 };
// No worker is running: each step is made here.
const application = await startApplication({
  environment: { PARTS: 'api,gateway' },
  now: () => new Date(Date.now() + clock.offset),
});
const { kysely } = application.database;

beforeEach(async () => {
  clock.offset = 0;
  await forgetRequests(application);
});

interface Bought {
  items: { id: string; price: number; credit: number; refunded_at: string | null; refund_to: string | null }[];
}
interface Credit {
  email: string;
  balance: number;
  entries: { kind: string; amount: number; purchase: string; lead: string | null }[];
}

const leads = async (count: number) => {
  const ids = [];
  while (ids.length < count) ids.push(await shopRow(application));
  return ids;
};
const totalOf = async (buyer: Buyer, ids: string[]) =>
  (await buyer.pricesOf(ids)).reduce((sum, price) => sum + price, 0);
const report = (token: string | null, lead_id: string, refund_to: 'card' | 'credit', reason = 'wrong-number') =>
  call<Bought & Refusal>(application, 'POST', 'shop-lead/details/report', {
    body: { token, lead_id, reason, refund_to },
  });
const read = (token: string) => call<Credit>(application, 'GET', `shop-lead/credit?token=${token}`);
const entriesOf = async (reference: string) =>
  (
    await kysely
      .selectFrom('credit_entry')
      .innerJoin('purchase', 'purchase.id', 'purchase_id')
      .select(['kind', 'amount', 'lead_id'])
      .where('reference', '=', reference)
      .orderBy('credit_entry.sequence')
      .execute()
  ).map(({ kind, amount, lead_id }) => [kind, amount, lead_id === null ? null : 'lead']);
const idOf = async (reference: string) =>
  (await kysely.selectFrom('purchase').select('id').where('reference', '=', reference).executeTakeFirstOrThrow()).id;
const settle = async (reference: string) => settlePurchase(application.parts, await idOf(reference));
/** What was refunded to the card of the newest payment. */
const onCard = async (buyer: Buyer): Promise<{ paid: number; back: number }> => {
  const rows = await kysely.selectFrom('sandbox_object').select('data').where('object', '=', 'charge').execute();
  const charges = rows
    .map(({ data }) => data as { payment_intent: string; amount: number; amount_refunded: number })
    .filter(({ payment_intent }) => payment_intent === buyer.intentId);
  return {
    paid: charges.reduce((sum, { amount }) => sum + amount, 0),
    back: charges.reduce((sum, { amount_refunded }) => sum + amount_refunded, 0),
  };
};

/** A buyer with this much credit, and a cart. */
async function withCredit(amount: number, count = 1) {
  const buyer = buyerOf(application);
  const token = await creditOfBuyer(application, buyer, amount);
  const ids = await leads(count);
  const total = await totalOf(buyer, ids);
  const reserve = (credit: object | null, key?: string) =>
    buyer.reserve(ids, { body: { credit }, ...(key ? { key } : {}) });
  return { buyer, token, ids, total, reserve };
}

describe('a report that the rule accepts', () => {
  test('comes back as credit at once where its buyer wants that, and nothing goes to the card', async () => {
    const buyer = buyerOf(application);
    const ids = await leads(4);
    const { reference, details_token } = await buyer.buy(ids);
    const { body } = await report(details_token, ids[0]!, 'credit');
    const { price } = body.items[0]!;
    expect(body.items[0]).toMatchObject({ refund_to: 'credit', refunded_at: expect.any(String) as string });
    expect(await balanceOf(application, buyer.email)).toBe(price);
    expect(await entriesOf(reference)).toEqual([['granted', price, 'lead']]);
    const { events } = await replayed(application, reference);
    expect(events.slice(-3)).toEqual(['lead.reported', 'lead.refund-granted', 'lead.refunded']);
    await settle(reference);
    expect((await onCard(buyer)).back).toBe(0);
    expect(await balanceOf(application, buyer.email)).toBe(price);
    expect((await mailsOf(buyer.email)).filter((subject) => subject.startsWith('Refund'))).toHaveLength(1);
  });

  test('goes to the card without a word of credit, as before', async () => {
    const buyer = buyerOf(application);
    const ids = await leads(4);
    const { reference, details_token } = await buyer.buy(ids);
    const { price } = (await report(details_token, ids[0]!, 'card')).body.items[0]!;
    await settle(reference);
    expect((await onCard(buyer)).back).toBe(price);
    expect(await entriesOf(reference)).toEqual([]);
  });

  test('many times at once, it is given once', async () => {
    const buyer = buyerOf(application);
    const ids = await leads(4);
    const { reference, details_token } = await buyer.buy(ids);
    const answers = await Promise.all(Array.from({ length: 8 }, () => report(details_token, ids[0]!, 'credit')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await Promise.all(Array.from({ length: 4 }, () => settle(reference)));
    expect(await entriesOf(reference)).toHaveLength(1);
    await balanceOf(application, buyer.email);
  });
});

/** The mails to an address with this subject; nothing is actually sent here. */
const mailTo = async (email: string, subject: string) =>
  JSON.stringify(
    await kysely
      .selectFrom('mail')
      .select('body')
      .where('recipient', '=', email)
      .where('subject', 'like', `${subject}%`)
      .execute(),
  );
const mailsOf = async (email: string) =>
  (await kysely.selectFrom('mail').select('subject').where('recipient', '=', email).execute()).map(
    ({ subject }) => subject,
  );

describe('a person who decides later', () => {
  test('gives credit where the buyer chose it; the command says so', async () => {
    const buyer = buyerOf(application);
    const ids = await leads(2);
    const { reference, details_token, items } = await buyer.buy(ids);
    await report(details_token, ids[0]!, 'credit', 'wrong-email');
    expect(await balanceOf(application, buyer.email)).toBe(0);
    const { reference: lead } = await kysely
      .selectFrom('state_lead')
      .select('reference')
      .where('id', '=', ids[0]!)
      .executeTakeFirstOrThrow();
    const { price } = items[0]!;
    const wish = { reference, lead, reason: 'Wrong address', amount: price };
    expect(await askForRefund(application.parts, wish)).toContain(', as credit.');
    await Promise.all([settle(reference), settle(reference)]);
    expect(await balanceOf(application, buyer.email)).toBe(price);
    expect((await onCard(buyer)).back).toBe(0);
    // The rest was paid by card, and is refunded to it.
    const rest = { reference, lead: null, reason: 'All wrong', amount: items[1]!.price };
    expect(await askForRefund(application.parts, rest)).toContain(', to the card.');
    await settle(reference);
    expect((await replayed(application, reference)).row.state).toBe('refunded');
    expect((await onCard(buyer)).back).toBe(items[1]!.price);
    expect(await balanceOf(application, buyer.email)).toBe(price);
  });

  test('a purchase of one lead ends with it, without the card', async () => {
    const buyer = buyerOf(application);
    const ids = await leads(1);
    const { reference, details_token, total } = await buyer.buy(ids);
    await report(details_token, ids[0]!, 'credit', 'already-moved');
    await askForRefund(application.parts, { reference, lead: null, reason: 'Gone', amount: total });
    await settle(reference);
    expect((await replayed(application, reference)).row).toMatchObject({ state: 'refunded', card_returned: 0 });
    expect((await onCard(buyer)).back).toBe(0);
    expect(await balanceOf(application, buyer.email)).toBe(total);
    expect((await call(application, 'GET', `shop-lead/details?token=${details_token}`)).status).toBe(410);
  });
});

describe('credit pays', () => {
  test('for all of it: bought in one call, without a card and without a payment', async () => {
    const { buyer, token, ids, total, reserve } = await withCredit(10_000, 2);
    const { status, body } = await reserve({ token, amount: total });
    expect([status, body.purchase]).toMatchObject([201, { state: 'revealed', total, credit: total }]);
    const { row, events } = await replayed(application, body.purchase.reference);
    expect(events).toEqual(['payment.begun', 'credit.used', 'details.sent']);
    expect(row.intent_id).toBeNull();
    expect(await balanceOf(application, buyer.email)).toBe(10_000 - total);
    expect(await mailTo(buyer.email, 'Your 2 leads')).toContain('Paid with credit');
    const { body: bought } = await call<Bought>(
      application,
      'GET',
      `shop-lead/details?token=${body.purchase.details_token}`,
    );
    expect(bought.items.map(({ id }) => id)).toEqual(ids);
    // A refund of it becomes credit again.
    await askForRefund(application.parts, {
      reference: row.reference,
      lead: null,
      reason: 'Wrong',
      amount: total,
    });
    await settle(row.reference);
    expect((await replayed(application, row.reference)).row.state).toBe('refunded');
    expect(await balanceOf(application, buyer.email)).toBe(10_000);
  });

  test('for a part of it: the card is charged the rest, and each gets its part back', async () => {
    const { buyer, token, ids, total, reserve } = await withCredit(500, 2);
    const { body } = await reserve({ token, amount: 500 });
    expect(body.purchase).toMatchObject({ state: 'reserved', total, credit: 500 });
    expect(await balanceOf(application, buyer.email)).toBe(0);
    await buyer.pay();
    await buyer.card(GOOD_CARD);
    const { details_token, reference } = (await buyer.check()).body;
    expect(await onCard(buyer)).toEqual({ paid: total - 500, back: 0 });
    // The card's part of the first lead is refunded to the card, its credit as credit.
    const { reference: lead } = await kysely
      .selectFrom('state_lead')
      .select('reference')
      .where('id', '=', ids[0]!)
      .executeTakeFirstOrThrow();
    await report(details_token, ids[0]!, 'card');
    const { price } = body.purchase.items[0]!;
    await askForRefund(application.parts, { reference, lead, reason: 'Wrong', amount: price });
    await settle(reference);
    expect((await onCard(buyer)).back).toBe(price - 500);
    expect(await balanceOf(application, buyer.email)).toBe(500);
    // All of the remaining amount: never more than was paid.
    await askForRefund(application.parts, { reference, lead: null, reason: 'Wrong', amount: total - price });
    await Promise.all([settle(reference), settle(reference).catch(() => {})]);
    expect((await replayed(application, reference)).row.state).toBe('refunded');
    expect(await onCard(buyer)).toEqual({ paid: total - 500, back: total - 500 });
    expect(await balanceOf(application, buyer.email)).toBe(500);
  });

  test('a part as credit by choice: what the card paid stays, and all of it is credit', async () => {
    const { buyer, token, ids, total, reserve } = await withCredit(500, 4);
    await reserve({ token, amount: 500 });
    await buyer.pay();
    await buyer.card(GOOD_CARD);
    const { details_token, reference } = (await buyer.check()).body;
    const { price } = (await report(details_token, ids[0]!, 'credit')).body.items[0]!;
    expect(await entriesOf(reference)).toEqual([
      ['spent', -500, null],
      ['returned', 500, 'lead'],
      ['granted', price - 500, 'lead'],
    ]);
    await askForRefund(application.parts, { reference, lead: null, reason: 'Wrong', amount: total - price });
    await settle(reference);
    expect((await replayed(application, reference)).row.state).toBe('refunded');
    expect((await onCard(buyer)).back).toBe(total - price);
    expect(await balanceOf(application, buyer.email)).toBe(price);
  });

  test('a receipt and the orders tell of it', async () => {
    const { buyer, token, total, reserve } = await withCredit(500);
    await reserve({ token, amount: 500 });
    await buyer.pay();
    await buyer.card(GOOD_CARD);
    const { reference } = (await buyer.check()).body;
    const { body } = await call<{ orders: { reference: string; total: number; credit: number }[] }>(
      application,
      'GET',
      `shop-lead/orders?token=${token}`,
    );
    expect(body.orders[0]).toMatchObject({ reference, total, credit: 500, refunded: 0, refunded_credit: 0 });
    const { body: credit } = await read(token);
    expect(credit).toMatchObject({
      email: buyer.email,
      balance: 0,
      entries: [
        { kind: 'spent', amount: -500, purchase: reference, lead: null },
        { kind: 'granted', amount: 500 },
      ],
    });
  });
});

describe('credit that was set aside comes back', () => {
  test('when the buyer lets go', async () => {
    const { buyer, token, reserve } = await withCredit(500);
    const { body } = await reserve({ token, amount: 500 });
    expect(await balanceOf(application, buyer.email)).toBe(0);
    await Promise.all([buyer.release(), buyer.release()]);
    expect(await balanceOf(application, buyer.email)).toBe(500);
    expect(await entriesOf(body.purchase.reference)).toEqual([
      ['spent', -500, null],
      ['returned', 500, null],
    ]);
  });

  test('when the time is over, once, also while a cart waits for it', async () => {
    const { buyer, token, ids, reserve } = await withCredit(500);
    const { body } = await reserve({ token, amount: 500 });
    await buyer.pay();
    await buyer.card(REFUSED_CARD);
    await buyer.check();
    clock.offset = 11 * MINUTE;
    const again = buyerOf(application, buyer.email);
    const [next] = await Promise.all([
      again.reserve(ids, { body: { credit: { token, amount: 500 } } }),
      sweepPurchases(application.parts),
      sweepPurchases(application.parts),
    ]);
    expect(next.status).toBe(201);
    expect(await balanceOf(application, buyer.email)).toBe(0);
    expect(await entriesOf(body.purchase.reference)).toHaveLength(2);
    await again.release();
    expect(await balanceOf(application, buyer.email)).toBe(500);
  });

  test('with a payment that came too late, whose money goes back to the card', async () => {
    const { buyer, token, total, reserve } = await withCredit(500);
    const { body } = await reserve({ token, amount: 500 });
    const { reference } = body.purchase;
    await buyer.pay();
    clock.offset = 11 * MINUTE;
    await buyer.card(GOOD_CARD);
    await buyer.check();
    await settle(reference);
    await settle(reference);
    expect((await replayed(application, reference)).row.state).toBe('refunded');
    expect(await onCard(buyer)).toEqual({ paid: total - 500, back: total - 500 });
    expect(await balanceOf(application, buyer.email)).toBe(500);
    expect(await mailTo(buyer.email, 'Your refund is on its way')).toContain(
      'The $5.00 of credit you used is yours again.',
    );
  });

  test('an unpaid reservation with credit is not forgotten', async () => {
    const { buyer, token, reserve } = await withCredit(500);
    const { body } = await reserve({ token, amount: 500 });
    await buyer.release();
    clock.offset = 9 * 24 * 60 * MINUTE;
    await forgetUnpaid(application.parts);
    expect(await idOf(body.purchase.reference)).toEqual(expect.any(String));
  });
});

describe('nobody spends what is not theirs, or is not there', () => {
  test('two carts at once with one balance: one has it, the other is told', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 10; round += 1) {
      await forgetRequests(application);
      const first = buyerOf(application);
      const token = await creditOfBuyer(application, first, 500);
      const carts = await Promise.all(
        Array.from({ length: 4 }, async () => {
          const buyer = buyerOf(application, first.email);
          const ids = await leads(1);
          return { buyer, ids, prices: await buyer.pricesOf(ids) };
        }),
      );
      const answers = await Promise.all(
        carts.map(({ buyer, ids, prices }) => buyer.reserve(ids, { body: { prices, credit: { token, amount: 500 } } })),
      );
      const [won, ...others] = answers.toSorted((one, other) => one.status - other.status);
      expect(won!.status).toBe(201);
      expect(others.map(({ status }) => status)).toEqual(others.map(() => expect.toBeOneOf([409, 429]) as number));
      const told = others.filter(({ status }) => status === 409).map(({ body }) => body);
      const changed = [{ field: 'credit', seen: 500, now: 0 }];
      expect(told).toEqual(told.map(() => expect.objectContaining({ changed }) as object));
      expect(await balanceOf(application, first.email)).toBe(0);
      await carts[answers.indexOf(won!)]!.buyer.release();
      expect(await balanceOf(application, first.email)).toBe(500);
    }
  });

  test('one call, many times with one name: credit is spent once', async () => {
    const { buyer, token, total, ids } = await withCredit(10_000);
    const prices = await buyer.pricesOf(ids);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        buyer.reserve(ids, { key: 'credit-race-1', body: { prices, credit: { token, amount: total } } }),
      ),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.purchase?.reference}`)).size).toBe(1);
    expect(await balanceOf(application, buyer.email)).toBe(10_000 - total);
  });

  test('more than there is, or another amount than it comes to, is refused', async () => {
    const { buyer, token, reserve } = await withCredit(500);
    for (const amount of [501, 499, 100_000]) expect((await reserve({ token, amount })).status).toBe(409);
    for (const amount of [0, -5, 1.5]) expect((await reserve({ token, amount })).status).toBe(422);
    expect(await balanceOf(application, buyer.email)).toBe(500);
  });

  test('of another mailbox it is refused', async () => {
    const { buyer, token } = await withCredit(500);
    const thief = buyerOf(application);
    const ids = await leads(1);
    const { status, body } = await thief.reserve(ids, { body: { credit: { token, amount: 500 } } });
    expect([status, body.errors?.[0]?.field]).toEqual([422, 'email']);
    expect(await balanceOf(application, buyer.email)).toBe(500);
  });

  test('without the mail to its address it is refused: no link, a forged one, one of another purpose, one that ran out', async () => {
    const { buyer, token, reserve } = await withCredit(500);
    const { details_token } = await buyer.buy(await leads(1));
    for (const forged of ['nobody-was-given-this-token-0123', `${token}A`, details_token!, buyer.token])
      expect(await reserve({ token: forged, amount: 500 })).toMatchObject({
        status: 409,
        body: { errors: [{ field: 'credit' }] },
      });
    clock.offset = 25 * 60 * MINUTE;
    expect(await reserve({ token, amount: 500 })).toMatchObject({
      status: 409,
      body: { errors: [{ field: 'credit' }] },
    });
    expect((await read(token)).status).toBe(410);
    expect((await read(details_token!)).status).toBe(404);
    expect(await balanceOf(application, buyer.email)).toBe(500);
  });

  test('the ledger keeps what was written, gives a lead of a purchase back once, and is never below zero', async () => {
    const { buyer } = await withCredit(500);
    const [entry] = await kysely
      .selectFrom('credit_entry')
      .innerJoin('credit_account', 'credit_account.id', 'account_id')
      .selectAll('credit_entry')
      .where('email', '=', buyer.email)
      .execute();
    await expect(
      sql`update credit_entry set amount = 1 where account_id = ${entry!.account_id}`.execute(kysely),
    ).rejects.toThrow('ledger');
    await expect(sql`delete from credit_entry where account_id = ${entry!.account_id}`.execute(kysely)).rejects.toThrow(
      'ledger',
    );
    const again = { ...entry!, sequence: 2, balance: 1000 };
    await expect(kysely.insertInto('credit_entry').values(again).execute()).rejects.toThrow('credit_entry_once');
    await expect(
      kysely
        .insertInto('credit_entry')
        .values({ ...again, kind: 'spent', amount: -600, balance: -100 })
        .execute(),
    ).rejects.toThrow('balance');
  });
});

describe('the bank', () => {
  test('gives the card’s money back: credit of the same money is taken back, credit that paid comes back', async () => {
    const { buyer, token, ids, reserve } = await withCredit(500, 4);
    await reserve({ token, amount: 500 });
    await buyer.pay();
    await buyer.card(GOOD_CARD);
    const { details_token, reference } = (await buyer.check()).body;
    const { price } = (await report(details_token, ids[1]!, 'credit')).body.items[1]!;
    expect(await balanceOf(application, buyer.email)).toBe(price);
    const { stripe } = application.parts.payments;
    await stripe.rawRequest('POST', '/v1/disputes', { payment_intent: buyer.intentId });
    const [dispute] = (await stripe.disputes.list({ payment_intent: buyer.intentId })).data;
    await stripe.disputes.update(dispute!.id, { evidence: { uncategorized_text: 'losing_evidence' }, submit: true });
    await settle(reference);
    await settle(reference);
    expect((await replayed(application, reference)).row.state).toBe('refunded');
    expect(await entriesOf(reference)).toEqual([
      ['spent', -500, null],
      ['granted', price, 'lead'],
      ['returned', 500, 'lead'],
      ['withdrawn', -price, null],
    ]);
    expect(await balanceOf(application, buyer.email)).toBe(500);
  });
});

describe('what is kept of a buyer', () => {
  test('an export has each entry; who is erased has no credit, and the ledger still adds up', async () => {
    const { buyer, token, reserve } = await withCredit(500);
    await reserve({ token, amount: 500 });
    const { credit } = await recordsOf(kysely, await findPerson(kysely, buyer.email));
    expect(credit!.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['granted', 500],
      ['spent', -500],
    ]);
    const accounts = () => kysely.selectFrom('credit_account').select('id').where('email', '=', buyer.email).execute();
    const [account] = await accounts();
    await erasePerson(application.parts, buyer.email);
    expect(await accounts()).toEqual([]);
    expect((await read(token)).status).toBe(410);
    // The reserved credit returns to the ledger if it is not used.
    await buyer.release();
    const entries = await kysely
      .selectFrom('credit_entry')
      .select('amount')
      .where('account_id', '=', account!.id)
      .execute();
    expect(entries.map(({ amount }) => amount)).toEqual([500, -500, 500]);
  });

  test('a refund that comes later than that goes to the card', async () => {
    const buyer = buyerOf(application);
    const ids = await leads(1);
    const { reference, details_token, total } = await buyer.buy(ids);
    await report(details_token, ids[0]!, 'credit', 'already-moved');
    await erasePerson(application.parts, buyer.email);
    await askForRefund(application.parts, { reference, lead: null, reason: 'Gone', amount: total });
    await settle(reference);
    expect((await onCard(buyer)).back).toBe(total);
    expect(await entriesOf(reference)).toEqual([]);
  });

  test('credit stays while any purchase of its address is kept, and ends with the last one', async () => {
    const { buyer, token, total, reserve } = await withCredit(10_000);
    const at = (days: number) => ({ ...application.parts, now: () => new Date(Date.now() + days * DAY) });
    await kysely
      .updateTable('purchase')
      .set({ reserved_at: new Date(Date.now() - 9 * DAY).toISOString() })
      .where('email', '=', buyer.email)
      .execute();
    await reserve({ token, amount: total });
    const days = application.parts.retention.purchases;
    await keepRetention(at(days - 5));
    expect(await balanceOf(application, buyer.email)).toBe(10_000 - total);
    await keepRetention(at(days + 1));
    expect(await kysely.selectFrom('credit_account').select('id').where('email', '=', buyer.email).execute()).toEqual(
      [],
    );
  });
});
