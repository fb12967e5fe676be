import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { carrierById } from '#src/api/carrier/carrier.repository.ts';
import { baseOf } from '#src/api/carrier/load.filter.ts';
import { chosenLoads } from '#src/api/carrier/load.list.ts';
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

test('every list is found by an index, with a hundred thousand leads', { timeout: 120_000 }, async () => {
  const { kysely } = application.database;
  await sql`insert into agent_lead (id, reference, model_version, state, entered_state_at, created_at, updated_at, source, kind, client_name, client_zone, stops,
      origin_city, origin_state, origin_zip, origin_lat, origin_lng, destination_city, destination_state, destination_zip, destination_lat, destination_lng, move_date, move_date_last, distance_miles, weight_lb)
    select gen_random_uuid(), 'B-' || n, 1, case when n % 5 = 0 then 'award-carrier' else 'contracted' end, now() - n * interval '1 minute', now(), now(), 'bulk', 'local', 'C', 'UTC', '[]',
      'X', 'TX', '75001', 25 + (n % 2300) / 100.0, -124 + (n % 5700) / 100.0, 'Y', 'CA', '90001', 25 + (n % 2100) / 100.0, -124 + (n % 5500) / 100.0, date '2027-01-01' + n % 300, date '2027-01-01' + n % 300, 100 + n % 900, 1000 + n % 9000
    from generate_series(1, 100000) n`.execute(kysely);
  await sql`insert into contract (id, lead_id) select gen_random_uuid(), id from agent_lead where source = 'bulk'`.execute(
    kysely,
  );
  const rival = await signedIn(application, 'carrier', 'Busy Wheels');
  await sql`insert into bid (id, lead_id, carrier_id, amount, start_date, state, model_version) select gen_random_uuid(), id, ${rival.carrierId}, 1, '2027-01-01', 'active', 1 from agent_lead where source = 'bulk' limit 20000`.execute(
    kysely,
  );
  await sql`analyze agent_lead, bid, contract`.execute(kysely);
  const row = await carrierById(kysely, carrier.carrierId);
  const planOf = async (query: Parameters<typeof chosenLoads>[0]) => {
    const order = orderOf(query.sort ?? 'newest', row, baseOf(row), query.mine === 'true');
    const { rows } = await sql<
      Record<string, unknown>
    >`explain (format json) ${chosenLoads(query, order, row, 51)}`.execute(kysely);
    return JSON.stringify(rows);
  };
  const expected: [Parameters<typeof chosenLoads>[0], RegExp][] = [
    [{}, /"agent_lead_tab"/],
    [{ sort: 'soonest' }, /"agent_lead_soonest"/],
    [{ radius_miles: '50' }, /"agent_lead_origin"/],
    [{ radius_miles: '50', sort: 'nearest' }, /"agent_lead_origin"/],
    [{ drop_radius_miles: '50' }, /"agent_lead_destination"/],
    [{ box: '39,-84,40,-83' }, /"agent_lead_origin"/],
    [{ mine: 'true' }, /"bid_carrier"/],
    [{ tab: 'open' }, /"contract_carrier"/],
  ];
  for (const [query, index] of expected) {
    const plan = await planOf(query);
    expect(plan, JSON.stringify(query)).toMatch(index);
    expect(plan, JSON.stringify(query)).not.toMatch(/"Seq Scan"[^}]*"agent_lead"/);
  }
});
