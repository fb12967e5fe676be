import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stateLeadLifecycle } from '#src/machines/state-lead/state-lead.lifecycle.ts';
import { replay } from '#src/machines/replay.ts';
import { IMPORT } from '#src/api/http/ceilings.ts';
import { importLeads } from '#src/api/state-lead/state-lead.import.ts';
import { newId, newToken, sha256 } from '#src/api/database/ids.ts';
import { createLeaveTokens } from '#src/api/link/leave-token.ts';
import { call, mailTo, signedIn, startApplication, tokenOf } from '#tests/platform/application.ts';
import type { Account, Application, Answer } from '#tests/platform/application.ts';
import { DAY } from '#src/machines/calendar/durations.ts';
import { inDays } from './carrier-api.ts';

/** A trial would open 5 leads a day. */
const ACTIVE = { business: { subscription: 'active' } };

/** Movers' leads: how they arrive, who sees what of them, and what may be done with them. */
let application: Application;
let mona: Account;
let assistant: Account;
let rival: Account;
let far: Account;
let key: string;

interface Lead {
  id: string;
  reference: string;
  state: string;
  version: number;
  client: { name: string; email: string | null; phone: string | null } | null;
  comment: string | null;
  quote: { amount: number; answer: string | null } | null;
  actions: { event: string; may: boolean; unmet: string[] }[];
  history: { event: string; actor_name: string }[];
  detail?: string;
  unmet?: string[];
}
interface Page {
  leads: Lead[];
  page: { end: string | null; has_next: boolean };
  counts: { inbox: number; fresh: number; archived: number };
  is_locked: boolean;
  detail?: string;
}

beforeAll(async () => {
  application = await startApplication();
  mona = await signedIn(application, 'mover', 'Mona Mover', {}, ACTIVE);
  assistant = await signedIn(application, 'assistant', 'Abe Assistant', {}, { businessId: mona.businessId });
  rival = await signedIn(application, 'mover', 'Rita Rival', {}, ACTIVE);
  far = await signedIn(
    application,
    'mover',
    'Fay Faraway',
    {},
    { business: { ...ACTIVE.business, top_cities_chosen_at: null } },
  );
  key = `lk_${newToken()}`;
  await application.database.kysely
    .insertInto('intake_key')
    .values({ id: newId(), name: 'LeadHub', key_hash: sha256(key) })
    .execute();
});

let external = 0;
const leadBody = (changed: object = {}) => ({
  external_id: `hub-${(external += 1)}`,
  client: {
    name: `Casey Client ${external}`,
    email: `casey${external}@client.test`,
    phone: `+1614555${String(1000 + external)}`,
  },
  origin: { zip: '43215' },
  destination: { city: 'Chicago', state: 'IL' },
  move_date: '2029-12-15',
  size: 'two-bedroom',
  comment: 'A piano comes along',
  ...changed,
});
const handIn = <
  T = {
    id: string;
    reference: string;
    duplicate: boolean;
    suspected_duplicate_of: string | null;
    errors?: { field: string }[];
  },
>(
  body: object,
  withKey = key,
) => call<T>(application, 'POST', 'intake/state-lead', { body, headers: { authorization: `Bearer ${withKey}` } });
const newLead = async (changed: object = {}): Promise<string> => (await handIn(leadBody(changed))).body.id;
const list = (who: Account, query = '') => call<Page>(application, 'GET', `state-lead/${query}`, { token: who.token });
const read = (who: Account, id: string) => call<Lead>(application, 'GET', `state-lead/${id}`, { token: who.token });
const change = (who: Account, id: string, body: object) =>
  call<Lead>(application, 'PATCH', `state-lead/${id}`, { token: who.token, body });
const quote = (who: Account, id: string, body: object = {}) =>
  call<Lead>(application, 'POST', `quote/${id}/`, {
    token: who.token,
    body: { amount: 240_000, message: 'We would love to help.', valid_until: inDays(300), ...body },
  });
const subscription = (who: Account, state: 'inactive' | 'active') =>
  application.database.kysely
    .updateTable('business')
    .set({ subscription: state })
    .where('id', '=', who.businessId!)
    .execute();
const statuses = (answers: Answer<unknown>[]) => answers.map(({ status }) => status);

describe('arriving', () => {
  test('a lead reaches those who work where it starts, and nobody else', async () => {
    const id = await newLead();
    expect(
      statuses([await read(mona, id), await read(assistant, id), await read(rival, id), await read(far, id)]),
    ).toEqual([200, 200, 200, 404]);
    expect((await read(mona, id)).body).toMatchObject({
      state: 'fresh',
      origin: { city: 'Columbus', state: 'OH', zip: '43215' },
      destination: { city: 'Chicago', state: 'IL', zip: null },
      weight_lb: 5500,
      comment: 'A piano comes along',
      is_locked: false,
    });
    const elsewhere = await newLead({ origin: { city: 'Miami', state: 'FL' } });
    expect((await read(mona, elsewhere)).status).toBe(404);
  });

  test('the same id again is the same lead; another lead under it is refused; all at once too', async () => {
    const body = leadBody();
    const answers = await Promise.all(Array.from({ length: 12 }, () => handIn(body)));
    expect(statuses(answers).toSorted((a, b) => a - b)).toEqual([...Array.from({ length: 11 }, () => 200), 201]);
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect((await handIn({ ...body, comment: 'Something else' })).status).toBe(409);
    // The order of the fields does not matter.
    expect((await handIn(Object.fromEntries(Object.entries(body).toReversed()))).body.duplicate).toBe(true);
  });

  test('the same person between the same places is suspected, and taken all the same', async () => {
    const first = await handIn(leadBody());
    const { client } = leadBody();
    const again = await handIn(leadBody({ client: { ...client, email: `casey${external - 1}@client.test` } }));
    expect(again).toMatchObject({ status: 201, body: { suspected_duplicate_of: first.body.reference } });
    expect(
      (
        await handIn(
          leadBody({
            client: { name: 'Other', email: `casey${external - 1}@client.test` },
            destination: { city: 'Denver', state: 'CO' },
          }),
        )
      ).body.suspected_duplicate_of,
    ).toBeNull();
  });

  test.each([
    ['no contact', { client: { name: 'Casey' } }, 'client'],
    ['a ZIP that is none', { origin: { zip: '00000' } }, 'origin/zip'],
    ['a city that is not there', { destination: { city: 'Atlantis', state: 'OH' } }, 'destination/city'],
    ['nowhere', { origin: {} }, 'origin'],
    ['a size that is none', { size: 'castle' }, 'size'],
    ['a date that is none', { move_date: '2026-02-30' }, 'move_date'],
    ['a day that has passed', { move_date: '2026-11-01' }, 'move_date'],
    ['a field that nobody knows', { is_archived: true }, 'is_archived'],
    ['a zone that is none', { client: { name: 'Casey', email: 'c@client.test', zone: 'Moon/Base' } }, 'client/zone'],
  ])('%s is refused beside its field', async (_name, changed, field) => {
    const { status, body } = await handIn(leadBody(changed));
    expect(status).toBe(422);
    expect(body.errors?.[0]?.field).toBe(field);
  });

  test('without a key, with another or with a revoked one nothing is taken', async () => {
    const revoked = `lk_${newToken()}`;
    await application.database.kysely
      .insertInto('intake_key')
      .values({ id: newId(), name: 'Gone', key_hash: sha256(revoked), revoked_at: new Date().toISOString() })
      .execute();
    const answers = [
      await handIn(leadBody(), 'lk_nobody-has-this-key-at-all'),
      await handIn(leadBody(), revoked),
      await handIn(leadBody(), mona.token),
      await call(application, 'POST', 'intake/state-lead', { body: leadBody() }),
    ];
    expect(statuses(answers)).toEqual([401, 401, 401, 401]);
  });

  test('a key has its measure', async () => {
    const eager = `lk_${newToken()}`;
    const id = newId();
    await application.database.kysely
      .insertInto('intake_key')
      .values({ id, name: 'Eager', key_hash: sha256(eager) })
      .execute();
    expect((await handIn(leadBody(), eager)).status).toBe(201);
    await application.database.pool.query(
      "insert into sign_in_attempt (key) select 'provider:key:' || $1 from generate_series(1, 1999)",
      [id],
    );
    const refused = await handIn(leadBody(), eager);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('cities that are chosen later bring the leads of the last month', async () => {
    const id = await newLead({ origin: { city: 'Denver', state: 'CO' } });
    const old = await newLead({ origin: { city: 'Denver', state: 'CO' } });
    await application.database.kysely
      .updateTable('state_lead')
      .set({ received_at: new Date(Date.now() - 31 * DAY).toISOString() })
      .where('id', '=', old)
      .execute();
    expect((await read(far, id)).status).toBe(404);
    await call(application, 'POST', 'user/settings/top-cities', {
      token: far.token,
      body: { cities: [{ city: 'Denver', state: 'CO' }], radius_miles: 25 },
    });
    expect(statuses([await read(far, id), await read(far, old)])).toEqual([200, 404]);
  });

  test('a whole state brings its leads, once where a city of it does too, and its last month', async () => {
    const statewide = await signedIn(
      application,
      'mover',
      'Stan Statewide',
      {},
      { business: { ...ACTIVE.business, top_cities_chosen_at: null } },
    );
    const choose = (body: object) =>
      call(application, 'POST', 'user/settings/top-cities', { token: statewide.token, body });
    const offers = async (leadId: string) =>
      (
        await application.database.kysely
          .selectFrom('state_lead_work')
          .select('lead_id')
          .where('business_id', '=', statewide.businessId!)
          .where('lead_id', '=', leadId)
          .execute()
      ).length;
    const waiting = await newLead({ origin: { city: 'El Paso', state: 'TX' } });
    // Across the border, and nearer to El Paso than most of Texas.
    const beyond = await newLead({ origin: { city: 'Las Cruces', state: 'NM' } });
    await choose({ cities: [], states: ['TX'] });
    expect([await offers(waiting), await offers(beyond)]).toEqual([1, 0]);
    const arriving = await newLead({ origin: { city: 'Amarillo', state: 'TX' } });
    const leaving = await newLead({ destination: { city: 'Amarillo', state: 'TX' } });
    expect([await offers(arriving), await offers(leaving)]).toEqual([1, 0]);
    expect((await list(statewide)).body.leads.map(({ id }) => id).toSorted()).toEqual([waiting, arriving].toSorted());

    await choose({ cities: [{ city: 'El Paso', state: 'TX' }], radius_miles: 60, states: ['TX'] });
    const both = await newLead({ origin: { city: 'El Paso', state: 'TX' } });
    expect([await offers(both), await offers(beyond), await offers(waiting)]).toEqual([1, 1, 1]);

    // Existing leads stay; no new ones arrive.
    await choose({ cities: [{ city: 'El Paso', state: 'TX' }], radius_miles: 60, states: [] });
    const later = await newLead({ origin: { city: 'Amarillo', state: 'TX' } });
    expect([await offers(later), await offers(arriving)]).toEqual([0, 1]);
  });

  test('who wants it is mailed, once for many, and without the client', async () => {
    const quiet = await signedIn(application, 'mover', 'Quinn Quiet', {}, {});
    await application.database.kysely
      .updateTable('account')
      .set({ email_on_new_lead: false })
      .where('id', '=', quiet.id)
      .execute();
    const ids = [await newLead(), await newLead(), await newLead()];
    await application.database.pool.query(
      "update pgboss.job set start_after = now() where name = 'state-lead.notify' and state = 'created'",
    );
    const { id: mailId, text, links } = await mailTo(application, mona.email, /lead/i);
    const source = await (await fetch(`${application.url}/dev/mailbox/${mailId}`)).text();
    expect(source).toContain(
      `&lt;${application.url}/api/frontend/user/settings/one-click/${createLeaveTokens(application.parts, 'email_on_new_lead').tokenOf(mona.id)}&gt;`,
    );
    expect(source).toContain('List-Unsubscribe=One-Click');
    expect(links).toContain(`${application.url}/email/settings-unsubscribe?field=email_on_new_lead`);
    expect(text).toContain('Columbus, OH to Chicago, IL');
    expect(text).not.toMatch(/casey\d|\+1614/i);
    const { rows } = await application.database.pool.query('select recipient from mail where recipient = $1', [
      quiet.email,
    ]);
    expect(rows).toEqual([]);
    expect(ids).toHaveLength(3);
  });
});

describe('the list', () => {
  test('filters, pages without a gap, counts', async () => {
    const mover = await signedIn(application, 'mover', 'Paula Pages', {}, ACTIVE);
    for (let index = 0; index < 7; index += 1)
      await newLead({
        destination: { city: index % 2 ? 'Chicago' : 'Denver', state: index % 2 ? 'IL' : 'CO' },
        move_date: `2029-01-0${index + 1}`,
      });
    const all = await list(mover);
    expect(all.body.counts).toEqual({ inbox: 7, fresh: 7, archived: 0 });
    const pages: string[] = [];
    let after = '';
    do {
      const { body } = await list(mover, `?limit=3${after}`);
      pages.push(...body.leads.map(({ id }) => id));
      after = body.page.end ? `&after=${body.page.end}` : '';
    } while (after);
    expect(pages).toEqual(all.body.leads.map(({ id }) => id));
    const count = async (query: string) => (await list(mover, query)).body.leads.length;
    expect([
      await count('?destination_state=IL'),
      await count('?date_from=2029-01-03&date_to=2029-01-04'),
      await count('?state=KY'),
      await count('?city=columbus'),
      await count('?size=studio'),
      await count('?q=Casey'),
      await count('?q=100%25'),
    ]).toEqual([3, 2, 0, 7, 0, 7, 0]);
    // The map has the same counts.
    const onMap = await call<{ cities: { city: string; state: string; lat: number; count: number }[] }>(
      application,
      'GET',
      'state-lead/map?destination_state=IL',
      { token: mover.token },
    );
    expect(onMap.body.cities).toMatchObject([{ city: 'Columbus', state: 'OH', lat: expect.closeTo(40, 0), count: 3 }]);
    await change(mover, pages[0]!, { contacted: true });
    expect([await count('?uncontacted=true'), await count('?uncontacted=false')]).toEqual([6, 7]);
    expect(
      statuses([
        await list(mover, '?client_name=x'),
        await list(mover, '?size=castle'),
        await list(mover, '?after=nonsense'),
      ]),
    ).toEqual([400, 400, 400]);
  });

  test('without a subscription the client is hidden everywhere, and says why', async () => {
    const mover = await signedIn(application, 'mover', 'Ina Inactive');
    const id = await newLead({
      client: { name: 'Canary Hiddenname', email: 'canary@hidden.test', phone: '+16145559999' },
      comment: 'canary comment',
    });
    await change(mover, id, { contacted: true });
    await call(application, 'POST', `state-lead/${id}/notes`, { token: mover.token, body: { text: 'called' } });
    await subscription(mover, 'inactive');
    const answers = [
      await list(mover),
      await read(mover, id),
      await list(mover, '?is_archived=true'),
      await list(mover, '?q=Hiddenname'),
      await change(mover, id, { is_archived: true }),
      await quote(mover, id),
      await call(application, 'GET', `state-lead/${id}/notes`, { token: mover.token }),
      await call(application, 'POST', `state-lead/${id}/notes`, { token: mover.token, body: { text: 'x' } }),
    ];
    expect(statuses(answers)).toEqual([200, 200, 403, 400, 409, 409, 409, 409]);
    for (const { body } of answers) expect(JSON.stringify(body)).not.toMatch(/canary|hiddenname|5559999|555-9999/i);
    expect((answers[1] as Answer<Lead>).body).toMatchObject({
      is_locked: true,
      client: null,
      actions: expect.arrayContaining([
        { event: 'quote.sent', may: false, unmet: ['the subscription is active'] },
      ]) as unknown,
    });
    expect((answers[4] as Answer<Lead>).body.unmet).toEqual(['the subscription is active']);
    // What the client lacks would also reveal something.
    const silent = await newLead({ client: { name: 'Canary Hiddenname', phone: '+16145559998' } });
    expect([
      (await quote(mover, silent)).body.unmet,
      (await read(mover, silent)).body.actions.find(({ event }) => event === 'quote.sent')?.unmet,
    ]).toEqual([['the subscription is active'], ['the subscription is active']]);
    await subscription(mover, 'active');
    expect((await read(mover, id)).body.client?.name).toBe('Canary Hiddenname');
  });
});

describe('working a lead', () => {
  test('contacted, archived, restored; a stale version changes nothing', async () => {
    const id = await newLead();
    expect((await change(mona, id, { contacted: true, version: 1 })).body).toMatchObject({
      state: 'contacted',
      version: 2,
    });
    expect((await change(assistant, id, { is_archived: true, version: 1 })).status).toBe(409);
    expect((await change(assistant, id, { is_archived: true, version: 2 })).body).toMatchObject({
      is_archived: true,
      state: 'contacted',
    });
    expect((await change(mona, id, { contacted: true })).status).toBe(409);
    expect((await change(mona, id, {})).status).toBe(422);
    expect((await change(mona, id, { is_archived: false, contacted: true })).status).toBe(422);
    const { body } = await change(mona, id, { is_archived: false });
    expect(body.history.map(({ event, actor_name }) => `${event} ${actor_name}`)).toEqual([
      'lead.restored Mona Mover',
      'lead.archived Abe Assistant',
      'contact.made Mona Mover',
    ]);
    // The other business has its own record.
    expect((await read(rival, id)).body).toMatchObject({ state: 'fresh', version: 1, history: [] });
  });

  test('many at once, each with its result', async () => {
    const ids = [await newLead(), await newLead()];
    await change(mona, ids[1]!, { is_archived: true });
    const strange = await newLead({ origin: { city: 'Miami', state: 'FL' } });
    const { body } = await call<{ results: { id: string; done: boolean; detail: string | null }[] }>(
      application,
      'POST',
      'state-lead/archive',
      { token: mona.token, body: { ids: [...ids, strange], is_archived: true } },
    );
    expect(body.results.map(({ done }) => done)).toEqual([true, false, false]);
    expect(body.results[1]!.detail).toContain('archived');
  });

  test('notes: of the business, changed by their writer only', async () => {
    const id = await newLead();
    const write = (who: Account, text: string) =>
      call<{ id: string; author: string; is_own: boolean; text: string }[]>(
        application,
        'POST',
        `state-lead/${id}/notes`,
        { token: who.token, body: { text } },
      );
    const [note] = (await write(mona, 'Call after six <img onerror=alert(1)>')).body;
    expect((await write(assistant, 'Called')).body.map(({ author, is_own }) => [author, is_own])).toEqual([
      ['Abe Assistant', true],
      ['Mona Mover', false],
    ]);
    const edit = (who: Account, method: string, body?: object) =>
      call<{ text: string; edited_at: string | null }[]>(application, method, `state-lead/notes/${note!.id}`, {
        token: who.token,
        ...(body ? { body } : {}),
      });
    expect(
      statuses([
        await edit(assistant, 'PATCH', { text: 'mine now' }),
        await edit(assistant, 'DELETE'),
        await edit(rival, 'DELETE'),
        await edit(rival, 'PATCH', { text: 'x' }),
      ]),
    ).toEqual([403, 403, 404, 404]);
    const edited = (await edit(mona, 'PATCH', { text: 'Call after seven' })).body.find(
      ({ text }) => text === 'Call after seven',
    );
    expect(edited?.edited_at).not.toBeNull();
    expect((await edit(mona, 'DELETE')).body).toHaveLength(1);
    expect(
      statuses([
        await write(mona, '  '),
        await write(mona, 'x'.repeat(5001)),
        await call(application, 'GET', `state-lead/${id}/notes`, { token: rival.token }),
      ]),
    ).toEqual([422, 422, 200]);
    expect((await call<unknown[]>(application, 'GET', `state-lead/${id}/notes`, { token: rival.token })).body).toEqual(
      [],
    );
  });

  test('a quote is mailed, replaced, answered once, and the answer is seen', async () => {
    const { client } = leadBody();
    const id = await newLead({ client });
    expect((await quote(mona, id)).body).toMatchObject({ state: 'quoted', quote: { amount: 240_000, answer: null } });
    const first = tokenOf(await mailTo(application, client.email, /quote/), '/quote/');
    await quote(assistant, id, { amount: 230_000 });
    const shared = (token: string, method = 'GET', body?: object) =>
      call<{ amount: number; answer: string | null; company: { name: string }; detail?: string }>(
        application,
        method,
        `state-lead/quote?token=${token}`,
        body ? { body } : {},
      );
    expect((await shared(first)).status).toBe(410);
    const second = tokenOf(await mailTo(application, client.email, /quote/, 1), '/quote/');
    expect((await shared(second)).body).toMatchObject({
      amount: 230_000,
      answer: null,
      company: { name: 'Mona Mover Moving' },
    });
    // Reading changes nothing; of twenty answers, one counts.
    expect((await read(mona, id)).body.state).toBe('quoted');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        shared(second, 'POST', { amount: 230_000, answer: index % 2 ? 'accepted' : 'declined', reason: 'A friend' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(statuses(answers))).toEqual(new Set([200, 409]));
    const after = (await read(mona, id)).body;
    expect(['accepted', 'declined']).toContain(after.state);
    expect(after.quote?.answer).toBe(after.state);
    expect((await mailTo(application, assistant.email, /quote for Casey/)).text).toContain('2,300.00');
  });

  test('what a quote needs', async () => {
    const id = await newLead({ client: { name: 'No Mail', phone: '+16145550123' } });
    expect((await quote(mona, id)).body.unmet).toEqual(['the client has an email address']);
    const other = await newLead();
    expect((await quote(mona, other, { valid_until: '2020-01-01' })).body.unmet).toEqual([
      'the quote is valid until today or later',
    ]);
    expect(await quote(mona, other, { valid_until: '2099-12-31' })).toMatchObject({
      status: 422,
      body: {
        detail: expect.stringMatching(/^A price can be valid for two years at most, until \w+, \w+ \d+, \d{4}\.$/),
        errors: [{ field: 'valid_until' }],
      },
    });
    expect(
      statuses([
        await quote(mona, other, { amount: 0 }),
        await quote(mona, other, { amount: 1.5 }),
        await quote(far, other),
        await quote(mona, newId()),
      ]),
    ).toEqual([422, 422, 404, 404]);
  });

  test('every history folds through the lifecycle to its row', async () => {
    const { kysely } = application.database;
    const works = await kysely.selectFrom('state_lead_work').selectAll().execute();
    expect(works.length).toBeGreaterThan(5);
    for (const work of works) {
      const entries = await kysely
        .selectFrom('history')
        .selectAll()
        .where('record_id', '=', work.id)
        .orderBy('sequence')
        .execute();
      expect(entries[0]).toMatchObject({ event: 'lead.offered', at: work.offered_at, to_state: 'fresh' });
      expect(replay(stateLeadLifecycle, entries)).toEqual({ state: work.state, isArchived: work.is_archived });
    }
  });
});

describe('the import', () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'leads-import-'))));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('a file that is too large, or bad throughout, ends with a sentence', async () => {
    const large = join(folder, 'large.csv');
    await writeFile(large, 'name,email,origin_zip,destination_zip,size\n');
    await truncate(large, IMPORT.bytes + 1);
    await expect(importLeads(application.parts, large)).rejects.toThrow(
      'large.csv has 101 MB; a file can be up to 100 MB. Nothing was imported. Split it.',
    );
    const bad = join(folder, 'bad.csv');
    await writeFile(bad, `name,size\n${'Ann,castle\n'.repeat(IMPORT.bad + 1)}`);
    await expect(importLeads(application.parts, bad)).rejects.toThrow(
      /^5,000 leads of the file are bad, the last in line 5002: .* 0 were added before\./,
    );
  });

  test('good rows are taken, bad ones reported with their line, and nothing twice', async () => {
    const file = join(folder, 'leads.csv');
    const rows = [
      '\uFEFFName,Email,Phone,Origin ZIP,Destination City,Destination State,Move date,Size,Comment'.replace(
        'Email',
        'email',
      ),
      'Ada Import,ada@import.test,(614) 555-0199,43215,Chicago,IL,2029-03-01,studio,"Two cats, one ""lion"""',
      'Ben Import,,,43215,Chicago,IL,2029-03-01,studio,',
      'Cyd Import,cyd@import.test,,99999,Chicago,IL,,studio,',
      'Dan Import,dan@import.test,,43215-1234,Denver,co,,three-bedroom,',
    ];
    await writeFile(file, rows.join('\r\n'));
    const first = await importLeads(application.parts, file);
    expect(first).toMatchObject({ rows: 4, added: 2, repeated: 0, bad: [{ line: 3 }, { line: 4 }] });
    expect(first.bad[0]!.sentence).toContain('phone number or an email');
    expect(await importLeads(application.parts, file)).toMatchObject({ added: 0, repeated: 2 });
    const [ada] = (await list(mona, '?q=ada%20import')).body.leads;
    expect(ada).toMatchObject({ client: { phone: '+16145550199' }, comment: 'Two cats, one "lion"' });
    expect(await readFile(file, 'utf8')).toContain('Ada');
  });

  test('a weight is read as people write it, and refused if it may mean another', async () => {
    const file = join(folder, 'weights.csv');
    const row = (name: string, weight: string) => `${name},${name}@weights.test,43215,60601,studio,"${weight}"`;
    await writeFile(
      file,
      ['name,email,origin_zip,destination_zip,size,weight_lb', row('eva', '5,500 lb'), row('fay', '12e3')].join('\n'),
    );
    expect(await importLeads(application.parts, file)).toMatchObject({
      added: 1,
      bad: [{ line: 3, sentence: 'Weight (lb) must be a whole number.' }],
    });
    const [eva] = (await list(mona, '?q=eva')).body.leads;
    expect(eva).toMatchObject({ weight_lb: 5500 });
  });

  test('a header with columns that nobody knows takes nothing', async () => {
    const file = join(folder, 'strange.csv');
    await writeFile(file, 'name,size,shoe_size\nX,studio,44\n');
    await expect(importLeads(application.parts, file)).rejects.toThrow('shoe_size');
  });
});

test('a list whose range of days ends before it begins says so, and a range of one day is fine', async () => {
  const list = (to: string) =>
    call<{ errors?: { field: string }[] }>(application, 'GET', `state-lead/?date_from=2030-07-02&date_to=${to}`, {
      token: mona.token,
    });
  expect(await list('2030-07-01')).toMatchObject({ status: 400, body: { errors: [{ field: 'date_to' }] } });
  expect((await list('2030-07-02')).status).toBe(200);
});
