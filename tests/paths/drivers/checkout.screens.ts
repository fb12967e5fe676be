import type { Locator, Page } from '@playwright/test';
import type { EventFromLogic } from 'xstate';
import { checkoutMachine } from '#src/machines/marketplace/checkout.machine.ts';
import type { PurchaseState } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { buyerOf } from '#tests/api/shop-buyer.ts';
import { shopRow } from '#tests/api/shop-rows.ts';
import { seen } from '#tests/platform/seen.ts';
import { heldCheckout } from '../checkout-page.ts';
import type { Asked, GatewayAnswer, HeldCheckout } from '../checkout-page.ts';
import { holdTime } from '../held-time.ts';
import type { HeldTime } from '../held-time.ts';
import { checkout } from '../models/checkout.model.ts';
import type { PlaceOf } from '../models/flow-model.ts';
import type { Own, World } from '../run/world.ts';
import { shopPage } from '../shop-page.ts';
import type { ShopPage } from '../shop-page.ts';
import type { CaseStep } from '../tool/cases.ts';
import { openShop } from './purchase.api.ts';
import { screenDriver } from './screen-driver.ts';
import type { Gesture } from './screen-driver.ts';
import { MINUTE } from '#src/machines/calendar/durations.ts';

interface Stage {
  own: Own;
  page: Page;
  panel: Locator;
  shop: ShopPage;
  server: HeldCheckout;
  time: HeldTime;
  /** Of the purchase under test. */
  token: string;
  /** The purchase as the server shows it in this state. */
  purchase: (state: PurchaseState) => Promise<unknown>;
  /** The server's refusal when someone releases a completed purchase. */
  refusal: () => Promise<GatewayAnswer>;
  bank: { isWilling: boolean };
  /** The message of the server's last refusal. */
  said: string;
}

const A_WHILE = checkoutMachine.implementations.delays['aWhile'] as number;
const A_LONG_WHILE = checkoutMachine.implementations.delays['aLongWhile'] as number;
const SECOND = 1000;
/** Milliseconds between checks once the displayed time is over. */
const AGAIN = 3000;
const LATE = 20 * MINUTE;
/** What the purchase contains: once its contacts are revealed, this browser is not offered these leads again. */
const BOUGHT: [city: string, state: string][] = [
  ['Columbus', 'OH'],
  ['Dayton', 'OH'],
];
/** Leads that can always be bought: two, so that one remains if the other is gone. */
const OTHERS: [city: string, state: string][] = [
  ['Akron', 'OH'],
  ['Toledo', 'OH'],
];
const CARD = { clientSecret: 'pi_walked_secret_walked', publishableKey: 'pk_walked', provider: 'sandbox' };
const DECLINED = 'Your card was declined.';
const NO_SUCH_TOKEN = 'no-such-token-there-is-0123456789-abcdefghi';

async function begin(world: World): Promise<Stage> {
  const own = await openShop(world);
  const { kysely } = own.database;
  await kysely.deleteFrom('purchase_item').execute();
  await kysely.deleteFrom('state_lead').execute();
  const leadIds: string[] = [];
  for (const from of BOUGHT) leadIds.push(await shopRow(own, { from }));
  for (const from of OTHERS) await shopRow(own, { from });
  const buyer = buyerOf(own);
  const { body } = await buyer.reserve(leadIds);
  const page = await world.guestPage({ reducedMotion: 'reduce', allow: [/ERR_FAILED/, /status of 402/] });
  const time = await holdTime(page, [A_WHILE, A_LONG_WHILE, SECOND, AGAIN]);
  const server = await heldCheckout(page, world.url);
  const bank = { isWilling: true };
  // The provider's answers to the form itself; cards and banks belong to the purchase.
  await page.route('**/dev/payments/v1/**', (route) =>
    route.fulfill(
      bank.isWilling
        ? { json: { id: 'walked', status: 'succeeded' } }
        : { status: 402, json: { error: { message: DECLINED } } },
    ),
  );
  /** Loaded once for each state. */
  const known = new Map<string, Promise<GatewayAnswer>>();
  const answerIn = (state: PurchaseState, name: Asked): Promise<GatewayAnswer> => {
    const ask = async () => {
      await kysely
        .updateTable('purchase')
        .set({ state, refusal: state === 'failed' ? DECLINED : null })
        .where('reference', '=', body.purchase.reference)
        .execute();
      return server.ask(name, buyer.token);
    };
    known.set(`${state} ${name}`, known.get(`${state} ${name}`) ?? ask());
    return known.get(`${state} ${name}`)!;
  };
  return {
    own,
    page,
    panel: page.getByRole('dialog'),
    shop: shopPage(page, world.url),
    server,
    time,
    token: buyer.token,
    purchase: async (state) => (await answerIn(state, 'purchase')).data!['purchase'],
    refusal: () => answerIn('revealed', 'releasePurchase'),
    bank,
    said: '',
  };
}

/** Presses by keyboard, because a mouse click would wait until its target stops moving. */
const press = (panel: Locator, name: string | RegExp): Promise<void> =>
  panel.getByRole('button', { name }).press('Enter');

/** Opens the cart with an available lead in it, however the last purchase ended. */
async function openCart({ page, panel }: Stage): Promise<void> {
  const onward = panel.getByRole('button', { name: 'Continue to payment' });
  const isOpen = (await panel.count()) > 0;
  if (isOpen) {
    await onward
      .or(panel.getByText(/^(Your cart is empty|Just sold)/))
      .first()
      .waitFor();
    if (await onward.isVisible()) return;
    await close(page, panel);
  }
  const view = page.getByRole('button', { name: 'View cart' });
  if (isOpen || !(await view.isVisible()))
    await page
      .getByRole('button', { name: /^Add: / })
      .first()
      .press('Enter');
  await view.press('Enter');
}

async function close(page: Page, panel: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
}

async function pay({ page, panel, shop, bank }: Stage, isWilling: boolean): Promise<void> {
  bank.isWilling = isWilling;
  if ((await page.getByLabel('Card number').inputValue()) === '') return shop.enterCard('4242424242424242');
  await press(panel, /^Pay \$/);
}

/** Also closes the panel. */
const MORE = 'Buy more leads';
const LEAVING: Record<string, string> = {
  unreachable: 'Back to the cart',
  'contacts revealed': MORE,
  expired: 'Back to the cart',
};

const gestures: Record<EventFromLogic<typeof checkoutMachine>['type'], Gesture<Stage>> = {
  'reserve.asked': async (stage) => {
    await openCart(stage);
    const email = stage.panel.getByLabel('Email address');
    await email.fill('buyer@test.example');
    await email.press('Enter');
  },
  'restore.retried': ({ panel }) => press(panel, 'Try again'),
  'card-form.asked': ({ panel }) => press(panel, 'Try again'),
  'card.confirmed': (stage) => pay(stage, true),
  'card.refused': (stage) => pay(stage, false),
  'purchase.doubted': async ({ time, server }) => {
    await time.ring(SECOND, LATE);
    await server.asked('checkPurchase');
    await time.ring(SECOND);
  },
  'release.asked': ({ panel }) => press(panel, 'Cancel'),
  'address.asked': ({ panel }) => press(panel, 'Change email address'),
  'purchase.left': async ({ panel }, { from }) => {
    const how = LEAVING[placeAt(from).words[0] ?? from]!;
    await press(panel, how);
    if (how === MORE) await panel.waitFor({ state: 'detached' });
  },
  'panel.closed': ({ page, panel }) => close(page, panel),
};

/** The GraphQL field that each actor of the machine requests. */
const FIELDS: Record<string, Asked> = {
  restore: 'purchase',
  read: 'purchase',
  reserve: 'reserveLeads',
  open: 'payPurchase',
  check: 'checkPurchase',
  release: 'releasePurchase',
  letGo: 'releasePurchase',
};

async function answer(stage: Stage, { event }: CaseStep): Promise<void> {
  const { server, purchase } = stage;
  const [actor, kind] = event.split(': ') as [string, string];
  const field = FIELDS[actor]!;
  const says = (value: unknown) => server.answer(field, { data: { [field]: value } });
  if (kind === 'no answer') return server.cutOff(field);
  if (kind === 'refused') return refuse(stage, field);
  if (kind === 'gone') return void (await server.pass(field, { token: NO_SUCH_TOKEN }));
  if (actor === 'reserve') return says({ token: stage.token, purchase: await purchase('reserved') });
  if (actor !== 'open') return says(await purchase(kind as PurchaseState));
  const state = kind === 'nothing to pay' ? 'paid' : kind === 'a card form' ? 'paying' : 'authenticating';
  return says({ ...CARD, clientSecret: state === 'paid' ? null : CARD.clientSecret, purchase: await purchase(state) });
}

async function refuse(stage: Stage, field: Asked): Promise<void> {
  const { server, refusal } = stage;
  if (field === 'reserveLeads') return refuseLead(stage);
  const answer = await refusal();
  stage.said = sentenceOf(answer);
  return server.answer(field, answer);
}

/** Makes the first requested lead too old to be sold. */
async function refuseLead(stage: Stage): Promise<void> {
  const { own, server } = stage;
  const { variables } = (await server.asked('reserveLeads')).request().postDataJSON() as {
    variables: { leadIds: string[] };
  };
  const received = (received_at: string) =>
    own.database.kysely
      .updateTable('state_lead')
      .set({ received_at })
      .where('id', '=', variables.leadIds[0]!)
      .execute();
  await received('2001-01-01T00:00:00Z');
  stage.said = sentenceOf(await server.pass('reserveLeads'));
  await received(own.parts.now().toISOString());
}

function sentenceOf({ errors }: GatewayAnswer): string {
  const sentence = errors?.[0]?.extensions?.detail;
  if (!sentence) throw new Error(`The server did not refuse: ${JSON.stringify(errors)}`);
  return sentence;
}

interface Place {
  leaf: PlaceOf<typeof checkoutMachine>;
  /** The state of the purchase, and whether there is a card form. */
  words: string[];
}

function placeAt(key: string): Place {
  const [leaf, words] = key.split(' (') as [Place['leaf'], string | undefined];
  return { leaf, words: words?.slice(0, -1).split(', ') ?? [] };
}

/** What the buyer sees in each state of the purchase. */
const SIGNS: Record<string, string | RegExp> = {
  reserved: 'Held for you for',
  'to be paid': 'Held for you for',
  'the bank asks': 'Held for you for',
  'refused by the bank': DECLINED,
  paid: 'Payment received. Opening the contacts…',
  'contacts revealed': '2 leads are yours',
  expired: 'The reservation ended and nothing was charged',
};
const OPEN = ['reserved', 'to be paid', 'the bank asks', 'refused by the bank'];
const read = (panel: Locator, text: string | RegExp): Promise<void> => panel.getByText(text).first().waitFor();

const onTheWay =
  (field: Asked) =>
  async ({ server }: Stage): Promise<void> =>
    void (await server.asked(field));
/** A purchase that was being read meanwhile is no longer requested. */
const insteadOfReading =
  (field: Asked) =>
  async (stage: Stage): Promise<void> => {
    await onTheWay(field)(stage);
    await seen.poll(() => stage.server.isAsked('purchase')).toBe(false);
  };
const passing = (): never => {
  throw new Error('Nobody stands there.');
};

const shown: Record<PlaceOf<typeof checkoutMachine>, (stage: Stage, words: readonly string[]) => Promise<void>> = {
  deciding: passing,
  restoring: async (stage) => {
    await read(stage.panel, 'Loading your purchase…');
    await onTheWay('purchase')(stage);
  },
  unreachable: ({ panel }) => read(panel, 'Your purchase could not be loaded'),
  cart: async ({ page, panel }) => {
    // Behind an open panel, elements have no role.
    await panel
      .getByRole('heading', { name: 'Your cart', exact: true })
      .or(page.getByRole('button', { name: /^Cart, / }))
      .first()
      .waitFor();
    await seen(panel.locator('[aria-busy="true"]')).toHaveCount(0);
  },
  reserving: async (stage) => {
    await seen(stage.panel.getByRole('button', { name: 'Continue to payment' })).toHaveAttribute('aria-busy', 'true');
    await onTheWay('reserveLeads')(stage);
  },
  'held.looking': passing,
  'held.idle': async ({ panel }, [state, form]) => {
    if (!OPEN.includes(state!)) return;
    if (form) await panel.getByLabel('Card number').waitFor();
    else await panel.getByRole('button', { name: 'Try again' }).waitFor();
    if (form && state === 'the bank asks') await read(panel, 'Your bank wants to confirm it’s you');
  },
  'held.opening': async (stage) => {
    await read(stage.panel, 'Loading the card form…');
    await onTheWay('payPurchase')(stage);
  },
  'held.checking': insteadOfReading('checkPurchase'),
  'held.reading': onTheWay('purchase'),
  'held.releasing': insteadOfReading('releasePurchase'),
  'held.returning': insteadOfReading('releasePurchase'),
};

/** The error message, if the screen has room for it. */
function problemAfter({ event, to }: CaseStep, { said }: Stage): string | null {
  const { leaf, words } = placeAt(to);
  const hasRoom = leaf === 'cart' || leaf === 'unreachable' || (leaf === 'held.idle' && OPEN.includes(words[0]!));
  if (!hasRoom) return null;
  if (event.endsWith(': refused')) return said;
  // Nobody has asked to read it again.
  if (!event.endsWith(': no answer') || event.startsWith('read')) return null;
  return leaf === 'unreachable'
    ? 'It is still there. Check your connection'
    : event.startsWith('open')
      ? 'The payment provider does not answer'
      : 'No response';
}

/**
 * The way from the cart to the contacts on a buyer's phone. The server's responses are held until the case decides on
 * them.
 */
export const driver = screenDriver<Stage, EventFromLogic<typeof checkoutMachine>['type']>({
  model: checkout,
  // The worker is left out, so that each step happens on its own.
  environment: { PARTS: 'api,gateway,web' },
  begin,
  gestures,
  more: {
    ...Object.fromEntries(
      Object.keys(checkout.events).flatMap((event) => (event.includes(': ') ? [[event, answer]] : [])),
    ),
    'a while passes': ({ time }) => time.ring(A_WHILE),
    'a long while passes': ({ time }) => time.ring(A_LONG_WHILE),
    'market opened': ({ shop }) => shop.open(),
    'market opened again': async ({ page, shop, token }) => {
      // As stored by this tab.
      await page.addInitScript(
        (kept) => sessionStorage.setItem('draft:market:checkout', kept),
        JSON.stringify({ shape: 1, draft: { token } }),
      );
      await shop.open();
    },
  },
  async see(stage, step) {
    const { leaf, words } = placeAt(step.to);
    await shown[leaf](stage, words);
    if (words.length > 0) await read(stage.panel, SIGNS[words[0]!]!);
    const problem = problemAfter(step, stage);
    if (problem) await read(stage.panel, problem);
  },
});
