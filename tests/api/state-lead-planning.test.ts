import { STATE_LEAD_MODEL_VERSION } from '#src/machines/state-lead/state-lead.lifecycle.ts';
import { buyerOf } from './shop-buyer.ts';
import { shopRow } from './shop-rows.ts';
import { beforeAll, expect, test } from 'vitest';
import { newId, newToken, sha256 } from '#src/api/database/ids.ts';
import { remindOfFollowUps } from '#src/api/state-lead/state-lead.planning.ts';
import { addDays, dayEverywhere, instantAt } from '#src/machines/calendar/days.ts';
import { call, mailTo, signedIn, startApplication, tokenOf } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { inDays } from './carrier-api.ts';

/** What movers plan for a lead, and its outcome: follow-ups, assignees, won and lost, texts, reports, and an export. */
let application: Application;
let mona: Account;
let abe: Account;
let rival: Account;
let key: string;
let today: string;

interface Lead {
  id: string;
  state: string;
  version: number;
  sent_to: number;
  is_due: boolean;
  follow_up_date: string | null;
  assignee: { name: string } | null;
  outcome: { value: number | null; reason: string | null; note: string | null } | null;
  quote: { answer: string | null } | null;
  history: { event: string; payload: object }[];
  detail?: string;
  errors?: { field: string }[];
}

beforeAll(async () => {
  application = await startApplication();
  today = dayEverywhere(new Date());
  key = `lk_${newToken()}`;
  await application.database.kysely
    .insertInto('intake_key')
    .values({ id: newId(), name: 'LeadHub', key_hash: sha256(key) })
    .execute();
  [mona, abe] = await team('Mona Mover', 'Abe Assistant');
  [rival] = await team('Rita Rival', 'Ray Rival');
});

async function team(mover: string, assistant: string): Promise<[Account, Account]> {
  const owner = await signedIn(application, 'mover', mover, {}, { business: { subscription: 'active' } });
  return [owner, await signedIn(application, 'assistant', assistant, {}, { businessId: owner.businessId })];
}

let external = 0;
async function newLead(changed: object = {}): Promise<string> {
  external += 1;
  const body = {
    external_id: `plan-${external}`,
    client: { name: `Casey ${external}`, email: `casey${external}@plan.test`, phone: `+1614555${1000 + external}` },
    origin: { zip: '43215' },
    destination: { zip: '60601' },
    size: 'studio',
    ...changed,
  };
  const answer = await call<{ id: string }>(application, 'POST', 'intake/state-lead', {
    body,
    headers: { authorization: `Bearer ${key}` },
  });
  expect(answer.status).toBe(201);
  return answer.body.id;
}
const ask = <T = Lead>(who: Account, method: 'GET' | 'POST' | 'PATCH' | 'PUT', path: string, body?: object) =>
  call<T>(application, method, path, { token: who.token, ...(body ? { body } : {}) });
const patch = (who: Account, id: string, body: object) => ask(who, 'PATCH', `state-lead/${id}`, body);
const decide = (who: Account, id: string, body: object) => ask(who, 'POST', `state-lead/${id}/outcome`, body);
const quote = (id: string) =>
  ask(mona, 'POST', `quote/${id}/`, { amount: 240_000, valid_until: inDays(300), message: null });

test('a follow-up is set, reminds the assignee that morning, and is taken away', async () => {
  const id = await newLead();
  const date = addDays(today, 3);
  const set = await patch(abe, id, { follow_up_date: date });
  expect([set.status, set.body.follow_up_date, set.body.is_due, set.body.state]).toEqual([200, date, false, 'fresh']);
  expect(set.body.history[0]).toMatchObject({ event: 'follow-up.set', payload: { date } });
  await patch(mona, id, { assignee_id: mona.id });

  const remind = (day = date) =>
    remindOfFollowUps({ ...application.parts, now: () => instantAt(application.parts.brokerage.zone, day, 8) });
  await remind(addDays(date, -1));
  await Promise.all([remind(), remind()]);
  const mail = await mailTo(application, mona.email, /Follow up today/);
  expect(mail.links).toContain(`${application.url}/leads?lead=${id}`);
  const sent = () =>
    application.database.kysely.selectFrom('mail').select('id').where('kind', '=', 'state-lead-follow-up').execute();
  expect(await sent()).toHaveLength(1);

  const cleared = await patch(mona, id, { follow_up_date: null });
  expect([cleared.body.follow_up_date, cleared.body.history[0]!.event]).toEqual([null, 'follow-up.cleared']);
  await patch(mona, id, { follow_up_date: addDays(date, 1) });
  await patch(mona, id, { follow_up_date: null });
  await remind(addDays(date, 1));
  expect(await sent()).toHaveLength(1);
  const past = await patch(mona, id, { follow_up_date: addDays(today, -1) });
  expect([past.status, past.body.detail]).toEqual([409, 'Only possible if the follow-up is today or later.']);
  expect((await patch(mona, id, { follow_up_date: date, contacted: true })).status).toBe(422);
  expect((await patch(rival, await newLead(), { follow_up_date: date })).status).toBe(200);
});

test('leads that are due stand before all others, page after page, and the list can be sorted and narrowed', async () => {
  const [owner, helper] = await team('Sora Sort', 'Sid Second');
  const ids: string[] = [];
  for (const days of [20, 5, -3, 40, 10]) ids.push(await newLead({ move_date: addDays(today, days + 30) }));
  const [first, second, third, fourth, fifth] = ids as [string, string, string, string, string];
  await patch(owner, first, { follow_up_date: today });
  await patch(owner, third, { follow_up_date: addDays(today, 2) });
  await patch(owner, second, { assignee_id: helper.id });
  await decide(owner, fourth, { outcome: 'lost', reason: 'dates' });
  const list = async (who: Account, query: string, limit = 2) => {
    const found: string[] = [];
    let after = '';
    for (;;) {
      const path = `state-lead/?limit=${limit}${query}${after}`;
      const { body } = await ask<{ leads: Lead[]; page: { end: string | null } }>(who, 'GET', path);
      found.push(...body.leads.map(({ id }) => id).filter((id) => ids.includes(id)));
      if (body.page.end === null) return found;
      after = `&after=${body.page.end}`;
    }
  };
  expect(await list(owner, '')).toEqual([first, fifth, fourth, third, second]);
  expect(await list(owner, '', 1)).toEqual([first, fifth, fourth, third, second]);
  expect(await list(owner, '&sort=oldest')).toEqual([first, second, third, fourth, fifth]);
  expect((await list(owner, '&sort=follow-up')).slice(0, 2)).toEqual([first, third]);
  expect(await list(owner, '&sort=move-date')).toEqual([third, second, fifth, first, fourth]);
  expect(await list(helper, '&assigned=me')).toEqual([second]);
  expect(await list(owner, '&assigned=me')).toEqual([]);
  expect(await list(owner, '&status=lost')).toEqual([fourth]);
  expect((await ask(owner, 'GET', 'state-lead/?sort=luck')).status).toBe(400);
});

test('many are assigned at once, to the people of the business alone', async () => {
  const ids = [await newLead(), await newLead()];
  const people = await ask<{ name: string }[]>(abe, 'GET', 'state-lead/people');
  expect(people.body.map(({ name }) => name)).toEqual(['Abe Assistant', 'Mona Mover']);
  const done = await ask<{ results: { done: boolean }[] }>(abe, 'POST', 'state-lead/assign', {
    ids: [...ids, newId()],
    assignee_id: mona.id,
  });
  expect(done.body.results.map((one) => one.done)).toEqual([true, true, false]);
  const lead = await ask(abe, 'GET', `state-lead/${ids[0]}`);
  expect([lead.body.assignee?.name, lead.body.history[0]!.event]).toEqual(['Mona Mover', 'lead.assigned']);
  const foreign = await patch(mona, ids[0]!, { assignee_id: rival.id });
  expect([foreign.status, foreign.body.errors?.[0]?.field]).toEqual([422, 'assignee_id']);
  expect((await patch(mona, ids[0]!, { assignee_id: null })).body.assignee).toBeNull();
});

test('won has a value, lost a reason; a waiting quote dies with either, and both can be taken back', async () => {
  const id = await newLead();
  await quote(id);
  const token = tokenOf(await mailTo(application, `casey${external}@plan.test`, /quote/), '/quote/');
  expect((await decide(mona, id, { outcome: 'won' })).body.errors?.[0]?.field).toBe('value');
  expect((await decide(mona, id, { outcome: 'lost' })).body.errors?.[0]?.field).toBe('reason');
  expect((await decide(mona, id, { outcome: 'won', value: 0 })).status).toBe(422);
  const won = await decide(abe, id, { outcome: 'won', value: 250_000 });
  expect([won.body.state, won.body.outcome, won.body.quote?.answer]).toMatchObject([
    'won',
    { value: 250_000, reason: null },
    'withdrawn',
  ]);
  const answered = await call(application, 'POST', `state-lead/quote?token=${token}`, {
    body: { amount: 240_000, answer: 'accepted' },
  });
  expect(answered.status).toBeGreaterThanOrEqual(400);
  expect((await decide(mona, id, { outcome: 'lost', reason: 'price' })).status).toBe(409);
  const open = await decide(mona, id, { outcome: 'open' });
  expect([open.body.state, open.body.outcome]).toEqual(['contacted', null]);
  await patch(mona, id, { follow_up_date: addDays(today, 1) });
  const lost = await decide(mona, id, { outcome: 'lost', reason: 'other-mover', note: ' Cheaper by far ' });
  expect([lost.body.state, lost.body.outcome, lost.body.follow_up_date]).toMatchObject([
    'lost',
    { reason: 'other-mover', note: 'Cheaper by far' },
    null,
  ]);
  expect((await decide(mona, id, { outcome: 'open', version: 1 })).status).toBe(409);
  const [stranger] = await team('Stan Stranger', 'Stu Stranger');
  expect((await decide(stranger, id, { outcome: 'open' })).status).toBe(404);
});

test('a lead says to how many movers it went', async () => {
  const before = (await ask(mona, 'GET', `state-lead/${await newLead()}`)).body.sent_to;
  await team('Newt Newcomer', 'Nia Newcomer');
  const id = await newLead();
  expect((await ask(mona, 'GET', `state-lead/${id}`)).body.sent_to).toBe(before + 1);
  const bought = await shopRow(application);
  await application.database.kysely
    .insertInto('state_lead_work')
    .values({
      business_id: mona.businessId!,
      lead_id: bought,
      received_at: new Date().toISOString(),
      model_version: STATE_LEAD_MODEL_VERSION,
    })
    .execute();
  const sentTo = async () => (await ask(mona, 'GET', `state-lead/${bought}`)).body.sent_to;
  expect(await sentTo()).toBe(1);
  expect((await buyerOf(application).buy([bought])).state).toBe('revealed');
  expect(await sentTo()).toBe(2);
});

test('texts are written by the mover, read by all of the business, and not written over', async () => {
  interface Texts {
    texts: { name: string; text: string }[];
    version: number;
    errors?: { field: string }[];
  }
  const [owner, helper] = await team('Tess Texts', 'Tim Texts');
  const read = (who: Account) => ask<Texts>(who, 'GET', 'state-lead/texts');
  const write = (who: Account, body: object) => ask<Texts>(who, 'PUT', 'state-lead/texts', body);
  expect((await read(helper)).body).toMatchObject({ version: 0, texts: [{ name: 'First contact' }, {}, {}] });
  const texts = [{ name: 'Hello', text: 'Hi {name}, {me} here.' }];
  expect((await write(helper, { texts, version: 0 })).status).toBe(403);
  const wrong = await write(owner, { texts: [{ name: 'Hello', text: 'Hi {first}' }], version: 0 });
  expect([wrong.status, wrong.body.errors?.[0]?.field]).toEqual([422, 'texts.0.text']);
  expect((await write(owner, { texts, version: 0 })).body).toMatchObject({ texts, version: 1 });
  expect((await write(owner, { texts: [], version: 0 })).status).toBe(409);
  expect((await write(owner, { texts: [], version: 1 })).body).toMatchObject({ texts: [], version: 2 });
  expect((await read(mona)).body.version).toBe(0);
});

test('figures count what came and what became of it; the file has the leads of the list', async () => {
  const [owner] = await team('Fran Figures', 'Fred Figures');
  const [won, accepted, lost] = [await newLead(), await newLead(), await newLead(), await newLead()];
  await decide(owner, won, { outcome: 'won', value: 300_000 });
  await ask(owner, 'POST', `quote/${accepted}/`, { amount: 100_000, valid_until: inDays(300), message: null });
  const token = tokenOf(await mailTo(application, `casey${external - 2}@plan.test`, /quote/), '/quote/');
  await call(application, 'POST', `state-lead/quote?token=${token}`, { body: { amount: 100_000, answer: 'accepted' } });
  await decide(owner, lost, { outcome: 'lost', reason: 'no-answer' });
  const { body } = await ask<{ total: object; months: { month: string; leads: number }[] }>(
    owner,
    'GET',
    'state-lead/report',
  );
  expect(body.total).toMatchObject({
    leads: 4,
    contacted: 2,
    quoted: 1,
    won: 2,
    lost: 1,
    open: 1,
    win_rate: 0.5,
    value: 400_000,
  });
  expect(body.months.reduce((sum, { leads }) => sum + leads, 0)).toBe(4);
  const file = await fetch(`${application.url}/api/frontend/state-lead/export?status=won`, {
    headers: { authorization: `Bearer ${owner.token}` },
  });
  const lines = (await file.text()).trim().split('\r\n');
  expect([file.status, lines.length, lines[0]?.startsWith('lead,status,')]).toEqual([200, 2, true]);
  expect(lines[1]).toContain(',3000,');
});
