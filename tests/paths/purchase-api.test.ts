import { beforeEach, describe, expect, test } from 'vitest';
import { askForRefund } from '#src/api/marketplace/refund.ts';
import { settlePurchase } from '#src/api/marketplace/settle.ts';
import { guardsOf } from '#src/machines/law.ts';
import { PURCHASE_STATES, purchaseLifecycle } from '#src/machines/marketplace/purchase.lifecycle.ts';
import type { PurchaseState } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { forgetRequests } from '#tests/api/account-api.ts';
import { ASKING_CARD, GOOD_CARD, REFUSED_CARD, buyerOf, replayed } from '#tests/api/shop-buyer.ts';
import type { Buyer } from '#tests/api/shop-buyer.ts';
import { shopRow } from '#tests/api/shop-rows.ts';
import { call, startApplication } from '#tests/platform/application.ts';
import { GESTURES, allPairs, gestureNames, purchasePaths, transitionName, wayTo } from './purchase.paths.ts';
import type { PurchaseGesture, PurchaseStep } from './purchase.paths.ts';

/** Walks the law of purchases through the REST API and the commands: every transition by its gesture, every refusal at every place. */
const clock = { offset: 0 };
// Without the worker: what it would do by itself is done here, one step at a time.
const application = await startApplication({ environment: { PARTS: 'api' }, now: () => new Date(Date.now() + clock.offset) });
const { parts } = application;
const { kysely } = application.database;
const paths = purchasePaths();
const LATE = 11 * 60_000;

beforeEach(async () => {
  clock.offset = 0;
  await forgetRequests(application);
});

interface Stage {
  buyer: Buyer;
  id: string;
  reference: string;
  leads: string[];
}

async function newStage(): Promise<Stage> {
  const buyer = buyerOf(application);
  const leads = [await shopRow(application), await shopRow(application)];
  const { status, body } = await buyer.reserve(leads);
  expect(status, JSON.stringify(body)).toBe(201);
  const { id } = await kysely.selectFrom('purchase').select('id').where('reference', '=', body.purchase.reference).executeTakeFirstOrThrow();
  return { buyer, id, reference: body.purchase.reference, leads };
}

const tokenOfDetails = async ({ buyer }: Stage) => (await buyer.read()).body.details_token ?? 'no-such-token-there-is-0123456789-abcdef';
const leadReference = async (id: string) => (await kysely.selectFrom('state_lead').select('reference').where('id', '=', id).executeTakeFirstOrThrow()).reference;

/** What came of it, for those that are no call: 200 or 409. */
const told = async (act: () => Promise<unknown>) => act().then(() => 200, () => 409);

/** The card form, wherever the bank stands; then the browser asks. */
async function charge({ buyer }: Stage, from: PurchaseState, number: string, outcome: 'agreed' | 'refused'): Promise<number> {
  if (from === 'authenticating') await buyer.answerBank(outcome);
  else await buyer.card(number);
  return (await buyer.check()).status;
}

const gestures: Record<PurchaseGesture, (stage: Stage, from: PurchaseState) => Promise<number>> = {
  'payment.begun': async ({ buyer }) => (await buyer.pay()).status,
  'reservation.released': async ({ buyer }) => (await buyer.release()).status,
  'reservation.ended': async ({ buyer }) => {
    clock.offset = LATE;
    return (await buyer.check()).status;
  },
  'authentication.asked': async (stage, from) => charge(stage, from, ASKING_CARD, 'agreed'),
  'payment.refused': async (stage, from) => charge(stage, from, from === 'failed' ? '4000000000009995' : REFUSED_CARD, 'refused'),
  'payment.succeeded': async (stage, from) => charge(stage, from, GOOD_CARD, 'agreed'),
  'payment.late': async (stage, from) => {
    clock.offset = LATE;
    return charge(stage, from, GOOD_CARD, 'agreed');
  },
  // In the same transaction as what makes it happen.
  'details.sent': async ({ buyer }) => (await buyer.read()).status,
  'lead.reported': async (stage) => (await call(application, 'POST', 'shop-lead/details/report', { body: { token: await tokenOfDetails(stage), lead_id: stage.leads[0], reason: 'wrong-number' } })).status,
  'lead.refund-asked': async ({ reference, leads }) => told(async () => askForRefund(parts, { reference, lead: await leadReference(leads[0]!), reason: 'Wrong number' })),
  'lead.refunded': async ({ id }) => told(() => settlePurchase(parts, id)),
  'refund.asked': async ({ reference }) => told(() => askForRefund(parts, { reference, lead: null, reason: 'Wrong number' })),
  'refund.made': async ({ id, buyer }, from) => {
    // Nobody here has asked for it: somebody gives it back at the provider.
    if (from === 'revealed') await parts.payments.stripe.refunds.create({ payment_intent: buyer.intentId });
    return told(() => settlePurchase(parts, id));
  },
};

/** Where the server stops: what is paid is revealed in the same transaction. */
const resting = (state: PurchaseState): PurchaseState => (state === 'paid' ? 'revealed' : state);

async function walk(stage: Stage, path: readonly PurchaseStep[]): Promise<void> {
  for (const { gesture, from, to } of path) {
    const status = await gestures[gesture](stage, from);
    expect(status, transitionName({ from, gesture })).toBe(200);
    const { row, events } = await replayed(application, stage.reference);
    expect(row.state, transitionName({ from, gesture })).toBe(resting(to));
    expect((await stage.buyer.read()).body.state, transitionName({ from, gesture })).toBe(resting(to));
    expect(events, transitionName({ from, gesture })).toContain(GESTURES[gesture].event.type);
  }
}

/** All that a refusal must leave as it was. */
async function rowsOf({ id }: Stage): Promise<unknown> {
  const of = (table: 'purchase_item' | 'purchase_event') => kysely.selectFrom(table).selectAll().where('purchase_id', '=', id).execute();
  return [await kysely.selectFrom('purchase').selectAll().where('id', '=', id).execute(), await of('purchase_item'), await of('purchase_event'), await kysely.selectFrom('mail').select('id').execute()];
}

test('the paths take every transition and meet every place; every event of the law has a gesture', () => {
  const taken = new Set(paths.flat().map(transitionName));
  expect(allPairs(true).map(transitionName).filter((name) => !taken.has(name))).toEqual([]);
  const met = new Set(paths.flat().map(({ to }) => to));
  expect(PURCHASE_STATES.filter((state) => state !== 'reserved' && !met.has(state))).toEqual([]);
  expect(new Set(guardsOf(purchaseLifecycle).map(({ event }) => event))).toEqual(new Set(gestureNames.map((name) => GESTURES[name].event.type)));
});

describe('every path', () => {
  test.each(paths.map((path, index) => [`${index + 1}: ${path.map(({ gesture }) => gesture).join(', ')}`, path] as const))('%s', async (_, path) => {
    await walk(await newStage(), path);
  });
});

describe('what the law refuses to the buyer and the brokerage is refused, and changes nothing', () => {
  const byPlace = Map.groupBy(allPairs(false).filter(({ gesture }) => GESTURES[gesture].event.by !== 'system'), ({ from }) => from);
  test.each([...byPlace].filter(([from]) => from !== 'paid'))('%s', async (from, refusals) => {
    const stage = await newStage();
    await walk(stage, wayTo(from));
    for (const { gesture } of refusals) {
      // The money is there: there is nothing to begin, and the browser is told so.
      if (gesture === 'payment.begun' && from === 'revealed') continue;
      const before = await rowsOf(stage);
      // Before there are contacts, the buyer has no link to report by.
      expect(await gestures[gesture](stage, from), gesture).toBe(gesture === 'lead.reported' && from !== 'revealed' ? 404 : 409);
      expect(await rowsOf(stage), gesture).toEqual(before);
    }
  });
});

describe('what the provider says changes nothing where the law does not take it', () => {
  test.each(['expired', 'revealed', 'refunded'] as const)('%s', async (from) => {
    const stage = await newStage();
    await walk(stage, wayTo(from));
    const before = await rowsOf(stage);
    await stage.buyer.card(REFUSED_CARD);
    await stage.buyer.check();
    expect(await rowsOf(stage)).toEqual(before);
  });
});
