import { beforeAll, expect, test } from 'vitest';
import { call, mailTo, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';

/** Carriers that an agent invites to bid, and the path from a bid to its award. */
interface Near {
  carrier: { id: string };
  invited_at: string | null;
  invited_by: string | null;
  bid: { id: string; amount: number } | null;
  may_invite: boolean;
}

let application: Application;
let who: People;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
});

async function done(stage: Stage, event: keyof typeof gestures): Promise<void> {
  const { status, body } = await gestures[event](stage);
  expect(status, `${event}: ${JSON.stringify(body)}`).toBeLessThan(300);
  await reload(stage);
}
async function contracted(): Promise<Stage> {
  const stage = await newStage(application, who);
  for (const event of ['quote.sent', 'contract.sent', 'contract.signed'] as const) await done(stage, event);
  return stage;
}
async function posted(): Promise<Stage> {
  const stage = await contracted();
  await done(stage, 'load.posted');
  return stage;
}
const invite = (stage: Stage, carriers: Pick<Account, 'carrierId'>[], body: object = {}) =>
  call<{ invited: string[]; detail?: string; errors?: { field: string; message: string }[] }>(
    application,
    'POST',
    `agent-lead/${stage.lead.id}/bid/invite`,
    {
      token: who.agent.token,
      body: { carrier_ids: carriers.map(({ carrierId }) => carrierId), version: stage.lead.version, ...body },
    },
  );
async function near(stage: Stage, carrier: Account): Promise<Near> {
  const { body } = await call<Near[]>(application, 'GET', `agent-lead/${stage.lead.id}/nearest-carriers`, {
    token: who.agent.token,
  });
  return body.find((one) => one.carrier.id === carrier.carrierId)!;
}
const loadOf = async (stage: Stage, carrier: Account) =>
  (
    await call<{ invited_at: string | null }>(application, 'GET', `carrier/agent-lead/${stage.lead.id}/details`, {
      token: carrier.token,
    })
  ).body;

test('invited carriers find it in their mail and on the board, once', async () => {
  const stage = await posted();
  expect(await near(stage, who.carrier)).toMatchObject({ invited_at: null, bid: null, may_invite: true });
  const { version } = stage.lead;
  const { status, body } = await invite(stage, [who.carrier, who.carrier2]);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.invited.toSorted()).toEqual([who.carrier.carrierId, who.carrier2.carrierId].toSorted());
  // It does not make an open form of the lead stale.
  expect((await reload(stage)).version).toBe(version);

  const { id: leadId, reference } = stage.lead;
  const mail = await mailTo(application, who.carrier.email, { subject: /invited to bid/, about: leadId });
  expect(mail.subject).toBe(`You’re invited to bid on load ${reference}`);
  expect(mail.text).toContain(`/load-board/leads/available?load=${stage.lead.id}`);
  expect(mail.text).not.toContain('Casey');
  expect((await loadOf(stage, who.carrier)).invited_at).not.toBeNull();

  const { invited_at, ...asked } = await near(stage, who.carrier);
  expect(asked).toMatchObject({ invited_by: 'Ann Agent', may_invite: false });
  expect((await invite(stage, [who.carrier])).body.invited).toEqual([]);
  expect((await near(stage, who.carrier)).invited_at).toBe(invited_at);
});

test('who bids already is not invited; posted again, carriers can be', async () => {
  const stage = await posted();
  await done(stage, 'bid.placed');
  expect(await near(stage, who.carrier2)).toMatchObject({ bid: { amount: 260_000 }, may_invite: false });
  expect((await invite(stage, [who.carrier2])).body.invited).toEqual([]);
  await invite(stage, [who.carrier]);
  await done(stage, 'load.taken-off');
  expect(await near(stage, who.carrier)).toMatchObject({ may_invite: false });
  await done(stage, 'load.posted');
  expect((await near(stage, who.carrier)).may_invite).toBe(true);
  expect((await invite(stage, [who.carrier])).body.invited).toEqual([who.carrier.carrierId]);
});

test('what cannot be: a load off the board, a carrier that may not bid, one that is not there, an old version', async () => {
  const early = await contracted();
  expect(await invite(early, [who.carrier])).toMatchObject({
    status: 409,
    body: { detail: 'This load isn’t on the load board. Post it first, then invite carriers.' },
  });

  const stage = await posted();
  const { kysely } = application.database;
  const authority = (value: 'active' | 'pending') =>
    kysely.updateTable('carrier').set({ authority: value }).where('id', '=', who.carrier2.carrierId).execute();
  await authority('pending');
  const refused = await invite(stage, [who.carrier, who.carrier2]);
  expect(refused.status).toBe(422);
  expect(refused.body.errors![0]).toMatchObject({ field: 'carrier_ids' });
  expect(refused.body.detail).toContain('Blue Ridge Movers can’t bid on this load');
  // None of the carriers in the request was notified.
  expect(await near(stage, who.carrier)).toMatchObject({ invited_at: null });
  await authority('active');

  const nobody = { carrierId: '01900000-0000-7000-8000-000000000000' };
  expect((await invite(stage, [nobody])).status).toBe(422);
  expect((await invite(stage, [who.carrier, who.carrier])).status).toBe(422);
  expect((await invite(stage, [])).status).toBe(422);
  expect((await invite(stage, [who.carrier], { version: stage.lead.version - 1 })).status).toBe(409);
  expect(await near(stage, who.carrier)).toMatchObject({ invited_at: null });
});

test('a new bid is told by mail to who wants that, with the way to its award; bids say how the carrier’s jobs went', async () => {
  const stage = await posted();
  await application.database.kysely
    .updateTable('agent_lead')
    .set({ assigned_agent_id: who.agent.id })
    .where('id', '=', stage.lead.id)
    .execute();
  await call(application, 'PATCH', 'agent/notice-settings', {
    token: who.agent.token,
    body: { kind: 'bid', channel: 'mail', is_on: true },
  });
  await done(stage, 'bid.placed');
  const { id } = (await near(stage, who.carrier2)).bid!;
  const mail = await mailTo(application, who.agent.email, { subject: /^Blue Ridge Movers bid/, about: stage.lead.id });
  expect(mail.subject).toContain('Blue Ridge Movers bid $2,600.00');
  expect(mail.text).toContain(`/agent-portal/lead/${stage.lead.id}/info?award=${id}`);
  // The margin is visible to the brokerage only.
  expect(mail.text).not.toMatch(/margin/i);

  const { body } = await call<{ record: object }[]>(
    application,
    'GET',
    `agent-lead/bid/?lead_id=${stage.lead.id}&fields=record`,
    { token: who.agent.token },
  );
  expect(body[0]!.record).toEqual({ jobs_done: 0, jobs_open: 0, jobs_declined: 0, jobs_dropped: 0 });
});
