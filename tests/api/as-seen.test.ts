import { beforeAll, describe, expect, test } from 'vitest';
import { agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { replay } from '#src/machines/replay.ts';
import { call, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import {
  awardOf,
  gestures,
  newEstimate,
  newLead,
  newStage,
  people,
  reload,
  standingBid,
} from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { readOperations, validFor } from './contract-operations.ts';
import { billingOf, newMover } from './billing-api.ts';
import { buyerOf } from './shop-buyer.ts';
import { shopRow } from './shop-rows.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

/**
 * Nobody is bound to a price they didn't see: a write states what the person saw, and is refused with the current
 * values.
 */

interface Refused {
  detail: string;
  unmet?: string[];
  current?: { id: string; version: number };
  changed?: { field: string; seen: unknown; now: unknown }[];
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

async function stageAfter(...events: (keyof typeof gestures)[]): Promise<Stage> {
  const stage = await newStage(application, who);
  for (const event of events) await done(stage, event);
  return stage;
}
const contracted = ['quote.sent', 'contract.sent', 'contract.signed'] as const;
const onLead = (stage: Stage, path: string, body: object) =>
  call<Refused>(stage.application, 'POST', `agent-lead/${stage.lead.id}/${path}`, {
    token: stage.agent.token,
    body: { version: stage.lead.version, ...body },
  });
const bidsOf = async (stage: Stage) =>
  (
    await call<{ id: string; state: string; lost_reason: string | null; carrier: { id: string } }[]>(
      application,
      'GET',
      `agent-lead/bid/?lead_id=${stage.lead.id}`,
      { token: stage.agent.token },
    )
  ).body;

describe('an award', () => {
  test('of a bid that its carrier revised meanwhile is refused with the price and the day of now', async () => {
    const stage = await stageAfter(...contracted, 'load.posted');
    const seen = await awardOf(stage, await standingBid(stage));
    await reload(stage);
    // The carrier's action does not change the lead's version: only the stated price can reveal it.
    const { version } = stage.lead;
    await done(stage, 'bid.revised');
    expect(stage.lead.version).toBe(version);
    const now = await awardOf(stage, seen.bid_id);
    const { status, body } = await onLead(stage, 'carrier/award', seen);
    expect(status).toBe(409);
    expect(body.changed).toEqual([
      { field: 'amount', seen: seen.amount, now: now.amount },
      { field: 'start_date', seen: seen.start_date, now: now.start_date },
    ]);
    expect(body.current).toMatchObject({ id: stage.lead.id, version });
    expect(await reload(stage)).toMatchObject({ state: 'award-carrier', version });
    expect((await onLead(stage, 'carrier/award', { ...now, amount: seen.amount })).body.changed).toEqual([
      { field: 'amount', seen: seen.amount, now: now.amount },
    ]);
    expect((await onLead(stage, 'carrier/award', now)).status).toBe(200);
  });

  test('names what was seen: without it, it is no award', async () => {
    const stage = await stageAfter(...contracted, 'load.posted');
    const { bid_id, amount } = await awardOf(stage, await standingBid(stage));
    await reload(stage);
    expect((await onLead(stage, 'carrier/award', { bid_id })).status).toBe(422);
    expect((await onLead(stage, 'carrier/award', { bid_id, amount })).status).toBe(422);
  });

  test('while the carrier revises, six rounds: what is awarded is what was named', { timeout: 90_000 }, async () => {
    for (let round = 0; round < 6; round += 1) {
      const stage = await stageAfter(...contracted, 'load.posted');
      const seen = await awardOf(stage, await standingBid(stage));
      await reload(stage);
      // Not by the gesture, which first looks for an active bid: the award may have ended it by then.
      const revise = call(application, 'POST', `carrier/agent-lead/${stage.lead.id}/bid/place`, {
        token: stage.carrier.token,
        body: { amount: 240_000, start_date: seen.start_date },
      });
      const [award] = await Promise.all([onLead(stage, 'carrier/award', seen), revise]);
      const lead = (await reload(stage)) as unknown as { state: string; contract: { award_amount: number | null } };
      const end = award.status === 200 ? [200, 'open-contracts', seen.amount] : [409, 'award-carrier', null];
      expect([award.status, lead.state, lead.contract.award_amount]).toEqual(end);
    }
  });
});

describe('a bid', () => {
  interface Load {
    version: string | null;
    move_date: string;
    inventory: { item: string }[];
  }
  const ofLoad = <T>(stage: Stage, method: string, path: string, body?: object) =>
    call<T>(application, method, `carrier/agent-lead/${stage.lead.id}/${path}`, {
      token: stage.carrier.token,
      ...(body ? { body } : {}),
    });
  const seenLoad = async (stage: Stage) => (await ofLoad<Load>(stage, 'GET', 'details')).body;
  const bid = (stage: Stage, body: object) =>
    ofLoad<Refused & { current: Load }>(stage, 'POST', 'bid/place', { amount: 250_000, ...body });
  const edit = async (stage: Stage, body: object) => {
    const { status, body: answer } = await call(application, 'PATCH', `agent-lead/${stage.lead.id}`, {
      token: stage.agent.token,
      body,
    });
    expect(status, JSON.stringify(answer)).toBe(200);
  };
  /** What the client agreed to changes only by a new agreement: the load leaves the board and comes back. */
  const agreeAnew = async (stage: Stage, body: object) => {
    await reload(stage);
    const post = (path: string, input: object) =>
      call(application, 'POST', `agent-lead/${stage.lead.id}/${path}`, { token: stage.agent.token, body: input });
    const reopened = await post('contract/reopen', { version: stage.lead.version, reason: 'The move changed' });
    expect(reopened.status, JSON.stringify(reopened.body)).toBe(200);
    await edit(stage, body);
    for (const event of [...contracted, 'load.posted'] as const) {
      await reload(stage);
      const { status, body: answer } = await gestures[event](stage);
      expect(status, `${event}: ${JSON.stringify(answer)}`).toBeLessThan(300);
    }
  };
  const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
  const stops = newLead(null).stops as Record<string, unknown>[];

  /** Access details may be added after the client has signed. */
  const withFloor = async (stage: Stage, floor: number) => {
    const { body } = await call<{ stops: Record<string, unknown>[] }>(
      application,
      'GET',
      `agent-lead/${stage.lead.id}`,
      { token: stage.agent.token },
    );
    return body.stops.map(({ lat: _lat, lng: _lng, ...stop }) => ({ ...stop, floor }));
  };

  test.each<[string, () => object]>([
    ['days', () => ({ stops: stops.map((stop, index) => (index === 0 ? { ...stop, latest: inDays(23) } : stop)) })],
    [
      'route',
      () => ({
        stops: stops.map((stop, index) =>
          index === 1 ? { ...stop, city: 'New York', state: 'NY', zip: '10001' } : stop,
        ),
      }),
    ],
    [
      'access',
      () => ({ stops: stops.map((stop, index) => (index === 1 ? { ...stop, floor: 9, has_elevator: false } : stop)) }),
    ],
    ['goods', () => ({ inventory: [{ room: 'Living room', item: 'Grand piano', quantity: 1, volume_cuft: 90 }] })],
    ['services', () => ({ packing: 'full' })],
  ])('on a load whose %s changed since the carrier saw it is refused with the load of now', async (_, changed) => {
    const stage = await stageAfter(...contracted, 'load.posted');
    const { version, move_date: start_date } = await seenLoad(stage);
    await agreeAnew(stage, changed());
    const refused = await bid(stage, { start_date, version });
    const now = await seenLoad(stage);
    expect(now.version).not.toBe(version);
    expect(refused).toMatchObject({
      status: 409,
      body: { changed: [{ field: 'version', seen: version, now: now.version }], current: now },
    });
    expect(await bidsOf(stage)).toEqual([]);
    expect((await bid(stage, { start_date, version: now.version })).status).toBe(200);
    await edit(stage, { stops: await withFloor(stage, 5) });
    expect((await bid(stage, { amount: 1, start_date, version: now.version })).status).toBe(409);
    expect(await bidsOf(stage)).toMatchObject([{ state: 'active', amount: 250_000 }]);
  });

  test('does not hear of what a carrier may not see, and need not name what it saw', async () => {
    const stage = await stageAfter(...contracted, 'load.posted');
    const { version, move_date: start_date } = await seenLoad(stage);
    await edit(stage, {
      client: { name: 'Another Name', email: stage.clientEmail, phone: '+16145550177', zone: 'America/New_York' },
      notes: 'Ring twice',
    });
    await edit(stage, { stops: stops.map((stop) => ({ ...stop, note: 'Ask for Sam' })) });
    expect((await seenLoad(stage)).version).toBe(version);
    expect((await bid(stage, { start_date, version })).status).toBe(200);
    await edit(stage, { stops: stops.map((stop) => ({ ...stop, floor: 5 })) });
    expect((await bid(stage, { start_date, amount: 240_000 })).status).toBe(200);
  });

  test('on a load that has left the board is refused by the lifecycle', async () => {
    const stage = await stageAfter(...contracted, 'load.posted', 'bid.placed');
    await standingBid(stage);
    await reload(stage);
    await edit(stage, { is_archived: true, archive_reason: 'Lost', version: stage.lead.version });
    const { body } = await bid(stage, { start_date: inDays(21), version: 'x' });
    expect(body).toMatchObject({ status: 409, detail: expect.stringContaining('archived') });
    expect(body.changed).toBeUndefined();
  });
});

describe('a special award', () => {
  test.each(['carrier.declined', 'award.withdrawn'] as const)(
    'of a load that was never posted: %s takes it back to where it was, and nobody sees it on the board',
    async (end) => {
      const stage = await stageAfter(...contracted, 'carrier.special-awarded');
      await done(stage, end);
      expect(stage.lead).toMatchObject({ state: 'contracted', stage: null });
      const { body } = await call<{ loads: { id: string }[] }>(application, 'GET', 'carrier/agent-lead/?limit=100', {
        token: who.carrier2.token,
      });
      expect(body.loads.some(({ id }) => id === stage.lead.id)).toBe(false);
      const entries = await application.database.kysely
        .selectFrom('history')
        .selectAll()
        .where('record_id', '=', stage.lead.id)
        .orderBy('sequence')
        .execute();
      expect(replay(agentLeadLifecycle, entries)).toEqual({ state: 'contracted', stage: null, isArchived: false });
    },
  );

  test.each(['carrier.declined', 'award.withdrawn'] as const)(
    'from the board: %s takes it back to the board, and rivals stand again',
    async (end) => {
      const stage = await stageAfter(...contracted, 'load.posted', 'bid.placed', 'carrier.special-awarded');
      expect((await bidsOf(stage)).map(({ state, lost_reason }) => [state, lost_reason])).toEqual([
        ['lost', 'the load went to another carrier'],
      ]);
      await done(stage, end);
      expect(stage.lead).toMatchObject({ state: 'award-carrier' });
      expect((await bidsOf(stage)).map(({ state }) => state)).toEqual(['active']);
    },
  );

  test('does not tell the winner, nor the agent, that the own bid lost to another carrier', async () => {
    const stage = await stageAfter(...contracted, 'load.posted', 'bid.placed');
    await standingBid(stage);
    await reload(stage);
    await done(stage, 'carrier.special-awarded');
    const reasons = Object.fromEntries(
      (await bidsOf(stage)).map(({ carrier, lost_reason }) => [
        carrier.id === who.carrier.carrierId ? 'winner' : 'rival',
        lost_reason,
      ]),
    );
    expect(reasons).toEqual({
      winner: 'the carrier was awarded the load directly',
      rival: 'the load went to another carrier',
    });
    await done(stage, 'award.withdrawn');
    expect((await bidsOf(stage)).map(({ state }) => state)).toEqual(['active', 'active']);
  });
});

test('an award for a day that is over is refused at the day, and the load is still to be awarded', async () => {
  const stage = await stageAfter(...contracted);
  const { status, body } = await onLead(stage, 'carrier/special_award', {
    carrier_id: who.carrier.carrierId,
    amount: 300_000,
    start_date: '2020-01-01',
    reason: 'Knows the house',
  });
  expect({ status, body }).toMatchObject({ status: 422, body: { errors: [{ field: 'start_date' }] } });
  await reload(stage);
  expect(stage.lead.state).toBe('contracted');
});

describe('a quote', () => {
  const editFirst = (stage: Stage, rate: number) =>
    call(application, 'PUT', `agent-lead/estimates/${stage.lead.estimates[0]!.id}`, {
      token: who.agent2.token,
      body: { ...newEstimate, lines: [{ ...newEstimate.lines[0], rate }] },
    });
  const seenIn = async (stage: Stage) => {
    const [estimate] = (await reload(stage)).estimates as unknown as { id: string; version: number; total: number }[];
    return { estimate_id: estimate!.id, estimate_version: estimate!.version, total: estimate!.total };
  };

  test('of an estimate that a colleague changed meanwhile is refused with its total of now', async () => {
    const stage = await newStage(application, who);
    const seen = await seenIn(stage);
    await editFirst(stage, 10_000);
    await reload(stage);
    const { status, body } = await onLead(stage, 'quote', seen);
    expect(status).toBe(409);
    expect(body.changed).toEqual([
      { field: 'total', seen: 340_000, now: 60_000 },
      { field: 'version', seen: 1, now: 2 },
    ]);
    expect(await reload(stage)).toMatchObject({ state: 'new' });
    expect((await onLead(stage, 'quote', await seenIn(stage))).status).toBe(200);
  });

  test('of a price that has run out, of nothing, and of no estimate at all is refused by the lifecycle, with its reasons', async () => {
    const { kysely } = application.database;
    const stage = await newStage(application, who);
    const set = (values: { total?: number; deposit?: number; valid_until?: string }) =>
      kysely.updateTable('estimate').set(values).where('lead_id', '=', stage.lead.id).execute();
    await set({ valid_until: '2020-01-01' });
    expect((await onLead(stage, 'quote', {})).body).toMatchObject({
      status: 409,
      unmet: ['the estimate is valid today or later'],
    });
    await set({ valid_until: '2999-01-01', total: 0, deposit: 0 });
    expect((await onLead(stage, 'quote', {})).body).toMatchObject({
      status: 409,
      unmet: ['the estimate has a total above zero'],
    });
    await kysely.deleteFrom('estimate').where('lead_id', '=', stage.lead.id).execute();
    expect((await onLead(stage, 'quote', {})).body).toMatchObject({ status: 409, unmet: ['there is an estimate'] });
  });

  test('holds through its last day at the brokerage, whatever day it is elsewhere', async () => {
    // An evening on which it is already tomorrow in UTC.
    const now = new Date(Date.parse(`${new Date(Date.now() + DAY).toISOString().slice(0, 10)}T02:00:00Z`));
    const evening = await startApplication({ now: () => now });
    const { zone } = evening.parts.brokerage;
    const stage = await newStage(evening, await people(evening));
    const [today, inUtc] = [dateIn(zone, now), now.toISOString().slice(0, 10)];
    expect(today < inUtc).toBe(true);
    const validUntil = (day: string) =>
      evening.database.kysely
        .updateTable('estimate')
        .set({ valid_until: day })
        .where('lead_id', '=', stage.lead.id)
        .execute();
    await validUntil(new Date(Date.parse(today) - DAY).toISOString().slice(0, 10));
    expect((await onLead(stage, 'quote', {})).body).toMatchObject({
      status: 409,
      unmet: ['the estimate is valid today or later'],
    });
    await validUntil(today);
    expect((await onLead(stage, 'quote', {})).status).toBe(200);
  });

  test(
    'that is sent while a colleague edits it: what was sent is what was named, four rounds',
    { timeout: 90_000 },
    async () => {
      for (let round = 0; round < 4; round += 1) {
        const stage = await newStage(application, who);
        const seen = await seenIn(stage);
        const [sent] = await Promise.all([
          call<Refused>(application, 'POST', `agent-lead/${stage.lead.id}/quote`, {
            token: stage.agent.token,
            body: seen,
          }),
          editFirst(stage, 10_000),
        ]);
        const lead = (await reload(stage)) as unknown as { state: string; quote: { total: number } | null };
        const end = sent.status === 200 ? [200, 'quote-sent', seen.total] : [409, 'new', undefined];
        expect([sent.status, lead.state, lead.quote?.total]).toEqual(end);
      }
    },
  );
});

test('contract, invoice and payment name the amount that was seen', async () => {
  const stage = await stageAfter('quote.sent');
  const total = 340_000;
  const refused = async (answer: Promise<{ status: number; body: Refused }>, field: string) => {
    const { status, body } = await answer;
    expect({ status, changed: body.changed }).toEqual({ status: 409, changed: [{ field, seen: 1, now: total }] });
  };
  const contract = (body: object) =>
    call<Refused>(application, 'POST', `agent-lead/contract/${stage.lead.contract.id}/send`, {
      token: stage.agent.token,
      body: { version: stage.lead.version, ...body },
    });
  await refused(contract({ total: 1 }), 'total');
  expect((await contract({ total })).status).toBe(200);
  for (const event of ['contract.signed', 'carrier.special-awarded', 'carrier.signed', 'contract.closed'] as const) {
    await reload(stage);
    await done(stage, event);
  }
  await refused(onLead(stage, 'invoice/send', { total: 1 }), 'total');
  expect((await onLead(stage, 'invoice/send', { total })).status).toBe(200);
  await reload(stage);
  await refused(onLead(stage, 'invoice/payment', { amount: 1, due: 1, paid_on: '2026-01-01', method: 'Check' }), 'due');
  expect(
    (await onLead(stage, 'invoice/payment', { amount: total, paid_on: '2026-01-01', method: 'Check' })).status,
  ).toBe(200);
});

describe('the shop', () => {
  test('a lead that costs something else by now is not reserved at the old price, nor at the new one unasked', async () => {
    const [same, other] = [await shopRow(application), await shopRow(application)];
    const buyer = buyerOf(application);
    const prices = await buyer.pricesOf([same, other]);
    const { status, body } = await buyer.reserve([same, other], { body: { prices: [prices[0]!, prices[1]! - 100] } });
    expect({ status, changed: (body as Refused).changed }).toEqual({
      status: 409,
      changed: [{ field: 'prices/1', seen: prices[1]! - 100, now: prices[1] }],
    });
    expect((await buyer.reserve([same, other], { body: { prices: prices.slice(1) } })).status).toBe(422);
    expect((await buyer.reserve([same, other])).status).toBe(201);
    const refused = await buyer.pay(1);
    expect({ status: refused.status, changed: (refused.body as unknown as Refused).changed }).toEqual({
      status: 409,
      changed: [{ field: 'total', seen: 1, now: prices[0]! + prices[1]! }],
    });
    expect((await buyer.pay()).status).toBe(200);
  });
});

describe('a subscription', () => {
  test('begins at the price that was shown, or not at all', async () => {
    const billing = billingOf(application);
    const mover = await newMover(application);
    const start = (price: number) => billing.ask<Refused>('POST', 'subscription/', mover, { price });
    expect((await start(5_000)).body).toMatchObject({
      status: 409,
      changed: [{ field: 'price', seen: 5_000, now: 9_900 }],
    });
    expect((await billing.state(mover)).standing).toBe('none');
    expect((await start(9_900)).status).toBe(200);
  });

  test('is charged to the card that was shown, or not at all', async () => {
    const billing = billingOf(application);
    const mover = await newMover(application);
    expect((await billing.start(mover)).status).toBe(200);
    await billing.addCard(mover);
    const [shown] = await billing.cards(mover);
    await billing.addCard(mover, '5555555555554444');
    const other = (await billing.cards(mover)).find(({ id }) => id !== shown!.id)!;
    expect((await billing.ask('POST', `payment/card/${other.id}/default`, mover, {})).status).toBe(200);
    const pay = (card: string) => billing.ask<Refused>('POST', 'subscription/', mover, { trial: false, card });
    expect((await pay(shown!.id)).body).toMatchObject({
      status: 409,
      detail: expect.stringContaining('Your default card has changed since you saw it'),
      changed: [{ field: 'card', seen: shown!.id, now: other.id }],
    });
    expect((await billing.state(mover)).standing).toBe('trialing');
    expect(await billing.history(mover)).toEqual([]);
    expect((await pay(other.id)).status).toBe(200);
  });

  test('is paid for during its trial at what its coupon leaves of the price, as it was shown', async () => {
    const billing = billingOf(application);
    const mover = await newMover(application);
    const { id: code } = await application.parts.payments.stripe.coupons.create({
      percent_off: 25,
      duration: 'forever',
    });
    expect((await billing.start(mover, { coupon: code })).status).toBe(200);
    await billing.addCard(mover);
    const pay = (price: number) => billing.ask<Refused>('POST', 'subscription/', mover, { price, trial: false });
    expect((await pay(9_900)).body).toMatchObject({
      status: 409,
      changed: [{ field: 'price', seen: 9_900, now: 7_425 }],
    });
    expect((await billing.state(mover)).standing).toBe('trialing');
    expect((await pay(7_425)).status).toBe(200);
    expect((await billing.history(mover)).map(({ amount }) => amount)).toEqual([7_425]);
  });
});

describe('an Idempotency-Key that is none', () => {
  test('is refused before the deed: no trial is used up', async () => {
    const billing = billingOf(application);
    const mover = await newMover(application);
    const { status } = await call(application, 'POST', 'user/subscription/', {
      token: mover.token,
      body: {},
      headers: { 'idempotency-key': 'short' },
    });
    expect(status).toBe(400);
    expect(await billing.state(mover)).toMatchObject({ standing: 'none', used_trial: false });
  });

  test('is refused by every call that writes', async () => {
    const writes = (await readOperations()).filter(({ method }) => method !== 'GET');
    expect(writes.length).toBeGreaterThan(100);
    const id = '01900000-0000-7000-8000-000000000000';
    const wrong: string[] = [];
    for (const { method, path, body } of writes) {
      const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name.endsWith('oken') ? 'x'.repeat(43) : id));
      const answer = await call<Refused>(application, method, url, {
        token: who.agent.token,
        headers: { 'idempotency-key': 'short' },
        ...(body ? { body: validFor(body, id) } : {}),
      });
      if (answer.status !== 400 || !answer.body.detail.includes('Idempotency-Key'))
        wrong.push(`${method} ${path}: ${answer.status}`);
    }
    expect(wrong).toEqual([]);
  });
});
