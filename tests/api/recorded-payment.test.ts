import { beforeAll, describe, expect, test, vi } from 'vitest';
import { agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { replay } from '#src/machines/replay.ts';
import { dateIn, addDays } from '#src/machines/calendar/days.ts';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';

/** A payment by check, cash or transfer, which an agent writes down: what is booked, and what is refused. */
const TOTAL = 340_000;
let application: Application;
let who: People;
let today: string;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  today = dateIn(application.parts.brokerage.zone, application.parts.now());
});

interface Lead {
  state: string;
  stage: string | null;
  version: number;
  invoice: {
    number: number;
    total: number;
    paid_on: string | null;
    payment_method: string | null;
    payment_note: string | null;
  } | null;
}
interface Refused {
  detail: string;
  errors?: { field: string }[];
  changed?: unknown[];
  current?: { version: number };
}

const closed = [
  'quote.sent',
  'contract.sent',
  'contract.signed',
  'carrier.special-awarded',
  'carrier.signed',
  'contract.closed',
] as const;
async function stageAfter(...events: (keyof typeof gestures)[]): Promise<Stage> {
  const stage = await newStage(application, who);
  for (const event of events) {
    const { status, body } = await gestures[event](stage);
    expect(status, `${event}: ${JSON.stringify(body)}`).toBeLessThan(300);
    await reload(stage);
  }
  return stage;
}
const invoiced = () => stageAfter(...closed, 'invoice.sent');

const record = (
  stage: Stage,
  body: object,
  { token = who.agent.token, key }: { token?: string | null; key?: string } = {},
) =>
  call<Lead & Refused>(application, 'POST', `agent-lead/${stage.lead.id}/invoice/payment`, {
    ...(token && { token }),
    body: { amount: TOTAL, paid_on: today, method: 'Check', ...body },
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const leadOf = async (stage: Stage) => (await reload(stage)) as unknown as Lead;
const historyOf = (stage: Stage) =>
  application.database.kysely
    .selectFrom('history')
    .selectAll()
    .where('record_id', '=', stage.lead.id)
    .orderBy('sequence')
    .execute();
/** Until every signed agreement has its file, which the lead names. */
const isPrinted = (stage: Stage) =>
  vi.waitFor(
    async () => {
      const waiting = await application.database.kysely
        .selectFrom('agreement')
        .select('id')
        .where('lead_id', '=', stage.lead.id)
        .where('state', '=', 'signed')
        .where('file_id', 'is', null)
        .execute();
      expect(waiting).toEqual([]);
    },
    { timeout: 30_000, interval: 100 },
  );
const isUnpaid = async (stage: Stage) =>
  expect(await leadOf(stage)).toMatchObject({
    state: 'completed-contracts',
    stage: 'invoiced',
    invoice: { paid_on: null, payment_method: null, payment_note: null },
  });

test('the amount of the invoice settles it; the invoice and the history say how, when and by whom', async () => {
  const stage = await invoiced();
  const before = await leadOf(stage);
  const { status, body } = await record(stage, { version: before.version, note: 'Check 1207' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    state: 'completed-contracts',
    stage: 'paid',
    version: before.version + 1,
    invoice: {
      number: before.invoice!.number,
      total: TOTAL,
      paid_on: today,
      payment_method: 'Check',
      payment_note: 'Check 1207',
    },
  });
  const history = await historyOf(stage);
  expect(history.at(-1)).toMatchObject({
    event: 'payment.recorded',
    payload: { paidOn: today, method: 'Check' },
    actor_id: who.agent.id,
    actor_role: 'agent',
    from_state: 'completed-contracts.invoiced',
    to_state: 'completed-contracts.paid',
  });
  expect(replay(agentLeadLifecycle, history)).toMatchObject({ state: 'completed-contracts', stage: 'paid' });
});

describe('nothing is booked', () => {
  test.each([TOTAL - 1, TOTAL + 1, 0])('of an amount that is not the invoice’s: %i', async (amount) => {
    const stage = await invoiced();
    const entries = (await historyOf(stage)).length;
    expect(await record(stage, { amount })).toMatchObject({
      status: 409,
      body: { changed: [{ field: 'amount', seen: amount, now: TOTAL }] },
    });
    await isUnpaid(stage);
    expect(await historyOf(stage)).toHaveLength(entries);
  });

  test.each<[string, object, string]>([
    ['a negative amount', { amount: -TOTAL }, 'amount'],
    ['an amount that is no number of cents', { amount: 3400.5 }, 'amount'],
    ['an amount as text', { amount: String(TOTAL) }, 'amount'],
    ['no way of paying', { method: '' }, 'method'],
    ['no day', { paid_on: null }, 'paid_on'],
    ['a day that is none', { paid_on: '2026-02-30' }, 'paid_on'],
    ['a field that is not its own', { total: TOTAL }, 'total'],
  ])('of %s', async (_, body, field) => {
    const stage = await invoiced();
    expect(await record(stage, body)).toMatchObject({ status: 422, body: { errors: [{ field }] } });
    await isUnpaid(stage);
  });

  test('of a day that is still to come at the brokerage', async () => {
    const stage = await invoiced();
    expect(await record(stage, { paid_on: addDays(today, 1) })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'paid_on' }] },
    });
    await isUnpaid(stage);
  });

  test('over a version that a colleague has changed', async () => {
    const stage = await invoiced();
    const { version } = await leadOf(stage);
    expect(
      (
        await call(application, 'PATCH', `agent-lead/${stage.lead.id}`, {
          token: who.agent2.token,
          body: { version, notes: 'Paid at the door?' },
        })
      ).status,
    ).toBe(200);
    expect(await record(stage, { version })).toMatchObject({
      status: 409,
      body: { current: { version: version + 1 } },
    });
    await isUnpaid(stage);
  });

  test.each<[string, readonly (keyof typeof gestures)[]]>([
    ['before the contract is closed', closed.slice(0, -1)],
    ['before there is an invoice', closed],
  ])('%s', async (_, events) => {
    const stage = await stageAfter(...events);
    await isPrinted(stage);
    const before = await leadOf(stage);
    expect((await record(stage, {})).status).toBe(409);
    expect(await leadOf(stage)).toEqual(before);
  });

  test('by anybody but an agent: not even that there is such a lead is said', async () => {
    const stage = await invoiced();
    const mover = await signedIn(application, 'mover', 'Mona Mover');
    const others: [Account | null, number][] = [
      [null, 401],
      [who.carrier, 403],
      [mover, 403],
    ];
    for (const [other, status] of others) {
      const answer = await record(stage, {}, { token: other?.token ?? null });
      expect([answer.status, JSON.stringify(answer.body).includes(String(TOTAL))]).toEqual([status, false]);
    }
    await isUnpaid(stage);
    expect(
      (await record({ ...stage, lead: { ...stage.lead, id: '01900000-0000-7000-8000-000000000000' } }, {})).status,
    ).toBe(404);
  });
});

describe('twice', () => {
  test('it is refused where it is paid; with the same key it is the first answer again', async () => {
    const stage = await invoiced();
    const key = crypto.randomUUID();
    const first = await record(stage, {}, { key });
    const again = await record(stage, {}, { key });
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    expect((await record(stage, { method: 'Cash' }, { key })).status).toBe(422);
    expect((await record(stage, { method: 'Cash' })).status).toBe(409);
    expect(await leadOf(stage)).toMatchObject({ stage: 'paid', invoice: { payment_method: 'Check' } });
    expect((await historyOf(stage)).filter(({ event }) => event === 'payment.recorded')).toHaveLength(1);
  });

  test('at once it is booked once', async () => {
    const stage = await invoiced();
    const answers = await Promise.all(['Check', 'Cash', 'Transfer', 'Card'].map((method) => record(stage, { method })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    const won = answers.find(({ status }) => status === 200)!;
    expect(await leadOf(stage)).toMatchObject({
      stage: 'paid',
      invoice: { payment_method: won.body.invoice!.payment_method },
    });
    expect((await historyOf(stage)).filter(({ event }) => event === 'payment.recorded')).toHaveLength(1);
  });
});
