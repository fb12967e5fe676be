import { beforeAll, describe, expect, test } from 'vitest';
import { agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { replay } from '#src/machines/replay.ts';
import { addDays } from '#src/machines/calendar/days.ts';
import { call, signedIn, startApplication, todayIn } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';

/** A payment by check, cash, or transfer, which an agent records: what is booked, and what is refused. */
const TOTAL = 340_000;
let application: Application;
let who: People;
let today: string;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  today = todayIn(application);
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
    version: before.version + 2,
    invoice: {
      number: before.invoice!.number,
      total: TOTAL,
      paid_on: today,
      payment_method: 'Check',
      payment_note: 'Check 1207',
    },
  });
  const history = await historyOf(stage);
  expect(history.slice(-2)).toMatchObject([
    {
      event: 'payment.recorded',
      payload: { amount: TOTAL, kind: 'balance', date: today, method: 'Check' },
      actor_id: who.agent.id,
      actor_role: 'agent',
      to_state: 'completed-contracts.invoiced',
    },
    {
      event: 'payment.completed',
      actor_role: 'system',
      from_state: 'completed-contracts.invoiced',
      to_state: 'completed-contracts.paid',
    },
  ]);
  expect(replay(agentLeadLifecycle, history)).toMatchObject({ state: 'completed-contracts', stage: 'paid' });
});

describe('nothing is booked', () => {
  // One invoice for all: it is as before after each of them.
  let stage: Stage;
  beforeAll(async () => {
    stage = await invoiced();
  });

  test.each([
    [TOTAL + 1, 'no more is paid than is due, or it is recorded as overpaid'],
    [0, 'an amount is given'],
  ])('of an amount that cannot be: %i', async (amount, unmet) => {
    const entries = (await historyOf(stage)).length;
    expect(await record(stage, { amount })).toMatchObject({ status: 409, body: { unmet: [unmet] } });
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
    expect(await record(stage, body)).toMatchObject({ status: 422, body: { errors: [{ field }] } });
    await isUnpaid(stage);
  });

  test('of a day that is still to come at the brokerage', async () => {
    expect(await record(stage, { paid_on: addDays(today, 1) })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'paid_on' }] },
    });
    await isUnpaid(stage);
  });

  test('of a day long ago', async () => {
    expect(await record(stage, { paid_on: '1999-01-01' })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'paid_on', message: 'Use a day of the last two years.' }] },
    });
    await isUnpaid(stage);
  });

  test('over a version that a colleague has changed', async () => {
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

  test('before there is an agreement', async () => {
    const stage = await stageAfter('quote.sent');
    const before = await leadOf(stage);
    expect((await record(stage, {})).status).toBe(409);
    expect(await leadOf(stage)).toEqual(before);
  });

  test('by anybody but an agent: not even that there is such a lead is said', async () => {
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

interface Ledger {
  stage: string | null;
  version: number;
  contract: { owed_to_carrier_payed: boolean; owed_to_broker_payed: boolean };
  money: Record<'received' | 'refunded' | 'due' | 'deposit_due' | 'margin', number>;
  payments: {
    id: string;
    direction: string;
    kind: string;
    amount: number;
    is_corrected: boolean;
    note: string | null;
  }[];
}
const ledgerOf = async (stage: Stage) => (await reload(stage)) as unknown as Ledger;
const post = (stage: Stage, path: string, body: object) =>
  call<Lead & Refused>(application, 'POST', `agent-lead/${stage.lead.id}/${path}`, { token: who.agent.token, body });

describe('in parts', () => {
  test('deposit and rest settle the invoice, also when it is sent after all was paid', async () => {
    const stage = await stageAfter('quote.sent', 'contract.sent', 'contract.signed');
    expect((await ledgerOf(stage)).money).toMatchObject({ received: 0, due: TOTAL, deposit_due: 10_000, margin: null });
    expect((await record(stage, { amount: 10_000 })).status).toBe(200);
    expect((await record(stage, { amount: 40_000, method: 'Zelle', note: 'from his brother' })).status).toBe(200);
    expect(await ledgerOf(stage)).toMatchObject({
      money: { received: 50_000, due: TOTAL - 50_000, deposit_due: 0 },
      payments: [
        { kind: 'deposit', amount: 10_000 },
        { kind: 'partial', amount: 40_000, note: 'Zelle: from his brother' },
      ],
    });
    for (const event of ['carrier.special-awarded', 'carrier.signed', 'contract.closed'] as const) {
      expect((await gestures[event](stage)).status).toBe(200);
      await reload(stage);
    }
    expect((await record(stage, { amount: TOTAL - 50_000 })).status).toBe(200);
    await reload(stage);
    expect((await gestures['invoice.sent'](stage)).status).toBe(200);
    expect(await ledgerOf(stage)).toMatchObject({ stage: 'paid', money: { due: 0, margin: TOTAL - 300_000 } });
  });

  test('a bounced check opens the invoice again: counter-entry with a reason, once; nothing is changed or deleted', async () => {
    const stage = await invoiced();
    expect((await record(stage, {})).status).toBe(200);
    const [entry] = (await ledgerOf(stage)).payments.filter(({ direction }) => direction === 'from-client');
    const correct = () => post(stage, 'payments/correct', { payment_id: entry!.id, reason: 'Bounced' });
    expect(await correct()).toMatchObject({ status: 200, body: { stage: 'invoiced', invoice: { paid_on: null } } });
    expect((await correct()).status).toBe(409);
    expect((await ledgerOf(stage)).payments.slice(-2)).toMatchObject([
      { id: entry!.id, is_corrected: true },
      { kind: 'correction', amount: TOTAL, note: 'Bounced' },
    ]);
    const { kysely } = application.database;
    await expect(kysely.updateTable('payment').set({ amount: 1 }).execute()).rejects.toThrow('counter-entry');
    await expect(kysely.deleteFrom('payment').execute()).rejects.toThrow('counter-entry');
    expect((await record(stage, { method: 'Cash' })).body).toMatchObject({ stage: 'paid' });
    expect(replay(agentLeadLifecycle, await historyOf(stage))).toMatchObject({ stage: 'paid' });
  });

  test('what goes out: refunds up to what came in, payouts up to what is owed', async () => {
    const stage = await invoiced();
    expect(await ledgerOf(stage)).toMatchObject({
      // As stated when the contract was closed.
      contract: { owed_to_carrier_payed: false, owed_to_broker_payed: true },
      payments: [{ direction: 'to-broker', kind: 'payout', amount: TOTAL - 300_000 }],
    });
    const refund = (amount: number) =>
      post(stage, 'payments/refund', { amount, paid_on: today, method: 'Check', reason: 'Goodwill' });
    expect((await refund(1)).status).toBe(409);
    expect((await record(stage, {})).status).toBe(200);
    expect((await refund(TOTAL + 1)).status).toBe(422);
    expect(await refund(5000)).toMatchObject({ status: 200, body: { stage: 'invoiced' } });
    expect((await ledgerOf(stage)).money).toMatchObject({
      received: TOTAL,
      refunded: 5000,
      due: 5000,
      // The job is done: this is the rest of the balance, whatever the deposit was.
      deposit_due: 0,
    });
    const payout = (amount?: number) =>
      post(stage, 'contract/payout', { payee: 'carrier', paid_on: today, method: 'Check', ...(amount && { amount }) });
    expect((await payout(300_001)).status).toBe(422);
    expect((await payout(100_000)).status).toBe(200);
    expect((await ledgerOf(stage)).contract.owed_to_carrier_payed).toBe(false);
    expect((await payout()).status).toBe(200);
    expect((await ledgerOf(stage)).contract.owed_to_carrier_payed).toBe(true);
    expect((await payout()).status).toBe(409);
  });
});

test('more than is due is booked only if the agent says so; of a paid invoice, too', async () => {
  const stage = await invoiced();
  expect(await record(stage, { amount: TOTAL + 2_500, overpaid: true })).toMatchObject({
    status: 200,
    body: { stage: 'paid' },
  });
  expect((await ledgerOf(stage)).money).toMatchObject({ received: TOTAL + 2_500, due: -2_500 });
  // A second check for the same invoice.
  expect((await record(stage, {})).status).toBe(409);
  expect((await record(stage, { overpaid: true })).body).toMatchObject({ stage: 'paid' });
  expect((await ledgerOf(stage)).money).toMatchObject({ received: 2 * TOTAL + 2_500, due: -TOTAL - 2_500 });
  const refund = { amount: TOTAL + 2_500, paid_on: today, method: 'Check', reason: 'Paid twice' };
  expect((await post(stage, 'payments/refund', refund)).body).toMatchObject({ stage: 'paid' });
  expect((await ledgerOf(stage)).money).toMatchObject({ due: 0 });
  expect(replay(agentLeadLifecycle, await historyOf(stage))).toMatchObject({ stage: 'paid' });
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
