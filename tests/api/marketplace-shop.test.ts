import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dateIn } from '#src/machines/calendar/days.ts';
import { AGE_PERCENT, ageInDays, priceOf } from '#src/machines/marketplace/price.ts';
import { moveSizes } from '#src/machines/state-lead/move-sizes.ts';
import { call, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { buyerOf } from './shop-buyer.ts';
import { shopRow } from './shop-rows.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

let application: Application;
beforeAll(async () => {
  application = await startApplication();
});
beforeEach(async () => {
  await application.database.kysely.deleteFrom('purchase').execute();
  await application.database.kysely.deleteFrom('state_lead').execute();
});

interface Item {
  id: string;
  price: number;
  miles: number;
  size: (typeof moveSizes)[number];
  received_at: string;
  move_date: string | null;
  shares_left: number;
}
const list = async (query = '') =>
  (await call<{ items: Item[]; next: string | null; total: number }>(application, 'GET', `shop-lead/${query}`)).body;
const dayFromNow = (days: number) =>
  dateIn(application.parts.brokerage.zone, new Date(application.parts.now().getTime() + days * DAY));

test('for sale is what came within 30 days, is still to be moved, and was not seen before', async () => {
  const plain = await shopRow(application);
  const flexible = await shopRow(application, { moveDate: null, ageDays: 29.9 });
  const today = await shopRow(application, { moveDate: dayFromNow(0) });
  await shopRow(application, { ageDays: 30.1 });
  await shopRow(application, { moveDate: dayFromNow(-1) });
  await shopRow(application, { duplicateOf: plain });
  const { items, total, next } = await list();
  expect(items.map(({ id }) => id).toSorted()).toEqual([plain, flexible, today].toSorted());
  expect({ total, next }).toEqual({ total: 3, next: null });
});

test('nothing that tells who it is leaves before the purchase', async () => {
  await shopRow(application, {
    client: { name: 'Canary Nightingale', email: 'canary@secret.example', phone: '+16145559999' },
    comment: 'canary comment',
  });
  const [{ id }] = (await list()).items as [Item];
  const answers = await Promise.all(
    ['', 'leads-map', 'states-cities?states=OH', `lead?ids=${id}`].map(async (path) =>
      JSON.stringify((await call(application, 'GET', `shop-lead/${path}`)).body),
    ),
  );
  for (const answer of answers) {
    expect(answer).not.toMatch(/canary|6145559999|nightingale/i);
    expect(answer).not.toMatch(/"(zip|client|comment|source|external_id|search_text|origin_lat|reference)"/);
  }
});

test('the price that the database works out is the one of the lifecycle, for every size, distance and age', async () => {
  const places: [string, string][] = [
    ['Dayton', 'OH'],
    ['Pittsburgh', 'PA'],
    ['Austin', 'TX'],
  ];
  const ages = AGE_PERCENT.flatMap(([days]) => [days + 0.0001, Math.max(0, days - 0.0001)]);
  for (const size of moveSizes)
    for (const to of places) for (const ageDays of ages) await shopRow(application, { size, to, ageDays });
  const { items, total } = await list('?limit=100');
  const rest = await list(`?limit=100&after=${(await list('?limit=100')).next}`);
  expect(total).toBe(moveSizes.length * places.length * ages.length);
  for (const item of [...items, ...rest.items]) {
    const ageDays = ageInDays(item.received_at, application.parts.now().toISOString());
    expect(item.price).toBe(
      priceOf({ size: item.size, miles: item.miles, ageDays }, application.parts.marketplace.priceCents),
    );
  }
});

test.each(['newest', 'cheapest', 'soonest'])('pages by %s hold everything once, in order', async (sort) => {
  for (let index = 0; index < 7; index += 1)
    await shopRow(application, {
      size: moveSizes[index]!,
      moveDate: index % 3 === 0 ? null : dayFromNow(20 - index),
      ageDays: index,
    });
  const seen: Item[] = [];
  let after: string | null = null;
  do {
    const page = await list(`?sort=${sort}&limit=2${after ? `&after=${after}` : ''}`);
    seen.push(...page.items);
    after = page.next;
  } while (after);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(7);
  expect(seen).toHaveLength(7);
  const key = {
    newest: (one: Item) => -Date.parse(one.received_at),
    cheapest: (one: Item) => one.price,
    soonest: (one: Item) => Date.parse(one.move_date ?? '9999-12-31'),
  }[sort]!;
  expect(seen.map(key)).toEqual(seen.map(key).toSorted((a, b) => a - b));
});

test('a place to go on from in another order is refused', async () => {
  for (let index = 0; index < 3; index += 1) await shopRow(application);
  const { next } = await list('?sort=cheapest&limit=1');
  expect((await call(application, 'GET', `shop-lead/?sort=newest&after=${next}`)).status).toBe(400);
});

test('filters choose by place, size, date and distance; cities narrow their own state only', async () => {
  const columbus = await shopRow(application, { size: 'studio', moveDate: dayFromNow(10) });
  const cleveland = await shopRow(application, { from: ['Cleveland', 'OH'] });
  const austin = await shopRow(application, { from: ['Austin', 'TX'], to: ['Dallas', 'TX'] });
  const ids = async (query: string) => (await list(query)).items.map(({ id }) => id).toSorted();
  expect(await ids('?states=OH')).toEqual([columbus, cleveland].toSorted());
  expect(await ids('?states=OH,TX&cities=OH:columbus')).toEqual([columbus, austin].toSorted());
  expect(await ids('?cities=OH:Cleveland')).toEqual([cleveland]);
  expect(await ids('?sizes=studio')).toEqual([columbus]);
  expect(await ids(`?from=${dayFromNow(9)}&to=${dayFromNow(11)}`)).toEqual([columbus]);
  expect(await ids('?max_miles=300')).toEqual([austin]);
  expect(await ids('?min_miles=300')).toEqual([columbus, cleveland].toSorted());
  for (const wrong of [
    '?states=Ohio',
    '?sizes=castle',
    '?cities=Columbus',
    '?min_miles=-1',
    '?from=2026-02-31',
    '?color=red',
  ]) {
    expect((await call(application, 'GET', `shop-lead/${wrong}`)).status, wrong).toBe(400);
  }
});

test('filters choose by where moves go, around a place, and by what is known of them', async () => {
  const columbus = await shopRow(application, { client: { phone_verified: true } });
  const dayton = await shopRow(application, { from: ['Dayton', 'OH'], to: ['Dallas', 'TX'], ageDays: 5 });
  const cleveland = await shopRow(application, {
    from: ['Cleveland', 'OH'],
    to: ['Miami', 'FL'],
    ageDays: 2,
    client: { phone_verified: true, email_verified: true },
  });
  const [first, second] = [buyerOf(application), buyerOf(application)];
  await first.reserve([dayton]);
  await second.reserve([dayton]);
  const ids = async (query: string) => (await list(query)).items.map(({ id }) => id).toSorted();
  expect(await ids('?to_states=TX')).toEqual([columbus, dayton].toSorted());
  expect(await ids('?to_states=TX,FL&to_cities=TX:Dallas')).toEqual([dayton, cleveland].toSorted());
  expect(await ids('?near=43215&radius=20')).toEqual([columbus]);
  expect(await ids('?near=Columbus, OH&radius=90')).toEqual([columbus, dayton].toSorted());
  expect(await ids('?near=Columbus, OH&radius=90&to_cities=TX:Dallas')).toEqual([dayton]);
  expect(await ids('?verified=phone')).toEqual([columbus, cleveland].toSorted());
  expect(await ids('?verified=phone,email')).toEqual([cleveland]);
  expect(await ids('?max_age_days=3')).toEqual([columbus, cleveland].toSorted());
  expect(await ids('?max_sold=0')).toEqual([columbus, cleveland].toSorted());
  expect(await ids('?max_sold=2')).toEqual([columbus, dayton, cleveland].toSorted());
  const { body: counts } = await call(application, 'GET', 'shop-lead/counts?verified=phone&to_states=TX');
  expect(counts).toEqual({
    destinations: [
      { state: 'FL', name: 'Florida', count: 1 },
      { state: 'TX', name: 'Texas', count: 1 },
    ],
    phone_verified: 1,
    email_verified: 0,
    ages: [
      { days: 1, count: 1 },
      { days: 3, count: 1 },
      { days: 7, count: 1 },
    ],
    sold: [
      { most: 0, count: 1 },
      { most: 1, count: 1 },
    ],
  });
});

test.each([
  ['near=43215', 'radius', 'Enter how many miles around the place.'],
  ['radius=50', 'near', 'Say around which place: a ZIP code, or a city with its state.'],
  ['near=00000&radius=50', 'near', 'We don’t know “00000”. Enter a ZIP code, or a city and state.'],
  ['near=Nowhere, OH&radius=50', 'near', 'We don’t know “Nowhere, OH”. Enter a ZIP code, or a city and state.'],
])('%s is refused in a sentence', async (query, field, message) => {
  for (const path of ['', 'leads-map', 'counts'])
    expect(await call(application, 'GET', `shop-lead/${path}?${query}`), path).toMatchObject({
      status: 400,
      body: { detail: message, errors: [{ field, message }] },
    });
});

test('a number that a buyer found to be wrong is not called verified any more', async () => {
  const id = await shopRow(application, { client: { phone_verified: true } });
  const [before] = (await list('?verified=phone')).items;
  expect(before).toMatchObject({ id, has_phone: true, phone_verified: true, email_verified: false });
  const token = (await buyerOf(application).buy([id])).details_token!;
  const answer = await call(application, 'POST', 'shop-lead/details/report', {
    body: { token, lead_id: id, reason: 'wrong-number' },
  });
  expect(answer.status).toBe(200);
  expect((await list('?verified=phone')).items).toEqual([]);
  expect((await list()).items[0]).toMatchObject({ id, phone_verified: false });
});

test('the map and the places count what the list holds', async () => {
  await shopRow(application);
  await shopRow(application);
  await shopRow(application, { from: ['Austin', 'TX'] });
  const { body: map } = await call<{ states: object[]; cities: { city: string; count: number; lat: number }[] }>(
    application,
    'GET',
    'shop-lead/leads-map',
  );
  expect(map.states).toEqual([
    { state: 'OH', count: 2 },
    { state: 'TX', count: 1 },
  ]);
  expect(map.cities.map(({ city, count }) => ({ city, count }))).toEqual([
    { city: 'Columbus', count: 2 },
    { city: 'Austin', count: 1 },
  ]);
  expect((await call(application, 'GET', 'shop-lead/leads-map?states=TX')).body).toMatchObject({
    states: [{ state: 'TX', count: 1 }],
  });
  const { body: places } = await call(application, 'GET', 'shop-lead/states-cities?states=TX');
  expect(places).toEqual({
    may_buy: true,
    states: [
      { state: 'OH', name: 'Ohio', count: 2, cities: [] },
      { state: 'TX', name: 'Texas', count: 1, cities: [{ city: 'Austin', count: 1 }] },
    ],
  });
});

test('a cart learns which of its leads are gone, in its own order', async () => {
  const kept = await shopRow(application);
  const old = await shopRow(application, { ageDays: 31 });
  const never = '01900000-0000-7000-8000-000000000000';
  const { body } = await call<{ items: object[] }>(
    application,
    'GET',
    `shop-lead/lead?ids=${[old, kept, never].join(',')}`,
  );
  expect(body.items).toMatchObject([
    { id: old, gone: true, lead: null },
    { id: kept, gone: false, lead: { id: kept } },
    { id: never, gone: true, lead: null },
  ]);
});

test('a range of days that ends before it begins is refused at its end, in the list and on the map', async () => {
  for (const path of ['', 'leads-map']) {
    const read = (to: string) =>
      call<{ errors?: { field: string }[] }>(application, 'GET', `shop-lead/${path}?from=2030-07-02&to=${to}`);
    expect(await read('2030-07-01'), path).toMatchObject({ status: 400, body: { errors: [{ field: 'to' }] } });
    expect((await read('2030-07-02')).status, path).toBe(200);
  }
});

describe('what is true of a place', () => {
  const place = (query: string) =>
    call<{ cities: object[]; leads: object[] }>(application, 'GET', `shop-lead/place?${query}`);

  test('a state and its city: who asked, what is for sale and from how much, where they go', async () => {
    await shopRow(application);
    await shopRow(application, { to: ['Miami', 'FL'], size: 'studio' });
    await shopRow(application, { ageDays: 45 });
    await shopRow(application, { from: ['Kansas City', 'MO'] });
    const cheapest = Math.min(...(await list('?states=OH')).items.map(({ price }) => price));
    expect((await place('state=OH')).body).toMatchObject({
      state: 'OH',
      name: 'Ohio',
      city: null,
      for_sale: 2,
      asked: 2,
      price_from: cheapest,
      destinations: [
        { state: 'FL', name: 'Florida', count: 1 },
        { state: 'TX', name: 'Texas', count: 1 },
      ],
      cities: [{ city: 'Columbus', for_sale: 2, asked: 2 }],
      leads: [{}, {}],
    });
    expect((await place('state=MO&city=kansas-city')).body).toMatchObject({ city: 'Kansas City', for_sale: 1 });
    expect(JSON.stringify((await place('state=OH')).body)).not.toMatch(/Household|client\.example|1614555/);
  });

  test('where somebody asked, and nothing is for sale, it says so; where nobody did for three months is no page', async () => {
    await shopRow(application, { ageDays: 45 });
    expect((await place('state=OH')).body).toMatchObject({ for_sale: 0, asked: 0, price_from: null, leads: [] });
    await shopRow(application, { from: ['Boise', 'ID'], ageDays: 100 });
    expect((await place('state=ID')).status).toBe(404);
    expect((await place('state=OH&city=dayton')).status).toBe(404);
    for (const wrong of ['', 'state=XX', 'state=OH&city=Columbus', 'state=OH&city='])
      expect((await place(wrong)).status, wrong).toBe(400);
  });
});
