import { keepCompliantDays } from '#src/api/carrier/compliance.repository.ts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { complianceOf } from '#src/machines/carrier/compliance.lifecycle.ts';
import { complianceOfCarriers } from '#src/api/carrier/compliance.repository.ts';
import { gestures, newStage, reload } from '#tests/paths/api-gestures.ts';
import type { Stage } from '#tests/paths/api-gestures.ts';
import { call, signedIn, startApplication, todayIn } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { inDays, profileOf } from './carrier-api.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

/** Compliance wherever it is checked, while the clock is moved. */
let ahead = 0;
let application: Application;
let stage: Stage;
let agent: Account;
let carrier: Account;

beforeAll(async () => {
  application = await startApplication({ now: () => new Date(Date.now() + ahead * DAY) });
  agent = await signedIn(application, 'agent', 'Ann Agent');
});
beforeEach(async () => {
  ahead = 0;
  carrier = await signedIn(application, 'carrier', 'Covered Movers LLC');
  stage = await newStage(application, {
    agent,
    agent2: agent,
    carrier: await signedIn(application, 'carrier', 'Other Movers LLC'),
    carrier2: carrier,
  });
  for (const event of ['quote.sent', 'contract.sent', 'contract.signed', 'load.posted', 'bid.placed'] as const) {
    await reload(stage);
    await gestures[event](stage);
  }
  await reload(stage);
});

interface Load {
  id: string;
  may_bid: boolean;
  bid_unmet: string[];
}
interface Bid {
  amount: number;
  start_date: string;
  id: string;
  gaps: string[];
  carrier: { id: string };
}

/** What every reader gets about the carrier now. */
async function everywhere() {
  const own = { token: carrier.token };
  const its = { token: agent.token };
  const list = await call<{ loads: Load[] }>(application, 'GET', 'carrier/agent-lead/', own);
  const detail = await call<Load>(application, 'GET', `carrier/agent-lead/${stage.lead.id}/details`, own);
  const bids = await call<Bid[]>(application, 'GET', `agent-lead/bid/?lead_id=${stage.lead.id}`, its);
  const seen = await call<{ gaps: string[] }>(application, 'GET', `agent/carriers/${carrier.carrierId}/details`, its);
  const compliant = await call<{ carriers: { id: string }[] }>(
    application,
    'GET',
    'agent/carriers?compliant_only=true&limit=100',
    its,
  );
  const near = await call<{ carrier: { id: string }; gaps: string[] }[]>(
    application,
    'GET',
    `agent-lead/${stage.lead.id}/nearest-carriers?limit=100`,
    its,
  );
  return {
    mayBid: [list.body.loads?.find(({ id }) => id === stage.lead.id)?.may_bid, detail.body.may_bid],
    unmet: detail.body.bid_unmet,
    own: (await profileOf(application, carrier)).body.gaps,
    onTheBid: bids.body.find((bid) => bid.carrier.id === carrier.carrierId)!.gaps,
    forAgents: seen.body.gaps,
    isListed: compliant.body.carriers.some(({ id }) => id === carrier.carrierId),
    near: near.body.find((one) => one.carrier.id === carrier.carrierId)!.gaps,
  };
}

async function tryBoth() {
  const bid = await call<{ unmet?: string[] }>(application, 'POST', `carrier/agent-lead/${stage.lead.id}/bid/place`, {
    token: carrier.token,
    body: { start_date: (await startOf())!, amount: 300_000 },
  });
  const { body: bids } = await call<Bid[]>(application, 'GET', `agent-lead/bid/?lead_id=${stage.lead.id}`, {
    token: agent.token,
  });
  const { id, amount, start_date } = bids.find((one) => one.carrier.id === carrier.carrierId)!;
  const { version } = (
    await call<{ version: number }>(application, 'GET', `agent-lead/${stage.lead.id}`, { token: agent.token })
  ).body;
  const award = await call<{
    unmet?: string[];
    contract?: {
      compliance_at_award: {
        through: string | null;
        standings: { requirement: string; until: string | null; is_met: boolean }[];
      };
    };
  }>(application, 'POST', `agent-lead/${stage.lead.id}/carrier/award`, {
    token: agent.token,
    body: { bid_id: id, amount, start_date, version },
  });
  return { bid, award };
}
const startOf = async () =>
  (
    await application.database.kysely
      .selectFrom('agent_lead')
      .select('move_date')
      .where('id', '=', stage.lead.id)
      .executeTakeFirstOrThrow()
  ).move_date;

test('one that has everything may bid and be awarded, and what it had is kept with the contract', async () => {
  expect(await everywhere()).toEqual({
    mayBid: [true, true],
    unmet: [],
    own: [],
    onTheBid: [],
    forAgents: [],
    isListed: true,
    near: [],
  });
  const { bid, award } = await tryBoth();
  expect([bid.status, award.status], JSON.stringify(award.body)).toEqual([200, 200]);
  const kept = award.body.contract!.compliance_at_award;
  expect(kept.standings.map(({ requirement, until, is_met }) => [requirement, until, is_met])).toEqual([
    ['agreement', null, true],
    ['authority', null, true],
    ['liability', '2099-12-31', true],
    ['cargo', '2099-12-31', true],
  ]);
  // It stays as it was, whatever happens to the carrier.
  await application.database.kysely
    .deleteFrom('insurance_policy')
    .where('carrier_id', '=', carrier.carrierId)
    .execute();
  const again = await call<{ contract: { compliance_at_award: unknown } }>(
    application,
    'GET',
    `agent-lead/${stage.lead.id}`,
    { token: agent.token },
  );
  expect(again.body.contract.compliance_at_award).toEqual(kept);
});

test('on the day after a policy ends the right to bid and to be awarded is gone everywhere, and comes back with the next one', async () => {
  // It ends with the move's own dates, so that only the clock decides.
  const { kysely } = application.database;
  const last = inDays(2);
  await kysely
    .updateTable('insurance_policy')
    .set({ expiration: last })
    .where('carrier_id', '=', carrier.carrierId)
    .where('kind', '=', 'cargo')
    .execute();
  await keepCompliantDays(kysely, [carrier.carrierId]);
  await kysely
    .updateTable('agent_lead')
    .set({ delivery_date_last: inDays(1) })
    .where('id', '=', stage.lead.id)
    .execute();
  expect((await everywhere()).mayBid).toEqual([true, true]);
  ahead = 4;
  for (const one of [agent, carrier]) one.token = (await signInNow(one)).access_token;
  const now = await everywhere();
  expect(now.own).toEqual([expect.stringMatching(/^the cargo insurance ended on /)]);
  const [gap] = now.own;
  expect(now).toEqual({
    mayBid: [false, false],
    unmet: [gap],
    own: [gap],
    onTheBid: [gap],
    forAgents: [gap],
    isListed: false,
    near: [gap],
  });
  const refused = await tryBoth();
  expect([refused.bid.status, refused.award.status]).toEqual([409, 409]);
  for (const { body } of [refused.bid, refused.award]) expect(body.unmet!.join()).toContain(gap);
  await kysely
    .insertInto('insurance_policy')
    .values({
      id: crypto.randomUUID(),
      carrier_id: carrier.carrierId,
      kind: 'cargo',
      insurer: 'Next',
      policy_number: 'n-1',
      limit_cents: 10_000_000,
      effective: last,
      expiration: inDays(400),
    })
    .execute();
  await keepCompliantDays(kysely, [carrier.carrierId]);
  expect(await everywhere()).toMatchObject({ mayBid: [true, true], own: [], isListed: true });
});

test('a policy that starts later says so everywhere, and allows nothing before', async () => {
  const { kysely } = application.database;
  await kysely
    .updateTable('insurance_policy')
    .set({ effective: '2098-01-03' })
    .where('carrier_id', '=', carrier.carrierId)
    .where('kind', '=', 'cargo')
    .execute();
  await keepCompliantDays(kysely, [carrier.carrierId]);
  const gap = 'the cargo insurance starts on Jan 3, 2098';
  expect(await everywhere()).toEqual({
    mayBid: [false, false],
    unmet: [gap],
    own: [gap],
    onTheBid: [gap],
    forAgents: [gap],
    isListed: false,
    near: [gap],
  });
  const refused = await tryBoth();
  expect([refused.bid.status, refused.award.status]).toEqual([409, 409]);
  for (const { body } of [refused.bid, refused.award]) expect(body.unmet!.join()).toContain(gap);
  const { body } = await call<{ insurance_from: string; compliance: { requirement: string; starts: string | null }[] }>(
    application,
    'GET',
    `agent/carriers/${carrier.carrierId}/details`,
    { token: agent.token },
  );
  expect([body.insurance_from, body.compliance.map(({ starts }) => starts)]).toEqual([
    '2098-01-03',
    [null, null, null, '2098-01-03'],
  ]);
});

async function signInNow({ email }: Account) {
  const portal = email === agent.email ? 'agent' : 'carrier';
  return (
    await call<{ access_token: string }>(application, 'POST', `${portal}/token`, {
      body: new URLSearchParams({ username: email, password: 'test-password-1' }),
    })
  ).body;
}

test('an agent confirms and revokes the authority as the lifecycle has it, and both sides read the same', async () => {
  for (const authority of ['revoked', 'pending', 'active', 'revoked', 'active'] as const) {
    const { status } = await call(application, 'PATCH', `agent/carriers/${carrier.carrierId}`, {
      token: agent.token,
      body: { authority },
    });
    expect(status).toBe(200);
    const facts = (await complianceOfCarriers(application.database.kysely, [carrier.carrierId])).get(
      carrier.carrierId,
    )!;
    const today = todayIn(application);
    expect(complianceOf(facts, today, today).state.authority).toBe(authority);
    const { mayBid, own, forAgents } = await everywhere();
    expect([mayBid, own, forAgents]).toEqual(
      authority === 'active'
        ? [[true, true], [], []]
        : [
            [undefined, undefined],
            [`the operating authority is ${authority}`],
            [`the operating authority is ${authority}`],
          ],
    );
  }
});
