import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { readLeads } from '#src/api/agent-lead/agent-lead.query.ts';
import type { LeadRow } from '#src/api/agent-lead/agent-lead.query.ts';
import { balanceOf } from '#src/api/agent-lead/ledger.balance.ts';
import { DEMO_PASSWORD } from '#src/demo/demo-accounts.ts';
import { addDays, dateIn } from '#src/machines/calendar/days.ts';
import { WON_PLACES } from '#src/machines/agent-lead/agent-lead.workflow.ts';
import { call, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';

/** Reports on the leads of the demo: one month is added up independently here, and every table adds up to the total. */
interface Row {
  key: string;
  label: string;
  leads: number;
  quoted: number;
  won: number;
  lost: number;
  open: number;
  win_rate: number | null;
  first_answer_seconds: number | null;
  revenue: number;
  received: number;
  margin: number;
  awarded: number;
}
const TABLES = ['months', 'agents', 'sources', 'lanes'] as const;
type Report = Record<(typeof TABLES)[number] | 'reasons', Row[]> & { from: string; to: string; total: Row };

let application: Application;
let token: string;
let leads: LeadRow[];
let zone: string;
let today: string;

const signIn = async (username: string) =>
  (
    await call<{ access_token: string }>(application, 'POST', 'agent/token', {
      body: new URLSearchParams({ username, password: DEMO_PASSWORD }),
    })
  ).body.access_token;
const report = async (query: string) => {
  const { status, body } = await call<Report>(application, 'GET', `agent/reports?${query}`, { token });
  expect(status, JSON.stringify(body).slice(0, 300)).toBe(200);
  return body;
};
const dayOf = (lead: LeadRow) => dateIn(zone, new Date(lead.created_at));
const sum = (numbers: (number | null | undefined)[]) => numbers.reduce<number>((all, one) => all + (one ?? 0), 0);

beforeAll(async () => {
  application = await startApplication({ demoData: true, environment: { PARTS: 'api,gateway,web' } });
  token = await signIn('agent@demo.test');
  zone = application.parts.brokerage.zone;
  today = dateIn(zone, application.parts.now());
  leads = await readLeads(
    application.database.kysely,
    sql`select row_number() over () as position, agent_lead.* from agent_lead`,
  );
});

describe('what a won lead is', () => {
  test('stands in the lifecycle: signed, and not reopened or archived since', () => {
    expect([...WON_PLACES].toSorted()).toEqual([
      'live.award-carrier',
      'live.completed-contracts.closed',
      'live.completed-contracts.invoiced',
      'live.completed-contracts.paid',
      'live.contracted',
      'live.open-contracts.awaiting-carrier',
      'live.open-contracts.in-progress',
    ]);
  });
});

/** The same, computed lead by lead from the rows, the histories, and the ledger. */
async function byHand(from: string, to: string) {
  const own = leads.filter((lead) => dayOf(lead) >= from && dayOf(lead) <= to);
  const isWon = (lead: LeadRow) =>
    !lead.is_archived && ['contracted', 'award-carrier', 'open-contracts', 'completed-contracts'].includes(lead.state);
  const won = own.filter(isWon);
  const entries = await application.database.kysely
    .selectFrom('history')
    .select(['record_id', 'event', 'to_state', 'at'])
    .where('lifecycle', '=', 'agent-lead')
    .orderBy('sequence')
    .execute();
  const waits = own
    .flatMap((lead) => {
      const answer = entries.find(
        ({ record_id, to_state }) => record_id === lead.id && to_state !== 'new' && !to_state.startsWith('archived'),
      );
      return answer ? [(Date.parse(answer.at) - Date.parse(lead.created_at)) / 1000] : [];
    })
    .toSorted((one, other) => one - other);
  const middle = waits.length / 2;
  const median = Number.isInteger(middle) ? (waits[middle - 1]! + waits[middle]!) / 2 : waits[Math.floor(middle)]!;
  const balances = won.map((lead) => balanceOf(lead)!);
  return {
    leads: own.length,
    quoted: own.filter(({ id }) => entries.some(({ record_id, event }) => record_id === id && event === 'quote.sent'))
      .length,
    won: won.length,
    lost: own.filter(({ is_archived }) => is_archived).length,
    win_rate: won.length / own.length,
    first_answer_seconds: Math.round(median),
    revenue: sum(balances.map(({ total }) => total)),
    received: sum(balances.map(({ received, refunded }) => received - refunded)),
    margin: sum(balances.map(({ margin }) => margin)),
    awarded: balances.filter(({ margin }) => margin !== null).length,
  };
}

test('a month is what its leads, their histories and their ledgers say', async () => {
  const month = today.slice(0, 7);
  const { from, to, total, months } = await report('period=this-month');
  expect([from, to]).toEqual([`${month}-01`, today]);
  expect(total.leads).toBeGreaterThan(20);
  expect(total.won).toBeGreaterThan(0);
  expect(total.margin).toBeGreaterThan(0);
  expect(total).toMatchObject(await byHand(from, to));
  expect(months).toMatchObject([{ key: month, leads: total.leads, revenue: total.revenue }]);

  const last = await report('period=last-month');
  expect(last.to).toBe(addDays(`${month}-01`, -1));
  expect(last.total).toMatchObject(await byHand(last.from, last.to));
});

test('every table adds up to the total, and reasons to what was lost', async () => {
  const all = await report(`from=${addDays(today, -700)}&to=${today}`);
  expect(all.total.leads).toBe(leads.length);
  for (const table of TABLES)
    for (const what of ['leads', 'quoted', 'won', 'lost', 'open', 'revenue', 'received', 'margin', 'awarded'] as const)
      expect(sum(all[table].map((row) => row[what])), `${table} ${what}`).toBe(all.total[what]);
  for (const { leads: count, won, lost, open, win_rate } of [all.total, ...TABLES.flatMap((table) => all[table])]) {
    expect(won + lost + open).toBe(count);
    expect(win_rate).toBe(won / count);
  }
  expect(sum(all.reasons.map((row) => row.leads))).toBe(all.total.lost);
  expect(all.total.lost).toBeGreaterThan(0);
  for (const { key, leads: count } of all.sources)
    expect(count).toBe(leads.filter(({ source }) => source === key).length);
  for (const { key, leads: count } of all.agents)
    expect(count).toBe(leads.filter((lead) => (lead.assigned_agent_id ?? '') === key).length);
});

test('a lead that was merged into another is that other one: neither a lead nor one that was lost', async () => {
  const { kysely } = application.database;
  const query = `from=${addDays(today, -700)}&to=${today}`;
  const before = await report(query);
  const [one, other] = leads.filter(({ state, is_archived: isArchived }) => state === 'new' && !isArchived);
  const merge = { is_archived: true, archive_reason: `Merged into ${other!.reference}`, merged_into: other!.id };
  await kysely.updateTable('agent_lead').set(merge).where('id', '=', one!.id).execute();
  try {
    const after = await report(query);
    expect(after.total).toMatchObject({
      leads: before.total.leads - 1,
      lost: before.total.lost,
      won: before.total.won,
    });
    expect(after.reasons).toEqual(before.reasons);
  } finally {
    const back = { is_archived: false, archive_reason: null, merged_into: null };
    await kysely.updateTable('agent_lead').set(back).where('id', '=', one!.id).execute();
  }
});

test('what is beyond the rows of a table is one row more', async () => {
  const { kysely } = application.database;
  const names = leads.map(({ id, source }) => ({ id, source }));
  await sql`update agent_lead set source = 'Source ' || reference`.execute(kysely);
  try {
    const { sources, total } = await report(`from=${addDays(today, -699)}&to=${today}`);
    expect(sources).toHaveLength(101);
    expect(sources.at(-1)).toMatchObject({ key: 'others', label: 'All others' });
    expect(sum(sources.map((row) => row.leads))).toBe(total.leads);
  } finally {
    for (const { id, source } of names)
      await kysely.updateTable('agent_lead').set({ source }).where('id', '=', id).execute();
  }
});

test('a day belongs to the brokerage’s clock', async () => {
  const first = leads.toSorted((one, other) => (one.created_at < other.created_at ? -1 : 1))[0]!;
  const day = dayOf(first);
  const { total } = await report(`from=${day}&to=${day}`);
  expect(total.leads).toBe(leads.filter((lead) => dayOf(lead) === day).length);
  const empty = await report('from=1999-01-01&to=1999-01-31');
  expect(empty.total).toMatchObject({ leads: 0, win_rate: null, first_answer_seconds: null, revenue: 0 });
  expect(empty.agents).toEqual([]);
});

test('each table is a file, with its sum', async () => {
  const { from, to, agents, total } = await report('period=this-month');
  const file = async (table: string) => {
    const answer = await call<string>(application, 'GET', `agent/reports/export?table=${table}&period=this-month`, {
      token,
    });
    expect(answer.headers.get('content-disposition')).toContain(`report-${table}-${from}-${to}.csv`);
    return parse(answer.body, { columns: true, bom: true }) as Record<string, string>[];
  };
  const lines = await file('agents');
  expect(lines.map((line) => [line.agent, Number(line.leads), Number(line.revenue_usd)])).toEqual(
    [...agents, { ...total, label: 'Total' }].map(({ label, leads: count, revenue }) => [label, count, revenue / 100]),
  );
  for (const table of ['months', 'sources', 'lanes'])
    expect((await file(table)).at(-1)!.leads).toBe(String(total.leads));
  expect((await file('reasons')).at(-1)!.leads).toBe(String(total.lost));
});

test('who lacks the right, and periods that are none, are refused', async () => {
  const other = await signIn('agent2@demo.test');
  for (const path of ['agent/reports', 'agent/reports/export?table=agents']) {
    expect((await call(application, 'GET', path, { token: other })).status).toBe(403);
    expect((await call(application, 'GET', path)).status).toBe(401);
  }
  for (const query of [
    'period=today',
    'from=2026-01-01',
    'to=2026-01-01',
    'from=2026-02-01&to=2026-01-01',
    'from=2020-01-01&to=2026-01-01',
    'period=this-month&from=2026-01-01&to=2026-01-02',
    'days=5',
  ])
    expect((await call(application, 'GET', `agent/reports?${query}`, { token })).status, query).toBe(400);
  expect((await call(application, 'GET', 'agent/reports/export?table=people', { token })).status).toBe(400);
});
