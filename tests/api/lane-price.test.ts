import { beforeAll, expect, test } from 'vitest';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import { insertLoads } from './load-rows.ts';

/** What carriers are usually paid on a lane: never what a single one was paid, and only what was agreed. */
let application: Application;
let reader: Account;
let load: string;
const carriers: Account[] = [];

beforeAll(async () => {
  application = await startApplication({ environment: { PARTS: 'api' } });
  reader = await signedIn(application, 'carrier', 'Reading Carrier');
  for (const name of ['One', 'Two', 'Three']) carriers.push(await signedIn(application, 'carrier', `Paid ${name}`));
  load = (await insertLoads(application, { asked: { from: '43215', to: '60601' } })).asked!;
});

let serial = 0;
async function paid(dollars: number, by: number, given: { daysAgo?: number; to?: string; signed?: boolean } = {}) {
  const { daysAgo = 30, to = '60601', signed = true } = given;
  const name = `P${++serial}`;
  const ids = await insertLoads(application, {
    [name]: { from: '43215', to, state: 'open-contracts', awardedTo: carriers[by]!.carrierId },
  });
  const at = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
  await application.database.kysely
    .updateTable('contract')
    .set({ award_amount: dollars * 100, awarded_at: at, carrier_signed_at: signed ? at : null })
    .where('lead_id', '=', ids[name]!)
    .execute();
}
interface Band {
  band: { low: number; high: number; jobs: number } | null;
}
const read = async () =>
  (await call<Band>(application, 'GET', `carrier/agent-lead/${load}/lane-price`, { token: reader.token })).body.band;

test('too few jobs or carriers say nothing; then it is the middle half, rounded', async () => {
  for (const dollars of [1010, 1230, 1540, 1820]) await paid(dollars, 0);
  expect(await read()).toBeNull();
  // Five jobs of one carrier would reveal its prices.
  await paid(2090, 0);
  expect(await read()).toBeNull();
  await paid(1410, 1);
  expect(await read()).toBeNull();
  // Jobs that were not signed, are too old, or go elsewhere do not count for this lane.
  await paid(9000, 2, { signed: false });
  await paid(9000, 2, { daysAgo: 400 });
  await paid(9000, 2, { to: '10001' });
  expect(await read()).toBeNull();
  await paid(1690, 2);
  // Of 1010, 1230, 1410, 1540, 1690, 1820, and 2090 dollars: 1320 to 1755, rounded outward to multiples of 50.
  expect(await read()).toEqual({ low: 130_000, high: 180_000, jobs: 7 });

  const agent = await signedIn(application, 'agent', 'Awarding Agent');
  const answer = await call<Band>(application, 'GET', `agent-lead/${load}/lane-price`, { token: agent.token });
  expect(answer.body.band).toEqual({ low: 130_000, high: 180_000, jobs: 7 });
  expect((await call(application, 'GET', `agent-lead/${load}/lane-price`, { token: reader.token })).status).toBe(403);
});

test('a load is posted with a rate, a range or neither; carriers read it, and posting again says it anew', async () => {
  const who = await people(application);
  const stage = await newStage(application, who);
  for (const event of ['quote.sent', 'contract.sent', 'contract.marked-signed'] as const) {
    await reload(stage);
    expect((await gestures[event](stage)).status).toBeLessThan(300);
  }
  const post = async (rate: object) => {
    const { version } = await reload(stage);
    const body = { version, ...rate };
    return call(application, 'POST', `agent-lead/${stage.lead.id}/load-board/post`, { token: who.agent.token, body });
  };
  const seen = async () => {
    const path = `carrier/agent-lead/${stage.lead.id}/details`;
    const { body } = await call(application, 'GET', path, { token: who.carrier.token });
    return [body.posted_low, body.posted_high];
  };
  expect((await post({ rate_low: 240_000, rate_high: 200_000 })).status).toBe(422);
  expect((await post({ rate_low: 0 })).status).toBe(422);
  expect((await post({ rate_low: 200_000, rate_high: 240_000 })).body).toMatchObject({ posted_high: 240_000 });
  expect(await seen()).toEqual([200_000, 240_000]);
  for (const [rate, shown] of [
    [{ rate_high: 210_000 }, [210_000, 210_000]],
    [{}, [null, null]],
  ] as const) {
    await reload(stage);
    expect((await gestures['load.taken-off'](stage)).status).toBeLessThan(300);
    expect((await post(rate)).status).toBeLessThan(300);
    expect(await seen()).toEqual(shown);
  }
});
