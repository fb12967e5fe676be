import { beforeEach, expect, test } from 'vitest';
import { newId } from '#src/api/database/ids.ts';
import { MOST_OF_PERSON, MOST_SHARED } from '#src/api/saved-view/saved-view.schemas.ts';
import type { AgentRight } from '#src/machines/account/agent-rights.ts';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account } from '#tests/platform/application.ts';

/** Saved views of the lists of leads: saved, shared, changed by those who may, and limited to what the list accepts. */
const application = await startApplication();
const { kysely } = application.database;
const ann = await signedIn(application, 'agent', 'Ann Agent');
const bob = await signedIn(application, 'agent', 'Bob Agent');
const eve = await signedIn(application, 'agent', 'Eve Agent');
const carrier = await signedIn(application, 'carrier', 'Swift Vans LLC');

interface View {
  id: string;
  name: string;
  is_shared: boolean;
  is_own: boolean;
  can_change: boolean;
  author: string;
  tab: string;
  columns: string[] | null;
  filter: Record<string, unknown>;
  version: number;
}
interface Answer {
  id: string;
  views: View[];
  detail: string;
  errors?: { field: string }[];
}

const texas = { name: 'Big ones from Texas', is_shared: false, tab: 'follow-up', origin_state: 'TX', sort: 'due' };
const act = (who: Account, method: string, path = '', body?: object, key?: string) =>
  call<Answer>(application, method, `agent/saved-views${path}`, {
    token: who.token,
    ...(body ? { body } : {}),
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  });
const views = async (who: Account) => (await act(who, 'GET')).body.views;
async function saved(who: Account, more: object = {}): Promise<View> {
  const { status, body } = await act(who, 'POST', '', { ...texas, ...more });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.views.find(({ id }) => id === body.id)!;
}
const setRights = (who: Account, rights: AgentRight[]) =>
  kysely.updateTable('account').set({ rights }).where('id', '=', who.id).execute();

beforeEach(async () => {
  await kysely.deleteFrom('saved_view').execute();
  for (const who of [ann, bob, eve]) await setRights(who, []);
});

test('a view is kept with what narrows and sorts the list, for oneself', async () => {
  const view = await saved(ann, {
    mine: true,
    move_date_from: '2026-12-01',
    move_date_to: '2026-12-31',
    work: 'follow-up-due',
    source: 'Web,Chat',
    price_from: 100_000,
    age_to: 30,
    columns: ['phone', 'due'],
  });
  expect(view.columns).toEqual(['phone', 'due']);
  expect(view).toMatchObject({ name: texas.name, is_own: true, can_change: true, author: 'Ann Agent', version: 1 });
  expect(view.filter).toEqual({
    mine: true,
    assigned_agent_id: null,
    kind: null,
    stage: null,
    source: 'Web,Chat',
    origin_state: 'TX',
    destination_state: null,
    origin_city: null,
    destination_city: null,
    move_date_from: '2026-12-01',
    move_date_to: '2026-12-31',
    price_from: 100_000,
    price_to: null,
    age_from: null,
    age_to: 30,
    work: 'follow-up-due',
    sort: 'due',
  });
  expect(await views(bob)).toEqual([]);
  expect(await views(ann)).toEqual([view]);
});

test('a shared one is seen by all, after their own', async () => {
  await saved(ann, { name: 'Alpha', is_shared: true });
  await saved(bob, { name: 'Zulu' });
  expect((await views(bob)).map(({ name, is_own, can_change }) => [name, is_own, can_change])).toEqual([
    ['Zulu', true, true],
    ['Alpha', false, false],
  ]);
});

test('its author changes and deletes it, with the version that was seen', async () => {
  const { id } = await saved(ann);
  const changed = await act(ann, 'PUT', `/${id}`, { ...texas, version: 1, name: ' Renamed ', destination_state: 'FL' });
  expect(changed.body.views[0]).toMatchObject({ name: 'Renamed', version: 2, filter: { destination_state: 'FL' } });
  expect((await act(ann, 'PUT', `/${id}`, { ...texas, version: 1 })).status).toBe(409);
  expect((await act(ann, 'POST', `/${id}/remove`, { version: 1 })).status).toBe(409);
  expect((await act(ann, 'POST', `/${id}/remove`, { version: 2 })).body.views).toEqual([]);
  expect((await act(ann, 'POST', `/${id}/remove`, { version: 2 })).status).toBe(404);
});

test('a colleague may change a shared one only with the right team or settings, a private one never', async () => {
  const shared = await saved(ann, { is_shared: true });
  const own = await saved(ann, { name: 'Mine alone' });
  const body = { ...texas, is_shared: true, version: 1 };
  expect((await act(bob, 'PUT', `/${shared.id}`, body)).status).toBe(403);
  expect((await act(bob, 'POST', `/${shared.id}/remove`, { version: 1 })).status).toBe(403);
  for (const right of ['workflow', 'exports'] as const) {
    await setRights(bob, [right]);
    expect((await act(bob, 'PUT', `/${shared.id}`, body)).status).toBe(403);
  }
  await setRights(bob, ['team']);
  expect((await views(bob))[0]).toMatchObject({ is_own: false, can_change: true });
  expect((await act(bob, 'PUT', `/${shared.id}`, body)).status).toBe(200);
  expect((await act(bob, 'PUT', `/${own.id}`, body)).status).toBe(404);
  expect((await act(bob, 'POST', `/${own.id}/remove`, { version: 1 })).status).toBe(404);
  await setRights(eve, ['settings']);
  expect((await act(eve, 'POST', `/${shared.id}/remove`, { version: 2 })).status).toBe(200);
  // It still belongs to its author.
  expect(await views(ann)).toMatchObject([{ name: 'Mine alone' }]);
});

test('only what the list takes is kept', async () => {
  for (const wrong of [
    { tab: 'sold' },
    { sort: 'margin' },
    { origin_state: 'Texas' },
    { move_date_from: 'tomorrow' },
    { after: 'abcd' },
    { limit: '5' },
    { is_archived: 'true' },
    { name: '' },
    { name: ' \u200b' },
    { name: 'x'.repeat(61) },
    { mine: 'yes' },
    { kind: 'piano' },
    { assigned_agent_id: 'ann' },
    { price_from: 2, price_to: 1 },
    { columns: ['client'] },
    { columns: ['phone', 'phone'] },
    { move_date_from: '2026-02-02', move_date_to: '2026-01-01' },
  ])
    expect([400, 422], JSON.stringify(wrong)).toContain((await act(ann, 'POST', '', { ...texas, ...wrong })).status);
  const stage = await act(ann, 'POST', '', { ...texas, stage: 'accepted' });
  expect([stage.status, stage.body.errors]).toMatchObject([422, [{ field: 'stage' }]]);
  expect(await views(ann)).toEqual([]);
});

test('a name is used once by a person, however it is written', async () => {
  await saved(ann);
  const again = await act(ann, 'POST', '', { ...texas, name: texas.name.toUpperCase() });
  expect([again.status, again.body.errors]).toMatchObject([422, [{ field: 'name' }]]);
  await saved(bob);
  const other = await saved(ann, { name: 'Other' });
  expect((await act(ann, 'PUT', `/${other.id}`, { ...texas, version: 1 })).status).toBe(422);
});

test('sent twice it is saved once; sent by two at once, too', async () => {
  const key = newId();
  const [first, second] = [await act(ann, 'POST', '', texas, key), await act(ann, 'POST', '', texas, key)];
  expect(second.body.id).toBe(first.body.id);
  const race = await Promise.all(Array.from({ length: 5 }, () => act(ann, 'POST', '', { ...texas, name: 'Race' })));
  expect(race.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422, 422, 422, 422]);
  expect(await views(ann)).toHaveLength(2);
});

const rows = (count: number, account: Account, is_shared: boolean) =>
  kysely
    .insertInto('saved_view')
    .values(
      Array.from({ length: count }, (_, index) => ({
        id: newId(),
        account_id: account.id,
        name: `View ${is_shared} ${index}`,
        is_shared,
        tab: 'new',
        filter: '{}',
        created_at: new Date().toISOString(),
        updated_at: new Date().toISOString(),
      })),
    )
    .execute();

test('there are bounds for a person and for what is shared', async () => {
  await rows(MOST_OF_PERSON - 1, ann, false);
  const answers = await Promise.all(['One', 'Two', 'Three'].map((name) => act(ann, 'POST', '', { ...texas, name })));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409]);
  await rows(MOST_SHARED, eve, true);
  expect((await act(bob, 'POST', '', { ...texas, is_shared: true })).status).toBe(409);
  const { id } = await saved(bob);
  expect((await act(bob, 'PUT', `/${id}`, { ...texas, version: 1, is_shared: true })).status).toBe(409);
  expect(await views(ann)).toHaveLength(MOST_OF_PERSON + MOST_SHARED);
});

test('nobody but agents', async () => {
  expect((await act(carrier, 'GET')).status).toBe(403);
  expect((await act(carrier, 'POST', '', texas)).status).toBe(403);
  expect((await call(application, 'GET', 'agent/saved-views')).status).toBe(401);
});
