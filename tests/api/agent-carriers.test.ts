import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#src/api/database/ids.ts';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Answer, Application } from '#tests/platform/application.ts';
import { newLead } from '#tests/paths/api-gestures.ts';
import { HOUR } from '#src/machines/calendar/durations.ts';

interface Listed {
  id: string;
  legal_name: string;
  miles: number | null;
  jobs_done: number;
  jobs_open: number;
  jobs_declined: number;
  kept_share: number | null;
}
interface Page {
  carriers: Listed[];
  page: { end: string | null; has_next: boolean };
  detail?: string;
  errors?: { field: string }[];
}
interface Note {
  id: string;
  text: string;
  author: string;
  deleted_by: string | null;
}
type Detail = Listed & {
  version: number;
  price_ratio: number;
  notes: Note[];
  awards_withdrawn: number;
  bids: Record<string, number>;
  agreement_url: string | null;
};

let application: Application;
let agent: Account;
let other: Account;
/** By the first word of their names. */
const carriers: Record<string, Account> = {};

const AT = {
  Akron: { city: 'Akron', state: 'OH', zip: '44301', lat: 41.05, lng: -81.52 },
  Boise: { city: 'Boise', state: 'ID', zip: '83702', lat: 43.63, lng: -116.2 },
  Cleveland: { city: 'Cleveland', state: 'OH', zip: '44101', lat: 41.48, lng: -81.69 },
  Dayton: { city: 'Dayton', state: 'OH', zip: '45402', lat: 39.76, lng: -84.19 },
  Elkhart: { city: 'Elkhart', state: 'IN', zip: '46514', lat: 41.7, lng: -85.97 },
};
const EQUIPMENT = {
  Akron: ['Liftgate'],
  Boise: ['Shuttle truck'],
  Cleveland: ['Liftgate', 'Shuttle truck'],
  Dayton: [],
  Elkhart: ['Liftgate'],
};

beforeAll(async () => {
  application = await startApplication();
  agent = await signedIn(application, 'agent', 'Ann Agent');
  other = await signedIn(application, 'agent', 'Bob Agent');
  for (const [name, place] of Object.entries(AT)) {
    const search_text = `${name.toLowerCase()} movers 1234567 ${place.city.toLowerCase()} ${place.state.toLowerCase()} ${place.zip}`;
    carriers[name] = await signedIn(application, 'carrier', `${name} Movers`, {
      ...place,
      equipment: JSON.stringify(EQUIPMENT[name as 'Akron']),
      search_text,
      ...(name === 'Elkhart' ? { authority: 'pending' } : {}),
    });
  }
  // A carrier without any details is in no list.
  await signedIn(application, 'carrier', 'Aaa New Movers', {
    address: '',
    city: '',
    state: '',
    zip: '',
    lat: 0,
    lng: 0,
    authority: 'pending',
    agreement_signed_at: null,
  });
  // Completed, declined, in progress: 2-1-1, 1-0-0, 0-1-0, none, 0-0-2.
  await job('Akron', { closed: true });
  await job('Akron', { closed: true });
  await job('Akron', {});
  await ended('Akron', 'carrier.declined');
  await job('Boise', { closed: true });
  await ended('Boise', 'award.withdrawn');
  await ended('Cleveland', 'carrier.declined');
  await job('Elkhart', {});
  await job('Elkhart', {});
});

async function lead(): Promise<string> {
  const { body } = await call<{ id: string }>(application, 'POST', 'agent-lead/', {
    token: agent.token,
    body: newLead(null),
  });
  return body.id;
}

let awarded = 0;

async function job(name: string, { closed = false }): Promise<string> {
  const id = await lead();
  const at = new Date(Date.UTC(2026, 0, 1) + awarded++ * HOUR).toISOString();
  await application.database.kysely
    .updateTable('contract')
    .set({
      awarded_carrier_id: carriers[name]!.carrierId,
      award_amount: 250_000,
      award_kind: 'special',
      awarded_at: at,
      closed_at: closed ? at : null,
    })
    .where('lead_id', '=', id)
    .execute();
  return id;
}

async function ended(name: string, event: string): Promise<void> {
  const id = await lead();
  const first = await application.database.kysely
    .selectFrom('history')
    .selectAll()
    .where('record_id', '=', id)
    .executeTakeFirstOrThrow();
  const json = { judged: JSON.stringify(first.judged), facts: JSON.stringify(first.facts) };
  await application.database.kysely
    .insertInto('history')
    .values({
      ...first,
      ...json,
      sequence: 2,
      event,
      payload: JSON.stringify({ carrierId: carriers[name]!.carrierId, reason: 'x' }),
    })
    .execute();
}

/** How often this audience was notified that the carrier changed. */
async function told(name: string, audience: 'agents' | 'itself'): Promise<number> {
  const { carrierId } = carriers[name]!;
  const rows = await application.database.kysely
    .selectFrom('live_event')
    .select('sequence')
    .where('subject_id', '=', carrierId)
    .where('audience', '=', audience === 'agents' ? 'agents' : `carrier:${carrierId}`)
    .execute();
  return rows.length;
}

const list = (query: Record<string, string> = {}, { token } = agent): Promise<Answer<Page>> =>
  call(application, 'GET', `agent/carriers?${new URLSearchParams(query).toString()}`, { token });
const detail = (name: string, { token } = agent): Promise<Answer<Detail>> =>
  call(application, 'GET', `agent/carriers/${carriers[name]!.carrierId}/details`, { token });
const names = ({ body }: Answer<Page>) => body.carriers.map(({ legal_name }) => legal_name.split(' ')[0]);

describe('the list of carriers', () => {
  test.each([
    [{}, ['Akron', 'Boise', 'Cleveland', 'Dayton', 'Elkhart']],
    [{ query: 'dayton' }, ['Dayton']],
    [{ query: 'Dáyton' }, ['Dayton']],
    [{ query: 'akron mov' }, ['Akron']],
    [{ query: 'clevland' }, ['Cleveland']],
    [{ query: 'claveland' }, ['Cleveland']],
    [{ query: 'zanzibar' }, []],
    [{ query: '%' }, []],
    [{ state: 'OH' }, ['Akron', 'Cleveland', 'Dayton']],
    [{ equipment: 'Liftgate' }, ['Akron', 'Cleveland', 'Elkhart']],
    [{ equipment: 'Liftgate', state: 'OH' }, ['Akron', 'Cleveland']],
    [{ compliant_only: 'true' }, ['Akron', 'Boise', 'Cleveland', 'Dayton']],
    [{ near: '44301', radius_miles: '60' }, ['Akron', 'Cleveland']],
    [{ near: '44301', radius_miles: '60', query: 'akron' }, ['Akron']],
    [{ near: '44301', sort: 'distance' }, ['Akron', 'Cleveland', 'Dayton', 'Elkhart', 'Boise']],
    [{ sort: 'jobs' }, ['Akron', 'Elkhart', 'Boise', 'Cleveland', 'Dayton']],
    // All jobs kept, two of three, none of one; then those without a track record.
    [{ sort: 'rating' }, ['Boise', 'Akron', 'Cleveland', 'Dayton', 'Elkhart']],
    [{ sort: 'rating', state: 'OH', compliant_only: 'true' }, ['Akron', 'Cleveland', 'Dayton']],
  ] as [Record<string, string>, string[]][])('%j finds %j', async (query, expected) => {
    expect(names(await list(query))).toEqual(expected);
  });

  test.each<Record<string, string>>([
    {},
    { sort: 'name' },
    { sort: 'distance', near: '44301' },
    { sort: 'jobs' },
    { sort: 'rating' },
    { sort: 'rating', near: '44301', radius_miles: '900' },
  ])('page by page the same as in one, by %j', async (query) => {
    const whole = names(await list(query));
    const walked: (string | undefined)[] = [];
    let after: string | null = null;
    do {
      const answer: Answer<Page> = await list({ ...query, limit: '2', ...(after ? { after } : {}) });
      expect(answer.status).toBe(200);
      expect(answer.body.carriers.length).toBeLessThanOrEqual(2);
      walked.push(...names(answer));
      after = answer.body.page.end;
    } while (after !== null);
    expect(walked).toEqual(whole);
  });

  test('says how far, how many jobs and how they went', async () => {
    const { body } = await list({ near: '44301', query: 'akron' });
    expect(body.carriers[0]).toMatchObject({ jobs_done: 2, jobs_open: 1, jobs_declined: 1 });
    expect(body.carriers[0]!.kept_share).toBeCloseTo(2 / 3);
    expect(body.carriers[0]!.miles).toBeLessThan(15);
    const without = await list({ query: 'dayton' });
    expect(without.body.carriers[0]).toMatchObject({ miles: null, kept_share: null, jobs_done: 0 });
  });

  test.each([
    [{ sort: 'distance' }, 'sort'],
    [{ radius_miles: '50' }, 'radius_miles'],
    [{ near: '00000' }, 'near'],
    [{ near: 'Akron' }, 'near'],
    [{ near: '44301', radius_miles: '0' }, 'radius_miles'],
    [{ sort: 'insurance' }, 'sort'],
    [{ price_ratio: '1' }, 'price_ratio'],
    [{ after: 'nonsense' }, 'after'],
  ] as [Record<string, string>, string][])('%j is refused, at %s', async (query, field) => {
    const { status, body } = await list(query);
    expect([status, body.errors?.[0]?.field]).toEqual([400, field]);
  });

  test('a place in one order is none in another', async () => {
    const byName = await list({ limit: '1' });
    const byJobs = await list({ limit: '1', sort: 'jobs' });
    expect([
      (await list({ sort: 'jobs', after: byName.body.page.end! })).status,
      (await list({ after: byJobs.body.page.end! })).status,
    ]).toEqual([400, 400]);
  });

  test('what it can be narrowed by', async () => {
    const { body } = await call(application, 'GET', 'agent/carriers/filter-list', { token: agent.token });
    expect(body).toMatchObject({
      states: ['ID', 'IN', 'OH'],
      equipment: ['Liftgate', 'Shuttle truck'],
      compliance: { compliant: 4, not_compliant: 1 },
    });
  });
});

describe('the page of a carrier', () => {
  test('how its jobs and bids have gone', async () => {
    const { body } = await detail('Boise');
    expect(body).toMatchObject({
      jobs_done: 1,
      jobs_declined: 0,
      awards_withdrawn: 1,
      kept_share: 1,
      bids: { placed: 0, active: 0, awarded: 0, lost: 0, withdrawn: 0 },
      notes: [],
    });
  });

  test('its jobs, page by page, the newest award first', async () => {
    type Jobs = { jobs: { lead_id: string; amount: number; client_name: string }[]; page: { end: string | null } };
    const ask = (query: string) =>
      call<Jobs>(application, 'GET', `agent/carriers/${carriers.Akron!.carrierId}/jobs?${query}`, {
        token: agent.token,
      });
    const whole = (await ask('')).body.jobs.map(({ lead_id }) => lead_id);
    expect(whole).toHaveLength(3);
    const first = await ask('limit=2');
    const second = await ask(`limit=2&after=${first.body.page.end}`);
    expect([...first.body.jobs, ...second.body.jobs].map(({ lead_id }) => lead_id)).toEqual(whole);
    expect(second.body.page.end).toBeNull();
    expect(first.body.jobs[0]).toMatchObject({ amount: 250_000 });
    expect((await ask('after=nonsense')).status).toBe(400);
    const name = await list({ limit: '1' });
    expect((await ask(`after=${name.body.page.end}`)).status).toBe(400);
  });

  test('a carrier that is not there', async () => {
    const path = `agent/carriers/${newId()}`;
    const answers = [
      await call(application, 'GET', `${path}/details`, { token: agent.token }),
      await call(application, 'GET', `${path}/jobs`, { token: agent.token }),
      await call(application, 'GET', `${path}/agreement/file`, { token: agent.token }),
      await call(application, 'POST', `${path}/notes`, { token: agent.token, body: { text: 'Hello' } }),
      await call(application, 'DELETE', `${path}/notes/${newId()}`, { token: agent.token }),
      await call(application, 'PATCH', path, { token: agent.token, body: { authority: 'active' } }),
      await call(application, 'PUT', `${path}/pricing-sheet`, {
        token: agent.token,
        body: { price_ratio: 1, data: [] },
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
  });

  test('the ratio: written with the version that was seen, refused with an older one, told to the carrier', async () => {
    const before = (await detail('Dayton')).body;
    const put = (body: Record<string, unknown>) =>
      call<Detail & { current?: Detail }>(application, 'PUT', `agent/carriers/${before.id}/pricing-sheet`, {
        token: agent.token,
        body: { data: [], ...body },
      });
    const written = await put({ price_ratio: 1.125, version: before.version });
    expect([written.status, written.body.price_ratio, written.body.version]).toEqual([200, 1.125, before.version + 1]);
    const stale = await put({ price_ratio: 2, version: before.version });
    expect([stale.status, stale.body.current?.price_ratio]).toEqual([409, 1.125]);
    for (const price_ratio of [0, -1, 0.0001, 11]) expect((await put({ price_ratio })).status).toBe(422);
    expect((await detail('Dayton')).body.price_ratio).toBe(1.125);
    expect([await told('Dayton', 'itself'), await told('Dayton', 'agents')]).toEqual([1, 1]);
  });
});

describe('notes', () => {
  const path = (name = 'Cleveland') => `agent/carriers/${carriers[name]!.carrierId}/notes`;
  const add = (text: unknown, { token } = agent, headers?: Record<string, string>) =>
    call<Detail>(application, 'POST', path(), { token, body: { text }, ...(headers ? { headers } : {}) });

  test('are added by one agent and read by another, the newest first', async () => {
    const first = await add('  Pays for detention.  ');
    const second = await add('Call Mona, not the office.', other);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect((await detail('Cleveland', other)).body.notes).toMatchObject([
      { text: 'Call Mona, not the office.', author: 'Bob Agent', deleted_by: null },
      { text: 'Pays for detention.', author: 'Ann Agent', deleted_by: null },
    ]);
  });

  test('the same key adds one', async () => {
    const before = (await detail('Cleveland')).body.notes.length;
    const key = { 'idempotency-key': `note-${newId()}` };
    const [one, again] = [await add('Once', agent, key), await add('Once', agent, key)];
    expect([one.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 200, 'true']);
    expect((await detail('Cleveland')).body.notes).toHaveLength(before + 1);
  });

  test.each([[''], ['   '], ['x'.repeat(2001)], [null], [7]])('%j is no note', async (text) => {
    const before = (await detail('Cleveland')).body.notes;
    expect((await add(text)).status).toBe(422);
    expect((await detail('Cleveland')).body.notes).toEqual(before);
  });

  test('any agent deletes one; who wrote and who deleted it stays, its words do not', async () => {
    const { body } = await add('Delete-me-7731');
    const { id } = body.notes[0]!;
    const gone = await call<Detail>(application, 'DELETE', `${path()}/${id}`, { token: other.token });
    expect(gone.body.notes.find((note) => note.id === id)).toMatchObject({
      text: '',
      author: 'Ann Agent',
      deleted_by: 'Bob Agent',
    });
    const kept = await application.database.kysely
      .selectFrom('carrier_note')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(kept)).not.toContain('Delete-me');
    // Deleted again, by someone else: it stays as it was.
    const again = await call<Detail>(application, 'DELETE', `${path()}/${id}`, { token: agent.token });
    expect([again.status, again.body.notes.find((note) => note.id === id)?.deleted_by]).toEqual([200, 'Bob Agent']);
  });

  test('a note of one carrier is none of another', async () => {
    const { id } = (await add('Stays')).body.notes[0]!;
    expect((await call(application, 'DELETE', `${path('Akron')}/${id}`, { token: agent.token })).status).toBe(404);
    expect((await detail('Cleveland')).body.notes[0]).toMatchObject({ id, text: 'Stays' });
  });

  test('as many as fit on the page, and no more', async () => {
    const carrier_id = carriers.Boise!.carrierId;
    await application.database.kysely
      .insertInto('carrier_note')
      .values(Array.from({ length: 500 }, () => ({ id: newId(), carrier_id, text: 'n', created_by: agent.id })))
      .execute();
    const refused = await call(application, 'POST', path('Boise'), { token: agent.token, body: { text: 'One more' } });
    expect(refused.status).toBe(409);
    expect((await detail('Boise')).body.notes).toHaveLength(500);
  });

  test('the carrier hears nothing of them', async () => {
    const { token } = carriers.Cleveland!;
    const before = await told('Cleveland', 'agents');
    await add('Canarynote-4471');
    const profile = await call(application, 'GET', 'carrier/profile', { token });
    const refused = [
      await detail('Cleveland', carriers.Cleveland),
      await list({}, carriers.Cleveland),
      await call(application, 'GET', path(), { token }),
    ];
    expect(JSON.stringify([profile, refused])).not.toMatch(/Canarynote|kept_share|jobs_declined/);
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 404]);
    expect([await told('Cleveland', 'agents'), await told('Cleveland', 'itself')]).toEqual([before + 1, 0]);
  });
});
