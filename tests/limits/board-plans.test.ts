import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { carrierById } from '#src/api/carrier/carrier.repository.ts';
import { baseOf } from '#src/api/carrier/load.filter.ts';
import { chosenLoads } from '#src/api/carrier/load.list.ts';
import { orderOf } from '#src/api/carrier/load.order.ts';
import { signedIn, startApplication } from '#tests/platform/application.ts';

/** As tests/limits/plans.test.ts, for the carriers' board in each of its orders. */
test('every list is found by an index, with a hundred thousand leads', { timeout: 120_000 }, async () => {
  const application = await startApplication({ environment: { PARTS: 'api' } });
  const { kysely } = application.database;
  const carrier = await signedIn(application, 'carrier', 'Swift Vans LLC');
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
