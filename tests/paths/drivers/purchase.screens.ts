import type { Page } from '@playwright/test';
import { CheckPurchaseDocument, PayPurchaseDocument } from '#src/generated/graphql/graphql.ts';
import type { PurchaseEvent, PurchaseState } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { ASKING_CARD, buyerOf, GOOD_CARD } from '#tests/api/shop-buyer.ts';
import { creditOfBuyer } from '#tests/api/shop-credit.ts';
import { shopRow } from '#tests/api/shop-rows.ts';
import { seen } from '#tests/platform/seen.ts';
import { call } from '#tests/platform/application.ts';
import { answerTo } from '#tests/platform/documents.ts';
import { purchase } from '../models/purchase.model.ts';
import { NotHere } from '../run/world.ts';
import type { Own, World } from '../run/world.ts';
import { shopPage } from '../shop-page.ts';
import type { ShopPage } from '../shop-page.ts';
import {
  LATE,
  REFUSED_CARDS,
  answeringAgent,
  askForAll,
  askForLead,
  bearOut,
  changeAmount,
  decideAtBank,
  decline,
  disputeAtBank,
  isRefundDue,
  openShop,
  ownRow,
  resting,
  onlyRevealed,
  returnAtProvider,
  reportToAnswer,
  returnPart,
  seeHistory,
  settle,
} from './purchase.api.ts';
import type { Bought } from './purchase.api.ts';
import { screenDriver } from './screen-driver.ts';
import type { Gesture } from './screen-driver.ts';

interface Stage extends Bought {
  page: Page;
  shop: ShopPage;
  url: string;
  /** Set while the buyer sees the contacts, on a page outside the purchase: the link in the email opens them again. */
  isAmongContacts: boolean;
  /** What the browser received for paying. */
  card: { clientSecret: string; publishableKey: string };
}

const BUYER = 'buyer@test.example';
/** Each purchase uses the next household, so that it has its own leads. */
const ORIGINS: [city: string, state: string][] = [
  ['Columbus', 'OH'],
  ['Dayton', 'OH'],
  ['Toledo', 'OH'],
  ['Akron', 'OH'],
];

async function begin(world: World): Promise<Stage> {
  const own = await openShop(world);
  const { kysely } = own.database;
  await kysely.deleteFrom('purchase_item').execute();
  await kysely.deleteFrom('state_lead').execute();
  for (const from of ORIGINS) await shopRow(own, { from });
  const page = await world.guestPage({ allow: [/status of 402/, /status of 400/] });
  const shop = shopPage(page, world.url);
  await shop.open();
  for (const [city, state] of ORIGINS) await shop.add(`${city}, ${state}`);
  await shop.viewCart();
  const opened = answerTo(page, PayPurchaseDocument);
  await shop.reserve(BUYER);
  await shop.seeCardForm();
  const { data } = (await (await opened).json()) as { data: { payPurchase: Stage['card'] } };
  return {
    own,
    agent: await answeringAgent(world),
    page,
    shop,
    ...(await newestPurchase(own)),
    url: world.url,
    isAmongContacts: false,
    card: data.payPurchase,
  };
}

const newestPurchase = ({ database }: Own): Promise<{ id: string; reference: string }> =>
  database.kysely
    .selectFrom('purchase')
    .select(['id', 'reference'])
    .orderBy('reserved_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

const stateOf = async (stage: Stage): Promise<PurchaseState> => (await ownRow(stage)).state;

/** Charges a card from a page that is no longer open; this one finds out when it is opened again. */
const payElsewhere =
  (afterwards?: (stage: Stage) => Promise<void>) =>
  async (stage: Stage): Promise<void> => {
    const { card, url, page } = stage;
    const ask = async (path: string, form: Record<string, string>) =>
      (await (
        await fetch(`${url}/dev/payments/v1/${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${card.publishableKey}` },
          body: new URLSearchParams(form),
        })
      ).json()) as { id: string };
    const { id } = await ask('payment_methods', {
      type: 'card',
      'card[number]': GOOD_CARD,
      'card[exp_month]': '12',
      'card[exp_year]': '2040',
      'card[cvc]': '123',
    });
    await ask(`payment_intents/${card.clientSecret.split('_secret_')[0]}/confirm`, {
      client_secret: card.clientSecret,
      payment_method: id,
    });
    await afterwards?.(stage);
    const kept = await page.evaluate(() => sessionStorage.getItem('draft:market:checkout'));
    const { token } = (JSON.parse(kept!) as { draft: { token: string } }).draft;
    const { status } = await call({ url }, 'POST', `shop-lead/purchase/${token}/check`, { body: {} });
    if (status !== 200) throw new Error(`The payment could not be checked: ${status}.`);
    await page.reload();
  };

async function pay(stage: Stage): Promise<void> {
  const state = await stateOf(stage);
  if (state === 'expired') return payElsewhere()(stage);
  return state === 'authenticating' ? stage.shop.answerBankLater('Approve') : stage.shop.enterCard(GOOD_CARD);
}

/** Something happens at the provider, is processed here, and shown after a reload. */
const atBank =
  (act: (stage: Stage) => Promise<unknown>) =>
  async (stage: Stage): Promise<void> => {
    await onlyRevealed(() => act(stage))(stage);
    await settle(stage);
    await stage.page.reload();
  };

let refusals = 0;

const gestures: Record<PurchaseEvent['type'], Gesture<Stage>> = {
  // The card form opens by itself, and again after a reload: opening a purchase begins its payment.
  'payment.begun': async ({ page, shop }, { from }) => {
    if (from !== 'reserved') await page.reload();
    await shop.seeCardForm();
  },
  'reservation.released': ({ shop }) => shop.letGo(),
  'reservation.ended': async (stage, { from }) => {
    stage.own.clock.ahead = LATE;
    await stage.page.clock.install({ time: Date.now() + LATE });
    await stage.page.reload();
    // If no payment is in flight, the screen only needs to load it; the row is written by the job that settles all
    // purchases.
    if (from === 'failed') await settle(stage);
  },
  'authentication.asked': async (stage) => {
    if ((await stateOf(stage)) !== 'authenticating') {
      await stage.shop.enterCard(ASKING_CARD);
      await stage.page.getByRole('button', { name: 'Approve' }).waitFor();
    }
    await settle(stage);
    await stage.page.reload();
  },
  'payment.refused': async (stage) => {
    // The form reports it before the server's response; what follows must not come in between.
    const checked = answerTo(stage.page, CheckPurchaseDocument);
    await ((await stateOf(stage)) === 'authenticating'
      ? stage.shop.answerBankLater('Decline')
      : stage.shop.enterCard(REFUSED_CARDS[(refusals += 1) % 2]!));
    await checked;
  },
  'payment.succeeded': pay,
  // Credit pays in the same call as the reservation: the leads are released, and bought with it.
  'credit.used': async (stage) => {
    const { own, page, shop, url } = stage;
    await shop.letGo();
    await page.getByRole('button', { name: 'Back to the cart' }).click();
    const token = await creditOfBuyer(own, buyerOf(own, BUYER), 100_000);
    await page.goto(url + hrefs.market.orders(token));
    await page.getByRole('link', { name: 'Use credit on the marketplace' }).click();
    await shop.viewCart();
    await page.getByRole('button', { name: 'Buy with credit' }).click();
    await seen(page.getByText(`${ORIGINS.length} leads are yours`)).toBeVisible({ timeout: 15_000 });
    Object.assign(stage, await newestPurchase(own), { isAmongContacts: false });
  },
  // In the same transaction as the event that causes it.
  'details.sent': async () => {},
  'lead.reported': async (stage) => {
    const { page, shop } = stage;
    if (!stage.isAmongContacts) await shop.seeContacts();
    stage.isAmongContacts = true;
    if ((await page.getByRole('button', { name: /^Report / }).count()) === 0)
      throw new NotHere('Every lead of the purchase was reported or paid back.');
    await shop.report('I already bought this lead');
  },
  'lead.refund-granted': async (stage) => {
    const { page, shop } = stage;
    if (!stage.isAmongContacts) await shop.seeContacts();
    stage.isAmongContacts = true;
    const lead = await bearOut(stage);
    if (!lead) throw new NotHere('Every lead of the purchase was reported.');
    await shop.report('They already hired a mover');
    await seen(page.getByText('Refund on its way').first()).toBeVisible();
  },
  // What others do happens outside the screen, which shows it.
  'lead.refund-asked': askForLead,
  'lead.refund-declined': async (stage) => {
    const { id } = await reportToAnswer(stage);
    const { status } = await decline(stage, id);
    if (status !== 200) throw new Error(`The refund could not be declined: ${status}.`);
    if (stage.isAmongContacts) await stage.page.reload();
    else await stage.shop.seeContacts();
    stage.isAmongContacts = true;
    await seen(stage.page.getByText('Not refunded', { exact: true }).first()).toBeVisible();
  },
  'lead.refunded': async (stage) => {
    if (!(await isRefundDue(stage))) await askForLead(stage);
    await settle(stage);
  },
  'refund.asked': async (stage) => {
    await askForAll(stage);
    await stage.page.reload();
  },
  'refund.made': async (stage, { from }) => {
    if (from === 'revealed') await returnAtProvider(stage);
    if ((await stateOf(stage)) !== 'refunded') await settle(stage);
    if (from === 'revealed') await stage.page.reload();
  },
  'payment.returned': atBank(returnPart),
  'dispute.opened': atBank(disputeAtBank),
  'dispute.won': atBank((stage) => decideAtBank(stage, 'won')),
  'dispute.lost': atBank((stage) => decideAtBank(stage, 'lost')),
};

/** A purchase as its buyer sees it on a phone. */
export const driver = screenDriver<Stage, PurchaseEvent['type']>({
  model: purchase,
  // The worker is left out, so that each step happens on its own.
  environment: { PARTS: 'api,gateway,web' },
  begin,
  gestures,
  more: {
    'payment.succeeded late': async (stage) => {
      stage.own.clock.ahead = LATE;
      await pay(stage);
    },
    'payment.succeeded in part': async (stage) => {
      await changeAmount(stage);
      await pay(stage);
    },
    'payment.succeeded returned': payElsewhere(returnAtProvider),
  },
  async see(stage, step) {
    // If the bank was asking, it still is after a reload.
    const state = step.event === 'payment.begun' && step.from === 'authenticating' ? 'authenticating' : resting(step);
    await (stage.isAmongContacts ? stage.shop.seeAmongContacts(state) : stage.shop.see(state));
    if (stage.isAmongContacts && step.event === 'lead.refunded')
      await seen(stage.page.getByText('Refunded', { exact: true }).first()).toBeVisible();
    await seen.poll(() => stateOf(stage), { timeout: 10_000 }).toBe(state);
    await seeHistory(stage, step);
  },
});
