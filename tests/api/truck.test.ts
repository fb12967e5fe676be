import { beforeAll, describe, expect, test } from 'vitest';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { mailSearches } from '#src/api/load-search/load-search.alert.ts';
import { passTrucks } from '#src/api/truck/truck.record.ts';
import { DAY, MINUTE } from '#src/machines/calendar/durations.ts';
import { inDays, newCarrier } from './carrier-api.ts';
import { insertLoads } from './load-rows.ts';

/** Trucks that carriers post as empty: the loads that match, and what agents see of them. */
let application: Application;
let serial = 0;

beforeAll(async () => {
  application = await startApplication();
});

interface Truck {
  id: string;
  version: number;
  place: string;
  city: string;
  fitting: number | null;
  filter: Record<string, unknown>;
}
interface Answer {
  trucks: Truck[];
  detail: string;
  errors?: { field: string }[];
}
interface Near {
  carrier: { id: string; trucks: { city: string }[] };
  miles: number;
  truck: { city: string; miles: number } | null;
}

const ask = (method: 'GET' | 'POST' | 'PATCH', { token }: Account, path = '', body?: object) =>
  call<Answer>(application, method, `carrier/trucks${path}`, { token, ...(body ? { body } : {}) });
const days = { first_day: inDays(20), last_day: inDays(22) };
const post = (account: Account, given: object = {}) => ask('POST', account, '', { place: '43215', ...days, ...given });
const carrier = () => signedIn(application, 'carrier', `Truck Carrier ${++serial}`);
const idOf = async ({ email }: Account) =>
  (
    await application.database.kysely
      .selectFrom('carrier')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).id;

describe('a truck', () => {
  test('is posted, changed by the version that was seen, and withdrawn by its carrier alone', async () => {
    const [own, other] = [await carrier(), await carrier()];
    const posted = await post(own, { place: 'columbus, OH', destination: 'TX', weight_lb: 8000, note: ' 26 ft box ' });
    const [truck] = posted.body.trucks;
    expect([posted.status, truck!.place, truck!.city]).toEqual([200, 'Columbus, OH', 'Columbus']);
    expect(truck!.filter).toMatchObject({ near: 'Columbus, OH', destination_state: 'TX', weight_max: 8000 });
    expect((await ask('GET', other)).body.trucks).toEqual([]);
    const change = { version: 1, place: '78701', ...days };
    expect((await ask('PATCH', other, `/${truck!.id}`, change)).status).toBe(404);
    expect((await ask('POST', other, `/${truck!.id}/withdraw`, { version: 1 })).status).toBe(404);
    const changed = await ask('PATCH', own, `/${truck!.id}`, change);
    expect(changed.body.trucks).toMatchObject([{ city: 'Austin', version: 2, destination: null }]);
    expect((await ask('PATCH', own, `/${truck!.id}`, change)).status).toBe(409);
    expect((await ask('POST', own, `/${truck!.id}/withdraw`, { version: 2 })).body.trucks).toEqual([]);
    const again = await ask('POST', own, `/${truck!.id}/withdraw`, { version: 3 });
    expect([again.status, again.body.detail]).toEqual([409, 'This truck was withdrawn. Post it anew.']);
  });

  test('nonsense is refused in a sentence: places that are none, days that cannot be, too many', async () => {
    const own = await carrier();
    const refused = async (given: object) => {
      const { status, body } = await post(own, given);
      return [status, body.errors?.[0]?.field];
    };
    expect(await refused({ place: 'Nowhere, ZZ' })).toEqual([400, 'place']);
    expect(await refused({ destination: 'Nowhere, ZZ' })).toEqual([400, 'destination']);
    expect(await refused({ destination: 'ZZ' })).toEqual([400, 'destination']);
    expect(await refused({ last_day: inDays(19) })).toEqual([409, 'last_day']);
    expect(await refused({ first_day: inDays(-5), last_day: inDays(-4) })).toEqual([409, 'last_day']);
    expect(await refused({ first_day: '1900-01-01', last_day: inDays(4) })).toEqual([422, 'first_day']);
    expect(await refused({ last_day: inDays(200) })).toEqual([409, 'last_day']);
    expect((await post(own, { radius_miles: 0 })).status).toBe(422);
    for (let count = 0; count < 20; count += 1) expect((await post(own)).status).toBe(200);
    expect((await post(own)).status).toBe(409);
    const shut = await post(await newCarrier(application, `Truck Carrier ${++serial}`));
    expect([shut.status, shut.body.detail]).toEqual([403, expect.stringContaining('not open to you')]);
  });

  test('passes with its last day, also before the clock has seen to it', async () => {
    const own = await carrier();
    await post(own);
    const later = { ...application.parts, now: () => new Date(Date.now() + 40 * DAY) };
    await passTrucks(later);
    const rows = application.database.kysely.selectFrom('truck').select('state');
    expect(await rows.where('carrier_id', '=', await idOf(own)).execute()).toEqual([{ state: 'passed' }]);
    expect((await ask('GET', own)).body.trucks).toEqual([]);
  });
});

describe('what it brings', () => {
  test('the loads around it, on its days, that fit, with how far away they are', async () => {
    const own = await carrier();
    const at = { date: inDays(20), last: inDays(22) };
    const { fitting } = await insertLoads(application, {
      fitting: { from: '43055', to: '78701', ...at },
      late: { from: '43055', to: '78701', date: inDays(40), last: inDays(41) },
      far: { from: '98101', to: '78701', ...at },
      elsewhere: { from: '43055', to: '60601', ...at },
    });
    const [truck] = (await post(own, { destination: 'TX' })).body.trucks;
    expect(truck!.fitting).toBe(1);
    const query = new URLSearchParams({ sort: 'nearest' });
    for (const [name, value] of Object.entries(truck!.filter)) if (value !== null) query.set(name, String(value));
    const list = await call<{ loads: { id: string; distance_from_near: number }[] }>(
      application,
      'GET',
      `carrier/agent-lead/?${query}`,
      { token: own.token },
    );
    expect(list.body.loads.map(({ id }) => id)).toEqual([fitting]);
    expect(list.body.loads[0]!.distance_from_near).toBeGreaterThan(20);
    expect(list.body.loads[0]!.distance_from_near).toBeLessThan(60);
  });

  test('agents see it near a pick-up, on its days alone, and among the carriers', async () => {
    const agent = await signedIn(application, 'agent', 'Truck Agent');
    const [own, elsewhere] = [await carrier(), await carrier()];
    await post(own, { place: '59801', note: 'Two helpers' });
    await post(elsewhere, { place: '83702' });
    const { lead, afterwards } = await insertLoads(application, {
      lead: { from: '59801', to: '60601', date: inDays(21), last: inDays(21) },
      afterwards: { from: '59801', to: '60601', date: inDays(30), last: inDays(31) },
    });
    const nearest = async (id: string, to = 'pick-up') =>
      (
        await call<Near[]>(application, 'GET', `agent-lead/${id}/nearest-carriers?limit=5&to=${to}`, {
          token: agent.token,
        })
      ).body;
    const id = await idOf(own);
    const found = (await nearest(lead!))[0]!;
    expect(found).toMatchObject({ carrier: { id }, truck: { city: 'Missoula', miles: 0, note: 'Two helpers' } });
    expect(found.miles).toBeGreaterThan(500);
    expect((await nearest(afterwards!)).every(({ truck }) => truck === null)).toBe(true);
    expect((await nearest(lead!, 'drop-off')).every(({ truck }) => truck === null)).toBe(true);
    const listed = async (query: string) =>
      (
        await call<{ carriers: { id: string; trucks: { city: string }[] }[] }>(
          application,
          'GET',
          `agent/carriers?${query}`,
          { token: agent.token },
        )
      ).body.carriers;
    expect(await listed('with_truck=true&near=59801&radius_miles=50')).toMatchObject([
      { id, trucks: [{ city: 'Missoula' }] },
    ]);
    expect((await listed('with_truck=true&limit=100')).length).toBeGreaterThanOrEqual(2);
  });
});

describe('its alerts', () => {
  const mailsTo = async ({ email }: Account) =>
    application.database.kysely
      .selectFrom('mail')
      .select('subject')
      .where('kind', '=', 'load-search')
      .where('recipient', '=', email)
      .orderBy('created_at')
      .execute();
  const in5 = { now: () => new Date(Date.now() + 5 * MINUTE) };
  const at = { from: '05401', to: '78701', date: inDays(20), last: inDays(22) };
  const soon = () => new Date(Date.now() + 2 * MINUTE).toISOString();

  test('are those of a saved search: each new load that fits once, by the channel that was chosen', async () => {
    const own = await carrier();
    const [truck] = (await post(own, { place: 'Burlington, VT', alert: 'at-once' })).body.trucks;
    expect(truck).toMatchObject({ alert: 'at-once', channel: 'mail' });
    // It is shown with the truck, not among the named searches.
    const searches = await call(application, 'GET', 'carrier/load-searches', { token: own.token });
    expect(searches.body).toEqual({ searches: [] });
    await insertLoads(application, { near: { ...at, posted: soon() }, away: { ...at, from: '98101', posted: soon() } });
    await mailSearches({ ...application.parts, ...in5 });
    await mailSearches({ ...application.parts, now: () => new Date(Date.now() + 40 * MINUTE) });
    expect(await mailsTo(own)).toEqual([{ subject: 'New load: Burlington, VT to Austin, TX' }]);
    const { body } = await call<{ body: unknown }>(application, 'GET', 'carrier/trucks', { token: own.token });
    expect(body).toMatchObject({ trucks: [{ fitting: 1 }] });
  });

  test('are off where nobody asked for them, follow a change, and end with the truck', async () => {
    const own = await carrier();
    const [truck] = (await post(own, { place: 'Burlington, VT' })).body.trucks;
    expect(truck).toMatchObject({ alert: 'off' });
    const changed = await ask('PATCH', own, `/${truck!.id}`, {
      version: 1,
      place: 'Portland, ME',
      ...days,
      alert: 'daily',
      channel: 'both',
    });
    expect(changed.body.trucks).toMatchObject([{ alert: 'daily', channel: 'both' }]);
    const rows = () =>
      application.database.kysely
        .selectFrom('load_search')
        .select(['name', 'filter', 'alert'])
        .where('truck_id', '=', truck!.id)
        .execute();
    expect(await rows()).toMatchObject([
      { name: 'truck in Portland, ME', alert: 'daily', filter: { near: 'Portland, ME' } },
    ]);
    // If omitted, the alert stays as it is.
    await ask('PATCH', own, `/${truck!.id}`, { version: 2, place: '04101', ...days });
    expect(await rows()).toMatchObject([{ alert: 'daily', filter: { near: '04101' } }]);
    expect((await post(own, { alert: 'hourly' })).status).toBe(422);
    await ask('POST', own, `/${truck!.id}/withdraw`, { version: 3 });
    expect(await rows()).toEqual([]);
  });
});
