import type { Browser, Page } from '@playwright/test';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { fold } from '#src/api/subscription/fold.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { FRESH, billingOf } from '#tests/api/billing-api.ts';
import { showDay } from '#src/views/ui/dates.ts';
import { startSession } from '#tests/paths/agent-page.ts';
import { TRIAL_LEADS_PER_DAY } from '#src/machines/subscription/entitlement.ts';
import { shopRow } from '#tests/api/shop-rows.ts';
import { seen } from '#tests/platform/seen.ts';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { violationsOf } from '#tests/platform/axe.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

/** A mover subscribes, pays, cancels, and comes back, on the screens, with the cards of the sandbox. */
let application: Application;
let browser: Browser;
/** Days by which the server's clock runs ahead. */
let ahead = 0;

afterEach(() => void (ahead = 0));
beforeAll(async () => {
  application = await startApplication({ now: () => new Date(Date.now() + ahead * DAY) });
  browser = await testBrowser();
  await application.parts.payments.stripe.coupons.create({ id: 'SPRING', percent_off: 50, duration: 'forever' });
});

/** The sandbox refuses with 402, which browsers log to the console. */
const REFUSED = [/status of 402/];

async function open(account: Account, path: string, width = 1280): Promise<Page> {
  const page = await newPage(browser, { viewport: { width, height: 900 }, allow: REFUSED });
  await startSession(page, application.url, 'lead-portal', account.email);
  await page.goto(application.url + path);
  return page;
}

const settings = hrefs.mover.settings('mover');
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function enterCard(page: Pick<Page, 'getByLabel' | 'getByRole'>, number: string, confirm: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expires').fill('1230');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: confirm }).click();
}

async function fine(page: Page): Promise<void> {
  const violations = await violationsOf(page);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
}

const former = (name: string) =>
  signedIn(application, 'mover', name, {}, { business: { ...FRESH.business, used_trial: true } });

// Each card gets one trial only.
test.each([
  [1280, '4000002500003155'],
  [360, '4000002760003184'],
] as const)('the trial is begun with a coupon and a card whose bank asks, at %i px', async (width, number) => {
  const mover = await signedIn(application, 'mover', `Tess Trial ${width}`, {}, FRESH);
  const page = await open(mover, hrefs.mover.subscribe(), width);
  const sent: string[] = [];
  page.on(
    'request',
    (request) => void (/\/(graphql|api|files)/.test(request.url()) && sent.push(request.postData() ?? '')),
  );
  await page.getByRole('button', { name: 'I have a coupon' }).click();
  await page.getByLabel('Coupon code').fill('WINTER');
  await page.getByRole('button', { name: 'Check coupon' }).click();
  await seen(page.getByText('There is no such coupon.').first()).toBeVisible();
  await page.getByLabel('Coupon code').fill('SPRING');
  // A code that was not checked is checked instead of starting without it, and again when the page comes back.
  await page.getByRole('button', { name: 'Start free trial' }).click();
  await seen(page.getByText('$49.50 instead of $99.00 a month')).toBeVisible();
  await page.reload();
  await seen(page.getByLabel('Coupon code')).toHaveValue('SPRING');
  await seen(page.getByText('$49.50 instead of $99.00 a month')).toBeVisible();
  await page.getByRole('region', { name: 'Your area' }).getByRole('button', { name: 'Change' }).click();
  await seen(page).toHaveTitle(/^Where you work/);
  await page.getByRole('button', { name: 'Continue' }).click();
  await seen(page).toHaveTitle(/^Subscribe/);
  await seen(page.getByText('$49.50 instead of $99.00 a month')).toBeVisible();
  await seen(page.getByLabel('What you pay')).toHaveText(
    /^Today\$0\.00From \w+, \w+ \d+.*\$49\.50 a month50% off, every month$/,
  );
  await page.getByRole('button', { name: 'Add a card now' }).click();
  await page.getByRole('button', { name: 'Save card and start' }).click();
  await seen(page.getByText('Fix 3 fields')).toBeVisible();
  await fine(page);
  await enterCard(page, number, 'Save card and start');
  await page.getByRole('button', { name: 'Decline' }).click();
  await seen(page.getByText(/unable to authenticate/)).toBeVisible();
  await page.getByRole('button', { name: 'Save card and start' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.waitForURL((url) => url.pathname === '/leads');
  expect(sent.some((body) => body.includes('attachCard') || body.includes('setupIntent'))).toBe(true);
  expect(sent.filter((body) => body.includes(number) || body.includes(number.slice(-4)))).toEqual([]);
  const { state, cards } = billingOf(application);
  expect(await state(mover)).toMatchObject({
    standing: 'trialing',
    price_with_coupon: 4950,
    coupon: { code: 'SPRING' },
  });
  expect(await cards(mover)).toMatchObject([{ last4: number.slice(-4), is_default: true }]);
});

test('a trial says how many contacts it shows, and is paid before its end to see all', async () => {
  const mover = await signedIn(application, 'mover', 'Lea Limit', {}, FRESH);
  const { start, state } = billingOf(application);
  await start(mover);
  for (let age = 1; age <= TRIAL_LEADS_PER_DAY + 2; age += 1)
    await shopRow(application, { from: ['Dayton', 'OH'], ageDays: age });
  await call(application, 'POST', 'user/settings/top-cities', {
    token: mover.token,
    body: { cities: [{ city: 'Dayton', state: 'OH' }], radius_miles: 20 },
  });
  const page = await open(mover, hrefs.mover.leads());
  await seen(page.getByText(`Your trial shows the contacts of ${TRIAL_LEADS_PER_DAY} leads a day`)).toBeVisible();
  await seen(page.getByText('Opens with a subscription')).toHaveCount(2);
  await fine(page);
  await page.getByText('Opens with a subscription').first().click();
  await seen(page.getByRole('dialog').getByText(/this is not one of them/)).toBeVisible();
  await seen(page.getByRole('dialog').getByRole('region', { name: 'Client' })).toHaveCount(0);
  // A button about money leads to billing, even from another tab of the settings.
  await page.goto(application.url + hrefs.mover.settings('mover', 'account'));
  await page.getByRole('link', { name: 'Add a card' }).click();
  await seen(section(page, 'Billing')).toBeFocused();
  await page.goto(application.url + hrefs.mover.leads());
  await page.getByText('Opens with a subscription').first().click();
  await page.getByRole('dialog').getByRole('link', { name: 'Subscribe to see all' }).click();
  await section(page, 'Billing').getByRole('button', { name: 'Subscribe now' }).click();
  await enterCard(page.getByRole('dialog'), '378282246310005', 'Subscribe');
  await seen(section(page, 'Billing').getByText('Active', { exact: true })).toBeVisible();
  expect(await state(mover)).toMatchObject({ standing: 'active' });
  await page.goto(application.url + hrefs.mover.leads());
  await seen(page.getByText('Household').first()).toBeVisible();
  await seen(page.getByText('Opens with a subscription')).toHaveCount(0);
});

test('a card on file is charged once the mover has seen what and when', async () => {
  const mover = await signedIn(application, 'mover', 'Cara Card', {}, FRESH);
  const { start, state, addCard, history } = billingOf(application);
  await start(mover, { coupon: 'SPRING' });
  await addCard(mover, '5555555555554444');
  const page = await open(mover, settings);
  const subscribe = section(page, 'Billing').getByRole('button', { name: 'Subscribe now' });
  await subscribe.click();
  const dialog = page.getByRole('dialog');
  const next = new Date();
  next.setUTCMonth(next.getUTCMonth() + 1);
  await seen(dialog.getByText(/\$49\.50 is charged now to your Mastercard ending in 4444/)).toContainText(
    `(coupon SPRING: 50% off, every month). The next payment is $49.50 on ${showDay(next.toISOString(), 'America/Chicago')}, then every month`,
  );
  await fine(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await seen(dialog).toHaveCount(0);
  expect([(await state(mover)).standing, await history(mover)]).toEqual(['trialing', []]);
  await page.setViewportSize({ width: 360, height: 740 });
  await subscribe.click();
  await seen(dialog.getByRole('button', { name: 'Pay $49.50' })).toBeVisible();
  await fine(page);
  await dialog.getByRole('button', { name: 'Pay $49.50' }).click();
  await seen(section(page, 'Billing').getByText('Active', { exact: true })).toBeVisible();
  expect((await history(mover)).map(({ amount }) => amount)).toEqual([4950]);
});

test('who had the trial in another account is told so, and subscribes', async () => {
  const first = await signedIn(application, 'mover', 'Una Again', {}, FRESH);
  await billingOf(application).start(first);
  const second = await signedIn(application, 'mover', 'Una Again Two', {}, FRESH);
  second.email = first.email.replace('@', '+2@');
  await application.database.kysely
    .updateTable('account')
    .set({ email: second.email })
    .where('id', '=', second.id)
    .execute();
  const page = await open(second, hrefs.mover.subscribe());
  await seen(page.getByText('The free trial was used')).toBeVisible();
  await seen(page.getByRole('button', { name: /trial/ })).toHaveCount(0);
  await fine(page);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await enterCard(page.getByRole('dialog'), '4242424242424242', 'Subscribe');
  await page.waitForURL((url) => url.pathname !== hrefs.mover.subscribe());
  await expect.poll(async () => (await billingOf(application).state(second)).standing).toBe('active');
});

test.each([
  { number: '5555555555554444', width: 1280, ends: 'active' },
  { number: '4000000000000341', width: 360, ends: 'incomplete' },
])('a card that had its trial elsewhere is told before anything else, and can pay: $ends', async (trial) => {
  const first = await signedIn(application, 'mover', 'Tina Trial', {}, FRESH);
  const { start, addCard, state, history } = billingOf(application);
  await start(first);
  await addCard(first, trial.number);
  const mover = await signedIn(application, 'mover', 'Tom Trial', {}, FRESH);
  const page = await open(mover, hrefs.mover.subscribe(), trial.width);
  await page.getByRole('button', { name: 'I have a coupon' }).click();
  await page.getByLabel('Coupon code').fill('spring');
  await page.getByRole('button', { name: 'Check coupon' }).click();
  await seen(page.getByText('$49.50 instead of $99.00 a month')).toBeVisible();
  await page.getByRole('button', { name: 'Add a card now' }).click();
  await enterCard(page, trial.number, 'Save card and start');
  await seen(page.getByRole('heading', { level: 1, name: 'Subscribe' })).toBeVisible();
  await seen(page.getByText('The free trial was used')).toBeVisible();
  await seen(page.getByRole('button', { name: 'Not now' })).toBeVisible();
  await fine(page);
  expect([(await state(mover)).standing, await history(mover)]).toEqual(['none', []]);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  const dialog = page.getByRole('dialog');
  await seen(dialog.getByText(/^\$49\.50 is charged now/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Pay $49.50' }).click();
  if (trial.ends === 'incomplete') {
    await seen(page.getByText('The first payment didn’t go through')).toBeVisible();
    await fine(page);
    await page.getByRole('button', { name: 'Continue' }).click();
  }
  await page.waitForURL((url) => url.pathname === hrefs.mover.leads());
  expect(await state(mover)).toMatchObject({ standing: trial.ends, coupon: { code: 'SPRING' } });
});

test('a bank that asks about the first payment is answered, although the page has heard that it is missing', async () => {
  const mover = await former('Bo Bank');
  await billingOf(application).addCard(mover, '4000002760003184');
  const page = await open(mover, settings);
  const billing = section(page, 'Billing');
  await billing.getByRole('button', { name: 'Subscribe' }).click();
  await page.getByRole('button', { name: 'Pay $99.00' }).click();
  await seen(page.getByText('Your first payment of $99.00 is missing')).toBeVisible();
  await page.getByRole('button', { name: 'Approve' }).click();
  await seen(billing.getByText('Active', { exact: true })).toBeVisible();
});

test('a bank that asks about the first payment at the gate is answered there', async () => {
  const first = await signedIn(application, 'mover', 'Gus Gate', {}, FRESH);
  const { start, addCard, state } = billingOf(application);
  await start(first);
  await addCard(first, '4000000000003220');
  const mover = await signedIn(application, 'mover', 'Gina Gate', {}, FRESH);
  const page = await open(mover, hrefs.mover.subscribe(), 360);
  await page.getByRole('button', { name: 'Add a card now' }).click();
  await enterCard(page, '4000000000003220', 'Save card and start');
  await page.getByRole('button', { name: 'Approve' }).click();
  await seen(page.getByText('The free trial was used')).toBeVisible();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.getByRole('button', { name: 'Pay $99.00' }).click();
  await seen(page.getByText('The first payment is missing')).toBeVisible();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.waitForURL((url) => url.pathname === hrefs.mover.leads());
  await expect.poll(async () => (await state(mover)).standing).toBe('active');
});

test('a card that is declined, another one, cancel and keep', async () => {
  const mover = await former('Fay Former');
  const page = await open(mover, settings);
  const billing = section(page, 'Billing');
  await billing.getByRole('button', { name: 'Subscribe' }).click();
  await enterCard(page.getByRole('dialog'), '4000000000000002', 'Subscribe');
  await seen(page.getByRole('dialog').getByText('Your card was declined.')).toBeVisible();
  await enterCard(page.getByRole('dialog'), '4242424242424242', 'Subscribe');
  await seen(billing.getByText('Active', { exact: true })).toBeVisible();
  await seen(section(page, 'Payments').getByText('Paid')).toBeVisible();
  await seen(section(page, 'Cards').getByText('Visa ending in 4242')).toBeVisible();
  await seen(section(page, 'Cards').locator('svg').getByText('VISA')).toBeVisible();
  await fine(page);

  const other = await page.context().newPage();
  await other.goto(page.url());
  await section(other, 'Billing').getByRole('button', { name: 'Cancel subscription' }).click();
  await billing.getByRole('button', { name: 'Cancel subscription' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
  await seen(dialog.getByText('Choose a reason.')).toBeVisible();
  await dialog.getByLabel('What could be better?').fill('Back in spring');
  await page.keyboard.press('Escape');
  await seen(dialog).toHaveCount(0);
  await billing.getByRole('button', { name: 'Cancel subscription' }).click();
  await seen(dialog.getByLabel('What could be better?')).toHaveValue('Back in spring');
  await dialog.getByLabel('The season is over').check();
  await fine(page);
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
  await seen(billing.getByText('Ends soon')).toBeVisible();
  await seen(page.getByText(/^Your subscription ends on/)).toBeVisible();
  // What another tab still offers is refused, and it catches up.
  await other.getByRole('dialog').getByLabel('Too expensive').check();
  await other.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click();
  await seen(other.getByText('It’s already canceled.')).toBeVisible();
  await seen(other.getByRole('dialog')).toHaveCount(0);
  await seen(section(other, 'Billing').getByText('Ends soon')).toBeVisible();
  await other.close();
  await billing.getByRole('button', { name: 'Keep it' }).click();
  await seen(billing.getByText('Active', { exact: true })).toBeVisible();

  await billing.getByRole('button', { name: 'Use a coupon' }).click();
  await page.getByLabel('Coupon code').fill('SPRING');
  await page.getByRole('button', { name: 'Check coupon' }).click();
  await page.getByRole('button', { name: 'Apply coupon' }).click();
  await seen(billing.getByText('$49.50 instead of $99.00 a month')).toBeVisible();
  await billing.getByRole('button', { name: 'Remove coupon' }).click();
  await seen(billing.getByText('$49.50')).toHaveCount(0);

  // The only card of a running subscription cannot be removed; once there is another one, it can.
  const cards = section(page, 'Cards');
  await seen(cards.getByText(/add another card first/)).toBeVisible();
  await seen(cards.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  await cards.getByRole('button', { name: 'Add a card' }).click();
  await enterCard(cards, '5555555555554444', 'Save card');
  await cards.getByRole('button', { name: 'Make default: Mastercard ending in 4444' }).click();
  await cards.getByRole('button', { name: 'Remove Visa ending in 4242' }).click();
  await page.getByRole('button', { name: 'Remove card' }).focus();
  await page.keyboard.press('Enter');
  await seen(cards.getByText('Visa ending in 4242')).toHaveCount(0);
  // The focus goes on to what is left of the list.
  await seen(cards.locator(':focus')).toHaveCount(1);

  // A canceled, paid subscription needs no card: the last one can be removed, too, and the subscription can be resumed
  // once there is a new card.
  await billing.getByRole('button', { name: 'Cancel subscription' }).click();
  await dialog.getByLabel('The season is over').check();
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
  await cards.getByRole('button', { name: 'Remove Mastercard ending in 4444' }).click();
  await page.getByRole('button', { name: 'Remove card' }).click();
  await seen(cards.getByText('No card yet.')).toBeVisible();
  await seen(cards.getByRole('button', { name: 'Add a card' })).toBeFocused();
  await seen(billing.getByText('To keep the subscription, add a card first.')).toBeVisible();
  await seen(billing.getByRole('button', { name: 'Keep it' })).toHaveCount(0);
});

test('a missing payment and a cancellation do not contradict each other', async () => {
  const mover = await signedIn(application, 'mover', 'Pat Pastdue', {}, FRESH);
  const { addCard, start, again } = billingOf(application);
  await start(mover);
  await addCard(mover, '4000000000000341');
  ahead = 14.01;
  await application.parts.payments.sandbox!.passTime();
  await fold(application.parts, mover.businessId!);
  await again(mover);
  const { pay_until, current_period_end } = await billingOf(application).state(mover);
  const page = await open(mover, settings);
  const billing = section(page, 'Billing');
  const day = (instant: unknown) =>
    new Date(String(instant)).toLocaleDateString('en-US', {
      timeZone: 'America/Chicago',
      month: 'short',
      day: 'numeric',
    });
  const other = await page.context().newPage();
  await other.goto(page.url());
  await section(other, 'Billing').getByRole('button', { name: 'Use a coupon' }).click();
  await seen(other.getByText('A coupon lowers the payments after this one: $99.00 stays due.')).toBeVisible();
  await section(other, 'Billing').getByRole('button', { name: 'Cancel subscription' }).click();
  await billing.getByRole('button', { name: 'Cancel subscription' }).click();
  const dialog = page.getByRole('dialog');
  await seen(dialog).toContainText('Your payment of $99.00 is still due.');
  await seen(dialog).toContainText(
    new RegExp(`until .*${day(current_period_end)}.*, or until .*${day(pay_until)}.* if it is not paid`),
  );
  await seen(dialog).not.toContainText('Nothing more is charged');
  await dialog.getByLabel('Too expensive').check();
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
  await seen(dialog).toHaveCount(0);
  await seen(billing.getByText('Payment overdue')).toBeVisible();
  await seen(billing.getByText(/once the overdue payment is made; it does not renew/)).toBeVisible();
  const payments = section(page, 'Payments');
  await seen(payments.getByRole('link', { name: /^Invoice of/ })).toBeVisible();
  await seen(payments.getByRole('link', { name: /^Receipt of/ })).toHaveCount(0);
  await seen(section(page, 'Cards').getByRole('button', { name: /^Remove/ })).toHaveCount(0);
});

test.each([1280, 360])('a missing first payment is made in the banner, the bank asking, at %i px', async (width) => {
  const mover = await former(`Ida Incomplete ${width}`);
  const { addCard, start } = billingOf(application);
  await addCard(mover, '4000002760003184');
  await start(mover);
  const page = await open(mover, hrefs.mover.leads(), width);
  await seen(page.getByText('Your first payment of $99.00 is missing')).toBeVisible();
  await fine(page);
  // The banner says it all.
  await seen(page.getByText('Your subscription is not active')).toHaveCount(0);
  await page.getByRole('button', { name: 'Pay now' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  // The provider notifies the server, and the server notifies the page.
  await seen(page.getByText('Your first payment of $99.00 is missing')).toHaveCount(0);
  expect(await billingOf(application).state(mover)).toMatchObject({ standing: 'active' });
});

test('a declined first payment says why, once, and a card that is added then pays', async () => {
  const mover = await former('Dana Declined');
  const { addCard, start, history } = billingOf(application);
  await addCard(mover, '4000000000000341');
  await start(mover);
  const page = await open(mover, settings);
  await seen(page.getByText('Your card was declined.')).toHaveCount(1);
  const billing = section(page, 'Billing');
  await seen(
    billing.getByText(
      'Names and contacts open as soon as you pay $99.00. Pay with your Visa ending in 0341, or add another card.',
    ),
  ).toBeVisible();
  await billing.getByRole('button', { name: 'Pay now' }).click();
  await seen(billing.getByRole('button', { name: 'Pay now' })).toBeEnabled();
  const cards = section(page, 'Cards');
  await cards.getByRole('button', { name: 'Add a card' }).click();
  await enterCard(cards, '5555555555554444', 'Save card');
  await seen(billing.getByText('Pay with your Mastercard ending in 4444.')).toBeVisible();
  await seen(page.getByText('Your card was declined.')).toHaveCount(0);
  await fine(page);
  await billing.getByRole('button', { name: 'Pay now' }).click();
  await seen(billing.getByText('Active', { exact: true })).toBeVisible();
  expect((await history(mover)).map(({ status }) => status)).toEqual(['paid']);
});

test('whoever returns after the end uses a coupon, and sees what the next payment is with and without it', async () => {
  const mover = await former('Rosa Return');
  const { addCard, start, state, history } = billingOf(application);
  await addCard(mover, '5555555555554444');
  await start(mover);
  const { provider_id } = await application.database.kysely
    .selectFrom('subscription')
    .select('provider_id')
    .where('business_id', '=', mover.businessId)
    .executeTakeFirstOrThrow();
  await application.parts.payments.stripe.subscriptions.cancel(provider_id!);
  await fold(application.parts, mover.businessId!);
  expect(await state(mover)).toMatchObject({ standing: 'canceled' });
  await application.parts.payments.stripe.coupons.create({
    id: 'RETURN',
    percent_off: 50,
    duration: 'repeating',
    duration_in_months: 1,
  });
  const page = await open(mover, settings, 360);
  const billing = section(page, 'Billing');
  await billing.getByRole('button', { name: 'Use a coupon' }).click();
  await page.getByLabel('Coupon code').fill('return');
  // A code that was typed and not checked is not left behind.
  await billing.getByRole('button', { name: 'Subscribe' }).click();
  await seen(billing.getByText('$49.50 instead of $99.00 a month')).toBeVisible();
  await fine(page);
  await billing.getByRole('button', { name: 'Subscribe' }).click();
  const dialog = page.getByRole('dialog');
  await seen(dialog).toContainText('$49.50 is charged now to your Mastercard ending in 4444 (coupon RETURN');
  await dialog.getByRole('button', { name: /^Pay/ }).click();
  await seen(billing.getByText('Active', { exact: true })).toBeVisible();
  // The coupon has ended by then.
  await seen(billing.getByText(/^\$99\.00 on /)).toBeVisible();
  await seen(billing.getByText(/^RETURN: 50% off, for 1 month, until /)).toBeVisible();
  await seen(page.getByLabel('Coupon code')).toHaveCount(0);
  await page.reload();
  await seen(billing.getByText('Active', { exact: true })).toBeVisible();
  await seen(page.getByLabel('Coupon code')).toHaveCount(0);
  expect((await history(mover)).map(({ amount }) => amount)).toEqual([4950, 9900]);
});

test('without a card, a missing payment leads to where one is added', async () => {
  const mover = await former('Nora None');
  const { addCard, start, cards, ask } = billingOf(application);
  await addCard(mover, '4000000000000341');
  await start(mover);
  await ask('POST', `payment/card/${(await cards(mover))[0]!.id}/detach`, mover, {});
  const page = await open(mover, hrefs.mover.leads());
  await seen(page.getByRole('button', { name: 'Pay now' })).toHaveCount(0);
  await page.getByRole('link', { name: 'add a card' }).click();
  await seen(section(page, 'Cards').getByText('No card yet.')).toBeVisible();
});

test('a payment that is declined during the trial is tried again with the card that is added', async () => {
  const mover = await signedIn(application, 'mover', 'Tess Trial', {}, FRESH);
  const { addCard, start, history } = billingOf(application);
  await start(mover);
  await addCard(mover, '4000000000000341');
  const page = await open(mover, settings);
  const billing = section(page, 'Billing');
  const subscribe = async (card: string) => {
    await billing.getByRole('button', { name: 'Subscribe now' }).click();
    await seen(page.getByRole('dialog').getByText(card)).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: /^Pay/ }).click();
    await seen(page.getByRole('dialog')).toHaveCount(0);
  };
  await subscribe('Visa ending in 0341');
  await seen(billing.getByText('Your card was declined.')).toBeVisible();
  const cards = section(page, 'Cards');
  await cards.getByRole('button', { name: 'Add a card' }).click();
  await enterCard(cards, '4242424242424242', 'Save card');
  await seen(billing.getByText('Your card was declined.')).toHaveCount(0);
  await subscribe('Visa ending in 4242');
  await seen(billing.getByText('Active', { exact: true })).toBeVisible();
  expect((await history(mover)).map(({ status }) => status)).toEqual(['paid']);
});

test('an assistant sees no billing and no way to pay', async () => {
  const mover = await former('Olga Owner');
  const { addCard, start } = billingOf(application);
  await addCard(mover, '4000000000000341');
  await start(mover);
  const assistant = await signedIn(application, 'assistant', 'Ari Assistant', {}, { businessId: mover.businessId });
  const page = await open(assistant, hrefs.mover.settings('assistant'));
  // The owner's card, bank, and amount are not the assistant's.
  await seen(page.getByText('Your company’s first payment is missing')).toBeVisible();
  await seen(page.getByText('Names and contacts open as soon as your company’s owner pays.')).toBeVisible();
  expect(await page.locator('main').innerText()).not.toMatch(/\$99|declined/);
  await seen(page.getByRole('button', { name: 'Pay now' })).toHaveCount(0);
  await seen(section(page, 'Billing')).toHaveCount(0);
});
