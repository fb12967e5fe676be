import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { askForRefund } from '#src/api/marketplace/refund.ts';
import { settlePurchase } from '#src/api/marketplace/settle.ts';
import type { PurchaseState } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { forgetRequests } from '#tests/api/account-api.ts';
import { ASKING_CARD, GOOD_CARD, REFUSED_CARD, replayed } from '#tests/api/shop-buyer.ts';
import { shopRow } from '#tests/api/shop-rows.ts';
import { call, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { launchBrowser, newPage } from '#tests/platform/chromium.ts';
import { purchasePaths, transitionName } from './purchase.paths.ts';
import type { PurchaseGesture, PurchaseStep } from './purchase.paths.ts';
import { shopPage } from './shop-page.ts';
import type { ShopPage } from './shop-page.ts';

/**
 * Every transition of a purchase as its buyer meets it on the screen. What others do (the clock, the provider, the
 * brokerage) is done beside the screen, which tells of it; the worker is left out, so that each step is one.
 */
let application: Application;
let browser: Browser;
const clock = { offset: 0 };
const LATE = 11 * 60_000;

beforeAll(async () => {
  application = await startApplication({ environment: { PARTS: 'api,gateway,web' }, now: () => new Date(Date.now() + clock.offset) });
  browser = await launchBrowser();
});
afterAll(async () => browser?.close());

interface Stage {
  page: Page;
  shop: ShopPage;
  id: string;
  reference: string;
  lead: string;
  /** What the browser was given to pay with. */
  card: { clientSecret: string; publishableKey: string };
}

/** Household by household, so that each purchase has leads of its own. */
const ORIGINS: [string, string][] = [['Columbus', 'OH'], ['Dayton', 'OH']];

async function begun(): Promise<Stage> {
  clock.offset = 0;
  await forgetRequests(application);
  await application.database.kysely.deleteFrom('purchase_item').execute();
  await application.database.kysely.deleteFrom('state_lead').execute();
  const ids = [await shopRow(application, { from: ORIGINS[0] }), await shopRow(application, { from: ORIGINS[1] })];
  const page = await newPage(browser, { viewport: { width: 360, height: 740 }, allow: [/status of 402/, /status of 400/] });
  const shop = shopPage(page, application.url);
  const opened = page.waitForResponse(async (response) => response.url().endsWith('/graphql') && (await response.text()).includes('payPurchase'));
  await shop.open();
  for (const [city, state] of ORIGINS) await shop.add(`${city}, ${state}`);
  await shop.viewCart();
  await shop.reserve('buyer@test.example');
  await shop.seeCardForm();
  const { data } = (await (await opened).json()) as { data: { payPurchase: Stage['card'] } };
  const { id, reference } = await application.database.kysely.selectFrom('purchase').select(['id', 'reference']).orderBy('reserved_at', 'desc').limit(1).executeTakeFirstOrThrow();
  return { page, shop, id, reference, lead: ids[0]!, card: data.payPurchase };
}

const leadReference = async (id: string) => (await application.database.kysely.selectFrom('state_lead').select('reference').where('id', '=', id).executeTakeFirstOrThrow()).reference;
async function settle({ id }: Stage): Promise<void> {
  await settlePurchase(application.parts, id);
}

async function reload({ page }: Stage): Promise<void> {
  await page.reload();
}

/** A card charged from a page that nobody sees any more. */
async function chargeElsewhere({ card }: Stage): Promise<void> {
  const ask = async (path: string, form: Record<string, string>) =>
    (await (await fetch(`${application.url}/dev/payments/v1/${path}`, { method: 'POST', headers: { authorization: `Bearer ${card.publishableKey}` }, body: new URLSearchParams(form) })).json()) as { id: string };
  const { id } = await ask('payment_methods', { type: 'card', 'card[number]': GOOD_CARD, 'card[exp_month]': '12', 'card[exp_year]': '2040', 'card[cvc]': '123' });
  await ask(`payment_intents/${card.clientSecret.split('_secret_')[0]}/confirm`, { client_secret: card.clientSecret, payment_method: id });
}

async function pay(stage: Stage, from: PurchaseState): Promise<void> {
  if (from === 'authenticating') return stage.shop.answerBankLater('Agree');
  if (from !== 'expired') return stage.shop.enterCard(GOOD_CARD);
  await chargeElsewhere(stage);
  const kept = await stage.page.evaluate(() => sessionStorage.getItem('draft:market:checkout'));
  const { token } = (JSON.parse(kept!) as { draft: { token: string } }).draft;
  expect((await call(application, 'POST', `shop-lead/purchase/${token}/check`, { body: {} })).status).toBe(200);
  await reload(stage);
}

/** Every event of the law by whom it is caused: a new one without a gesture does not compile. */
const gestures: Record<PurchaseGesture, (stage: Stage, from: PurchaseState) => Promise<void>> = {
  // The card form opens by itself, and again after a reload.
  'payment.begun': async (stage, from) => {
    if (from !== 'reserved') await reload(stage);
    await stage.shop.seeCardForm();
  },
  'reservation.released': async ({ shop }) => shop.letGo(),
  'reservation.ended': async (stage, from) => {
    clock.offset = LATE;
    await stage.page.clock.install({ time: Date.now() + LATE });
    await reload(stage);
    // Where nothing is on its way, reading it is enough for the screen; the row is written by who looks after all of them.
    if (from === 'failed') await settle(stage);
  },
  'authentication.asked': async (stage, from) => {
    if (from !== 'authenticating') {
      await stage.shop.enterCard(ASKING_CARD);
      await stage.page.getByRole('button', { name: 'Agree' }).waitFor();
    }
    await settle(stage);
    await reload(stage);
  },
  'payment.refused': async ({ shop }, from) => (from === 'authenticating' ? shop.answerBankLater('Refuse') : shop.enterCard(REFUSED_CARD)),
  'payment.succeeded': pay,
  'payment.late': async (stage, from) => {
    clock.offset = LATE;
    await pay(stage, from);
  },
  // In the same transaction as what makes it happen.
  'details.sent': async () => {},
  'lead.reported': async ({ shop }) => shop.report('The phone number is wrong'),
  'lead.refund-asked': async ({ reference, lead }) => {
    await askForRefund(application.parts, { reference, lead: await leadReference(lead), reason: 'Wrong number' });
  },
  'lead.refunded': settle,
  'refund.asked': async (stage) => {
    await askForRefund(application.parts, { reference: stage.reference, lead: null, reason: 'Wrong number' });
    await reload(stage);
  },
  'refund.made': async (stage, from) => {
    if (from === 'revealed') await application.parts.payments.stripe.refunds.create({ payment_intent: stage.card.clientSecret.split('_secret_')[0]! });
    await settle(stage);
    if (from === 'revealed') await reload(stage);
  },
};

/** Where the screen stops: what is paid is revealed at once, a bank that was asked is still asking after a reload. */
const resting = ({ gesture, from, to }: PurchaseStep): PurchaseState => {
  if (to === 'paid') return 'revealed';
  return gesture === 'payment.begun' && from === 'authenticating' ? 'authenticating' : to;
};

test.each(purchasePaths().map((path) => [path.map(transitionName).join(' '), path] as const))('%s', { timeout: 90_000 }, async (_, path) => {
  const stage = await begun();
  for (const step of path) {
    try {
      // Who has a purchase before them has begun to pay.
      if (!(step.from === 'reserved' && step.gesture === 'payment.begun')) await gestures[step.gesture](stage, step.from);
      if (step.gesture !== 'lead.reported') await stage.shop.see(resting(step));
    } catch (error) {
      throw new Error(`${transitionName(step)} ${step.to}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
    await vi.waitFor(async () => expect((await replayed(application, stage.reference)).row.state, transitionName(step)).toBe(resting(step)), 10_000);
  }
});
