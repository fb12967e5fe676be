import { beforeAll, describe, expect, test } from 'vitest';
import { icalOf } from '#src/api/calendar/ical.ts';
import type { IcalEvent } from '#src/api/calendar/ical.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { disableAgent } from '#src/api/team/team.changes.ts';
import { addDays, dateIn } from '#src/machines/calendar/days.ts';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';
import { call, signedIn, startApplication, todayIn } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';

interface Entry {
  id: string;
  lead_id: string;
  role: string;
  first_day: string;
  last_day: string;
  city: string;
  carrier_name: string | null;
  tab: string;
  job_state: string | null;
}

let application: Application;
let who: People;
let today: string;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  today = todayIn(application);
});

async function go(stage: Stage, ...events: (keyof typeof gestures)[]): Promise<void> {
  for (const event of events) {
    await reload(stage);
    expect((await gestures[event](stage)).status, event).toBeLessThan(300);
  }
}
const ask = (account: Account, from: string, to: string, mine?: boolean) =>
  call<{ entries: Entry[]; has_more: boolean; today: string }>(
    application,
    'GET',
    `agent/calendar?from=${from}&to=${to}${mine === undefined ? '' : `&mine=${mine}`}`,
    { token: account.token },
  );
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** The stops of one lead in the weeks of its move. */
const stopsOf = async (stage: Stage, mine?: boolean, account = stage.agent) =>
  (await ask(account, inDays(-2), inDays(35), mine)).body.entries.filter(({ lead_id }) => lead_id === stage.lead.id);

describe('the calendar', () => {
  test('has a lead once its client has signed, and while it is won', async () => {
    const stage = await newStage(application, who);
    await go(stage, 'quote.sent', 'contract.sent');
    expect(await stopsOf(stage)).toEqual([]);
    await go(stage, 'contract.signed');
    expect(await stopsOf(stage)).toMatchObject([
      { id: `${stage.lead.id}:1`, role: 'pick-up', first_day: inDays(20), last_day: inDays(24), carrier_name: null },
      { id: `${stage.lead.id}:2`, role: 'drop-off', first_day: inDays(25), last_day: inDays(28), city: 'Chicago' },
    ]);
    await go(stage, 'contract.reopened');
    expect(await stopsOf(stage)).toEqual([]);
  });

  test('has the day that was agreed with the carrier, then the one on which it came', async () => {
    const stage = await newStage(application, who);
    await go(stage, 'quote.sent', 'contract.sent', 'contract.signed', 'load.posted', 'carrier.awarded');
    const { award_start_date: agreed } = await application.database.kysely
      .selectFrom('contract')
      .select('award_start_date')
      .where('lead_id', '=', stage.lead.id)
      .executeTakeFirstOrThrow();
    expect(await stopsOf(stage)).toMatchObject([
      { first_day: agreed, last_day: agreed, carrier_name: 'Swift Vans LLC', job_state: null },
      { first_day: inDays(25) },
    ]);
    await go(stage, 'carrier.signed');
    const { id, version } = await application.database.kysely
      .selectFrom('carrier_job')
      .select(['id', 'version'])
      .where('lead_id', '=', stage.lead.id)
      .executeTakeFirstOrThrow();
    for (const [index, step] of ['on-the-way', 'picked-up'].entries())
      await call(application, 'POST', `agent-lead/job/${id}/step`, {
        token: stage.agent.token,
        body: { step, version: version + index },
      });
    const came = dateIn('America/New_York', new Date());
    expect(await stopsOf(stage)).toMatchObject([
      { first_day: came, last_day: came, job_state: 'picked-up' },
      { first_day: inDays(25), last_day: inDays(28) },
    ]);
  });

  test('is one’s own or everybody’s', async () => {
    const stage = await newStage(application, who);
    await go(stage, 'quote.sent', 'contract.sent', 'contract.signed');
    expect(await stopsOf(stage, true)).toHaveLength(2);
    expect(await stopsOf(stage, true, stage.agent2)).toEqual([]);
    expect(await stopsOf(stage, false, stage.agent2)).toHaveLength(2);
  });

  test('answers for whole ranges of six weeks at most', async () => {
    expect((await ask(who.agent, today, addDays(today, 41))).body).toMatchObject({ has_more: false, today });
    expect((await ask(who.agent, today, addDays(today, 42))).status).toBe(400);
    expect((await ask(who.agent, today, addDays(today, -1))).status).toBe(400);
    expect((await ask(who.agent, 'soon', today)).status).toBe(400);
  });
});

const make = (account: Account, scope: string) =>
  call<{ url: string; scope: string }>(application, 'POST', 'agent/calendar-feed', {
    token: account.token,
    body: { scope },
  });
const feedOf = async ({ token }: Account) =>
  (await call<{ feed: { scope: string } | null }>(application, 'GET', 'agent/calendar-feed', { token })).body.feed;

/**
 * A calendar parsed as in RFC 5545: lines unfolded (3.1), each a name, parameters, and a value; texts unescaped
 * (3.3.11).
 */
function read(text: string): Record<string, string>[] {
  expect(text.endsWith('\r\n')).toBe(true);
  const folded = text.slice(0, -2).split('\r\n');
  for (const line of folded) {
    expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75);
    expect(line).not.toMatch(/[\r\n]/);
  }
  const lines = text.slice(0, -2).replaceAll('\r\n ', '').split('\r\n');
  expect([lines[0], lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR']);
  expect(lines).toContain('VERSION:2.0');
  expect(lines.filter((line) => line.startsWith('PRODID:'))).toHaveLength(1);
  const events: Record<string, string>[] = [];
  let event: Record<string, string> | null = null;
  for (const line of lines.slice(1, -1)) {
    const [, name, value] = /^([A-Z-]+(?:;[A-Z-]+=[A-Z0-9-]+)*):(.*)$/.exec(line)!;
    if (name === 'BEGIN') {
      if (value !== 'VEVENT' || event) throw new Error(`An event begins in another one: ${line}`);
      event = {};
    } else if (name === 'END') {
      events.push(event!);
      event = null;
    } else if (event) {
      if (name! in event) throw new Error(`An event says it twice: ${line}`);
      event[name!] = value!.replaceAll(/\\([\\;,nN])/g, (_, one: string) => (/n/i.test(one) ? '\n' : one));
    }
  }
  expect(event).toBeNull();
  for (const one of events) {
    expect(Object.keys(one)).toEqual(expect.arrayContaining(['UID', 'DTSTAMP', 'DTSTART;VALUE=DATE']));
    expect(one['DTSTAMP']).toMatch(/^\d{8}T\d{6}Z$/);
    expect(one['DTSTART;VALUE=DATE']! < one['DTEND;VALUE=DATE']!).toBe(true);
  }
  expect(new Set(events.map(({ UID }) => UID)).size).toBe(events.length);
  return events;
}

describe('a calendar program', () => {
  test('reads the moves through a secret link, with stable ids and a number that grows', async () => {
    const agent = await signedIn(application, 'agent', 'Cal Endar');
    const stage = await newStage(application, { ...who, agent });
    await go(stage, 'quote.sent', 'contract.sent', 'contract.signed');
    await application.database.kysely
      .updateTable('agent_lead')
      .set({ client_name: 'Zoë; “Lang” \\ O’Brien, & Söhne GmbH mit einem sehr langen Namen, der über die Zeile geht' })
      .where('id', '=', stage.lead.id)
      .execute();
    const { status, body } = await make(agent, 'mine');
    expect([status, body.scope]).toEqual([201, 'mine']);
    const answer = await fetch(body.url);
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(answer.headers.get('cache-control')).toContain('no-store');
    const events = read(await answer.text());
    expect(events).toHaveLength(2);
    expect(events[0]).toMatchObject({
      UID: expect.stringMatching(new RegExp(`^${stage.lead.id}-1@`)),
      'DTSTART;VALUE=DATE': inDays(20).replaceAll('-', ''),
      'DTEND;VALUE=DATE': inDays(25).replaceAll('-', ''),
      SUMMARY: 'Pick-up: Zoë; “Lang” \\ O’Brien, & Söhne GmbH mit einem sehr langen Namen, der über die Zeile geht',
      LOCATION: 'Columbus, OH',
      URL: `${application.url}/agent-portal/lead/${stage.lead.id}/info`,
    });
    expect(JSON.stringify(events)).not.toMatch(/5550100|555-0100|Canary|mail\.example/);
    await go(stage, 'load.posted');
    const [later] = read(await (await fetch(body.url)).text());
    expect(later!['UID']).toBe(events[0]!['UID']);
    expect(Number(later!['SEQUENCE'])).toBeGreaterThan(Number(events[0]!['SEQUENCE']));
  });

  test('one’s own or everybody’s; the secret is nowhere in the database', async () => {
    const agent = await signedIn(application, 'agent', 'Eve Rybody');
    const stage = await newStage(application, who);
    await go(stage, 'quote.sent', 'contract.sent', 'contract.signed');
    const mine = await make(agent, 'mine');
    expect(read(await (await fetch(mine.body.url)).text())).toEqual([]);
    const all = await make(agent, 'everybody');
    const uids = read(await (await fetch(all.body.url)).text()).map(({ UID }) => UID!.slice(0, 36));
    expect(uids).toContain(stage.lead.id);
    expect((await make(agent, 'nobody')).status).toBe(422);
    const links = await application.database.kysely
      .selectFrom('link')
      .selectAll()
      .where('subject_id', '=', agent.id)
      .execute();
    expect(JSON.stringify(links)).not.toContain(all.body.url.split('/').at(-1));
  });

  test('is told that the link ended where it was replaced, taken back, or the agent has left', async () => {
    const agent = await signedIn(application, 'agent', 'Enda Link');
    expect(await feedOf(agent)).toBeNull();
    const first = (await make(agent, 'mine')).body.url;
    const second = (await make(agent, 'everybody')).body.url;
    expect(await feedOf(agent)).toMatchObject({ scope: 'everybody' });
    expect([(await fetch(first)).status, (await fetch(second)).status]).toEqual([410, 200]);
    const removed = await call(application, 'DELETE', 'agent/calendar-feed', { token: agent.token });
    expect(removed.status).toBe(200);
    expect([await feedOf(agent), (await fetch(second)).status]).toEqual([null, 410]);
    const third = (await make(agent, 'mine')).body.url;
    await inTransaction(application.database, (tx) =>
      disableAgent(tx, application.parts, null, { id: agent.id, version: null }),
    );
    expect((await fetch(third)).status).toBe(410);
    // An agent who returns makes a new one.
    await application.database.kysely
      .updateTable('account')
      .set({ disabled_at: null })
      .where('id', '=', agent.id)
      .execute();
    expect((await fetch(third)).status).toBe(410);
    expect((await fetch(`${third}x`)).status).toBe(404);
  });
});

test('lines are folded between characters, never in one', () => {
  const event: IcalEvent = {
    uid: 'a@b',
    sequence: 1,
    changedAt: '2026-12-04T09:30:00.000Z',
    firstDay: '2026-12-31',
    dayAfter: '2027-01-01',
    summary: '🚚'.repeat(60),
    location: 'One\r\nTwo\nThree',
    description: 'ü'.repeat(200),
    url: 'https://leads.example/agent-portal/lead/1/info',
  };
  const [only] = read(icalOf('Moves; all, of them', [event]));
  expect(only).toMatchObject({ SUMMARY: event.summary, LOCATION: 'One\nTwo\nThree', DESCRIPTION: event.description });
});
