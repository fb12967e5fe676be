import { beforeAll, describe, expect, test } from 'vitest';
import { carriersQuery } from '#src/api/carrier/agent-carrier.list.ts';
import type { ListCarriers } from '#src/api/carrier/agent-carrier.list.ts';
import { startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';

describe('query plans among thousands of carriers', () => {
  let application: Application;
  beforeAll(async () => {
    application = await startApplication({ environment: { PARTS: 'api' } });
    const { pool } = application.database;
    await pool.query('begin');
    await pool.query(
      `insert into account (id, role, email, name, password_hash) select gen_random_uuid(), 'carrier', 'plan' || n || '@bench.example', 'Plan ' || n, 'none' from generate_series(1, 20000) n`,
    );
    await pool.query(`insert into carrier (id, account_id, legal_name, usdot, contact_name, email, address, city, state, zip, lat, lng, search_text)
      select gen_random_uuid(), id, 'Zz ' || md5(name), '7', name, email, '1 Road', 'X', 'TX', '75001', 26 + random() * 22, -122 + random() * 50, md5(name) from account where email like 'plan%@bench.example'`);
    await pool.query('commit');
    await pool.query('analyze carrier');
  });

  async function planOf(query: ListCarriers): Promise<string> {
    const { sql, parameters } = carriersQuery(query, '2026-01-01', 50).compile(application.database.kysely);
    const { rows } = await application.database.pool.query<{ 'QUERY PLAN': string }>(
      `explain ${sql}`,
      parameters as unknown[],
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  }

  test.each([
    [{}, 'carrier_name'],
    [{ query: 'cleveland' }, 'carrier_search'],
    [{ near: '44301', radius_miles: '50' }, 'carrier_place'],
    [{ near: '44301', radius_miles: '50', sort: 'distance' }, 'carrier_place'],
    [{ near: '44301', radius_miles: '50', sort: 'rating' }, 'carrier_place'],
  ] as [ListCarriers, string][])('%j uses %s', async (query, index) => {
    const plan = await planOf(query);
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan on carrier');
  });

  test('jobs and declined awards are counted in their indexes', async () => {
    const plan = await planOf({ sort: 'rating' });
    expect(plan).toContain('contract_carrier');
    expect(plan).toContain('history_agent_lead_award_end');
  });
});
