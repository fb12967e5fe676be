import { beforeAll, expect, test } from 'vitest';
import { call, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { gestures, newLead, newStage, people, reload, standingBid } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';

/** What a carrier still sees of its own bid, whatever becomes of the load. */
interface Load {
  id: string;
  tab: string | null;
  stops: unknown[];
  inventory: unknown[];
  attachments: unknown[];
  client: unknown;
  award: unknown;
  origin: { city: string; zip: string };
  posted_at: string;
  bid: {
    state: string;
    amount: number;
    lost_reason: string | null;
    is_seen: boolean;
    seen_at: string | null;
    is_load_changed: boolean;
    placed_at: string;
    updated_at: string;
  } | null;
  may_bid: boolean;
}

let application: Application;
let who: People;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
});

async function posted(): Promise<Stage> {
  const stage = await newStage(application, who);
  for (const event of ['quote.sent', 'contract.sent', 'contract.signed', 'load.posted'] as const)
    await done(stage, event);
  return stage;
}

async function done(stage: Stage, event: keyof typeof gestures): Promise<void> {
  const { status, body } = await gestures[event](stage);
  expect(status, `${event}: ${JSON.stringify(body)}`).toBeLessThan(300);
  await reload(stage);
}

const details = (stage: Stage, carrier: Account) =>
  call<Load>(application, 'GET', `carrier/agent-lead/${stage.lead.id}/details`, { token: carrier.token });
const mine = async (carrier: Account, id: string) => {
  const { body } = await call<{ loads: Load[] }>(application, 'GET', 'carrier/agent-lead/?mine=true&limit=100', {
    token: carrier.token,
  });
  return body.loads.find((load) => load.id === id);
};

test('a bid that lost is still there for its carrier, with the reason, and nothing else of the load', async () => {
  const stage = await posted();
  await done(stage, 'bid.placed');
  await done(stage, 'carrier.awarded');
  const { status, body } = await details(stage, who.carrier2);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    tab: null,
    may_bid: false,
    stops: [],
    inventory: [],
    attachments: [],
    client: null,
    award: null,
    origin: { city: 'Columbus', zip: '43215' },
  });
  expect(body.bid).toMatchObject({ state: 'lost', lost_reason: 'the load went to another carrier', amount: 260_000 });
  expect(await mine(who.carrier2, stage.lead.id)).toEqual(body);
  // It must not reveal when the load moved on, either.
  const { entered_state_at } = stage.lead as unknown as { entered_state_at: string };
  expect(body.posted_at).toBe(body.bid!.placed_at);
  expect(body.posted_at).not.toBe(entered_state_at);

  // In the winner's own list it is a job.
  expect(await mine(who.carrier, stage.lead.id)).toMatchObject({ tab: 'open', bid: { state: 'awarded' } });
  // The loser no longer has access to its files and price, and a new bid is refused.
  for (const path of ['attachments/download', 'carrier-rate-schedule/data']) {
    expect(
      (await call(application, 'GET', `carrier/agent-lead/${stage.lead.id}/${path}`, { token: who.carrier2.token }))
        .status,
    ).toBe(404);
  }
  expect((await gestures['bid.placed'](stage)).status).toBe(409);

  // The award ends: the bid is active again, and the load is back on the board.
  await done(stage, 'award.withdrawn');
  expect((await details(stage, who.carrier2)).body).toMatchObject({
    tab: 'available',
    bid: { state: 'active', lost_reason: null },
  });
  expect((await details(stage, who.carrier)).body).toMatchObject({
    tab: 'available',
    bid: { state: 'lost', lost_reason: 'the award was withdrawn: Client changed the date' },
  });
});

test('a load that was taken off or archived leaves the bid; one that was never bid on does not exist', async () => {
  const stage = await posted();
  await done(stage, 'bid.placed');
  await done(stage, 'load.taken-off');
  expect((await details(stage, who.carrier2)).body).toMatchObject({
    tab: null,
    bid: { state: 'lost', lost_reason: 'the load was taken off the board' },
  });
  expect((await details(stage, who.carrier)).status).toBe(404);
  expect(await mine(who.carrier, stage.lead.id)).toBe(undefined);
  await done(stage, 'load.posted');
  await done(stage, 'bid.placed');
  await done(stage, 'lead.archived');
  expect((await details(stage, who.carrier2)).body).toMatchObject({
    tab: null,
    may_bid: false,
    bid: { state: 'active' },
  });
  expect((await details(stage, who.carrier)).status).toBe(404);
});

test('that an agent has seen the bid is told to its carrier alone, and a revision is unseen again', async () => {
  const stage = await posted();
  await done(stage, 'bid.placed');
  const { kysely } = application.database;
  const { sequence } = await kysely
    .selectFrom('live_event')
    .select('sequence')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const seen = await call(application, 'POST', `agent-lead/bid/mark_as_seen?lead_id=${stage.lead.id}`, {
    token: who.agent.token,
  });
  expect(seen.status).toBe(200);
  const told = await kysely
    .selectFrom('live_event')
    .select(['noun', 'subject_id', 'audience'])
    .where('sequence', '>', sequence)
    .where('audience', 'like', 'carrier%')
    .execute();
  expect(told).toEqual([{ noun: 'load', subject_id: stage.lead.id, audience: `carrier:${who.carrier2.carrierId}` }]);
  const { bid } = (await details(stage, who.carrier2)).body;
  expect(bid).toMatchObject({ is_seen: true, seen_at: expect.stringMatching(/Z$/) as unknown });

  await standingBid(stage);
  await call(application, 'POST', `agent-lead/bid/mark_as_seen?lead_id=${stage.lead.id}`, { token: who.agent.token });
  expect((await details(stage, who.carrier)).body.bid).toMatchObject({ is_seen: true });
  await done(stage, 'bid.revised');
  const revised = (await details(stage, who.carrier)).body.bid!;
  expect(revised).toMatchObject({ is_seen: false, seen_at: null, amount: 240_000 });
  expect(revised.updated_at > revised.placed_at).toBe(true);
  // The other carrier's bid was seen, and that stays so.
  expect((await details(stage, who.carrier2)).body.bid).toEqual(bid);
});

test('a bid says that its load changed after it, until the carrier has bid on the load as it is now', async () => {
  const stage = await posted();
  const bid = (given: object) =>
    call<Load>(application, 'POST', `carrier/agent-lead/${stage.lead.id}/bid/place`, {
      token: who.carrier.token,
      body: given,
    });
  const edit = async (given: object) => {
    const { status, body } = await call(application, 'PATCH', `agent-lead/${stage.lead.id}`, {
      token: stage.agent.token,
      body: given,
    });
    expect(status, JSON.stringify(body)).toBe(200);
  };
  const said = async () => {
    const { body } = await call<{ is_load_changed: boolean }[]>(
      application,
      'GET',
      `agent-lead/bid/?lead_id=${stage.lead.id}`,
      { token: stage.agent.token },
    );
    const [own, listed] = [await details(stage, who.carrier), await mine(who.carrier, stage.lead.id)];
    return [own.body.bid!.is_load_changed, listed!.bid!.is_load_changed, ...body.map((one) => one.is_load_changed)];
  };
  const { body: load } = await details(stage, who.carrier);
  const terms = { amount: 250_000, start_date: (load as unknown as { move_date: string }).move_date };
  expect((await bid(terms)).status).toBe(200);
  const stops = newLead(null).stops as Record<string, unknown>[];
  const onFloor = (floor: number) => stops.map((stop) => ({ ...stop, floor }));
  // Changes that no carrier sees do not make it another load.
  await edit({ notes: 'Call after six', client: { name: 'Casey Cole', phone: '+16145550100' } });
  expect(await said()).toEqual([false, false, false]);
  await edit({ stops: onFloor(3) });
  expect(await said()).toEqual([true, true, true]);
  // Keeping the bid means placing the same terms again.
  expect((await bid(terms)).status).toBe(200);
  expect(await said()).toEqual([false, false, false]);
  await edit({ stops: onFloor(4) });
  await call(application, 'DELETE', `carrier/agent-lead/${stage.lead.id}/bid`, { token: who.carrier.token });
  expect(await said()).toEqual([false, false, false]);
});

test('no bid is for a day that is over', async () => {
  const stage = await posted();
  const { body } = await call<{ errors: { field: string }[] }>(
    application,
    'POST',
    `carrier/agent-lead/${stage.lead.id}/bid/place`,
    { token: who.carrier.token, body: { amount: 250_000, start_date: '2020-01-01' } },
  );
  // The date is outside the whole window; inside a window that has begun, only the day itself would be refused.
  expect(body).toMatchObject({ unmet: ['the start date is inside the pick-up window'] });
  const [began, today] = await Promise.all([
    application.database.pool.query<{ day: string }>("select (now() - interval '3 days')::date::text as day"),
    application.database.pool.query<{ day: string }>("select (now() + interval '3 days')::date::text as day"),
  ]).then((answers) => answers.map(({ rows }) => rows[0]!.day));
  await application.database.kysely
    .updateTable('agent_lead')
    .set({ move_date: began!, move_date_last: today! })
    .where('id', '=', stage.lead.id)
    .execute();
  const past = await call<{ errors: { field: string }[] }>(
    application,
    'POST',
    `carrier/agent-lead/${stage.lead.id}/bid/place`,
    { token: who.carrier.token, body: { amount: 250_000, start_date: began! } },
  );
  expect(past).toMatchObject({ status: 422, body: { errors: [{ field: 'start_date' }] } });
});
