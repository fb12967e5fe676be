import { beforeAll, beforeEach, expect, test } from 'vitest';
import { itemsOf } from '#src/api/marketplace/orders.ts';
import { creditOfPurchase } from '#src/api/marketplace/credit.ts';
import { receiptDocument } from '#src/api/marketplace/receipt.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { call, mailTo, startApplication, tokenOf } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { forgetRequests, mailsTo } from './account-api.ts';
import { buyerOf } from './shop-buyer.ts';
import { shopRow } from './shop-rows.ts';

/** What someone has bought, without an account: through a link that only the mailbox receives. */
let application: Application;
beforeAll(async () => {
  application = await startApplication();
});
beforeEach(() => forgetRequests(application));

interface Orders {
  email: string;
  orders: { reference: string; total: number; refunded: number; details_token: string | null; items: object[] }[];
  detail?: string;
}
const ask = (email: string) => call(application, 'POST', 'shop-lead/orders/link', { body: { email } });
const read = (token: string) => call<Orders>(application, 'GET', `shop-lead/orders?token=${token}`);
const receipt = (query: string) => fetch(`${application.url}/api/frontend/shop-lead/${query}`);

async function withOrders() {
  const buyer = buyerOf(application);
  const first = await buyer.buy([await shopRow(application)]);
  const second = await buyer.buy([await shopRow(application), await shopRow(application)]);
  expect((await ask(buyer.email.toUpperCase())).status).toBe(202);
  const token = tokenOf(await mailTo(application, buyer.email, /^Your lead orders/), '/marketplace/orders');
  return { buyer, first, second, token };
}

test('the link shows the orders of its address, the newest first, with a way to the contacts and a receipt', async () => {
  const { buyer, first, second, token } = await withOrders();
  const other = await buyerOf(application).buy([await shopRow(application)]);
  await call(application, 'POST', 'shop-lead/details/report', {
    body: { token: second.details_token, lead_id: second.items[1]!.id, reason: 'wrong-email' },
  });
  const { body } = await read(token);
  expect(body).toMatchObject({
    email: buyer.email,
    orders: [
      {
        reference: second.reference,
        total: second.total,
        refunded: 0,
        details_token: second.details_token,
        items: [{ report: null }, { report: { reason: 'wrong-email' } }],
      },
      { reference: first.reference, details_token: first.details_token },
    ],
  });
  expect(JSON.stringify(body)).not.toMatch(/Household|client\.example|\+1614555/);
  const pdf = await receipt(`orders/receipt?token=${token}&reference=${first.reference}`);
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect((await pdf.text()).slice(0, 5)).toBe('%PDF-');
  expect((await receipt(`details/receipt?token=${first.details_token}`)).status).toBe(200);
  // Someone else's order does not exist.
  expect((await receipt(`orders/receipt?token=${token}&reference=${other.reference}`)).status).toBe(404);
});

test('a receipt says who sold what to whom, and which card paid', async () => {
  const { email, reference, total } = await buyerOf(application).buy([await shopRow(application)]);
  const { kysely } = application.database;
  const row = await kysely
    .selectFrom('purchase')
    .selectAll()
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
  const { brokerage } = application.parts;
  const { blocks } = receiptDocument(
    row,
    await itemsOf(kysely, [row.id]),
    await creditOfPurchase(kysely, row.id),
    brokerage,
  );
  expect(blocks[0]).toEqual({
    type: 'facts',
    rows: [
      ['Seller', brokerage.name],
      ['Buyer', email],
      ['Paid', expect.stringMatching(/, by card$/)],
      ['Card', 'Visa ending in 4242'],
      ['Amount paid', [{ strong: showMoney(total) }]],
    ],
  });
  // Nothing was refunded, so there is no column for it.
  expect(blocks[1]).toMatchObject({ columns: [{ label: 'Lead' }, { label: 'Move' }, { label: 'Price' }] });
});

test('every address gets the same answer, and who has not bought gets no mail', async () => {
  const known = buyerOf(application);
  await known.buy([await shopRow(application)]);
  const reserved = buyerOf(application);
  await reserved.reserve([await shopRow(application)]);
  const answers = [];
  for (const email of [known.email, reserved.email, 'nobody@buyer.example']) {
    const { status, body } = await ask(email);
    answers.push({ status, body });
  }
  expect(new Set(answers.map((one) => JSON.stringify(one)))).toEqual(
    new Set([JSON.stringify({ status: 202, body: {} })]),
  );
  await mailTo(application, known.email, /^Your lead orders/);
  for (const email of [reserved.email, 'nobody@buyer.example']) expect(await mailsTo(application, email)).toBe(0);
});

test('a link ends after a day; one of another purpose opens nothing', async () => {
  const { first, token } = await withOrders();
  expect((await read(first.details_token!)).status).toBe(404);
  expect((await read('nobody-was-given-this-token-0123')).status).toBe(404);
  expect((await call(application, 'GET', `shop-lead/details?token=${token}`)).status).toBe(404);
  await application.database.kysely
    .updateTable('link')
    .set({ expires_at: new Date().toISOString() })
    .where('purpose', '=', 'orders')
    .execute();
  expect(await read(token)).toMatchObject({
    status: 410,
    body: { detail: 'This link has expired. Ask us for a new one.' },
  });
});

test('a mailbox gets only so many links, and one connection asks only so often', async () => {
  const buyer = buyerOf(application);
  await buyer.buy([await shopRow(application)]);
  const statuses = [];
  for (let count = 0; count < 40; count += 1) statuses.push((await ask(buyer.email)).status);
  expect(statuses).toContain(429);
  // One of the mails is about the purchase itself.
  expect((await mailsTo(application, buyer.email)) - 1).toBeLessThan(
    statuses.filter((status) => status === 202).length,
  );
}, 60_000);

test.each([{}, { email: 'nobody' }, { email: 'a@b.example', more: 1 }])('%o is refused', async (body) => {
  expect((await call(application, 'POST', 'shop-lead/orders/link', { body })).status).toBe(422);
});
