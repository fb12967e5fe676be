import { sql } from 'kysely';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { recordRefusal } from '#src/api/agent-lead/agent-lead.refusal.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { graphOf } from '#src/machines/lifecycle-graph.ts';
import { keepRetention } from '#src/api/privacy/retention.ts';
import { gestures, newLead, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';
import { call, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { signInAgain } from './rights-world.ts';
import { HOUR } from '#src/machines/calendar/durations.ts';

/** How leads go through the lifecycle, counted after real calls while the clock is moved by hours. */
const start = Date.now();
let hours = 0;
let application: Application;
let who: People;
let viewer: Account;
const lead: Record<'walked' | 'restored' | 'waiting', Stage> = {} as never;

interface PlaceFacts {
  place: string;
  leads: number;
  stays: number;
  median_stay: number | null;
  median_wait: number | null;
  p90_wait: number | null;
  longest: { id: string; client_name: string; since: string } | null;
}
interface Overview {
  leads: number;
  places: PlaceFacts[];
  transitions: { event: string; from: string; to: string; count: number }[];
}
interface Paths {
  leads: number;
  count: number;
  paths: { key: string; places: string[]; leads: number; median_duration: number; ended: string }[];
  page: { end: string | null; has_next: boolean };
}
interface Group {
  event: string;
  place: string;
  role: string;
  because: string;
  unmet: string[];
  attempts: number;
  leads: number;
}

async function moveClock(to: number): Promise<void> {
  hours = to;
  for (const account of Object.values(who)) await signInAgain(application, account as Account);
}
async function does(stage: Stage, event: keyof typeof gestures): Promise<void> {
  await reload(stage);
  const answer = await gestures[event](stage);
  if (answer.status !== 200) throw new Error(`${event}: ${answer.status} ${JSON.stringify(answer.body)}`);
}
async function read<T>(path: string, token = viewer.token): Promise<T> {
  const answer = await call<T>(application, 'GET', `agent/workflow${path}`, { token });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}
const factsOf = ({ places }: Overview, place: string) => places.find((one) => one.place === place);
const refusals = async (query = '') => (await read<{ groups: Group[] }>(`/refusals${query}`)).groups;

beforeAll(async () => {
  application = await startApplication({ now: () => new Date(start + hours * HOUR) });
  who = await people(application);
  viewer = who.agent;
  await application.database.kysely
    .updateTable('account')
    .set({ rights: ['workflow'] })
    .where('id', '=', viewer.id)
    .execute();
  for (const name of ['walked', 'restored', 'waiting'] as const) lead[name] = await newStage(application, who);
  await moveClock(1);
  await does(lead.walked, 'lead.followed-up');
  await moveClock(3);
  await does(lead.walked, 'quote.sent');
  await moveClock(4);
  await does(lead.restored, 'quote.sent');
  await moveClock(5);
  await does(lead.restored, 'quote.sent');
  await moveClock(6);
  await does(lead.restored, 'lead.archived');
  await moveClock(10);
  await does(lead.restored, 'lead.restored');
  await does(lead.waiting, 'lead.edited');
  await moveClock(12);
}, 60_000);

describe('where leads stand, wait and go', () => {
  test('every place of the lifecycle is told, in its order, with who stands there and how long', async () => {
    const told = await read<Overview>('');
    expect(told.leads).toBe(3);
    expect(told.places.map(({ place }) => place)).toEqual(
      graphOf(agentLeadLifecycle.machine).nodes.map(({ id }) => id),
    );
    const hour = HOUR / 1000;
    expect(factsOf(told, 'live.new')).toMatchObject({
      leads: 1,
      stays: 2,
      median_stay: 2.5 * hour,
      longest: { id: lead.waiting.lead.id, client_name: 'Casey Client' },
    });
    expect(factsOf(told, 'live.new')!.median_wait! / hour).toBeCloseTo(12, 1);
    expect(factsOf(told, 'live.follow-up')).toMatchObject({
      leads: 0,
      stays: 1,
      median_stay: 2 * hour,
      median_wait: null,
      p90_wait: null,
      longest: null,
    });
    // One lead waits there for nine hours, and another, which was archived in between, for two.
    expect(factsOf(told, 'live.quote-sent.waiting')).toMatchObject({
      leads: 2,
      stays: 1,
      median_stay: 2 * hour,
      median_wait: 5.5 * hour,
      longest: { id: lead.walked.lead.id, since: new Date(start + 3 * HOUR).toISOString() },
    });
    expect(factsOf(told, 'live.quote-sent.waiting')!.p90_wait).toBe(29_880);
    expect(factsOf(told, 'archived')).toMatchObject({ leads: 0, stays: 1, median_stay: 4 * hour });
  });

  test('a transition is counted with where it came from, also where it leads nowhere else', async () => {
    const { transitions } = await read<Overview>('');
    expect(transitions.filter(({ event }) => event !== 'lead.edited')).toEqual([
      { event: 'lead.archived', from: 'live.quote-sent.waiting', to: 'archived', count: 1 },
      { event: 'lead.followed-up', from: 'live.new', to: 'live.follow-up', count: 1 },
      { event: 'lead.restored', from: 'archived', to: 'live.quote-sent.waiting', count: 1 },
      { event: 'quote.sent', from: 'live.follow-up', to: 'live.quote-sent.waiting', count: 1 },
      { event: 'quote.sent', from: 'live.new', to: 'live.quote-sent.waiting', count: 1 },
      { event: 'quote.sent', from: 'live.quote-sent.waiting', to: 'live.quote-sent.waiting', count: 1 },
    ]);
  });

  test('the paths that were taken, with their ends', async () => {
    const { paths, leads, count } = await read<Paths>('/paths');
    expect([leads, count]).toEqual([3, 3]);
    const told = paths.map(
      ({ places, leads: many, median_duration, ended }) =>
        `${places.map((place) => place.replace('live.', '')).join(' ')}: ${many}, ${median_duration / 3600} h, ${ended}`,
    );
    expect(told.toSorted()).toEqual([
      'new follow-up quote-sent.waiting: 1, 3 h, under-way',
      'new quote-sent.waiting archived quote-sent.waiting: 1, 10 h, under-way',
      'new: 1, 0 h, under-way',
    ]);
  });

  test('paths are paged without one missing or twice', async () => {
    const first = await read<Paths>('/paths?limit=2');
    const second = await read<Paths>(`/paths?limit=2&after=${first.page.end}`);
    expect([first.page.has_next, second.page.has_next]).toEqual([true, false]);
    expect(new Set([...first.paths, ...second.paths].map(({ key }) => key)).size).toBe(3);
    expect(second.leads).toBe(3);
  });

  test('the leads that wait in one place, the longest first', async () => {
    const told = await read<{ longest: { id: string }[] }>('/place?place=live.quote-sent.waiting');
    expect(told.longest.map(({ id }) => id)).toEqual([lead.walked.lead.id, lead.restored.lead.id]);
    expect((await read<{ longest: unknown[] }>('/place?place=archived')).longest).toEqual([]);
    const unknown = await call(application, 'GET', 'agent/workflow/place?place=live.nowhere', { token: viewer.token });
    expect(unknown.status).toBe(400);
  });

  test('a period counts what happened in it; who stands where is told of now', async () => {
    await moveClock(12 + 9 * 24);
    const all = await read<Overview>('');
    const week = await read<Overview>('?days=7');
    expect([all.transitions.length > 0, week.transitions]).toEqual([true, []]);
    expect(factsOf(week, 'live.quote-sent.waiting')).toMatchObject({ leads: 2, stays: 0, median_stay: null });
    expect(factsOf(week, 'live.quote-sent.waiting')!.median_wait).toBe(
      factsOf(all, 'live.quote-sent.waiting')!.median_wait,
    );
    expect(await read<Paths>('/paths?days=7')).toMatchObject({
      leads: 0,
      count: 0,
      paths: [],
      page: { end: null, has_next: false },
    });
    expect((await call(application, 'GET', 'agent/workflow?days=8', { token: viewer.token })).status).toBe(400);
    await moveClock(12);
  });

  test('a lead that was paid has arrived', async () => {
    const paid = await newStage(application, who);
    for (const event of [
      'quote.sent',
      'contract.sent',
      'contract.marked-signed',
      'carrier.special-awarded',
      'carrier.signed',
      'contract.closed',
      'invoice.sent',
      'payment.completed',
    ] as const)
      await does(paid, event);
    const { paths } = await read<Paths>('/paths');
    expect(paths.find(({ ended }) => ended === 'done')?.places).toEqual(
      [
        'new',
        'quote-sent.waiting',
        'contract-sent',
        'contracted',
        'open-contracts.awaiting-carrier',
        'open-contracts.in-progress',
        'completed-contracts.closed',
        'completed-contracts.invoiced',
        'completed-contracts.paid',
      ].map((place) => `live.${place}`),
    );
    expect(factsOf(await read<Overview>(''), 'live.completed-contracts.paid')).toMatchObject({
      leads: 1,
      longest: { id: paid.lead.id },
    });
  });
});

describe('refused moves', () => {
  const there = () => application.database.kysely.selectFrom('agent_lead_refusal').selectAll();
  const recorded = (leadId: string, attempts: number) =>
    vi.waitFor(async () => {
      const rows = await there().where('lead_id', '=', leadId).execute();
      expect(rows.reduce((sum, row) => sum + row.attempts, 0)).toBe(attempts);
      return rows;
    }, 10_000);

  test('by the state: the same attempt again within a minute counts up, later it is a new one', async () => {
    const stage = await newStage(application, who);
    for (let times = 0; times < 3; times += 1) expect((await gestures['load.posted'](stage)).status).toBe(409);
    const [row, ...more] = await recorded(stage.lead.id, 3);
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      event: 'load.posted',
      actor_role: 'agent',
      account_id: viewer.id,
      place: 'live.new',
      because: 'state',
      unmet: [],
      attempts: 3,
    });
    hours += 2 / 60;
    expect((await gestures['load.posted'](stage)).status).toBe(409);
    expect(await recorded(stage.lead.id, 4)).toHaveLength(2);
    expect((await refusals()).find(({ event }) => event === 'load.posted')).toMatchObject({ attempts: 4, leads: 1 });
  });

  test('many at once are one row', async () => {
    const stage = await newStage(application, who);
    const answers = await Promise.all(Array.from({ length: 8 }, () => gestures['invoice.sent'](stage)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([409]));
    expect(await recorded(stage.lead.id, 8)).toHaveLength(1);
  });

  test('by requirements, and by the role: with the phrases of the lifecycle, and nothing that anybody wrote', async () => {
    const created = await call<Stage['lead']>(application, 'POST', 'agent-lead/', {
      token: viewer.token,
      body: newLead(null),
    });
    const leadId = created.body.id;
    const refused = await call(application, 'POST', `agent-lead/${leadId}/follow_up`, {
      token: viewer.token,
      body: { date: '2020-01-01', reason: 'CANARY of the caller' },
    });
    expect(refused.status).toBe(409);
    await recorded(leadId, 1);
    const attempt = {
      leadId,
      event: 'carrier.signed',
      role: 'carrier',
      accountId: who.carrier2.id,
      place: 'live.open-contracts.awaiting-carrier',
      because: 'role',
      unmet: ['the awarded carrier does it'],
    } as const;
    await inTransaction(application.parts.database, (tx) => recordRefusal(tx, application.parts.now(), attempt));
    const rows = await recorded(leadId, 2);
    expect(rows.map(({ because, unmet }) => `${because}: ${unmet.join('; ')}`).toSorted()).toEqual([
      'requirements: the follow-up date is today or later',
      'role: the awarded carrier does it',
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/CANARY|Casey/);
    expect((await refusals()).filter(({ because }) => because === 'role')).toMatchObject([
      { role: 'carrier', unmet: ['the awarded carrier does it'], attempts: 1 },
    ]);
  });

  test('also of a client behind a link, who has no account', async () => {
    const stage = await newStage(application, who);
    await does(stage, 'quote.sent');
    await does(stage, 'contract.sent');
    await does(stage, 'contract.signed');
    expect((await gestures['contract.signed'](stage)).status).toBe(409);
    expect(await recorded(stage.lead.id, 1)).toMatchObject([
      {
        event: 'contract.signed',
        actor_role: 'client',
        account_id: null,
        place: 'live.contracted',
        because: 'state',
        unmet: [],
      },
    ]);
  });

  test('also of a carrier on the board, whose bid lies outside of the window', async () => {
    const stage = await newStage(application, who);
    for (const event of ['quote.sent', 'contract.sent', 'contract.marked-signed', 'load.posted'] as const)
      await does(stage, event);
    const bid = await call(application, 'POST', `carrier/agent-lead/${stage.lead.id}/bid/place`, {
      token: who.carrier.token,
      body: { amount: 250_000, start_date: '2031-01-01' },
    });
    expect(bid.status).toBe(409);
    expect(await recorded(stage.lead.id, 1)).toMatchObject([
      {
        event: 'bid.placed',
        actor_role: 'carrier',
        account_id: who.carrier.id,
        place: 'live.award-carrier',
        because: 'requirements',
        unmet: ['the start date is inside the pick-up window'],
      },
    ]);
  });

  test('what was not refused by the lifecycle is not recorded: a stale version, a lead that is not there', async () => {
    const stage = await newStage(application, who);
    const before = await there().execute();
    expect(
      (
        await call(application, 'POST', `agent-lead/${stage.lead.id}/quote`, {
          token: viewer.token,
          body: { version: stage.lead.version + 5 },
        })
      ).status,
    ).toBe(409);
    expect(
      (await call(application, 'POST', `agent-lead/${viewer.id}/quote`, { token: viewer.token, body: {} })).status,
    ).toBe(404);
    await does(stage, 'quote.sent');
    expect(await there().execute()).toEqual(before);
  });

  test('where it cannot be recorded, the answer is the same and moves go on', async () => {
    const stage = await newStage(application, who);
    const told = await gestures['load.posted'](stage);
    await recorded(stage.lead.id, 1);
    await sql`alter table agent_lead_refusal rename to gone`.execute(application.database.kysely);
    try {
      const again = await gestures['load.posted'](stage);
      expect([again.status, again.body]).toEqual([told.status, told.body]);
      await does(stage, 'quote.sent');
    } finally {
      await sql`alter table gone rename to agent_lead_refusal`.execute(application.database.kysely);
    }
  });

  test('they are forgotten after 400 days', async () => {
    const count = (await there().execute()).length;
    const newest = await there().orderBy('last_at', 'desc').executeTakeFirstOrThrow();
    const after = (milliseconds: number) =>
      keepRetention({ ...application.parts, now: () => new Date(Date.parse(newest.last_at) + milliseconds) });
    await after(399 * 24 * HOUR);
    expect((await there().execute()).length).toBe(count);
    await after(400 * 24 * HOUR + 1000);
    expect(await there().execute()).toEqual([]);
    expect(await read('/refusals')).toEqual({ attempts: 0, leads: 0, groups: [] });
  });
});
