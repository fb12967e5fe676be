import { beforeAll, describe, expect, test } from 'vitest';
import { agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { replay } from '#src/machines/replay.ts';
import { call, mailTo, startApplication, todayIn, tokenOf } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';
import { expectLedgersToAddUp } from './ledger-adds-up.ts';

/** What comes off the price of a completed move: the ledger, the invoice, and what the client is told. */
const TOTAL = 340_000;
const OFF = 40_000;
const CARRIER = 300_000;
let application: Application;
let who: People;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
});

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

interface Lead {
  stage: string;
  version: number;
  facts: { client_email: string };
  money: Record<'total' | 'reduced' | 'due' | 'margin' | 'broker_share', number>;
  invoice: { number: number; total: number; lines: { description: string; amount: number }[] } | null;
  payments: { id: string; direction: string; kind: string; amount: number; is_corrected: boolean; note: string }[];
  attachments: { name: string; is_visible_to_carriers: boolean }[];
}

const post = (stage: Stage, path: string, body: object) =>
  call<Lead & { detail: string; unmet?: string[]; changed?: object[] }>(
    application,
    'POST',
    `agent-lead/${stage.lead.id}/${path}`,
    { token: who.agent.token, body },
  );
const reduce = (stage: Stage, body: object = {}) =>
  post(stage, 'price/reduce', { amount: OFF, reason: 'Delivered two days late', ...body });
const leadOf = async (stage: Stage) => (await reload(stage)) as unknown as Lead;
const replayed = async (stage: Stage) =>
  replay(
    agentLeadLifecycle,
    await application.database.kysely
      .selectFrom('history')
      .selectAll()
      .where('record_id', '=', stage.lead.id)
      .orderBy('sequence')
      .execute(),
  );
const pay = async (stage: Stage, amount: number) =>
  await post(stage, 'invoice/payment', { amount, paid_on: todayIn(application), method: 'Check' });

test('before the invoice, it becomes a line of it', async () => {
  const stage = await stageAfter(...closed);
  const { margin } = (await leadOf(stage)).money;
  expect(await reduce(stage, { price: TOTAL })).toMatchObject({
    status: 200,
    body: { stage: 'closed', invoice: null, money: { total: TOTAL - OFF, reduced: OFF, due: TOTAL - OFF } },
  });
  const reduced = await leadOf(stage);
  expect(reduced.money).toMatchObject({ margin: margin - OFF, broker_share: TOTAL - OFF - CARRIER });
  expect(reduced.payments.at(-1)).toMatchObject({ direction: 'off-price', kind: 'reduction', amount: OFF });
  // The amount that the agent saw before is refused.
  expect((await post(stage, 'invoice/send', { total: TOTAL })).status).toBe(409);
  const sent = await post(stage, 'invoice/send', { total: TOTAL - OFF });
  expect(sent).toMatchObject({ status: 200, body: { stage: 'invoiced', invoice: { total: TOTAL - OFF } } });
  expect(sent.body.invoice!.lines.at(-1)).toEqual({
    description: 'Price reduction: Delivered two days late',
    amount: -OFF,
  });
  expect(sent.body.invoice!.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(TOTAL - OFF);
});

describe('after the invoice', () => {
  test('it is issued again under its number and mailed; what was sent before stays among the files', async () => {
    const stage = await stageAfter(...closed, 'invoice.sent');
    const { invoice, facts } = await leadOf(stage);
    const first = await mailTo(application, facts.client_email, { subject: /^Invoice /, about: stage.lead.reference });
    expect(first.attachments).toHaveLength(1);
    expect((await reduce(stage)).body.invoice).toMatchObject({ number: invoice!.number, total: TOTAL - OFF });
    const mail = await mailTo(application, facts.client_email, new RegExp(`^Revised invoice ${invoice!.number}`));
    expect(mail.text).toContain('We took $400.00 off the price of your move.');
    expect(mail.text).toContain('Delivered two days late');
    expect(mail.attachments).toHaveLength(1);
    const { attachments } = await leadOf(stage);
    expect(attachments).toMatchObject([
      { name: `Invoice ${invoice!.number}, replaced ${todayIn(application)}.pdf`, is_visible_to_carriers: false },
    ]);
    // The link of the first mail shows the new price.
    const shared = await call(application, 'GET', `agent-lead/payment/shared?token=${tokenOf(first, '/payment')}`);
    expect(shared.body).toMatchObject({ total: TOTAL - OFF, reduced: OFF, due: TOTAL - OFF });
    expect(await replayed(stage)).toMatchObject({ stage: 'invoiced' });
  });

  test('the rest was paid: the invoice is paid; what is taken back makes it unpaid again', async () => {
    const stage = await stageAfter(...closed, 'invoice.sent');
    expect((await pay(stage, TOTAL - OFF)).body.stage).toBe('invoiced');
    expect((await reduce(stage)).body).toMatchObject({ stage: 'paid', money: { due: 0 } });
    const entry = (await leadOf(stage)).payments.find(({ kind }) => kind === 'reduction')!;
    const corrected = await post(stage, 'payments/correct', { payment_id: entry.id, reason: 'Wrong lead' });
    expect(corrected.body).toMatchObject({
      stage: 'invoiced',
      money: { total: TOTAL, reduced: 0, due: OFF },
      invoice: { total: TOTAL },
    });
    expect(corrected.body.invoice!.lines.map(({ amount }) => amount).every((amount) => amount > 0)).toBe(true);
    const { facts, invoice } = await leadOf(stage);
    const mail = await mailTo(application, facts.client_email, {
      subject: new RegExp(`^Revised invoice ${invoice!.number}`),
      about: 'We corrected your invoice.',
    });
    expect(mail.text).not.toContain('Wrong lead');
    expect(await replayed(stage)).toMatchObject({ stage: 'invoiced' });
  });

  test('of a paid one, the client has paid too much, and can be refunded', async () => {
    const stage = await stageAfter(...closed, 'invoice.sent');
    expect((await pay(stage, TOTAL)).body.stage).toBe('paid');
    expect((await reduce(stage)).body).toMatchObject({ stage: 'paid', money: { due: -OFF } });
    const refund = { amount: OFF, paid_on: todayIn(application), method: 'Check', reason: 'Delivered late' };
    // With the price lower, the refund leaves nothing due.
    expect((await post(stage, 'payments/refund', refund)).body).toMatchObject({ stage: 'paid', money: { due: 0 } });
  });
});

describe('refused', () => {
  test('where the price is another, or the amount is none, or too much, or there is no reason', async () => {
    const stage = await stageAfter(...closed, 'invoice.sent');
    expect(await reduce(stage, { price: TOTAL + 1 })).toMatchObject({
      status: 409,
      body: { changed: [{ field: 'price', seen: TOTAL + 1, now: TOTAL }] },
    });
    expect((await reduce(stage, { amount: 0 })).body.unmet).toEqual(['an amount is given']);
    expect((await reduce(stage, { amount: TOTAL + 1 })).body.unmet).toEqual(['no more comes off than the price']);
    expect((await reduce(stage, { reason: ' ' })).status).toBe(422);
    expect((await leadOf(stage)).money).toMatchObject({ total: TOTAL, reduced: 0 });
    // Twice the whole price: the second time there is nothing left.
    expect((await reduce(stage, { amount: TOTAL })).body).toMatchObject({ stage: 'paid', money: { total: 0 } });
    expect((await reduce(stage, { amount: 1 })).body.unmet).toEqual(['no more comes off than the price']);
  });

  test('before the move is completed: the contract is reopened instead', async () => {
    const stage = await stageAfter(...closed.slice(0, -1));
    expect((await reduce(stage)).status).toBe(409);
  });
});

test('a corrected close-out takes it back', async () => {
  const stage = await stageAfter(...closed);
  expect((await reduce(stage)).status).toBe(200);
  expect((await post(stage, 'contract/correct', { reason: 'Closed by mistake' })).body.money).toMatchObject({
    total: TOTAL,
    reduced: 0,
  });
});

test('every ledger adds up', async () => {
  expect(await expectLedgersToAddUp(application.database.kysely)).toBeGreaterThan(10);
});
