import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { createLeaveTokens } from '#src/api/link/leave-token.ts';
import { mailSearches } from '#src/api/load-search/load-search.alert.ts';
import { newId } from '#src/api/database/ids.ts';
import { DAY, HOUR, MINUTE } from '#src/machines/calendar/durations.ts';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { inDays, newCarrier } from './carrier-api.ts';
import { insertLoads } from './load-rows.ts';
import type { LoadRow } from './load-rows.ts';

/** Carriers' saved searches, and the mails about them: each load once, and none that cannot be bid on. */
let application: Application;
let serial = 0;

beforeAll(async () => {
  application = await startApplication();
});

interface Search {
  id: string;
  version: number;
  name: string;
  alert: string;
  filter: Record<string, unknown>;
}
interface Answer {
  searches: Search[];
  detail: string;
}

const ask = (method: 'GET' | 'POST' | 'PATCH', { token }: Account, path = '', body?: object) =>
  call<Answer>(application, method, `carrier/load-searches${path}`, { token, ...(body ? { body } : {}) });
const save = (
  account: Account,
  { filter = { origin_state: 'OH' }, ...given }: { filter?: object; name?: string; alert?: string } = {},
) => ask('POST', account, '', { name: `Search ${++serial}`, alert: 'at-once', ...filter, ...given });
const carrier = () => signedIn(application, 'carrier', `Search Carrier ${++serial}`);
const partsAt = (ms: number) => ({ ...application.parts, now: () => new Date(Date.now() + ms) });
const soon = new Date(Date.now() + 2 * MINUTE).toISOString();
const post = async (...loads: Partial<LoadRow>[]): Promise<string[]> =>
  Object.values(
    await insertLoads(
      application,
      Object.fromEntries(
        loads.map((load) => [
          `S${++serial}`,
          { from: '43215', to: '60601', date: inDays(20), last: inDays(22), posted: soon, ...load },
        ]),
      ),
    ),
  );
const mailsTo = async ({ email }: Account): Promise<{ subject: string; text: string }[]> => {
  const { rows } = await sql<{ subject: string; text: string }>`
    select subject, body ->> 'text' as text from mail where kind = 'load-search' and lower(recipient) = ${email.toLowerCase()}
     order by created_at, id`.execute(application.database.kysely);
  return rows;
};

describe('searches', () => {
  test('are kept, changed and deleted by their carrier alone, by the version that was seen', async () => {
    const [own, other] = [await carrier(), await carrier()];
    const filter = { origin_state: 'OH,TX', radius_miles: 100, weight_max: 5000, kind: 'local' };
    const saved = await save(own, { name: 'Home', alert: 'daily', filter });
    const [search] = saved.body.searches;
    expect([saved.status, search!.name, search!.alert]).toEqual([200, 'Home', 'daily']);
    expect(search!.filter).toMatchObject({ ...filter, near: null });
    expect((await ask('GET', other)).body.searches).toEqual([]);
    expect((await ask('PATCH', other, `/${search!.id}`, { version: 1, alert: 'off' })).status).toBe(404);
    expect((await ask('POST', other, `/${search!.id}/remove`, { version: 1 })).status).toBe(404);

    const changed = await ask('PATCH', own, `/${search!.id}`, { version: 1, alert: 'off', name: 'Base' });
    expect(changed.body.searches).toMatchObject([{ name: 'Base', alert: 'off', version: 2 }]);
    expect((await ask('PATCH', own, `/${search!.id}`, { version: 1, alert: 'daily' })).status).toBe(409);
    expect((await ask('POST', own, `/${search!.id}/remove`, { version: 2 })).body.searches).toEqual([]);
  });

  test('nonsense is refused: a place that is none, a name twice, more than there can be', async () => {
    const own = await carrier();
    expect((await save(own, { filter: { origin_state: 'OH', mine: true } })).status).toBeGreaterThanOrEqual(400);
    expect((await save(own, { filter: { near: 'Nowhere, ZZ', radius_miles: 50 } })).status).toBe(400);
    expect((await save(own, { filter: { weight_min: 10, weight_max: 5 } })).status).toBe(400);
    expect((await save(own, { name: 'Twice' })).status).toBe(200);
    expect((await save(own, { name: 'twice ' })).status).toBe(422);
    for (let count = 1; count < 20; count += 1) expect((await save(own, { alert: 'off' })).status).toBe(200);
    expect((await save(own)).status).toBe(409);
  });

  test('several states at once are those of any of them, on the board, too', async () => {
    const own = await carrier();
    const [ohio, texas, utah] = await post({ from: '43215' }, { from: '78701' }, { from: '84101' });
    const found = await call<{ loads: { id: string }[] }>(
      application,
      'GET',
      'carrier/agent-lead/?origin_state=OH,TX&limit=100',
      { token: own.token },
    );
    const ids = found.body.loads.map(({ id }) => id);
    expect([ids.includes(ohio!), ids.includes(texas!), ids.includes(utah!)]).toEqual([true, true, false]);
    const wrong = await call(application, 'GET', 'carrier/agent-lead/?origin_state=OH,', { token: own.token });
    expect(wrong.status).toBe(400);
  });
});

describe('alerts', () => {
  test('tell of what is posted after the search was saved, each load once, also where it is posted again', async () => {
    const own = await carrier();
    await post({ from: '05401', posted: new Date(Date.now() - HOUR).toISOString() });
    await save(own, { name: 'Vermont', filter: { origin_state: 'VT' } });
    await mailSearches(partsAt(5 * MINUTE));
    expect(await mailsTo(own)).toEqual([]);
    const [first] = await post({ from: '05401' });
    await mailSearches(partsAt(5 * MINUTE));
    await mailSearches(partsAt(30 * MINUTE));
    const [mail, ...others] = await mailsTo(own);
    expect([mail!.subject, others]).toEqual(['New load: Burlington, VT to Chicago, IL', []]);
    await application.database.kysely
      .updateTable('agent_lead')
      .set({ entered_state_at: new Date(Date.now() + 40 * MINUTE).toISOString() })
      .where('id', '=', first!)
      .execute();
    await mailSearches(partsAt(HOUR));
    expect(await mailsTo(own)).toHaveLength(1);
    await post({ from: '05401' }, { from: '05401' });
    await mailSearches(partsAt(2 * HOUR));
    expect((await mailsTo(own)).map(({ subject }) => subject)).toEqual([
      'New load: Burlington, VT to Chicago, IL',
      '2 new loads for “Vermont”',
    ]);
  });

  test('leave out loads that cannot be bid on, and tell of them once they can', async () => {
    const own = await newCarrier(application, `Unsigned ${newId().slice(-6)}`);
    await save(own, { filter: { origin_state: 'ME' } });
    await post({ from: '04101' });
    await mailSearches(partsAt(5 * MINUTE));
    expect(await mailsTo(own)).toEqual([]);
    const able = await carrier();
    await save(able, { filter: { origin_state: 'ME' } });
    // Its insurance ends before the job does.
    await post({ from: '04101', date: '2100-05-01', last: '2100-05-03' });
    await mailSearches(partsAt(5 * MINUTE));
    expect((await mailsTo(able)).map(({ subject }) => subject)).toEqual(['New load: Portland, ME to Chicago, IL']);
  });

  test('once a day come together, in the morning of the brokerage; none come where they are off', async () => {
    const [daily, off] = [await carrier(), await carrier()];
    await save(daily, { name: 'Daily', alert: 'daily', filter: { origin_state: 'WY' } });
    await save(off, { alert: 'off', filter: { origin_state: 'WY' } });
    const { zone } = application.parts.brokerage;
    const hour = (ms: number) =>
      Number(
        new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' }).format(Date.now() + ms),
      );
    const at = (wanted: number) => {
      let ms = DAY;
      while (hour(ms) !== wanted) ms += HOUR;
      return ms;
    };
    await post({ from: '82001' }, { from: '82001' });
    await mailSearches(partsAt(at(3)));
    expect(await mailsTo(daily)).toEqual([]);
    await mailSearches(partsAt(at(8)));
    await post({ from: '82001' });
    await mailSearches(partsAt(at(8) + HOUR));
    expect((await mailsTo(daily)).map(({ subject }) => subject)).toEqual(['2 new loads for “Daily”']);
    await mailSearches(partsAt(at(8) + DAY));
    expect(await mailsTo(daily)).toHaveLength(2);
    expect(await mailsTo(off)).toEqual([]);
  });

  test('end with one click of a mail program; a forged token ends nothing, and a GET leads to the page', async () => {
    const own = await carrier();
    const [search] = (await save(own)).body.searches;
    const token = createLeaveTokens(application.parts, 'load-search').tokenOf(search!.id);
    const click = (given: string, method = 'POST') =>
      fetch(`${application.url}/api/frontend/carrier/load-searches/one-click/${given}`, {
        method,
        redirect: 'manual',
        ...(method === 'POST' ? { body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) } : {}),
      });
    expect((await click(token, 'GET')).headers.get('location')).toContain('/load-board/leads/available?searches=1');
    expect((await click(createLeaveTokens(application.parts, 'mailing-leave').tokenOf(search!.id))).status).toBe(404);
    expect((await ask('GET', own)).body.searches[0]!.alert).toBe('at-once');
    expect((await click(token)).status).toBe(200);
    expect((await ask('GET', own)).body.searches).toMatchObject([{ alert: 'off', version: 2 }]);
    expect((await click(token)).status).toBe(200);
  });
});
