import { beforeAll, expect, test } from 'vitest';
import { LEAD_SORTS } from '#src/api/agent-lead/agent-lead.list.schemas.ts';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';

/** How the lists of leads are filtered, sorted, and assembled, using the leads of the demo. */
let application: Application;
let ann: Account;
let bob: Account;

interface Row {
  id: string;
  state: string;
  source: string;
  client: { name: string };
  origin: { city: string; state: string } | null;
  move_date: string | null;
  follow_up: { date: string } | null;
  quote: { total: number } | null;
  entered_state_at: string;
  created_at: string;
  assigned_agent: { id: string; name: string } | null;
  destination: { city: string; state: string } | null;
}

beforeAll(async () => {
  application = await startApplication({ demoData: true });
  ann = await signedIn(application, 'agent', 'Ann Agent');
  bob = await signedIn(application, 'agent', 'Bob Agent');
  const { kysely } = application.database;
  const some = kysely
    .selectFrom('agent_lead')
    .select('id')
    .where('is_archived', '=', false)
    .orderBy('reference')
    .limit(9);
  await kysely.updateTable('agent_lead').set({ assigned_agent_id: ann.id }).where('id', 'in', some).execute();
}, 300_000);

const ask = <Body>(path: string, query: Record<string, string>, who = ann) =>
  call<Body>(application, 'GET', `agent-lead/${path}?${new URLSearchParams(query)}`, { token: who.token });

/** Every page of a list, a few leads at a time. */
async function list(query: Record<string, string>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after: string | null = ''; after !== null;) {
    const { status, body }: { status: number; body: { leads: Row[]; page: { end: string | null } } } = await ask('', {
      limit: '7',
      ...query,
      ...(after && { after }),
    });
    expect(status, JSON.stringify(query)).toBe(200);
    rows.push(...body.leads);
    after = body.page.end;
  }
  return rows;
}
const placeOf = ({ city, state }: { city: string; state: string }) => `${city}, ${state}`;
const names = (rows: Row[]) => rows.map(({ id }) => id);

test('each filter takes several values, and leaves exactly the leads that have one of them', async () => {
  const all = await list({});
  const of = (is: (row: Row) => boolean) => names(all.filter(is));
  const [one, two] = [...new Set(all.map(({ source }) => source))];
  const agents = [...new Set(all.flatMap(({ assigned_agent }) => assigned_agent?.id ?? []))].slice(0, 2);
  const city = all.find(({ origin }) => origin)!.origin!.city;
  const week = Date.now() - 6 * 86_400_000;
  for (const [query, is] of [
    [{ source: `${one},${two}` }, ({ source }) => source === one || source === two],
    [{ origin_state: 'TX,FL,CA' }, ({ origin }) => ['TX', 'FL', 'CA'].includes(origin?.state ?? '')],
    [{ assigned_agent_id: agents.join() }, ({ assigned_agent }) => agents.includes(assigned_agent?.id ?? '')],
    [
      { origin_city: city.slice(0, 4).toUpperCase() },
      ({ origin }) => origin?.city.startsWith(city.slice(0, 4)) ?? false,
    ],
    [
      { price_from: '200000', price_to: '400000' },
      ({ quote }) => !!quote && quote.total >= 200_000 && quote.total <= 400_000,
    ],
  ] as [Record<string, string>, (row: Row) => boolean][]) {
    const expected = of(is);
    expect(expected.length, JSON.stringify(query)).toBeGreaterThan(0);
    expect(expected.length, JSON.stringify(query)).toBeLessThan(all.length);
    expect(names(await list(query)).toSorted(), JSON.stringify(query)).toEqual(expected.toSorted());
  }
  const [young, old] = [await list({ age_to: '5' }), await list({ age_from: '6' })];
  expect(young.length * old.length).toBeGreaterThan(0);
  expect([...names(young), ...names(old)].toSorted()).toEqual(names(all).toSorted());
  for (const { created_at } of old) expect(Date.parse(created_at)).toBeLessThan(week + 86_400_000);
});

test('every order holds over its pages in both directions, and what has no value is last', async () => {
  const valueOf: Record<string, (row: Row) => string | number | null> = {
    newest: (row) => row.entered_state_at,
    oldest: (row) => row.entered_state_at,
    'move-date': (row) => row.move_date,
    client: (row) => row.client.name,
    'follow-up': (row) => row.follow_up?.date ?? null,
    source: (row) => row.source,
    price: (row) => row.quote?.total ?? null,
    route: ({ origin, destination }) =>
      origin && `${placeOf(origin)}${destination ? ` → ${placeOf(destination)}` : ''}`,
    agent: (row) => row.assigned_agent?.name ?? null,
  };
  for (const state of ['follow-up', 'completed-contracts']) {
    const all = names(await list({ state })).toSorted();
    for (const sort of LEAD_SORTS) {
      if (sort === 'due') continue;
      const rows = await list({ state, sort });
      expect(names(rows).toSorted(), sort).toEqual(all);
      const descends = sort === 'newest' || sort.endsWith('-desc');
      const values = rows.map(valueOf[sort.replace(/-desc$/, '')]!);
      const known = values.filter((value) => value !== null);
      expect(values.slice(0, known.length), sort).toEqual(known);
      const order = (a: string | number, b: string | number) =>
        (typeof a === 'number' ? a - Number(b) : new Intl.Collator('en').compare(a, String(b))) * (descends ? -1 : 1);
      expect(known, sort).toEqual(known.toSorted(order));
    }
  }
});

test('the order by agents follows the name of an account, and leads that nobody has are last', async () => {
  const { kysely } = application.database;
  const first = async (sort: string) =>
    (await list({ state: 'new', sort })).map((row) => row.assigned_agent?.id ?? null);
  const [one] = await list({ state: 'new' });
  await kysely.updateTable('agent_lead').set({ assigned_agent_id: bob.id }).where('id', '=', one!.id).execute();
  await kysely.updateTable('account').set({ name: 'Zoe Agent' }).where('id', '=', bob.id).execute();
  expect((await first('agent-desc'))[0]).toBe(bob.id);
  await kysely.updateTable('account').set({ name: 'Aaron Agent' }).where('id', '=', bob.id).execute();
  expect((await first('agent'))[0]).toBe(bob.id);
  // Archived leads are in none of these lists; their agent's name appears again once they are restored.
  const set = (is_archived: boolean) =>
    kysely.updateTable('agent_lead').set({ is_archived }).where('id', '=', one!.id).execute();
  await set(true);
  await kysely.updateTable('account').set({ name: 'Zoe Agent' }).where('id', '=', bob.id).execute();
  await set(false);
  expect((await first('agent-desc'))[0]).toBe(bob.id);
  await kysely.updateTable('agent_lead').set({ assigned_agent_id: null }).where('id', '=', one!.id).execute();
  for (const sort of ['agent', 'agent-desc']) expect((await first(sort)).at(-1)).toBeNull();
});

test('the archive begins with what was archived last, whatever changed in it since', async () => {
  const { kysely } = application.database;
  const [one, two] = await list({ state: 'new' });
  const update = (id: string, set: { is_archived?: boolean; updated_at: string }) =>
    kysely.updateTable('agent_lead').set(set).where('id', '=', id).execute();
  const archive = (id: string, updated_at: string) => update(id, { is_archived: true, updated_at });
  await archive(one!.id, '2999-01-01T00:00:00Z');
  await archive(two!.id, '2999-01-02T00:00:00Z');
  await update(one!.id, { updated_at: '2999-01-03T00:00:00Z' });
  const archived = (await list({ is_archived: 'true' })).map(({ id }) => id);
  expect(archived.slice(0, 2)).toEqual([two!.id, one!.id]);
  expect(new Set(archived).size).toBe(archived.length);
  for (const { id } of [one!, two!]) await update(id, { is_archived: false, updated_at: one!.entered_state_at });
});

test('the numbers of the tabs follow the filters', async () => {
  const filter = { origin_state: 'TX,FL', price_from: '100000' };
  const rows = await list(filter);
  const { body } = await ask<{ tabs: { state: string; all: number; mine: number }[] }>('counts', filter);
  for (const { state, all } of body.tabs) expect(all, state).toBe(rows.filter((row) => row.state === state).length);
  expect(rows.length).toBeGreaterThan(0);
  const { body: sources } = await ask<{ sources: string[] }>('sources', {});
  expect(sources.sources).toEqual([...new Set((await list({})).map(({ source }) => source))].toSorted());
});

test('what is no filter, too much of one, or a range the wrong way round is refused', async () => {
  const wrong: Record<string, string>[] = [
    { origin_state: 'Texas' },
    { origin_state: Array.from({ length: 21 }, () => 'TX').join() },
    { assigned_agent_id: '-'.repeat(36) },
    { kind: 'local,piano' },
    { price_from: '-1' },
    { price_from: '2', price_to: '1' },
    { age_from: '9', age_to: '3' },
    { sort: 'margin' },
  ];
  for (const query of wrong)
    for (const path of ['', 'counts']) expect((await ask(path, query)).status, JSON.stringify(query)).toBe(400);
});

test('columns are one’s own, by list, and the usual ones again once they are none', async () => {
  const put = (body: object, who = ann) =>
    call<{ lists: unknown[] }>(application, 'PUT', 'agent/list-columns', { token: who.token, body });
  const own = async (who: Account) =>
    (await call<{ lists: unknown[] }>(application, 'GET', 'agent/list-columns', { token: who.token })).body.lists;
  expect((await put({ tab: 'new', columns: ['phone', 'route'] })).body.lists).toEqual([
    { tab: 'new', columns: ['phone', 'route'] },
  ]);
  await put({ tab: 'follow-up', columns: ['due'] });
  expect(await own(ann)).toEqual([
    { tab: 'follow-up', columns: ['due'] },
    { tab: 'new', columns: ['phone', 'route'] },
  ]);
  expect(await own(bob)).toEqual([]);
  expect((await put({ tab: 'follow-up', columns: [] })).body.lists).toHaveLength(1);
  for (const wrong of [
    { tab: 'sold', columns: ['phone'] },
    { tab: 'new', columns: ['client'] },
    { tab: 'new', columns: ['phone', 'phone'] },
  ])
    expect((await put(wrong)).status, JSON.stringify(wrong)).toBe(422);
});
