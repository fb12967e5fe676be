import { beforeAll, expect, test, vi } from 'vitest';
import { agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { stateLeadLifecycle } from '#src/machines/state-lead/state-lead.lifecycle.ts';
import { listRefundRequests } from '#src/api/marketplace/refund-request.ts';
import { listReportedLeads } from '#src/api/marketplace/reported.ts';
import { purchaseLifecycle } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { replay } from '#src/machines/replay.ts';
import { AGENT_LEAD_STAGES, AGENT_LEAD_TABS } from '#src/machines/agent-lead/agent-lead.types.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { STATE_LEAD_STATES } from '#src/machines/state-lead/state-lead.lifecycle.ts';
import { countLeads } from '#src/api/agent-lead/agent-lead.list.ts';
import { factsOfLeads, readLeads } from '#src/api/agent-lead/agent-lead.query.ts';
import { complianceOfCarriers, gapsOf } from '#src/api/carrier/compliance.repository.ts';
import { SAMPLES } from '#src/api/carrier-register/register-samples.ts';
import { DEMO_COUPON } from '#src/demo/demo-accounts.ts';
import { writeDemo } from '#src/demo/demo.ts';
import { verifyHistories, verifyNightly } from '#src/api/history/verify.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { expectLedgersToAddUp } from './ledger-adds-up.ts';
import { startApplication } from '#tests/platform/application.ts';
import { sql } from 'kysely';

let parts: ApiParts;
let url: string;
let today: string;

beforeAll(async () => {
  // Without the worker, so that nothing is rendered or mailed meanwhile.
  ({ parts, url } = await startApplication({ demoData: true, environment: { PARTS: 'api' } }));
  today = dateIn(parts.brokerage.zone, parts.now());
});

const leads = () =>
  readLeads(parts.database.kysely, sql`select row_number() over () as position, agent_lead.* from agent_lead`);
const count = async (table: 'account' | 'carrier' | 'agent_lead' | 'bid' | 'estimate' | 'invoice' | 'attachment') =>
  Number(
    (
      await parts.database.kysely
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );

test('there is enough to look at, in every tab and stage, for both agents', async () => {
  expect([await count('agent_lead'), await count('carrier')]).toEqual([208, 40]);
  expect(await count('bid')).toBeGreaterThan(200);
  expect(await count('attachment')).toBeGreaterThan(10);
  const all = await leads();
  const live = all.filter((lead) => !lead.is_archived);
  expect(new Set(live.map((lead) => lead.state))).toEqual(new Set(AGENT_LEAD_TABS));
  expect(new Set(live.map((lead) => lead.stage).filter(Boolean))).toEqual(new Set(AGENT_LEAD_STAGES));
  expect(all.length - live.length).toBeGreaterThan(5);
  const perAgent = Map.groupBy(live, (lead) => lead.agent_name);
  expect(perAgent.size).toBe(2);
  for (const name of ['Dana Whitfield', 'Luis Ortega']) expect(perAgent.get(name)?.length, name).toBeGreaterThan(60);
});

test('every cent of every lead adds up', async () => {
  expect(await expectLedgersToAddUp(parts.database.kysely)).toBeGreaterThan(20);
});

test('every history replays to its row, and was judged with the facts of its rows', async () => {
  const { kysely } = parts.database;
  const entries = await kysely
    .selectFrom('history')
    .selectAll()
    .where('lifecycle', '=', 'agent-lead')
    .orderBy('record_id')
    .orderBy('sequence')
    .execute();
  const histories = Map.groupBy(entries, (entry) => entry.record_id);
  const all = await leads();
  expect(histories.size).toBe(all.length);
  const facts = await factsOfLeads(kysely, all, today);
  for (const [index, lead] of all.entries()) {
    const history = histories.get(lead.id)!;
    expect(replay(agentLeadLifecycle, history), lead.reference).toEqual({
      state: lead.state,
      stage: lead.stage,
      isArchived: lead.is_archived,
    });
    expect([
      lead.history_length,
      lead.updated_at,
      history.every((entry, at) => at === 0 || history[at - 1]!.at <= entry.at),
    ]).toEqual([history.length, history.at(-1)!.at, true]);
    const keeps = /^(bid\.|quote\.(opened|asked)$)/;
    expect(lead.version).toBe(history.filter((entry) => !keeps.test(entry.event)).length);
    // The facts of the last event differ from today's rows only in what it changed itself.
    const { clientEmail, hasOrigin, hasDestination, moveDate } = facts[index]!;
    // The creation of a lead is not judged, so it has no facts.
    const judged = history.slice(1).at(-1)?.facts ?? facts[index];
    expect(judged).toMatchObject({ clientEmail, hasOrigin, hasDestination, moveDate });
  }
});

test('references, invoice numbers and tallies fit the rows', async () => {
  const { kysely } = parts.database;
  const all = await leads();
  expect(all.map((lead) => lead.reference).sort()).toEqual(all.map((_, index) => `L-${10_001 + index}`));
  const next = await sql<{ next: string }>`select nextval('agent_lead_reference') as next`.execute(kysely);
  expect(Number(next.rows[0]!.next)).toBe(10_001 + all.length);
  const numbers = (await kysely.selectFrom('invoice').select('number').orderBy('number').execute()).map(
    (row) => row.number,
  );
  const { last } = await kysely.selectFrom('invoice_number').select('last').executeTakeFirstOrThrow();
  expect(numbers).toEqual(numbers.map((_, index) => 1001 + index));
  expect(last).toBe(numbers.at(-1));
  const { tabs, archived } = await countLeads(kysely, parts, {}, all[0]!.assigned_agent_id!);
  expect(archived).toBe(all.filter((lead) => lead.is_archived).length);
  for (const { state, all: tally } of tabs)
    expect(tally, state).toBe(all.filter((lead) => lead.state === state && !lead.is_archived).length);
});

test('a newcomer finds something to do: follow-ups due and overdue, unseen bids, a doubled lead, carriers with gaps', async () => {
  const { kysely } = parts.database;
  const all = (await leads()).filter((lead) => !lead.is_archived);
  const due = all.flatMap((lead) => (lead.follow_up_date ? [lead.follow_up_date] : []));
  expect([due.includes(today), due.some((date) => date < today), due.some((date) => date > today)]).toEqual([
    true,
    true,
    true,
  ]);
  expect(all.filter((lead) => lead.unseen_bid_count > 0).length).toBeGreaterThan(5);
  const twins = Map.groupBy(all, (lead) => `${lead.client_name} ${lead.origin_zip} ${lead.destination_zip}`);
  expect([...twins.values()].some((same) => same.length === 2)).toBe(true);
  const carriers = await kysely
    .selectFrom('carrier')
    .innerJoin('account', 'account.id', 'account_id')
    .select(['carrier.id', 'account.email', 'agreement_signed_at'])
    .execute();
  const compliance = await complianceOfCarriers(
    kysely,
    carriers.map((carrier) => carrier.id),
  );
  const gaps = new Map(carriers.map(({ id, email }) => [email, gapsOf(compliance, id, today, today)]));
  expect([gaps.get('carrier@demo.test'), gaps.get('carrier2@demo.test')]).toEqual([[], []]);
  expect(gaps.get('newcarrier@demo.test')).toEqual([
    'the broker-carrier agreement is not signed',
    'the operating authority is pending',
    'there is no liability insurance',
    'there is no cargo insurance',
  ]);
  expect([...gaps.values()].filter((list) => list.length > 0).length).toBeGreaterThan(2);
  for (const email of ['carrier@demo.test', 'carrier2@demo.test']) {
    const { id } = carriers.find((carrier) => carrier.email === email)!;
    const own = all.filter((lead) => lead.awarded_carrier_id === id);
    expect(new Set(own.map((lead) => lead.state)), email).toEqual(new Set(['open-contracts', 'completed-contracts']));
  }
});

test('every policy and license has its paper', async () => {
  const { kysely } = parts.database;
  const policies = await kysely
    .selectFrom('insurance_policy')
    .leftJoin('file', 'file.id', 'insurance_policy.file_id')
    .select('file.media_type')
    .execute();
  const carriers = await kysely.selectFrom('carrier').select('licenses').execute();
  const ids = carriers.flatMap(({ licenses }) =>
    (licenses as { file_id: string | null }[]).map(({ file_id }) => file_id),
  );
  const copies = await kysely
    .selectFrom('file')
    .select('id')
    .where('id', 'in', ids as string[])
    .execute();
  expect([policies.length > 70, new Set(policies.map(({ media_type }) => media_type))]).toEqual([
    true,
    new Set(['application/pdf']),
  ]);
  expect([ids.length > 70, ids.includes(null), copies.length]).toEqual([true, false, ids.length]);
});

test('movers find leads in every state, in the list and on the shelf, whose histories fold through the lifecycle to their rows', async () => {
  const { kysely } = parts.database;
  const works = await kysely.selectFrom('state_lead_work').selectAll().execute();
  const all = await kysely.selectFrom('state_lead').selectAll().orderBy('received_at').execute();
  expect(works.length).toBeGreaterThan(60);
  expect(all.length).toBeGreaterThan(150);
  for (const isArchived of [false, true])
    expect(new Set(works.filter((work) => work.is_archived === isArchived).map(({ state }) => state))).toEqual(
      new Set(STATE_LEAD_STATES),
    );
  const events = Map.groupBy(
    await kysely.selectFrom('history').selectAll().where('lifecycle', '=', 'state-lead').orderBy('sequence').execute(),
    ({ record_id }) => record_id,
  );
  const leadOf = new Map(all.map((lead) => [lead.id, lead]));
  for (const work of works) {
    const { client_email, received_at, reference } = leadOf.get(work.lead_id)!;
    const history = events.get(work.id) ?? [];
    expect(replay(stateLeadLifecycle, history), reference).toEqual({ state: work.state, isArchived: work.is_archived });
    expect([work.history_length, work.version, work.received_at]).toEqual([
      history.length,
      history.length,
      received_at,
    ]);
    expect(
      history
        .slice(1)
        .every(
          ({ at, facts }) =>
            at >= received_at &&
            at <= parts.now().toISOString() &&
            (facts as { clientEmail: string | null }).clientEmail === client_email,
        ),
    ).toBe(true);
  }
  const quotes = await kysely.selectFrom('state_quote').selectAll().execute();
  const notes = await kysely.selectFrom('state_lead_note').selectAll().execute();
  expect(quotes.length).toBeGreaterThan(25);
  expect(new Set(quotes.map(({ answer }) => answer))).toEqual(
    new Set(['accepted', 'declined', 'replaced', 'withdrawn', null]),
  );
  expect(notes.length).toBeGreaterThan(20);
  expect(all.filter(({ duplicate_of }) => duplicate_of !== null)).toHaveLength(1);
  expect(all.map(({ reference }) => reference).toSorted()).toEqual(all.map((_, index) => `H-${1001 + index}`));
  const { rows } = await sql<{ next: string }>`select nextval('state_lead_reference') as next`.execute(kysely);
  expect(Number(rows[0]!.next)).toBe(1001 + all.length);
});

test('guests find leads all over the country; some shares are sold, by purchases whose histories fold through the lifecycle', async () => {
  const { kysely } = parts.database;
  const shop = (await (await fetch(`${url}/api/frontend/shop-lead/?limit=100`)).json()) as {
    total: number;
    items: { shares_left: number; price: number }[];
  };
  const map = (await (await fetch(`${url}/api/frontend/shop-lead/leads-map`)).json()) as { states: object[] };
  expect(shop.total).toBeGreaterThan(120);
  expect(map.states.length).toBeGreaterThan(35);
  expect(new Set(shop.items.map(({ shares_left }) => shares_left)).size).toBeGreaterThan(1);
  const purchases = await kysely.selectFrom('purchase').selectAll().execute();
  expect(purchases).toHaveLength(5);
  for (const { id, state, paid_at, history_length } of purchases) {
    const history = await kysely
      .selectFrom('history')
      .selectAll()
      .where('record_id', '=', id)
      .orderBy('sequence')
      .execute();
    expect([replay(purchaseLifecycle, history), history.length]).toEqual([state, history_length]);
    expect(state).toBe('revealed');
    expect(paid_at! < parts.now().toISOString()).toBe(true);
  }
  expect(
    await kysely.selectFrom('mail').select('recipient').where('kind', 'in', ['purchase', 'lead-report']).execute(),
  ).toEqual([]);
  // Two reports wait for the brokerage: one about a household, one about money.
  expect(await listReportedLeads(kysely)).toMatchObject([{ state: 'hidden', reports: [{ reason: 'already-hired' }] }]);
  expect(await listRefundRequests(kysely)).toMatchObject([{ reason: 'wrong-number' }]);
});

test('the sample register knows the carriers that it has, and the coupon of the sign-in page is one', async () => {
  const carriers = await parts.database.kysely.selectFrom('carrier').select('usdot').execute();
  const known = new Set(carriers.map(({ usdot }) => usdot));
  expect(Object.keys(SAMPLES).filter((usdot) => !known.has(usdot))).toEqual([]);
  expect(await parts.payments.stripe.coupons.retrieve(DEMO_COUPON)).toMatchObject({ percent_off: 50, valid: true });
});

test('each demo account signs in', async () => {
  const portals = {
    user: ['mover', 'assistant', 'newmover'],
    agent: ['agent', 'agent2'],
    carrier: ['carrier', 'carrier2', 'newcarrier'],
  };
  for (const [portal, names] of Object.entries(portals)) {
    for (const name of names) {
      const body = new URLSearchParams({ username: `${name}@demo.test`, password: 'demo-password' });
      const response = await fetch(`${url}/api/frontend/${portal}/token`, { method: 'POST', body });
      expect(response.status, name).toBe(200);
    }
  }
});

test('a second start changes nothing', async () => {
  const before = [await count('account'), await count('agent_lead')];
  await writeDemo(parts, parts.now());
  expect([await count('account'), await count('agent_lead')]).toEqual(before);
});

// Last, because it damages the data that it checks.
test('the product itself replays every history, and names what it could not have come to', async () => {
  const { kysely } = parts.database;
  const told: number[] = [];
  const { checked, wrong } = await verifyHistories(parts.database, (count) => told.push(count));
  expect(wrong).toEqual([]);
  expect([checked, told.at(-1), told.length > 6]).toEqual([checked, checked, true]);
  expect(checked).toBeGreaterThan((await leads()).length + 50);

  const moved = (await leads()).filter(({ state }) => state === 'contracted');
  const [elsewhere, unjudged, shortened] = moved.map(({ id }) => id) as [string, string, string];
  await kysely.updateTable('agent_lead').set({ state: 'new' }).where('id', '=', elsewhere).execute();
  await sql`update history set judged = judged || '{"by": "carrier"}' where record_id = ${unjudged} and sequence = 2`.execute(
    kysely,
  );
  await sql`delete from history where record_id = ${shortened} and sequence = 1`.execute(kysely);
  const after = new Map(
    (await verifyHistories(parts.database)).wrong.map(({ lifecycle, record, why }) => [record, `${lifecycle}: ${why}`]),
  );
  expect([...after.keys()].toSorted()).toEqual([elsewhere, unjudged, shortened].toSorted());
  expect(after.get(elsewhere)).toBe('agent-lead: Its history leads to contracted, but its record is in new.');
  expect(after.get(unjudged)).toMatch(
    /^agent-lead: Entry 2 \([a-z.-]+\): the lifecycle does not allow it in new: an agent does it\.$/,
  );
  expect(after.get(shortened)).toMatch(/^agent-lead: It has \d+ entries, and its record says \d+\.$/);

  const log = vi.fn<(details: object, sentence: string) => void>();
  await verifyNightly({ database: parts.database, log: { info: log, warn: log, error: log } });
  expect(log).toHaveBeenCalledTimes(4);
  expect(log).toHaveBeenLastCalledWith({ checked, wrong: 3 }, 'Histories were verified.');

  // When the process stops, it does not read all the others first.
  await expect(
    verifyNightly(
      { database: parts.database, log: { info: log, warn: log, error: log } },
      { signal: AbortSignal.abort() },
    ),
  ).rejects.toThrow(/aborted/);
  expect(log).toHaveBeenCalledTimes(4);
});
