import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#src/api/database/ids.ts';
import { keepCompliantDays } from '#src/api/carrier/compliance.repository.ts';
import { addDays } from '#src/machines/calendar/days.ts';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';
import { call, signedIn, startApplication, todayIn } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';

interface Item {
  lead_id: string | null;
  chat_id: string | null;
  client_name: string | null;
  about: string | null;
  since: string | null;
  due_on: string | null;
}
interface Day {
  groups: { kind: string; total: number; items: Item[] }[];
  leads: { id: string }[];
  mine: number;
  everybody: number;
  agents: { id: string | null; total: number }[];
}

let application: Application;
let who: People;
let today: string;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  today = todayIn(application);
});

const ask = (query = '', token = who.agent.token) => call<Day>(application, 'GET', `agent/today${query}`, { token });
const day = async (query = '') => (await ask(query)).body;
/** The kinds of work that wait with a lead. */
const waitsWith = async ({ lead }: Stage, query = '') => {
  const { groups } = await day(query);
  return groups.flatMap(({ kind, items }) => (items.some(({ lead_id }) => lead_id === lead.id) ? [kind] : []));
};
async function stageAfter(...events: (keyof typeof gestures)[]): Promise<Stage> {
  const stage = await newStage(application, who);
  for (const event of events) {
    const { status, body } = await gestures[event](stage);
    expect(status, `${event}: ${JSON.stringify(body)}`).toBeLessThan(300);
    await reload(stage);
  }
  // Limited to what waits for this one.
  await application.database.kysely
    .updateTable('agent_lead')
    .set({ assigned_agent_id: who.agent2.id })
    .where('id', '!=', stage.lead.id)
    .execute();
  return stage;
}
const mine = '?mine=true';
const db = () => application.database.kysely;
const lead = (stage: Stage, set: Record<string, unknown>) =>
  db().updateTable('agent_lead').set(set).where('id', '=', stage.lead.id).execute();

const signed = ['quote.sent', 'contract.sent', 'contract.signed'] as const;

describe('waits', () => {
  test('a new lead, until it has its quote', async () => {
    const stage = await stageAfter();
    expect(await waitsWith(stage, mine)).toEqual(['new-lead']);
    await gestures['quote.sent'](stage);
    expect(await waitsWith(stage, mine)).toEqual([]);
  });

  test('a follow-up from its day on, and not before', async () => {
    const stage = await stageAfter('lead.followed-up');
    for (const [ahead, expected] of [
      [1, []],
      [0, ['follow-up-due']],
      [-3, ['follow-up-due']],
    ] as const) {
      await lead(stage, { follow_up_date: addDays(today, ahead) });
      expect(await waitsWith(stage, mine), String(ahead)).toEqual(expected);
    }
    const { groups } = await day(mine);
    expect(groups[0]!.items[0]).toMatchObject({ due_on: addDays(today, -3), since: null });
  });

  test('a quote in its last days; not one that has ended', async () => {
    const stage = await stageAfter('quote.sent');
    for (const [ahead, expected] of [
      [4, []],
      [3, ['quote-ending']],
      [0, ['quote-ending']],
      [-1, []],
    ] as const) {
      await db()
        .updateTable('estimate')
        .set({ valid_until: addDays(today, ahead) })
        .where('lead_id', '=', stage.lead.id)
        .execute();
      expect(await waitsWith(stage, mine), String(ahead)).toEqual(expected);
    }
  });

  test.each(['answered it', 'done something'])(
    'a question about the quote in the client’s words, until an agent has %s',
    async (how) => {
      const stage = await stageAfter('quote.sent', 'quote.asked');
      const send = (path: string, body?: object) =>
        call(application, 'POST', path, { token: who.agent.token, ...(body ? { body } : {}) });
      const { groups } = await day(mine);
      expect(groups).toMatchObject([{ kind: 'chat-waiting', total: 1, items: [{ about: 'Is packing included?' }] }]);
      const chat = `ai-chat/${groups[0]!.items[0]!.chat_id}`;
      expect((await send(`${chat}/take`)).status).toBe(200);
      const taken = await day(mine);
      expect(taken.groups).toMatchObject([{ kind: 'question', total: 1, items: [{ about: 'Is packing included?' }] }]);
      const done =
        how === 'answered it'
          ? await send(`${chat}/answer`, { text: 'Yes, it is.', seen: 1 })
          : await send(`agent-lead/${stage.lead.id}/notes`, { kind: 'call', outcome: 'reached' });
      expect(done.status, JSON.stringify(done.body)).toBeLessThan(300);
      expect(await waitsWith(stage, mine)).toEqual([]);
    },
  );

  test('a client’s wish for other dates, in its words, until an agent has answered; then until the lead has them', async () => {
    const stage = await stageAfter('quote.sent');
    const token = who.agent.token;
    const page = await call<{ url: string }>(application, 'POST', `agent-lead/${stage.lead.id}/portal`, {
      token,
      body: { is_mailed: false },
    });
    const first = addDays(today, 40);
    const asked = await call(
      application,
      'POST',
      `agent-lead/portal/reschedule?token=${page.body.url.split('/').at(-1)}`,
      {
        body: { version: 1, first, last: addDays(first, 2), reason: 'The closing moved' },
      },
    );
    expect(asked.status, JSON.stringify(asked.body)).toBe(200);
    const { groups } = await day(mine);
    expect(groups).toMatchObject([
      { kind: 'dates-asked', total: 1, items: [{ about: 'The closing moved', due_on: first }] },
    ]);
    const { body } = await call(application, 'GET', `agent-lead/${stage.lead.id}/reschedule`, { token });
    const answered = await call(application, 'POST', `agent-lead/${stage.lead.id}/reschedule/answer`, {
      token,
      body: { version: body.version, accepts: true },
    });
    expect(answered.status, JSON.stringify(answered.body)).toBe(200);
    expect(await waitsWith(stage, mine)).toEqual(['dates-accepted']);
    const isSaidOnTheLead = async () =>
      (await call(application, 'GET', `agent-lead/${stage.lead.id}/reschedule`, { token })).body.waits_for_lead;
    expect(await isSaidOnTheLead()).toBe(true);
    await db()
      .updateTable('agent_lead')
      .set({ move_date: addDays(first, 2) })
      .where('id', '=', stage.lead.id)
      .execute();
    expect(await waitsWith(stage, mine)).toEqual([]);
    expect(await isSaidOnTheLead()).toBe(false);
  });

  test('a contract without a signature, but not while somebody gets back to the client later', async () => {
    const stage = await stageAfter('quote.sent', 'contract.sent');
    for (const [follow_up_date, expected] of [
      [null, ['contract-unsigned']],
      [today, ['contract-unsigned']],
      [addDays(today, 2), []],
    ] as const) {
      await db().updateTable('contract').set({ follow_up_date }).where('lead_id', '=', stage.lead.id).execute();
      expect(await waitsWith(stage, mine), String(follow_up_date)).toEqual(expected);
    }
  });

  test('a signed contract, then a bid until it is seen, then the carrier’s signature', async () => {
    const stage = await stageAfter(...signed);
    expect(await waitsWith(stage, mine)).toEqual(['load-unposted']);
    for (const event of ['load.posted', 'bid.placed'] as const) {
      await reload(stage);
      await gestures[event](stage);
    }
    expect(await waitsWith(stage, mine)).toEqual(['bids-unseen']);
    await call(application, 'POST', `agent-lead/bid/mark_as_seen?lead_id=${stage.lead.id}`, { token: who.agent.token });
    expect(await waitsWith(stage, mine)).toEqual([]);
    await reload(stage);
    await gestures['carrier.awarded'](stage);
    expect(await waitsWith(stage, mine)).toEqual(['job-unsigned']);
  });

  test('an awarded carrier that is not compliant through the job, with what it lacks', async () => {
    const stage = await stageAfter(...signed, 'load.posted', 'carrier.awarded', 'carrier.signed');
    expect(await waitsWith(stage, mine)).toEqual([]);
    const { delivery_date_last, move_date_last } = await db()
      .selectFrom('agent_lead')
      .select(['delivery_date_last', 'move_date_last'])
      .where('id', '=', stage.lead.id)
      .executeTakeFirstOrThrow();
    const ends = addDays((delivery_date_last ?? move_date_last)!, -1);
    const { carrierId } = stage.carrier;
    await db().updateTable('insurance_policy').set({ expiration: ends }).where('carrier_id', '=', carrierId).execute();

    await keepCompliantDays(db(), [carrierId]);
    const { groups } = await day(mine);
    expect(groups).toMatchObject([
      { kind: 'papers-ending', items: [{ about: expect.stringMatching(/insurance ends on/) }] },
    ]);
    await db()
      .updateTable('insurance_policy')
      .set({ expiration: addDays(today, 400) })
      .where('carrier_id', '=', carrierId)
      .execute();
    await keepCompliantDays(db(), [carrierId]);
  });

  test('a closed contract without an invoice, and an invoice from the day after it is due', async () => {
    const stage = await stageAfter(...signed, 'load.posted', 'carrier.awarded', 'carrier.signed', 'contract.closed');
    expect(await waitsWith(stage, mine)).toEqual(['invoice-unsent']);
    await gestures['invoice.sent'](stage);
    const dueOn = (due_on: string) =>
      db().updateTable('invoice').set({ due_on }).where('lead_id', '=', stage.lead.id).execute();
    await dueOn(today);
    expect(await waitsWith(stage, mine)).toEqual([]);
    await dueOn(addDays(today, -1));
    expect(await waitsWith(stage, mine)).toEqual(['invoice-overdue']);
    await lead(stage, { is_archived: true, archive_reason: 'Gone' });
    expect(await waitsWith(stage, mine)).toEqual([]);
  });

  test('a client who asked for a person in a chat', async () => {
    const { body } = await call<{ chat: { id: string } }>(application, 'POST', 'ai-chat/', {
      token: who.agent.token,
      body: { name: 'Casey Client' },
    });
    const handOver = (owner: 'handing-over' | 'assistant') =>
      db().updateTable('chat').set({ owner }).where('id', '=', body.chat.id).execute();
    await handOver('handing-over');
    const said = {
      id: newId(),
      chat_id: body.chat.id,
      author: 'client' as const,
      author_name: 'Casey',
      at: new Date().toISOString(),
    };
    await db()
      .insertInto('chat_message')
      .values({ ...said, sequence: 90, revision: 90, text: 'Is the piano included?' })
      .execute();
    const chats = async () => (await day()).groups.find(({ kind }) => kind === 'chat-waiting');
    expect(await chats()).toMatchObject({
      total: 1,
      items: [{ chat_id: body.chat.id, client_name: 'Casey Client', about: 'Is the piano included?' }],
    });
    // The client of an archived lead can no longer open the chat.
    const stage = await stageAfter();
    await db().updateTable('chat').set({ lead_id: stage.lead.id }).where('id', '=', body.chat.id).execute();
    await lead(stage, { is_archived: true, archive_reason: 'Gone' });
    expect(await chats()).toBeUndefined();
    await lead(stage, { is_archived: false, archive_reason: null });
    expect(await chats()).toBeDefined();
    await handOver('assistant');
    expect(await chats()).toBeUndefined();
  });
});

describe('the day', () => {
  test('shows some of each kind, the longest waiting first, counts all, and the list filtered to it has them', async () => {
    const stage = await stageAfter();
    const others = [];
    for (let made = 0; made < 6; made += 1) others.push(await newStage(application, who));
    await lead(stage, { entered_state_at: '2020-01-01T00:00:00Z' });
    const { groups, leads, mine: own } = await day(mine);
    expect(groups.map(({ kind, total, items }) => [kind, total, items.length])).toEqual([['new-lead', 7, 5]]);
    expect([groups[0]!.items[0]!.lead_id, leads.length, own]).toEqual([stage.lead.id, 5, 7]);
    const list = (query: string) =>
      call<{ leads: { id: string }[] }>(application, 'GET', `agent-lead/?state=new&mine=true&${query}`, {
        token: who.agent.token,
      });
    expect((await list('work=new-lead')).body.leads).toHaveLength(7);
    expect((await list('work=follow-up-due')).body.leads).toEqual([]);
    expect((await list('work=chat-waiting')).status).toBe(400);
  });

  test('is one’s own, that of another agent, or everybody’s; who manages the team sees how much each has', async () => {
    const stage = await stageAfter();
    const rights = (id: string, now: 'team'[]) =>
      db().updateTable('account').set({ rights: now }).where('id', '=', id).execute();
    await rights(who.agent.id, []);
    const all = await day();
    expect(all.everybody).toBe(all.groups.reduce((sum, { total }) => sum + total, 0));
    expect(all.agents).toEqual([]);
    expect(await waitsWith(stage, `?assigned_agent_id=${who.agent2.id}`)).toEqual([]);
    const lead2 = await signedIn(application, 'agent', 'Lee Leader');
    await rights(lead2.id, ['team']);
    const { body } = await ask('', lead2.token);
    expect(body.agents.find(({ id }) => id === who.agent.id)?.total).toBe(all.mine);
    expect(body.agents.reduce((sum, { total }) => sum + total, 0)).toBe(body.everybody);
    expect(body.mine).toBe(0);
  });

  test('is refused to others, and what is no filter is refused', async () => {
    expect((await ask('', who.carrier.token)).status).toBe(403);
    expect((await ask('?assigned_agent_id=me')).status).toBe(400);
    expect((await ask('?limit=1000')).status).toBe(400);
  });
});
