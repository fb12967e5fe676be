import { afterAll, beforeEach, expect, test } from 'vitest';
import { forgetRequests } from '#tests/api/account-api.ts';
import { buyerOf } from '#tests/api/shop-buyer.ts';
import { shopRow } from '#tests/api/shop-rows.ts';
import { startApplication } from '#tests/platform/application.ts';
import { createBrowser } from './gateway-browser.ts';
import { startGateway } from './gateway-server.ts';

const application = await startApplication();
const gateway = await startGateway(application.url, { sessionSecret: application.parts.sessionSecret });
afterAll(() => gateway.close());
beforeEach(() => forgetRequests(application));

const guest = createBrowser(gateway.url);

/** The result of a document; an error fails the test. */
async function run(query: string, variables: Record<string, unknown> = {}) {
  const { data, errors } = await guest.post({ query, variables });
  expect(errors).toBeUndefined();
  return data as Record<string, Record<string, unknown>>;
}

test('a guest looks around, filters, and finds the cart', async () => {
  const studio = await shopRow(application, { size: 'few-items' });
  const other = await shopRow(application, { from: ['Austin', 'TX'], size: 'office' });
  const page = await run(
    'query ($filter: ShopFilter) { shopLeads(filter: $filter, sort: cheapest, limit: 5) { total next items { id size price sharesLeft shares origin { city state } moveDate isFlexible receivedAt weightLb miles } } }',
    { filter: { states: ['OH'], cities: [], sizes: ['few_items'], maxMiles: 3000 } },
  );
  expect(page).toMatchObject({
    shopLeads: {
      total: 1,
      next: null,
      items: [{ id: studio, size: 'few_items', sharesLeft: 3, shares: 3, origin: { city: 'Columbus', state: 'OH' } }],
    },
  });
  expect(
    await run('{ shopMap(filter: { sizes: [office] }) { states { state count } cities { city lat lng count } } }'),
  ).toMatchObject({ shopMap: { states: [{ state: 'TX', count: 1 }], cities: [{ city: 'Austin' }] } });
  expect(
    await run('{ shopPlaces(states: ["TX"]) { states { state name count cities { city count } } } }'),
  ).toMatchObject({
    shopPlaces: {
      states: [
        { state: 'OH', cities: [] },
        { state: 'TX', name: 'Texas', cities: [{ city: 'Austin', count: 1 }] },
      ],
    },
  });
  const gone = '01900000-0000-7000-8000-000000000000';
  expect(
    await run('query ($ids: [ID!]!) { shopLeadsById(ids: $ids) { id gone lead { price } } }', { ids: [gone, other] }),
  ).toMatchObject({
    shopLeadsById: [
      { id: gone, gone: true, lead: null },
      { id: other, gone: false },
    ],
  });
  expect(await run('{ shopLeadsById(ids: []) { id } }')).toEqual({ shopLeadsById: [] });
});

test('a guest buys, reads the contacts, reports one, and learns what is gone', async () => {
  const [one, two] = [await shopRow(application), await shopRow(application)];
  const purchase =
    'reference state total reservedUntil detailsToken receiptUrl refusal email items { id price origin { city } } actions { event may unmet }';
  const prices = await buyerOf(application).pricesOf([one, two]);
  const { reserveLeads } = await run(
    `mutation ($ids: [ID!]!, $prices: [Cents!]!) { reserveLeads(leadIds: $ids, prices: $prices, email: "guest@buyer.example") { token purchase { ${purchase} } } }`,
    { ids: [one, two], prices },
  );
  const token = reserveLeads!.token as string;
  expect(await run(`query ($token: String!) { purchase(token: $token) { state } }`, { token })).toEqual({
    purchase: { state: 'reserved' },
  });
  const { payPurchase } = await run(
    `mutation ($token: String!, $total: Cents!) { payPurchase(token: $token, total: $total) { clientSecret publishableKey provider purchase { state } } }`,
    { token, total: prices[0]! + prices[1]! },
  );
  expect(payPurchase).toMatchObject({ provider: 'sandbox', purchase: { state: 'paying' } });
  await application.parts.payments.stripe.paymentIntents.confirm(
    (payPurchase!.clientSecret as string).split('_secret_')[0]!,
    { payment_method: 'pm_card_visa' },
  );
  const { checkPurchase } = await run(`mutation ($token: String!) { checkPurchase(token: $token) { ${purchase} } }`, {
    token,
  });
  expect(checkPurchase).toMatchObject({ state: 'revealed', detailsToken: expect.any(String) as string });
  const details = checkPurchase!.detailsToken as string;
  expect(
    await run(
      'query ($token: String!, $only: [ID!]) { boughtLeads(token: $token, leadIds: $only) { reference boughtAt reportUntil items { id client { name phone email zone } comment refundedAt report { reason } } } }',
      { token: details, only: [two] },
    ),
  ).toMatchObject({
    boughtLeads: {
      items: [{ id: two, client: { name: expect.stringContaining('Household') as string }, report: null }],
    },
  });
  expect(
    await run(
      'mutation ($token: String!, $id: ID!) { reportLead(token: $token, leadId: $id, reason: wrong_number) { items { report { reason text at } } } }',
      { token: details, id: one },
    ),
  ).toMatchObject({ reportLead: { items: [{ report: { reason: 'wrong_number', text: null } }, { report: null }] } });
  for (let share = 1; share < 3; share += 1) await buyerOf(application).reserve([two]);
  const late = await guest.post({
    query:
      'mutation ($ids: [ID!]!, $prices: [Cents!]!) { reserveLeads(leadIds: $ids, prices: $prices, email: "late@buyer.example") { token } }',
    variables: { ids: [one, two], prices },
  });
  expect(late.errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', errors: [{ field: 'leads_ids/1' }] });
  const { errors } = await guest.post({
    query: 'mutation ($token: String!) { releasePurchase(token: $token) { state } }',
    variables: { token },
  });
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', state: 'revealed' });
});
