import { beforeAll, expect, test } from 'vitest';
import { call, mailTo, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';

/** An agent asks a carrier that has bid for another amount; what each of them sees, and what is refused. */
const BID = 250_000;
const ASKED = 230_000;
let application: Application;
let who: People;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
});

interface Bid {
  id: string;
  amount: number;
  state: string;
  counter: { amount: number; note: string | null; at: string } | null;
}

async function bidOn(): Promise<Stage & { bidId: string }> {
  const stage = await newStage(application, who);
  for (const event of ['quote.sent', 'contract.sent', 'contract.marked-signed', 'load.posted'] as const) {
    expect((await gestures[event](stage)).status, event).toBeLessThan(300);
    await reload(stage);
  }
  const { status, body } = await bid(stage, BID);
  expect(status).toBe(200);
  await reload(stage);
  return { ...stage, bidId: body.bid!.id };
}

const bid = async (stage: Stage, amount: number) => {
  const load = await loadOf(stage);
  return call<{ bid: Bid | null }>(application, 'POST', `carrier/agent-lead/${stage.lead.id}/bid/place`, {
    token: who.carrier.token,
    body: { amount, start_date: load.body.move_date },
  });
};
const loadOf = (stage: Stage) =>
  call<{ bid: Bid | null; move_date: string }>(application, 'GET', `carrier/agent-lead/${stage.lead.id}/details`, {
    token: who.carrier.token,
  });
const bidsOf = (stage: Stage) =>
  call<Bid[]>(application, 'GET', `agent-lead/bid/?lead_id=${stage.lead.id}`, { token: who.agent.token });
const counter = (stage: Stage & { bidId: string }, body: object = {}) =>
  call<{ version: number; detail: string; changed?: object[]; unmet?: string[] }>(
    application,
    'POST',
    `agent-lead/${stage.lead.id}/bid/${stage.bidId}/counter`,
    { token: who.agent.token, body: { amount: ASKED, ...body } },
  );

test('the carrier reads it on the load and in an email; its revised bid answers it', async () => {
  const stage = await bidOn();
  const asked = await counter(stage, { version: stage.lead.version, offered: BID, note: 'Either day is fine.' });
  expect(asked).toMatchObject({ status: 200, body: { version: stage.lead.version + 1 } });
  const told = { amount: ASKED, note: 'Either day is fine.' };
  expect((await loadOf(stage)).body.bid).toMatchObject({ amount: BID, state: 'active', counter: told });
  expect((await bidsOf(stage)).body).toMatchObject([{ amount: BID, counter: told }]);
  const mail = await mailTo(application, who.carrier.email, {
    subject: /^Counter-offer on load/,
    about: stage.lead.reference,
  });
  expect(mail.text).toMatch(/^Your bid: \$2,500\.00$/m);
  expect(mail.text).toMatch(/^Counter-offer: \$2,300\.00$/m);
  expect(mail.text).toContain('Either day is fine.');
  // Asked again, the newest counts.
  expect((await counter(stage, { amount: ASKED - 5_000 })).status).toBe(200);
  expect((await loadOf(stage)).body.bid!.counter).toMatchObject({ amount: ASKED - 5_000, note: null });
  expect((await bid(stage, ASKED)).body.bid).toMatchObject({ amount: ASKED, counter: null });
  expect((await bidsOf(stage)).body).toMatchObject([{ amount: ASKED, counter: null }]);
  const edits = await application.database.kysely
    .selectFrom('history')
    .select('payload')
    .where('record_id', '=', stage.lead.id)
    .where('event', '=', 'lead.edited')
    .orderBy('sequence', 'desc')
    .limit(2)
    .execute();
  expect(edits.map(({ payload }) => payload)).toEqual([
    { countered: 'Swift Vans LLC', amount: ASKED - 5_000 },
    { countered: 'Swift Vans LLC', amount: ASKED },
  ]);
});

test('nothing is asked of a bid that was revised meanwhile, is over, is another lead’s, or has this amount', async () => {
  const stage = await bidOn();
  const other = await bidOn();
  expect(await counter(stage, { offered: BID + 1 })).toMatchObject({
    status: 409,
    body: { changed: [{ field: 'offered', seen: BID + 1, now: BID }] },
  });
  expect((await counter(stage, { amount: BID })).body.unmet).toEqual(['another amount than the bid is asked for']);
  expect((await counter(stage, { amount: 0 })).status).toBe(409);
  expect((await counter({ ...stage, bidId: other.bidId })).status).toBe(404);
  expect((await counter(stage, { version: stage.lead.version + 1 })).status).toBe(409);
  expect((await loadOf(stage)).body.bid!.counter).toBeNull();
  expect((await gestures['bid.withdrawn'](stage)).status).toBe(200);
  expect((await counter(stage)).body.detail).toBe('This bid is withdrawn, so nothing was changed.');
});

test('a carrier whose authority is revoked is not asked: it could not answer', async () => {
  const stage = await bidOn();
  const { kysely } = application.database;
  const put = (authority: 'revoked' | 'active') =>
    kysely.updateTable('carrier').set({ authority }).where('id', '=', who.carrier.carrierId).execute();
  await put('revoked');
  expect(await counter(stage)).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining('the operating authority is revoked') as string },
  });
  await put('active');
  expect((await loadOf(stage)).body.bid!.counter).toBeNull();
});
