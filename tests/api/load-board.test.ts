import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { carrierById } from '#src/api/carrier/carrier.repository.ts';
import { LOAD_SORTS, orderOf, perMile } from '#src/api/carrier/load.order.ts';
import { priceFromSheet } from '#src/machines/carrier/pricing-sheet.ts';
import type { PricingRow } from '#src/machines/carrier/pricing-sheet.ts';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { insertLoads } from './load-rows.ts';

interface Load {
  id: string;
  reference: string;
  tab: string | null;
  distance_from_base: number | null;
  suggested_price: number | null;
  suggested_per_mile: number | null;
  distance_miles: number | null;
  weight_lb: number | null;
  move_date: string | null;
}
interface Page {
  loads: Load[];
  page: { end: string | null; has_next: boolean };
}

/** Three bands, the second with a ratio that needs rounding; none for heavier or farther loads. */
const SHEET: PricingRow[] = [
  { miles_from: 0, miles_to: 300, lb_from: 0, lb_to: 6000, rate_per_cwt: 3333, minimum: 90_000 },
  { miles_from: 300, miles_to: 1500, lb_from: 0, lb_to: 6000, rate_per_cwt: 7777, minimum: 150_001 },
  { miles_from: 300, miles_to: 1500, lb_from: 6000, lb_to: 12_000, rate_per_cwt: 6111, minimum: 150_000 },
];
const RATIO = 1.137;

let application: Application;
let carrier: Account;
let ids: Record<string, string>;

beforeAll(async () => {
  application = await startApplication();
  // Based in Columbus, Ohio.
  carrier = await signedIn(application, 'carrier', 'Swift Vans LLC', {
    pricing_sheet: JSON.stringify(SHEET),
    price_ratio: RATIO,
  });
  const stranger = await signedIn(application, 'carrier', 'Blue Ridge Movers');
  ids = await insertLoads(application, {
    columbus: {
      from: '43215',
      to: '60601',
      date: '2027-05-01',
      last: '2027-05-09',
      lb: 4000,
      posted: '2026-01-01T00:00:00.000Z',
    },
    dayton: {
      from: '45402',
      to: '43215',
      date: '2027-05-03',
      lb: 2000,
      kind: 'local',
      posted: '2026-01-02T00:00:00.000Z',
    },
    toledo: { from: '43604', to: '10001', date: '2027-05-03', lb: 9000, posted: '2026-01-02T00:00:00.000Z' },
    chicago: { from: '60601', to: '43215', date: '2027-06-01', lb: 5999, posted: '2026-01-04T00:00:00.000Z' },
    denver: { from: '80202', to: '43215', date: '2027-04-01', lb: 6000, posted: '2026-01-05T00:00:00.000Z' },
    austin: {
      from: '78701',
      to: '98101',
      date: '2027-07-01',
      lb: 30_000,
      kind: 'freight',
      posted: '2026-01-06T00:00:00.000Z',
    },
    dateless: { from: '43215', to: '48201', date: null, lb: null, posted: '2026-01-07T00:00:00.000Z' },
    placeless: { from: null, to: '60601', posted: '2026-01-08T00:00:00.000Z' },
    own: { from: '43215', to: '60601', state: 'open-contracts', awardedTo: carrier.carrierId },
    theirs: { from: '43215', to: '60601', state: 'open-contracts', awardedTo: stranger.carrierId },
    unposted: { from: '43215', to: '60601', state: 'contracted' },
  });
});

const ask = <T = Page>(query: string, who = carrier) =>
  call<T>(application, 'GET', `carrier/agent-lead/${query}`, { token: who.token });
const names = ({ loads }: Page) => loads.map(({ reference }) => reference.slice(2));
const onBoard = ['columbus', 'dayton', 'toledo', 'chicago', 'denver', 'austin', 'dateless', 'placeless'];

describe('filters', () => {
  test.each([
    ['', onBoard],
    ['tab=open', ['own']],
    ['tab=completed', []],
    ['origin_state=OH', ['columbus', 'dayton', 'toledo', 'dateless']],
    ['destination_state=OH', ['dayton', 'chicago', 'denver']],
    // From the base in Columbus.
    ['radius_miles=20', ['columbus', 'dateless']],
    ['radius_miles=90', ['columbus', 'dayton', 'dateless']],
    ['near=43604&radius_miles=10', ['toledo']],
    ['near=Chicago, IL&radius_miles=25', ['chicago']],
    ['drop_near=43215&drop_radius_miles=10', ['dayton', 'chicago', 'denver']],
    ['drop_radius_miles=10', ['dayton', 'chicago', 'denver']],
    ['radius_miles=90&drop_radius_miles=10', ['dayton']],
    ['box=39,-85,41,-82', ['columbus', 'dayton', 'dateless']],
    // A load whose pick-up window has not ended can be picked up then.
    ['move_date_from=2027-05-09&move_date_to=2027-06-01', ['columbus', 'chicago', 'placeless']],
    ['move_date_to=2027-04-30', ['denver']],
    ['weight_min=6000', ['toledo', 'denver', 'austin']],
    ['weight_max=4000', ['columbus', 'dayton']],
    ['weight_min=5999&weight_max=6000', ['chicago', 'denver']],
    ['distance_max=100', ['dayton']],
    ['distance_min=1000', ['denver', 'austin']],
    ['kind=freight', ['austin']],
    ['mine=true', []],
  ])('%s', async (query, expected) => {
    const { status, body } = await ask(`?${query}`);
    expect([status, names(body).sort()]).toEqual([200, [...expected].sort()]);
    const map = await ask<{ cities: { count: number }[] }>(`map?${query}`);
    const count = map.body.cities.reduce((sum, city) => sum + city.count, 0);
    expect(count, 'the map shows what the list shows').toBe(expected.filter((name) => name !== 'placeless').length);
  });

  test.each([
    ['near=00000&radius_miles=10', 'near'],
    ['near=Nowhere, OH&radius_miles=10', 'near'],
    ['drop_near=43215', 'drop_radius_miles'],
    ['weight_min=10&weight_max=9', 'weight_max'],
    ['distance_min=10&distance_max=9', 'distance_max'],
    ['move_date_from=2027-02-01&move_date_to=2027-01-01', 'move_date_to'],
    ['box=41,-85,39,-82', 'box'],
    ['box=41,-85,39', 'box'],
    ['radius_miles=0', 'radius_miles'],
    ['radius_miles=10000', 'radius_miles'],
    ['weight_min=-1', 'weight_min'],
    ['mine=yes', 'mine'],
  ])('%s is refused and names the field', async (query, field) => {
    for (const path of [`?${query}`, `map?${query}`]) {
      const { status, body } = await ask<{ errors: { field: string }[] }>(path);
      expect([status, body.errors[0]!.field]).toEqual([400, field]);
    }
  });

  test.each([
    'query=Casey',
    'client_name=Casey',
    'client_email=a@b.test',
    'client_phone=1',
    'state=open-contracts',
    'is_archived=true',
    'carrier_id=x',
    'bid_count=1',
    'lowest_bid=1',
    'assigned_agent_id=x',
    'award_amount=1',
    'sort=client',
    'sort=lowest_bid',
    'sort=bid_count',
  ])('what a carrier may not see is not a filter: %s', async (query) => {
    expect((await ask(`?${query}`)).status).toBe(400);
    expect((await ask(`map?${query}`)).status).toBe(400);
  });

  test('without a base only named places can be measured from', async () => {
    const homeless = await signedIn(application, 'carrier', 'New Wheels', {
      zip: '',
      city: '',
      state: '',
      lat: 0,
      lng: 0,
    });
    expect((await ask('?radius_miles=50', homeless)).status).toBe(400);
    expect((await ask('?sort=nearest', homeless)).status).toBe(400);
    expect(names((await ask('?radius_miles=10&near=43604', homeless)).body)).toEqual(['toledo']);
    expect((await ask('', homeless)).body.loads[0]!.distance_from_base).toBe(null);
  });
});

describe('order', () => {
  // With equal keys, the newer one comes last, or first in descending order.
  const orders: Record<(typeof LOAD_SORTS)[number], string[]> = {
    newest: ['placeless', 'dateless', 'austin', 'denver', 'chicago', 'toledo', 'dayton', 'columbus'],
    nearest: ['columbus', 'dateless', 'dayton', 'toledo', 'chicago', 'austin', 'denver', 'placeless'],
    soonest: ['denver', 'columbus', 'dayton', 'toledo', 'placeless', 'chicago', 'austin', 'dateless'],
    'best-paid': ['dayton', 'toledo', 'chicago', 'columbus', 'denver', 'placeless', 'dateless', 'austin'],
  };

  test.each(LOAD_SORTS)('%s', async (sort) => expect(names((await ask(`?sort=${sort}`)).body)).toEqual(orders[sort]));

  test.each([...LOAD_SORTS])('%s by pages of any size is the same list', async (sort) => {
    const whole = names((await ask(`?sort=${sort}`)).body);
    for (const limit of [1, 2, 3, 5]) {
      const walked: string[] = [];
      let after = '';
      for (;;) {
        const { status, body } = await ask(`?sort=${sort}&limit=${limit}${after}`);
        expect(status).toBe(200);
        walked.push(...names(body));
        if (!body.page.has_next) break;
        after = `&after=${body.page.end}`;
      }
      expect(walked, `${limit} at a time`).toEqual(whole);
    }
  });

  test('a cursor of another order is refused, and so is one that was made up', async () => {
    for (const sort of LOAD_SORTS) {
      const { body } = await ask(`?sort=${sort}&limit=1`);
      for (const other of LOAD_SORTS)
        expect((await ask(`?sort=${other}&limit=1&after=${body.page.end}`)).status).toBe(other === sort ? 200 : 400);
    }
    const madeUp = Buffer.from(JSON.stringify(['newest now()', ids.columbus])).toString('base64url');
    expect((await ask(`?after=${madeUp}`)).status).toBe(400);
  });

  test('what SQL orders by is what the sheet says in words', async () => {
    const { body } = await ask('?sort=best-paid');
    const said = body.loads.map((load) => {
      const { price } = priceFromSheet(SHEET, RATIO, { miles: load.distance_miles, weightLb: load.weight_lb });
      return [load.reference, price, price === null ? null : perMile(price, load.distance_miles!)];
    });
    expect(body.loads.map((load) => [load.reference, load.suggested_price, load.suggested_per_mile])).toEqual(said);
    const paid = said.map(([, , cents]) => (cents as number | null) ?? -1);
    expect(paid).toEqual([...paid].sort((a, b) => b - a));
    expect(paid.filter((cents) => cents > 0).length).toBeGreaterThan(3);
    const row = await carrierById(application.database.kysely, carrier.carrierId);
    const { rows } = await sql<{
      key: string;
      id: string;
    }>`select id, ${orderOf('best-paid', row, null, false).key}::text as key from agent_lead where state = 'award-carrier'`.execute(
      application.database.kysely,
    );
    for (const { id, key } of rows)
      expect(Number(key)).toBe(body.loads.find((load) => load.id === id)!.suggested_per_mile ?? -1);
  });

  test('nearest is measured from the base, or from the place that is named', async () => {
    const { body } = await ask('?sort=nearest');
    const miles = body.loads.map(({ distance_from_base }) => distance_from_base ?? Infinity);
    expect(miles).toEqual([...miles].sort((a, b) => a - b));
    expect(names((await ask('?sort=nearest&near=Denver, CO&limit=1')).body)).toEqual(['denver']);
  });
});
