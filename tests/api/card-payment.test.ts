import { compareCardPayment } from '#src/api/agent-lead/card-payment.ts';
import { beforeAll, expect, test } from 'vitest';
import { call, mailTo, startApplication, tokenOf } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';

/** Deposit and balance by card, through the client's link; refunds and disputes at the provider. */
const TOTAL = 340_000;
const DEPOSIT = 10_000;
let application: Application;
let who: People;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
});

interface Money {
  paid: number;
  due: number;
  payable: { kind: string; amount: number; is_due: boolean } | null;
  refusal: string | null;
  detail?: string;
}
type Ledger = Omit<Stage['lead'], 'payments' | 'money'> & {
  stage: string | null;
  money: { received: number; refunded: number; due: number; card_fees: number };
  payments: { kind: string; direction: string; amount: number; is_by_provider: boolean; note: string | null }[];
};
const ledgerOf = async (stage: Stage) => (await reload(stage)) as unknown as Ledger;

async function signed(): Promise<Stage> {
  const stage = await newStage(application, who);
  for (const event of ['quote.sent', 'contract.sent', 'contract.signed'] as const) {
    expect((await gestures[event](stage)).status).toBeLessThan(300);
    await reload(stage);
  }
  return stage;
}

/** A client with the link of a mail, and the provider's form on its page. */
async function payerOf(stage: Stage) {
  const link = await call<{ url: string }>(application, 'POST', `agent-lead/${stage.lead.id}/payments/link`, {
    token: stage.agent.token,
  });
  expect(link.status, JSON.stringify(link.body)).toBe(201);
  const token = tokenOf(await mailTo(application, stage.clientEmail, /^Pay the (deposit|balance)/), '/payment/');
  const on = (path: string, body?: object) =>
    call<Money & { client_secret: string; publishable_key: string }>(
      application,
      body || path ? 'POST' : 'GET',
      `agent-lead/payment/shared${path}?token=${token}`,
      body ? { body } : {},
    );
  const atBank = async (key: string, path: string, fields: Record<string, string>) => {
    const response = await fetch(`${application.url}/dev/payments/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields),
    });
    return (await response.json()) as { id: string };
  };
  return {
    on,
    read: () => on(''),
    async pay(number = '4242424242424242') {
      const { payable } = (await on('')).body;
      const begun = await on('/pay', { amount: payable!.amount });
      expect(begun.status, JSON.stringify(begun.body)).toBe(200);
      const { client_secret: secret, publishable_key: key } = begun.body;
      const method = await atBank(key, 'payment_methods', {
        type: 'card',
        'card[number]': number,
        'card[exp_month]': '4',
        'card[exp_year]': '2040',
      });
      const intent = secret.split('_secret_')[0]!;
      await atBank(key, `payment_intents/${intent}/confirm`, { client_secret: secret, payment_method: method.id });
      return intent;
    },
    check: () => on('/check', {}),
  };
}

test('the deposit is paid by card, booked once with its fee, and receipted; then the balance is what can be paid', async () => {
  const stage = await signed();
  const payer = await payerOf(stage);
  expect((await payer.read()).body).toMatchObject({
    paid: 0,
    payable: { kind: 'deposit', amount: DEPOSIT, is_due: true },
  });
  expect((await payer.on('/pay', { amount: DEPOSIT - 1 })).status).toBe(409);
  await payer.pay();
  const checks = await Promise.all([payer.check(), payer.check()]);
  expect(checks.map(({ status }) => status)).toEqual([200, 200]);
  expect((await payer.read()).body).toMatchObject({
    paid: DEPOSIT,
    due: TOTAL - DEPOSIT,
    payable: { kind: 'balance', amount: TOTAL - DEPOSIT, is_due: false },
  });
  expect(await ledgerOf(stage)).toMatchObject({
    money: { received: DEPOSIT, due: TOTAL - DEPOSIT, card_fees: 320 },
    payments: [{ kind: 'deposit', direction: 'from-client', amount: DEPOSIT, is_by_provider: true }],
  });
  expect((await mailTo(application, stage.clientEmail, /^Payment received/)).text).toContain('$100.00');
  // Internal data of agents must not reach the client.
  expect(JSON.stringify((await payer.read()).body)).not.toMatch(/"\w*(margin|carrier|fee)\w*":/);
});

test('a refused card is said and books nothing; another one then pays', async () => {
  const stage = await signed();
  const payer = await payerOf(stage);
  await payer.pay('4000000000000002');
  const refused = await payer.check();
  expect([refused.body.paid, refused.body.refusal]).toEqual([0, expect.stringMatching(/declined/i)]);
  await payer.pay();
  expect((await payer.check()).body).toMatchObject({ paid: DEPOSIT });
});

test('money that comes late is booked as what it is, also where an agent has recorded it meanwhile', async () => {
  const stage = await signed();
  const payer = await payerOf(stage);
  const intent = await payer.pay();
  const recorded = await call(application, 'POST', `agent-lead/${stage.lead.id}/invoice/payment`, {
    token: stage.agent.token,
    body: { amount: TOTAL, paid_on: '2026-01-05', method: 'Check' },
  });
  expect([200, 409]).toContain(recorded.status);
  await payer.check();
  const { money, payments } = await ledgerOf(stage);
  expect(payments.filter(({ is_by_provider }) => is_by_provider)).toHaveLength(1);
  expect(money.due).toBe(TOTAL - money.received + money.refunded);
  const { stripe } = application.parts.payments;
  await stripe.refunds.create({ payment_intent: intent, amount: 4000 });
  await stripe.refunds.create({ payment_intent: intent, amount: 6000 });
  await expect.poll(async () => (await ledgerOf(stage)).money.refunded, { timeout: 20_000 }).toBe(DEPOSIT);
  const after = await ledgerOf(stage);
  const atProvider = await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] });
  const byCard = after.payments.filter(({ is_by_provider }) => is_by_provider);
  const sum = (direction: string) =>
    byCard.filter((entry) => entry.direction === direction).reduce((total, { amount }) => total + amount, 0);
  expect([sum('from-client'), sum('to-client')]).toEqual([
    atProvider.amount_received,
    (atProvider.latest_charge as { amount_refunded: number }).amount_refunded,
  ]);
});

test('a card form that was open while a check came pays neither the old amount nor at the provider', async () => {
  const stage = await signed();
  const payer = await payerOf(stage);
  const { client_secret: secret } = (await payer.on('/pay', { amount: DEPOSIT })).body;
  const intent = secret.split('_secret_')[0]!;
  const recorded = await call(application, 'POST', `agent-lead/${stage.lead.id}/invoice/payment`, {
    token: stage.agent.token,
    body: { amount: 4000, paid_on: '2026-01-05', method: 'Check' },
  });
  expect(recorded.status, JSON.stringify(recorded.body)).toBe(200);
  expect(await payer.on('/pay', { amount: DEPOSIT })).toMatchObject({
    status: 409,
    body: {
      detail: 'The amount has changed since you saw it. Your card wasn’t charged.',
      changed: [{ field: 'amount', seen: DEPOSIT, now: DEPOSIT - 4000 }],
    },
  });
  const { stripe } = application.parts.payments;
  const statusOf = async () => (await stripe.paymentIntents.retrieve(intent)).status;
  await expect.poll(statusOf, { timeout: 20_000 }).toBe('canceled');
  await payer.pay();
  expect((await payer.check()).body).toMatchObject({ paid: DEPOSIT, payable: { kind: 'balance' } });
  // The form for the balance is worth nothing once the contract is reopened.
  const balance = (await payer.on('/pay', { amount: TOTAL - DEPOSIT })).body.client_secret.split('_secret_')[0]!;
  await reload(stage);
  expect((await gestures['contract.reopened'](stage)).status).toBe(200);
  expect((await payer.on('/pay', { amount: TOTAL - DEPOSIT })).body.detail).toBe(
    'Nothing is due now. Your card wasn’t charged.',
  );
  await expect
    .poll(async () => (await stripe.paymentIntents.retrieve(balance)).status, { timeout: 20_000 })
    .toBe('canceled');
});

test('a dispute takes the money, and its end for us brings it back', async () => {
  const stage = await signed();
  const payer = await payerOf(stage);
  const intent = await payer.pay('4000000000000259');
  await payer.check();
  await expect.poll(async () => (await ledgerOf(stage)).money.refunded, { timeout: 20_000 }).toBe(DEPOSIT);
  const { body } = await call<{ notices: { title: string; about: string | null; lead: { id: string } }[] }>(
    application,
    'GET',
    'agent/notices',
    { token: stage.agent.token },
  );
  expect(body.notices.filter(({ lead }) => lead.id === stage.lead.id)).toContainEqual(
    expect.objectContaining({
      title: expect.stringMatching(/’s bank took back \$/),
      about: expect.stringMatching(/^Disputed/),
    }),
  );
  const { stripe } = application.parts.payments;
  const [dispute] = (await stripe.disputes.list({ payment_intent: intent })).data;
  await stripe.disputes.update(dispute!.id, { evidence: { uncategorized_text: 'winning_evidence' }, submit: true });
  await expect.poll(async () => (await ledgerOf(stage)).money.refunded, { timeout: 20_000 }).toBe(0);
  expect(await titlesOf(stage)).toContainEqual(
    expect.stringMatching(/^You won the dispute: .*’s bank returned \$100\.00$/),
  );
  expect((await ledgerOf(stage)).payments.map(({ kind }) => kind)).toEqual(['deposit', 'refund', 'correction']);
});

test('of a dispute that was lost the agent is told once; no money is booked for it', async () => {
  const stage = await signed();
  const payer = await payerOf(stage);
  const intent = await payer.pay('4000000000000259');
  await payer.check();
  await expect.poll(async () => (await ledgerOf(stage)).money.refunded, { timeout: 20_000 }).toBe(DEPOSIT);
  const { stripe } = application.parts.payments;
  const [dispute] = (await stripe.disputes.list({ payment_intent: intent })).data;
  await stripe.disputes.update(dispute!.id, { evidence: { uncategorized_text: 'losing_evidence' }, submit: true });
  const lost = async () => (await titlesOf(stage)).filter((title) => title.startsWith('You lost the dispute'));
  await expect.poll(lost, { timeout: 20_000 }).toHaveLength(1);
  const row = { intent_id: intent, id: (await cardPaymentOf(intent)).id };
  await compareCardPayment(application.parts, row);
  expect(await lost()).toHaveLength(1);
  expect((await ledgerOf(stage)).payments.map(({ kind }) => kind)).toEqual(['deposit', 'refund']);
});

const cardPaymentOf = (intent: string) =>
  application.database.kysely
    .selectFrom('card_payment')
    .select('id')
    .where('intent_id', '=', intent)
    .executeTakeFirstOrThrow();

/** The notices about it to the lead's agent. */
async function titlesOf(stage: Stage): Promise<string[]> {
  const { body } = await call<{ notices: { title: string; lead: { id: string } }[] }>(
    application,
    'GET',
    'agent/notices',
    { token: stage.agent.token },
  );
  return body.notices.filter(({ lead }) => lead.id === stage.lead.id).map(({ title }) => title);
}
