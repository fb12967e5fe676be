import { beforeAll, describe, expect, test } from 'vitest';
import { newId, newToken, sha256 } from '#src/api/platform/ids.ts';
import { guardsOf } from '#src/machines/law.ts';
import { stateLeadLifecycle } from '#src/machines/state-lead/state-lead.lifecycle.ts';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Answer, Application } from '#tests/platform/application.ts';
import { EVENTS, EVENT_TYPES, allPairs, allPlaces, nameOf, stateLeadPaths, transitionName, wayTo } from './state-lead.paths.ts';
import type { StateLeadEventType, StateLeadStep } from './state-lead.paths.ts';

/** Walks the law of movers' leads through the REST API: every transition by its gesture, every refusal at every place. */
let application: Application;
let mover: Account;
let assistant: Account;
let agent: Account;
let carrier: Account;
const nobody: Account = { id: '', email: 'nobody', token: '', carrierId: '', businessId: null };
const key = `lk_${newToken()}`;
const paths = stateLeadPaths();

beforeAll(async () => {
  // Without the worker: what a mail says goes with its delivery, and the client's link is read from it here.
  application = await startApplication({ environment: { PARTS: 'api' } });
  mover = await signedIn(application, 'mover', 'Mona Mover');
  assistant = await signedIn(application, 'assistant', 'Abe Assistant', {}, { businessId: mover.businessId });
  agent = await signedIn(application, 'agent', 'Ann Agent');
  carrier = await signedIn(application, 'carrier', 'Swift Vans LLC');
  await application.database.kysely.insertInto('intake_key').values({ id: newId(), name: 'LeadHub', key_hash: sha256(key) }).execute();
});

interface Stage {
  /** Who of the business acts. */
  member: Account;
  leadId: string;
  email: string;
}

let leads = 0;
async function newStage(member = mover): Promise<Stage> {
  const email = `casey${(leads += 1)}@client.test`;
  const body = { external_id: `path-${leads}`, client: { name: 'Casey Client', email }, origin: { zip: '43215' }, destination: { zip: '60601' }, size: 'studio' };
  const { status, body: lead } = await call<{ id: string }>(application, 'POST', 'intake/state-lead', { body, headers: { authorization: `Bearer ${key}` } });
  expect(status, JSON.stringify(lead)).toBe(201);
  return { member, leadId: lead.id, email };
}

const patch = ({ member, leadId }: Stage, body: object) => call(application, 'PATCH', `state-lead/${leadId}`, { token: member.token, body });

/** The client's link from the newest mail; a token that is none where no quote was sent. */
async function tokenIn({ email }: Stage): Promise<string> {
  const mail = await application.database.kysely.selectFrom('mail').select('body').where('kind', '=', 'state-quote').where('recipient', '=', email).orderBy('created_at', 'desc').limit(1).executeTakeFirst();
  return mail ? /\/quote\/([\w-]+)/.exec(JSON.stringify(mail.body))![1]! : 'no-such-token-there-is-0123456789-abcdef';
}
const answer = async (stage: Stage, given: 'accepted' | 'declined') => call(application, 'POST', `state-lead/quote?token=${await tokenIn(stage)}`, { body: { answer: given } });

/** One gesture per event of the law: the call by which the person whose event it is makes it happen. */
const gestures: Record<StateLeadEventType, (stage: Stage) => Promise<Answer>> = {
  'contact.made': (stage) => patch(stage, { contacted: true }),
  'note.written': ({ member, leadId }) => call(application, 'POST', `state-lead/${leadId}/notes`, { token: member.token, body: { text: 'Called, left a message' } }),
  'quote.sent': ({ member, leadId }) => call(application, 'POST', `quote/${leadId}/`, { token: member.token, body: { amount: 240_000, valid_until: '2999-12-31' } }),
  'quote.accepted': (stage) => answer(stage, 'accepted'),
  'quote.declined': (stage) => answer(stage, 'declined'),
  'lead.archived': (stage) => patch(stage, { is_archived: true }),
  'lead.restored': (stage) => patch(stage, { is_archived: false }),
};

/** All that a refusal must leave as it was. */
async function rowsOf({ leadId }: Stage): Promise<unknown> {
  const { kysely } = application.database;
  const of = (table: 'state_lead_work' | 'state_lead_event' | 'state_lead_note' | 'state_quote') => kysely.selectFrom(table).selectAll().where('lead_id', '=', leadId).where('business_id', '=', mover.businessId!).execute();
  return [await of('state_lead_work'), await of('state_lead_event'), await of('state_lead_note'), await of('state_quote')];
}

async function walk(stage: Stage, path: readonly StateLeadStep[]): Promise<void> {
  for (const { event, from, to } of path) {
    const { status, body } = await gestures[event](stage);
    expect(status, `${transitionName({ from, event })} ${JSON.stringify(body)}`).toBeLessThan(300);
    const read = await call<{ state: string; is_archived: boolean; history: { event: string }[] }>(application, 'GET', `state-lead/${stage.leadId}`, { token: stage.member.token });
    expect({ state: read.body.state, isArchived: read.body.is_archived }, transitionName({ from, event })).toEqual(to);
    expect(read.body.history[0]!.event).toBe(event);
  }
}

test('the paths take every transition and meet every place; every event of the law has a gesture', () => {
  const taken = new Set(paths.flat().map(transitionName));
  expect(allPairs(true).map(transitionName).filter((name) => !taken.has(name))).toEqual([]);
  const met = new Set(paths.flat().map(({ to }) => nameOf(to)));
  expect(allPlaces.map(nameOf).filter((name) => !met.has(name))).toEqual([]);
  expect(new Set(guardsOf(stateLeadLifecycle).map(({ event }) => event))).toEqual(new Set(EVENT_TYPES));
});

describe('every path', () => {
  test.each(paths.map((path, index) => [`${index + 1}: ${path.map(({ event }) => event).join(', ')}`, path, index] as const))('%s', async (_, path, index) => {
    // Both of the business walk, in turn: what one may, the other may too.
    await walk(await newStage(index % 2 === 0 ? mover : assistant), path);
  });
});

describe('what the law refuses is refused, and changes nothing', () => {
  const byPlace = Map.groupBy(allPairs(false), ({ from }) => nameOf(from));
  test.each([...byPlace])('%s', async (_, refusals) => {
    const stage = await newStage();
    await walk(stage, wayTo(refusals[0]!.from));
    for (const { event } of refusals) {
      const before = await rowsOf(stage);
      const { status, body } = await gestures[event](stage);
      // Before there is a quote a client has no link to answer by.
      const hasLink = (await tokenIn(stage)).startsWith('no-such') === false;
      expect(status, `${event}: ${JSON.stringify(body)}`).toBe(EVENTS[event].by === 'client' && !hasLink ? 404 : 409);
      expect(await rowsOf(stage), event).toEqual(before);
    }
  });
});

describe('what is somebody else’s to do is refused, and changes nothing', () => {
  test.each(allPlaces.map((place) => [nameOf(place), place] as const))('%s', async (_, place) => {
    const stage = await newStage();
    await walk(stage, wayTo(place));
    const stranger = await signedIn(application, 'mover', 'Faye Faraway', {}, { business: { top_cities_chosen_at: null } });
    const before = await rowsOf(stage);
    for (const event of EVENT_TYPES.filter((type) => EVENTS[type].by === 'mover')) {
      for (const [other, expected] of [[agent, 403], [carrier, 403], [nobody, 401], [stranger, 404]] as const) {
        expect((await gestures[event]({ ...stage, member: other })).status, `${event} by ${other.email}`).toBe(expected);
      }
    }
    expect(await rowsOf(stage)).toEqual(before);
  });
});

test('without a subscription nothing of the mover’s happens at any place; the client may still answer', async () => {
  const { kysely } = application.database;
  const stages = [];
  for (const place of allPlaces) {
    const stage = await newStage();
    await walk(stage, wayTo(place));
    stages.push(stage);
  }
  await kysely.updateTable('business').set({ subscription: 'inactive' }).where('id', '=', mover.businessId!).execute();
  for (const [index, stage] of stages.entries()) {
    const before = await rowsOf(stage);
    for (const event of EVENT_TYPES.filter((type) => EVENTS[type].by === 'mover')) expect((await gestures[event](stage)).status, `${nameOf(allPlaces[index]!)} ${event}`).toBe(409);
    expect(await rowsOf(stage)).toEqual(before);
  }
  const quoted = stages[allPlaces.findIndex(({ state, isArchived }) => state === 'quoted' && !isArchived)]!;
  expect((await gestures['quote.accepted'](quoted)).status).toBe(200);
});
