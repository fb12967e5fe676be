import { beforeAll, expect, test } from 'vitest';
import { call, mailTo, startApplication } from '#tests/platform/application.ts';
import type { Answer, Application } from '#tests/platform/application.ts';
import {
  acceptance,
  acceptEarly,
  estimateToken,
  gestures,
  newEstimate,
  newStage,
  people,
  reload,
} from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';
import { inDays } from './carrier-api.ts';

/** What a client answers on the page of an estimate, and what the brokerage is notified of. */
let application: Application;
let who: People;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
});

async function quoted(): Promise<Stage & { token: string }> {
  const stage = await newStage(application, who);
  expect((await gestures['quote.sent'](stage)).status).toBe(200);
  await reload(stage);
  return { ...stage, token: await estimateToken(stage) };
}

interface Shared {
  inventory: object[];
  weight_lb: number | null;
  estimate: { is_outdated: boolean; changes: { what: string; before: string; after: string }[] };
}

const on = (token: string, path: string, body?: object, key?: string): Promise<Answer<Record<string, never>>> =>
  call(application, 'POST', `agent-lead/estimates/shared/${path}?token=${token}`, {
    ...(body ? { body } : {}),
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  });
const historyOf = async (stage: Stage) =>
  (
    await call<{ event: string; payload: Record<string, unknown>; actor_name: string; to_state: string }[]>(
      application,
      'GET',
      `agent-lead/${stage.lead.id}/history`,
      { token: stage.agent.token },
    )
  ).body;

test('a new price says that it replaces the one before; the same one, sent again, does not', async () => {
  const stage = await quoted();
  const sent = async (nth: number) => (await mailTo(application, stage.clientEmail, /^Your moving quote/, nth)).text;
  const replaces = 'It replaces the one we sent you before.';
  expect((await gestures['quote.sent'](stage)).status).toBe(200);
  expect(await sent(1)).not.toContain(replaces);
  const { status } = await call(application, 'POST', `agent-lead/${stage.lead.id}/estimates`, {
    token: stage.agent.token,
    body: { ...newEstimate, broker_fee: 15_000 },
  });
  expect(status).toBe(201);
  await reload(stage);
  expect((await gestures['quote.sent'](stage)).status).toBe(200);
  expect(await sent(2)).toContain(`Here is our new price`);
  expect(await sent(2)).toContain(replaces);
});

test('what is accepted with nothing missing goes on to the agreement: one transaction, one mail, and a way to sign', async () => {
  const stage = await quoted();
  const key = crypto.randomUUID();
  const first = await on(stage.token, 'accept', await acceptance(stage), key);
  expect(first.status, JSON.stringify(first.body)).toBe(200);
  expect(first.body).toMatchObject({ can_sign: true, is_signed: false });
  expect(await reload(stage)).toMatchObject({ state: 'contract-sent', stage: null });
  // The same answer, sent twice, counts once.
  expect((await on(stage.token, 'accept', await acceptance(stage), key)).status).toBe(200);
  const entries = await historyOf(stage);
  expect(entries.filter(({ event }) => event === 'quote.accepted')).toMatchObject([
    { actor_name: 'Casey Client', to_state: 'contract-sent', payload: { estimate: 1, total: 340_000 } },
  ]);
  const mail = await mailTo(application, stage.clientEmail, /^Please sign/);
  expect(mail.links.some((link) => link.includes('/broker-shipper-agreement/sign'))).toBe(true);
  const { body } = await on(stage.token, 'sign');
  const document = await call(application, 'GET', `agent-lead/contract/sign?token=${body.token}`);
  expect(document.body).toMatchObject({
    state: 'sent',
    reference: stage.lead.reference,
  });
  const again = await on(stage.token, 'accept', await acceptance(stage));
  expect([again.status, again.body.detail]).toEqual([
    409,
    'This estimate can no longer be answered. Load the page again, or call us.',
  ]);
});

test('without pick-up days it waits as accepted, first in its tab, until an agent sends the agreement', async () => {
  const stage = await quoted();
  const other = await quoted();
  const answer = await acceptEarly(stage, gestures['quote.accepted']);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(await reload(stage)).toMatchObject({ state: 'quote-sent', stage: 'accepted' });
  expect((await on(stage.token, 'sign')).status).toBe(409);
  const newer = await quoted();
  const { body } = await call<{ leads: { id: string }[]; page: { end: string | null } }>(
    application,
    'GET',
    'agent-lead/?state=quote-sent&limit=1',
    { token: stage.agent.token },
  );
  expect(body.leads.map(({ id }) => id)).toEqual([stage.lead.id]);
  const next = await call<typeof body>(
    application,
    'GET',
    `agent-lead/?state=quote-sent&limit=2&after=${body.page.end}`,
    {
      token: stage.agent.token,
    },
  );
  expect(next.body.leads.map(({ id }) => id)).toEqual([newer.lead.id, other.lead.id]);
  expect((await gestures['contract.sent'](stage)).status).toBe(200);
  // When sent again, it waits for an answer again.
  const again = await quoted();
  expect((await acceptEarly(again, gestures['quote.accepted'])).status).toBe(200);
  expect((await gestures['quote.sent'](again)).status).toBe(200);
  expect(await reload(again)).toMatchObject({ stage: 'waiting', quote: { accepted_at: null } });
});

test('a price that changed, was replaced or has run out is not accepted, and the client reads why', async () => {
  const stage = await quoted();
  const seen = await acceptance(stage);
  const changed = await on(stage.token, 'accept', { ...seen, total: seen.total - 1 });
  expect([changed.status, changed.body]).toMatchObject([
    409,
    { changed: [{ field: 'total', seen: seen.total - 1, now: seen.total }] },
  ]);
  const replaced = await quoted();
  expect((await gestures['quote.sent'](replaced)).status).toBe(200);
  const newer = await call(application, 'POST', `agent-lead/${replaced.lead.id}/estimates`, {
    token: replaced.agent.token,
    body: {
      kind: 'binding',
      lines: [{ code: 'LH', description: 'Line haul', unit: 'flat', quantity: 1, rate: 100_000 }],
      broker_fee: 0,
      deposit: 0,
      valid_until: inDays(300),
    },
  });
  expect(newer.status).toBe(201);
  // A draft does not concern the client: what was sent is still valid.
  expect((await on(replaced.token, 'open')).body).toMatchObject({ is_superseded: false });
  await reload(replaced);
  expect((await gestures['quote.sent'](replaced)).status).toBe(200);
  const late = await on(replaced.token, 'accept', { number: 1, total: 340_000 });
  expect([late.status, late.body.detail]).toEqual([
    409,
    'There’s a newer estimate for this move. Open the link in our newest email.',
  ]);
  await application.database.kysely
    .updateTable('estimate')
    .set({ valid_until: '2020-01-01' })
    .where('lead_id', '=', stage.lead.id)
    .execute();
  const expired = await on(stage.token, 'accept', seen);
  expect([expired.status, expired.body.detail]).toEqual([409, 'This price has expired. Ask us for a new one.']);
  expect(await reload(stage)).toMatchObject({ state: 'quote-sent', stage: 'waiting' });
});

test('the page keeps the move that was priced; for another one, nothing is accepted until it has a price', async () => {
  const stage = await quoted();
  const shared = async (token: string) => {
    const { body } = await call<Shared>(application, 'GET', `agent-lead/estimates/shared?token=${token}`);
    return body;
  };
  const before = await shared(stage.token);
  expect(before.estimate.is_outdated).toBe(false);
  const inventory = [{ room: 'Living room', item: 'Grand piano', quantity: 2, volume_cuft: 120, weight_lb: 1200 }];
  const edited = await call<{ estimates: Shared['estimate'][] }>(application, 'PATCH', `agent-lead/${stage.lead.id}`, {
    token: stage.agent.token,
    body: { inventory, version: stage.lead.version },
  });
  expect(edited.status).toBe(200);
  expect(edited.body.estimates.map(({ is_outdated }) => is_outdated)).toEqual([true]);
  const after = await shared(stage.token);
  expect(after).toMatchObject({ inventory: before.inventory, weight_lb: before.weight_lb });
  expect(after.estimate.is_outdated).toBe(true);
  const refused = await on(stage.token, 'accept', await acceptance(stage));
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    'Your move has changed since this estimate. We’ll send you a new one.',
  ]);
  // The client may still ask.
  expect((await on(stage.token, 'ask', { question: 'What about the pianos?' })).status).toBe(200);
  await reload(stage);
  expect((await gestures['quote.sent'](stage)).status).toBe(200);
  await reload(stage);
  const token = await estimateToken(stage);
  expect(await shared(token)).toMatchObject({ inventory: [{ item: 'Grand piano' }], estimate: { is_outdated: false } });
  expect((await on(token, 'accept', await acceptance(stage))).status).toBe(200);
});

test('a version is compared with the last one that was sent, not with a draft', async () => {
  const stage = await quoted();
  for (const rate of [90_000, 100_000]) {
    const draft = await call(application, 'POST', `agent-lead/${stage.lead.id}/estimates`, {
      token: stage.agent.token,
      body: {
        kind: 'binding',
        lines: [{ code: 'LH', description: 'Line haul', unit: 'flat', quantity: 1, rate }],
        broker_fee: 0,
        deposit: 0,
        valid_until: inDays(300),
      },
    });
    expect(draft.status).toBe(201);
  }
  await reload(stage);
  expect((await gestures['quote.sent'](stage)).status).toBe(200);
  await reload(stage);
  const { body } = await call<Shared>(
    application,
    'GET',
    `agent-lead/estimates/shared?token=${await estimateToken(stage)}`,
  );
  expect(body.estimate.changes).toContainEqual({ what: 'Total', before: '$3,400.00', after: '$1,000.00' });
});

test('a discount takes something off whatever its sign, by its code and in percent; the client reads it below zero', async () => {
  const stage = await newStage(application, who);
  const [haul] = newEstimate.lines;
  const off = { code: 'DISC', description: 'For veterans', unit: 'flat', quantity: 1, rate: 20_000 };
  const percent = { code: 'X1', description: 'Discount 10%', unit: 'flat', quantity: 1, rate: 31_500 };
  const lines = [haul, off, { ...off, rate: -10_000 }, percent];
  const priced = await call<{ estimates: { id: string; total: number }[] }>(
    application,
    'POST',
    `agent-lead/${stage.lead.id}/estimates`,
    { token: stage.agent.token, body: { ...newEstimate, lines } },
  );
  expect(priced.body.estimates[0]!.total).toBe(315_000 + 25_000 - 61_500);
  const edited = await call<typeof priced.body>(
    application,
    'PUT',
    `agent-lead/estimates/${priced.body.estimates[0]!.id}`,
    { token: stage.agent.token, body: { ...newEstimate, lines: [haul, off] } },
  );
  expect(edited.body.estimates[0]).toMatchObject({
    total: 315_000 + 25_000 - 20_000,
    lines: [{}, { rate: -20_000, amount: -20_000 }],
  });
  const tooMuch = { ...newEstimate, lines: [haul, { ...off, rate: 400_000 }] };
  const refused = await call(application, 'POST', `agent-lead/${stage.lead.id}/estimates`, {
    token: stage.agent.token,
    body: tooMuch,
  });
  expect(refused).toMatchObject({ status: 422, body: { detail: 'The discounts are more than the charges.' } });
});

test('a question and a refusal reach the agent by mail and stand in the history; opening is told once', async () => {
  const stage = await quoted();
  const { version } = stage.lead;
  for (let time = 0; time < 2; time++) expect((await on(stage.token, 'open')).status).toBe(200);
  expect((await on(stage.token, 'ask', { question: 'Is packing included?' })).status).toBe(200);
  expect(await reload(stage)).toMatchObject({ version, state: 'quote-sent' });
  // The agent is shared, and the client of an earlier test, who has the same name, asked something as well.
  const mailAbout = (subject: RegExp) => mailTo(application, stage.agent.email, { subject, about: stage.lead.id });
  expect((await mailAbout(/^Casey Client has a question/)).text).toContain('“Is packing included?”');
  expect((await on(stage.token, 'decline', { reason: ' ' })).status).toBe(422);
  expect((await on(stage.token, 'decline', { reason: 'Too expensive' })).status).toBe(200);
  expect((await mailAbout(/^Casey Client declined the quote/)).text).toContain('“Too expensive”');
  expect(await reload(stage)).toMatchObject({
    state: 'follow-up',
    follow_up: { reason: 'Declined the quote: Too expensive' },
  });
  expect((await historyOf(stage)).map(({ event }) => event)).toEqual([
    'lead.created',
    'lead.edited',
    'quote.sent',
    'quote.opened',
    'quote.asked',
    'quote.declined',
  ]);
  // A client who declined can still accept as long as the price is valid.
  expect((await on(stage.token, 'accept', await acceptance(stage))).status).toBe(200);
  expect(await reload(stage)).toMatchObject({ state: 'contract-sent' });
});

test('two at once: one acceptance, one contract; and a reopened contract leaves no price to accept', async () => {
  const stage = await quoted();
  const seen = await acceptance(stage);
  const answers = await Promise.all([on(stage.token, 'accept', seen), on(stage.token, 'accept', seen)]);
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  await reload(stage);
  expect((await gestures['contract.reopened'](stage)).status).toBe(200);
  expect((await on(stage.token, 'accept', seen)).status).toBe(410);
});
