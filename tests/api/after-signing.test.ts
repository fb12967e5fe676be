import { beforeAll, expect, test } from 'vitest';
import type { AgentLeadEventType } from '#src/machines/agent-lead/agent-lead.types.ts';
import { call, mailTo, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import {
  contractToken,
  gestures,
  newEstimate,
  newStage,
  people,
  reload,
  signatureOf,
  standingBid,
} from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';

/** After a client has agreed, or a carrier has signed, something changes. */
let application: Application;
let who: People;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
});

async function at(...events: AgentLeadEventType[]): Promise<Stage> {
  const stage = await newStage(application, who);
  for (const event of events) await done(stage, event);
  return stage;
}

async function done(stage: Stage, event: AgentLeadEventType): Promise<void> {
  const { status, body } = await gestures[event](stage);
  expect(status, `${event}: ${JSON.stringify(body)}`).toBeLessThan(300);
  await reload(stage);
}

interface Detail {
  stops: { role: string; address: string | null; earliest: string; latest: string; floor?: number }[];
  inventory: { room: string; item: string; quantity: number; volume_cuft: number }[];
  agreements: { kind: string; state: string }[];
  contract: { signed_at: string | null; awarded_carrier: unknown; carrier_signed_at: string | null };
}
const detail = async ({ lead, agent }: Stage) =>
  (await call<Detail>(application, 'GET', `agent-lead/${lead.id}`, { token: agent.token })).body;
const asSent = ({ stops }: Detail) =>
  stops.map((stop) =>
    Object.fromEntries(Object.entries(stop).filter(([key, value]) => !['lat', 'lng'].includes(key) && value !== null)),
  );
const edit = (stage: Stage, body: object) =>
  call<{ detail?: string; unmet?: string[] }>(application, 'PATCH', `agent-lead/${stage.lead.id}`, {
    token: stage.agent.token,
    body: { version: stage.lead.version, ...body },
  });
const onLead = (stage: Stage, path: string, body: object) =>
  call<{ detail?: string; state?: string }>(application, 'POST', `agent-lead/${stage.lead.id}/${path}`, {
    token: stage.agent.token,
    body: { version: stage.lead.version, ...body },
  });
const mailsOf = async (recipient: string, kind: string) =>
  (
    await application.database.kysely
      .selectFrom('mail')
      .select('id')
      .where('recipient', '=', recipient)
      .where('kind', '=', kind)
      .execute()
  ).length;

const SIGNED = ['quote.sent', 'contract.sent', 'contract.signed'] as const;
const JOB = [...SIGNED, 'carrier.special-awarded', 'carrier.signed'] as const;

test.each([
  ['was sent the contract', ['quote.sent', 'contract.sent']],
  ['has signed', SIGNED],
  ['has a carrier at work', JOB],
] as const)('once the client %s, an edit cannot change stops, dates, items or price', async (_what, events) => {
  const stage = await at(...events);
  const lead = await detail(stage);
  const stops = asSent(lead);
  const [first, ...rest] = stops;
  for (const changed of [
    { stops: [{ ...first, city: 'Dublin', zip: '43017' }, ...rest] },
    { stops: [{ ...first, address: '8 Other Street' }, ...rest] },
    { stops: [{ ...first, latest: first!.earliest }, ...rest] },
    { stops: [...stops, stops[1]] },
    { inventory: [...lead.inventory, { room: 'Garage', item: 'Bench', quantity: 1, volume_cuft: 20 }] },
    { packing: 'full' },
  ]) {
    const { status, body } = await edit(stage, changed);
    expect(status, JSON.stringify(changed)).toBe(409);
    expect(body.unmet).toEqual(['stops, dates, items and price stay as the client agreed']);
  }
  const priced = await onLead(stage, 'estimates', { ...newEstimate, version: undefined });
  expect(priced.status).toBe(409);
  expect(await detail(stage)).toMatchObject({ stops: lead.stops, inventory: lead.inventory });
});

test('names, phones, access and notes of an agreed move are corrected as before, and so is a form that changes nothing', async () => {
  const stage = await at(...SIGNED);
  const lead = await detail(stage);
  const stops = asSent(lead).map((stop) => ({ ...stop, floor: 3, has_elevator: false, note: 'Ring twice' }));
  const { status, body } = await edit(stage, {
    stops,
    inventory: lead.inventory,
    notes: 'Call the neighbor',
    client: { name: 'Casey B. Client', email: stage.clientEmail, phone: '+16145550101' },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  expect((await detail(stage)).stops[0]).toMatchObject({ floor: 3, address: '7 Canary Street' });
});

test('a reopened contract: the link is dead, bidders and client are told, and the way leads over a new quote', async () => {
  const stage = await at(...SIGNED, 'load.posted');
  await standingBid(stage);
  await reload(stage);
  const token = await contractToken(stage);
  const carrierMail = stage.carrier.email;
  const lost = await mailsOf(carrierMail, 'bid-lost');
  expect((await onLead(stage, 'contract/reopen', { reason: ' ' })).status).toBe(422);
  const { status, body } = await onLead(stage, 'contract/reopen', { reason: 'Dates changed' });
  expect([status, body.state]).toEqual([200, 'quote-sent']);
  await reload(stage);
  const dead = await call(application, 'GET', `agent-lead/contract/sign?token=${token}`);
  expect(dead.status).toBe(410);
  const { text } = await mailTo(application, stage.clientEmail, /^Your moving agreement .* is being changed$/);
  expect(text).toContain('The one that you signed no longer applies');
  expect(await mailsOf(carrierMail, 'bid-lost')).toBe(lost + 1);
  const lead = await detail(stage);
  expect(lead.contract.signed_at).toBeNull();
  // What was signed stays readable.
  expect(lead.agreements).toContainEqual(expect.objectContaining({ kind: 'broker-shipper', state: 'signed' }));
  expect((await edit(stage, { inventory: [] })).status).toBe(200);
  await reload(stage);
  for (const event of [...SIGNED, 'load.posted'] as const) await done(stage, event);
  expect(stage.lead.state).toBe('award-carrier');
});

test.each([
  ['awarded', [...SIGNED, 'carrier.special-awarded'] as const, 'award.withdrawn'],
  ['signed by its carrier', JOB, 'carrier.dropped'],
] as const)('a job that is %s is not archived; once its award has ended, it is', async (_what, events, ends) => {
  const stage = await at(...events);
  const { status, body } = await edit(stage, { is_archived: true, archive_reason: 'Spam' });
  expect([status, body.unmet]).toEqual([409, ['no carrier has the job']]);
  const load = await call(application, 'GET', `carrier/agent-lead/${stage.lead.id}/details`, {
    token: stage.carrier.token,
  });
  expect(load.body).toMatchObject({ tab: 'open' });
  await done(stage, ends);
  await done(stage, 'lead.archived');
  expect(stage.lead.is_archived).toBe(true);
});

interface Record {
  jobs_dropped: number;
  awards_withdrawn: number;
  kept_share: number | null;
}
const recordOf = async ({ carrier, agent }: Stage) =>
  (await call<Record>(application, 'GET', `agent/carriers/${carrier.carrierId}/details`, { token: agent.token })).body;
const bidOf = async ({ lead }: Stage, { token }: { token: string }) =>
  (
    await call<{ bid: { state: string; lost_reason: string | null } }>(
      application,
      'GET',
      `carrier/agent-lead/${lead.id}/details`,
      { token },
    )
  ).body.bid;

test('plans that change end the job of a carrier without counting in its record, and both mails say so', async () => {
  const stage = await at(...SIGNED, 'load.posted', 'bid.placed', 'carrier.awarded', 'carrier.signed');
  const before = await recordOf(stage);
  for (const step of ['on-the-way', 'picked-up']) {
    const { token } = stage.carrier;
    await call(application, 'POST', `carrier/agent-lead/${stage.lead.id}/job/step`, { token, body: { step } });
  }
  await reload(stage);
  const { status, body } = await onLead(stage, 'carrier/drop', {
    ended_by: 'plans',
    reason: 'Client changed the date',
  });
  expect([status, body.state]).toEqual([200, 'award-carrier']);
  expect(await recordOf(stage)).toMatchObject({
    jobs_dropped: before.jobs_dropped,
    awards_withdrawn: before.awards_withdrawn + 1,
    kept_share: before.kept_share,
  });
  const toClient = await mailTo(application, stage.clientEmail, /^Your carrier for move .* is changing$/);
  expect(toClient.text).toContain('The plans for your move have changed');
  expect(toClient.text).not.toContain('will not be doing your move');
  const toCarrier = await mailTo(application, stage.carrier.email, {
    subject: /^You are no longer on job/,
    about: stage.lead.reference,
  });
  expect(toCarrier.text).toContain('Client changed the date');
  expect(toCarrier.text).toContain('doesn’t count against your record');
  // It has the goods.
  expect(toCarrier.text).toContain('You have picked it up: call us now at (614) 555-');
  expect(toCarrier.text).not.toContain('do not pick it up');
  expect(await bidOf(stage, stage.carrier)).toMatchObject({
    state: 'lost',
    lost_reason: 'you were taken off this job: Client changed the date',
  });
});

test.each([
  ['declined', ['carrier.awarded'], 'carrier.declined'],
  ['withdrawn', ['carrier.awarded'], 'award.withdrawn'],
  ['dropped', ['carrier.awarded', 'carrier.signed'], 'carrier.dropped'],
] as const)(
  'an award that is %s: the carrier of a bid that is active again is told, once',
  async (_what, way, ends) => {
    const stage = await at(...SIGNED, 'load.posted', 'bid.placed', ...way);
    const told = () => mailsOf(stage.carrier2.email, 'bid-reopened');
    const before = await told();
    await done(stage, ends);
    expect(await bidOf(stage, stage.carrier2)).toMatchObject({ state: 'active', lost_reason: null });
    expect(await told()).toBe(before + 1);
    const mail = await mailTo(application, stage.carrier2.email, {
      subject: /^Load .* is open again$/,
      about: stage.lead.id,
    });
    expect(mail.text).toContain('The load is open again, and your bid of $2,600.00 is active.');
    expect(mail.links.join()).toContain(`/load-board/leads/available?load=${stage.lead.id}`);
  },
);

test('a carrier that drops out: the others bid on, it counts in its record, and the client is told', async () => {
  const stage = await at(...SIGNED, 'load.posted', 'bid.placed', 'carrier.awarded', 'carrier.signed');
  const before = await recordOf(stage);
  const { status, body } = await onLead(stage, 'carrier/drop', { reason: 'Truck broke down' });
  expect([status, body.state]).toEqual([200, 'award-carrier']);
  const lead = await detail(stage);
  expect(lead.contract).toMatchObject({ awarded_carrier: null, carrier_signed_at: null });
  const bids = await call<{ state: string; carrier: { id: string } }[]>(
    application,
    'GET',
    `agent-lead/bid/?lead_id=${stage.lead.id}`,
    { token: stage.agent.token },
  );
  const stateOf = (carrierId: string) => bids.body.find(({ carrier }) => carrier.id === carrierId)?.state;
  expect([stateOf(stage.carrier.carrierId), stateOf(stage.carrier2.carrierId)]).toEqual(['lost', 'active']);
  expect((await recordOf(stage)).jobs_dropped).toBe(before.jobs_dropped + 1);
  const toClient = await mailTo(application, stage.clientEmail, /^Your carrier for move .* is changing$/);
  expect(toClient.text).toContain('will not be doing your move');
  const toCarrier = await mailTo(application, stage.carrier.email, {
    subject: /^You are no longer on job/,
    about: stage.lead.reference,
  });
  expect(toCarrier.text).toContain('Truck broke down');
  expect(toCarrier.text).toContain('Please do not pick it up.');
  expect(await bidOf(stage, stage.carrier)).toMatchObject({
    state: 'lost',
    lost_reason: 'you were taken off this job: Truck broke down',
  });
  // The street addresses were part of the job.
  const job = await call(application, 'GET', `carrier/specific-job-agreement/${stage.lead.id}`, {
    token: stage.carrier.token,
  });
  expect([job.status, job.body.detail]).toEqual([410, 'You are no longer on this job.']);
  const load = await call(application, 'GET', `carrier/agent-lead/${stage.lead.id}/details`, {
    token: stage.carrier.token,
  });
  expect(JSON.stringify(load.body)).not.toMatch(/Canary|Casey|\+1614/);
});

test('a close-out is corrected until the carrier is paid; what was owed is settled later, once', async () => {
  const stage = await at(...JOB, 'contract.closed');
  const corrected = await onLead(stage, 'contract/correct', { reason: 'Wrong statement' });
  expect(corrected.status, JSON.stringify(corrected.body)).toBe(200);
  await reload(stage);
  expect([stage.lead.state, stage.lead.stage]).toEqual(['open-contracts', 'in-progress']);
  const payout = (body: object) => onLead(stage, 'contract/payout', body);
  const byCheck = { payee: 'carrier', paid_on: '2026-01-05', method: 'Check' };
  expect((await payout(byCheck)).body.detail).toBe('Nothing is owed until the contract is closed.');
  await done(stage, 'contract.closed');
  expect((await payout({ ...byCheck, paid_on: '2098-01-05' })).status).toBe(422);
  expect((await payout(byCheck)).status).toBe(200);
  await reload(stage);
  expect((await payout(byCheck)).body.detail).toBe('The carrier has been paid already.');
  const { body: history } = await call<{ event: string; payload: object }[]>(
    application,
    'GET',
    `agent-lead/${stage.lead.id}/history`,
    { token: stage.agent.token },
  );
  expect(history.at(-1)).toMatchObject({
    event: 'lead.edited',
    payload: { payout: 'carrier', amount: 300_000, date: '2026-01-05', method: 'Check' },
  });
  const late = await onLead(stage, 'contract/correct', { reason: 'Wrong statement' });
  expect([late.status, late.body.detail]).toEqual([409, 'Only possible if the carrier has not been paid.']);
});

test('a carrier whose award was withdrawn while it read the agreement is told so; to any other the job does not exist', async () => {
  const stage = await at(...SIGNED, 'load.posted', 'bid.placed', 'carrier.awarded');
  const path = `carrier/specific-job-agreement/${stage.lead.id}`;
  const signature = await signatureOf(stage, path, stage.carrier.token);
  await done(stage, 'award.withdrawn');
  const sign = (token: string) => call(application, 'POST', `${path}/sign`, { token, body: signature });
  const decline = (token: string) =>
    call(application, 'POST', `${path}/decline`, { token, body: { reason: 'Truck broke down' } });
  for (const tried of [await sign(stage.carrier.token), await decline(stage.carrier.token)])
    expect([tried.status, tried.body.detail]).toEqual([409, 'The broker withdrew this award. Check our latest email.']);
  for (const tried of [await sign(stage.carrier2.token), await decline(stage.carrier2.token)])
    expect(tried.status).toBe(404);
  const read = await call<{ closed_because: string }>(application, 'GET', path, { token: stage.carrier.token });
  expect(read.body.closed_because).toBe('This award was withdrawn or changed. Check our latest email.');
});

test('a carrier that reads its agreement has opened it, once; one that is closed stays as it is', async () => {
  const stage = await at(...SIGNED, 'carrier.special-awarded');
  const open = () =>
    call<{ state: string }>(application, 'POST', `carrier/specific-job-agreement/${stage.lead.id}/open`, {
      token: stage.carrier.token,
    });
  const stateOfAgreement = async () =>
    (await detail(stage)).agreements.find(({ kind }) => kind === 'specific-job')!.state;
  expect(await stateOfAgreement()).toBe('sent');
  for (const { status, body } of [await open(), await open()]) expect([status, body.state]).toEqual([200, 'opened']);
  expect(await stateOfAgreement()).toBe('opened');
  await reload(stage);
  await done(stage, 'award.withdrawn');
  const after = await open();
  expect([after.status, after.body.state]).toEqual([200, 'voided']);
});
