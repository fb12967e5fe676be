import { beforeAll, beforeEach, expect, test } from 'vitest';
import { US_STATES } from '#src/machines/place/us-states.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { shopRow } from './shop-rows.ts';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import { expectOneOfTwenty } from './account-api.ts';
import { DAY, MINUTE } from '#src/machines/calendar/durations.ts';

const clock = { offset: 0 };
const FRESH = {
  business: {
    subscription: 'inactive',
    used_trial: false,
    card_added: false,
    trial_ends_at: null,
    top_cities_chosen_at: null,
  },
};
let application: Application;
let mover: Account;
let assistant: Account;

beforeAll(async () => {
  application = await startApplication({
    now: () => new Date(Date.now() + clock.offset),
    environment: { SUBSCRIPTION_PRICE_CENTS: '12900', SUBSCRIPTION_TRIAL_DAYS: '7' },
  });
});
beforeEach(async () => {
  clock.offset = 0;
  mover = await signedIn(application, 'mover', 'Mia Mover', {}, FRESH);
  assistant = await signedIn(application, 'assistant', 'Ari Assistant', {}, { businessId: mover.businessId });
});

const me = async ({ token }: Account) => (await call(application, 'GET', 'user/', { token })).body;
const offer = async ({ token }: Account) =>
  (await call(application, 'GET', 'user/subscription/subscription', { token })).body;
const startTrial = ({ token }: Account, body: unknown = {}) =>
  call(application, 'POST', 'user/subscription/', { token, body });
const choosePlaces = ({ token }: Account, body: object) =>
  call(application, 'POST', 'user/settings/top-cities', { token, body });
const choose = (who: Account, cities: unknown, radius = 40) => choosePlaces(who, { cities, radius_miles: radius });
const chosen = async ({ token }: Account) =>
  (
    await call<{ cities: { city: string; state: string }[]; radius_miles: number | null; states: string[] }>(
      application,
      'GET',
      'user/settings/top-cities',
      { token },
    )
  ).body;
const OHIO = [
  { city: 'Columbus', state: 'OH' },
  { city: 'Cincinnati', state: 'OH' },
];

test('the trial begins at once, for all of the business, and opens the gate of the subscription', async () => {
  expect(await offer(assistant)).toMatchObject({
    status: 'inactive',
    trial_ends_at: null,
    used_trial: false,
    card_added: false,
    price: 12_900,
    trial_days: 7,
  });
  expect((await me(assistant)).gates).toEqual(['top_cities', 'subscribe']);
  const answer = await startTrial(mover);
  expect(answer.body).toEqual({ status: 'trialing', client_secret: null });
  expect(await me(mover)).toMatchObject({
    gates: ['top_cities'],
    subscription: 'trialing',
    settings: { used_trial: true, card_added: false },
  });
  expect(await me(assistant)).toMatchObject({ gates: ['top_cities'], subscription: 'trialing' });
  const { trial_ends_at: end, ...rest } = await offer(assistant);
  expect(rest).toMatchObject({ status: 'trialing', used_trial: true, card_added: false, price: 12_900, trial_days: 7 });
  expect(Math.abs(Date.parse(end as string) - Date.now() - 7 * DAY)).toBeLessThan(60_000);
});

test('cities are chosen before the trial, and open no client', async () => {
  await shopRow(application, { from: ['Columbus', 'OH'], ageDays: 1 });
  expect((await choose(mover, OHIO)).body).toMatchObject({ gates: ['subscribe'], subscription: 'inactive' });
  expect(await me(assistant)).toMatchObject({ gates: ['subscribe'] });
  const list = () => call<{ leads: object[] }>(application, 'GET', 'state-lead/', { token: mover.token });
  const closed = await list();
  expect(closed.status).toBe(200);
  expect(closed.body.leads).toContainEqual(expect.objectContaining({ locked_by: 'subscription', client: null }));
  expect(closed.body.leads).not.toContainEqual(expect.objectContaining({ locked_by: null }));
  expect((await call(application, 'GET', 'state-lead/?is_archived=true', { token: mover.token })).status).toBe(403);
  await startTrial(mover);
  expect(await me(mover)).toMatchObject({ gates: [], subscription: 'trialing' });
  expect((await list()).body.leads).toContainEqual(expect.objectContaining({ locked_by: null }));
});

test('a trial that has run out reads inactive by itself, and there is no second one', async () => {
  await startTrial(mover);
  clock.offset = 7 * DAY + 16 * MINUTE;
  // The test's access token has expired as well.
  const again = await call<{ access_token: string }>(application, 'POST', 'user/token', {
    body: new URLSearchParams({ username: mover.email, password: 'test-password-1' }),
  });
  const later = { ...mover, token: again.body.access_token };
  expect(await me(later)).toMatchObject({ subscription: 'inactive', gates: ['top_cities'] });
  expect(await offer(later)).toMatchObject({ status: 'inactive', used_trial: true });
  const second = await startTrial(later);
  expect(second.body).toMatchObject({ status: 409, state: 'inactive' });
  expect(await me(later)).toMatchObject({ subscription: 'inactive' });
});

test('of twenty trials at once one begins', async () => {
  await expectOneOfTwenty(() => startTrial(mover), 200, [409]);
  const { version } = await application.database.kysely
    .selectFrom('business')
    .select('version')
    .where('id', '=', mover.businessId)
    .executeTakeFirstOrThrow();
  expect(version).toBe(2);
});

test.each([
  ['a subscription', { subscription: 'active' }],
  ['a trial behind it', { used_trial: true }],
])('a business with %s gets no trial', async (_what, business) => {
  const other = await signedIn(application, 'mover', 'Max Mover', {}, { business: { ...FRESH.business, ...business } });
  expect((await startTrial(other)).status).toBe(409);
});

test('only the mover begins it, and sends nothing along', async () => {
  expect((await startTrial(assistant)).status).toBe(403);
  expect(
    (await startTrial({ ...mover, token: (await signedIn(application, 'agent', 'Ada Agent')).token })).status,
  ).toBe(403);
  expect((await call(application, 'POST', 'user/subscription/', { body: {} })).status).toBe(401);
  for (const body of [
    { used_trial: false },
    { subscription: 'active' },
    { trial_ends_at: '2099-01-01T00:00:00Z' },
    { price: -1 },
    { coupon: 'FREE' },
  ]) {
    expect((await startTrial(mover, body)).body).toMatchObject({
      status: 422,
      errors: [{ field: Object.keys(body)[0] }],
    });
  }
  // A price states what the mover saw; it is not an offer by the mover.
  expect((await startTrial(mover, { price: 0 })).status).toBe(409);
  expect(await me(mover)).toMatchObject({ subscription: 'inactive', gates: ['top_cities', 'subscribe'] });
});

test('the states and cities to choose from are open to all', async () => {
  const states = await call<{ code: string; name: string; cities: number }[]>(
    application,
    'GET',
    'user/settings/available-states',
  );
  expect(states.body).toHaveLength(51);
  expect(states.body.find(({ code }) => code === 'OH')).toMatchObject({
    name: 'Ohio',
    cities: expect.any(Number) as number,
  });
  expect(Math.min(...states.body.map(({ cities }) => cities))).toBeGreaterThan(0);
  const cities = async (query: string) =>
    (await call<{ city: string; state: string; zips: number }[]>(application, 'GET', `user/settings/cities?${query}`))
      .body;
  const largest = await cities('states=OH,KY');
  expect(largest).toHaveLength(100);
  expect(new Set(largest.map(({ state }) => state))).toEqual(new Set(['OH', 'KY']));
  expect(largest.map(({ zips }) => zips)).toEqual(largest.map(({ zips }) => zips).sort((a, b) => b - a));
  expect((await cities('near_zip=43215'))[0]).toMatchObject({ city: 'Columbus', state: 'OH' });
  expect((await cities('states=KY&near_zip=45202'))[0]).toMatchObject({ state: 'KY' });
  expect((await cities('states=OH&query=cincin')).map(({ city }) => city)).toEqual(['Cincinnati']);
  expect((await cities('query=cincinati&states=OH')).map(({ city }) => city)).toEqual(['Cincinnati']);
  expect(await cities('query=qqqqqqq')).toEqual([]);
});

test.each(['near_zip=00000', 'near_zip=4321', 'states=Ohio', 'states=OH,,KY', 'states=oh', 'query=', 'limit=1000'])(
  'cities by ?%s are refused',
  async (query) => {
    expect((await call(application, 'GET', `user/settings/cities?${query}`)).status).toBe(400);
  },
);

test('before a choice is made, leads of the last month in it are counted, and the most asked for cities named', async () => {
  const mover = await signedIn(application, 'mover', 'Cora Counts');
  for (const age of [1, 5, 40]) await shopRow(application, { from: ['Boise', 'ID'], ageDays: age });
  const count = async (query: string) => {
    const answer = await call<{ leads: number }>(application, 'GET', `user/settings/area-leads?${query}`, {
      token: mover.token,
    });
    return answer.status === 200 ? answer.body.leads : answer.status;
  };
  expect(await count('')).toBe(0);
  expect(await count('cities=Boise,ID&radius_miles=10')).toBe(2);
  expect(await count('cities=Boise,ID;Nampa,ID&radius_miles=25&states=ID')).toBe(2);
  expect(await count('cities=Miami,FL&radius_miles=10&states=ID')).toBe(2);
  expect(await count('cities=Nowhere,ID')).toBe(0);
  expect(await count('cities=Boise')).toBe(400);
  expect(await count('radius_miles=ten')).toBe(400);
  const popular = await call<{ city: string }[]>(application, 'GET', 'user/settings/popular-cities', {
    token: mover.token,
  });
  expect(popular.body.map(({ city }) => city)).toContain('Boise');
  expect(popular.body).toHaveLength(8);
});

test('the nearest cities to a point are found', async () => {
  const near = (query: string) => call<{ city: string }[]>(application, 'GET', `user/settings/cities?${query}`);
  expect((await near('near_lat=39.96&near_lng=-83.00')).body[0]!.city).toBe('Columbus');
  expect((await near('near_lat=39.96')).status).toBe(400);
  expect((await near('near_lat=north&near_lng=-83')).status).toBe(400);
});

test('cities are chosen by the mover or the assistant, for the business, and open the first gate', async () => {
  expect(await chosen(mover)).toEqual({ cities: [], radius_miles: null, states: [] });
  await startTrial(mover);
  const answer = await choose(
    assistant,
    [
      { city: 'columbus', state: 'OH' },
      { city: 'St. Louis', state: 'MO' },
      { city: 'Columbus', state: 'OH' },
    ],
    60,
  );
  expect(answer.body).toMatchObject({ role: 'assistant', gates: [], settings: { top_cities_chosen: true } });
  const { cities, radius_miles } = await chosen(mover);
  expect(cities.map(({ city, state }) => `${city}, ${state}`)).toEqual(['Saint Louis, MO', 'Columbus, OH']);
  expect(radius_miles).toBe(60);
  await choose(mover, OHIO, 25);
  expect(await chosen(assistant)).toMatchObject({
    cities: [
      { city: 'Cincinnati', state: 'OH' },
      { city: 'Columbus', state: 'OH' },
    ],
    radius_miles: 25,
  });
});

test('states are chosen as a whole, beside cities or without any, and open the first gate', async () => {
  await startTrial(mover);
  const answer = await choosePlaces(mover, { cities: [], states: ['TX', 'OH', 'TX', 'AR'] });
  expect(answer).toMatchObject({ status: 200, body: { gates: [], settings: { top_cities_chosen: true } } });
  expect(await chosen(assistant)).toEqual({ cities: [], radius_miles: null, states: ['AR', 'OH', 'TX'] });
  // A caller that only knows cities does not remove states.
  await choose(mover, OHIO, 25);
  expect(await chosen(mover)).toMatchObject({ radius_miles: 25, states: ['AR', 'OH', 'TX'] });
  await choosePlaces(mover, { cities: OHIO, radius_miles: 25, states: [] });
  expect(await chosen(mover)).toMatchObject({ cities: [{ city: 'Cincinnati' }, { city: 'Columbus' }], states: [] });
  const all = Object.keys(US_STATES);
  expect((await choosePlaces(mover, { cities: [], states: all })).status).toBe(200);
  expect((await chosen(mover)).states.toSorted()).toEqual(all.toSorted());
});

test.each([
  ['no place at all', { cities: [], states: [] }, 'cities', 'Choose at least one city or state.'],
  [
    'a state that there is not',
    { cities: [], states: ['OH', 'ZZ'] },
    'states/1',
    'There is no state with the code ZZ.',
  ],
  ['a state by its name', { cities: [], states: ['Ohio'] }, 'states/0', null],
  ['more states than there are', { cities: [], states: Array.from({ length: 52 }, () => 'OH') }, 'states', null],
  ['cities without a distance', { cities: OHIO, states: ['OH'] }, 'radius_miles', null],
])('%s is refused, and the choice before stays', async (_what, body, field, message) => {
  await choosePlaces(mover, { cities: [], states: ['OH'] });
  const answer = await choosePlaces(mover, body);
  expect(answer.body).toMatchObject({ status: 422, errors: [{ field, ...(message && { message }) }] });
  expect(await chosen(mover)).toEqual({ cities: [], radius_miles: null, states: ['OH'] });
});

test('choices at once leave one of them whole', async () => {
  const sets = [
    OHIO,
    [{ city: 'Dayton', state: 'OH' }],
    [
      { city: 'Akron', state: 'OH' },
      { city: 'Toledo', state: 'OH' },
      { city: 'Canton', state: 'OH' },
    ],
  ];
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => choose(index % 2 ? mover : assistant, sets[index % 3])),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const { cities } = await chosen(mover);
  expect(
    sets.map((set) =>
      set
        .map(({ city }) => city)
        .sort()
        .join(),
    ),
  ).toContain(
    cities
      .map(({ city }) => city)
      .sort()
      .join(),
  );
});

test.each([
  ['none', [], 40, 'cities'],
  ['fifty-one', Array.from({ length: 51 }, () => OHIO[0]), 40, 'cities'],
  ['one that is not on the map', [OHIO[0], { city: 'Atlantis', state: 'OH' }], 40, 'cities/1'],
  ['one of another state', [{ city: 'Columbus', state: 'AK' }], 40, 'cities/0'],
  ['coordinates of one’s own', [{ city: 'Columbus', state: 'OH', lat: 0 }], 40, 'cities/0/lat'],
  ['no distance', OHIO, 4, 'radius_miles'],
  ['half the country', OHIO, 251, 'radius_miles'],
  ['half a mile', OHIO, 5.5, 'radius_miles'],
])('%s is no choice', async (_what, cities, radius, field) => {
  const before = await chosen(mover);
  const answer = await choose(mover, cities, radius);
  expect(answer.body).toMatchObject({ status: 422, errors: [{ field }] });
  expect(await chosen(mover)).toEqual(before);
  expect(await me(mover)).toMatchObject({ settings: { top_cities_chosen: false } });
});

test('agents, carriers and guests have no cities', async () => {
  const agent = await signedIn(application, 'agent', 'Ada Agent');
  expect((await choose(agent, OHIO)).status).toBe(403);
  for (const path of ['user/settings/top-cities', 'user/subscription/subscription']) {
    expect((await call(application, 'GET', path, { token: agent.token })).status).toBe(403);
    expect((await call(application, 'GET', path)).status).toBe(401);
  }
});
