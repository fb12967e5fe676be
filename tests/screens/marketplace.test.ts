import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { CheckoutStateDocument } from '#src/generated/graphql/graphql.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { forgetRequests } from '#tests/api/account-api.ts';
import { GOOD_CARD, REFUSED_CARD, buyerOf } from '#tests/api/shop-buyer.ts';
import { shopRow } from '#tests/api/shop-rows.ts';
import { shopPage } from '#tests/paths/shop-page.ts';
import { seen } from '#tests/platform/seen.ts';
import { call, mailTo, startApplication, tokenOf } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { violationsOf } from '#tests/platform/axe.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';
import { isCallOf } from '#tests/platform/documents.ts';

/** Guests find leads, buy them, and call the clients; some come too late. */
let application: Application;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  browser = await testBrowser();
  for (let count = 0; count < 3; count += 1) await shopRow(application, { from: ['Phoenix', 'AZ'] });
});
beforeEach(() => forgetRequests(application));

async function fine(page: Page): Promise<void> {
  const violations = await violationsOf(page);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
}

const list = (page: Page) => page.getByRole('list', { name: 'Leads for sale' });

test.each([1280, 360])('from the list to the contacts, at %i px', async (width) => {
  const city = width === 360 ? 'Toledo' : 'Akron';
  await shopRow(application, {
    from: [city, 'OH'],
    to: ['Boston', 'MA'],
    client: { name: 'Greta Green' },
    comment: '=HYPERLINK("http://evil.example")',
  });
  await shopRow(application, { from: [city, 'OH'], to: ['Denver', 'CO'] });
  const page = await newPage(browser, {
    viewport: { width, height: 900 },
    hasTouch: width === 360,
    reducedMotion: 'reduce',
    // The list may still be asked for when the connection ends.
    allow: [/ERR_INTERNET_DISCONNECTED/],
  });
  const shop = shopPage(page, application.url);
  await shop.open({ states: 'OH', cities: `OH:${city}` });
  await seen(page.getByRole('heading', { name: `Moving leads from ${city}, OH` })).toBeVisible();
  await seen(list(page).getByRole('listitem')).toHaveCount(2);
  await seen(list(page)).toContainText('3 of 3 left');
  // Guests have no other start page.
  await seen(page.getByRole('link', { name: 'Lead Platform' })).toHaveAttribute('href', '/marketplace');
  expect(await page.content()).not.toContain('Greta Green');
  await fine(page);
  await shop.add(`${city}, OH → Boston, MA`);
  await shop.add(`${city}, OH → Denver, CO`);
  await page.reload();
  await seen(page.getByText('2 leads in your cart')).toBeVisible();
  await shop.viewCart();
  await page.getByRole('button', { name: `Remove ${city}, OH → Denver, CO` }).click();
  await shop.reserve('not an address');
  await seen(page.getByText('Enter an email address, such as name@example.com.').first()).toBeVisible();
  await fine(page);
  const email = `buyer-${width}@buyer.example`;
  const widthOf = async (name: RegExp) => (await page.getByRole('button', { name }).boundingBox())!.width;
  const before = await widthOf(/^Continue to payment$/);
  await shop.reserve(email);
  await shop.seeCardForm();
  // Except for a scroll bar.
  expect(Math.abs((await widthOf(/^Pay \$/)) - before)).toBeLessThan(20);
  await seen(page.getByRole('timer')).toHaveText(/^(10:00|9:\d\d)$/);
  await fine(page);
  // Another tab of the browser continues with the reservation; afterwards it is remembered by the tab alone.
  const kept = () => page.evaluate(() => localStorage.getItem('market:reservation'));
  expect(await kept()).toContain('token');
  const other = await page.context().newPage();
  const otherShop = shopPage(other, application.url);
  await otherShop.open();
  await otherShop.seeCardForm();
  await other.close();
  await page.reload();
  await shop.enterCard(GOOD_CARD);
  await seen(page.getByText('The lead is yours')).toBeVisible({ timeout: 10_000 });
  await seen(page.getByText(/The link works until \w{3}, .+; download the contacts/)).toBeVisible();
  await seen(page.getByRole('link', { name: 'Download CSV' })).toBeVisible();
  expect(await kept()).toBe(null);
  await fine(page);
  expect(await page.getByRole('link', { name: 'Receipt' }).getAttribute('href')).toMatch(/^\/files\/shop-lead\//);
  const mail = await mailTo(application, email, /Your lead/);
  expect(mail.text).toMatch(/The link works until .+\. Download the contacts there to keep them longer\./);
  await page.getByRole('link', { name: 'See the contacts' }).click();
  await seen(page.getByText('Greta Green')).toBeVisible({ timeout: 10_000 });
  expect(new URL(page.url()).searchParams.get('token')).toBe(tokenOf(mail, '/marketplace/details'));
  await fine(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^leads-P-\d+\.csv$/);
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv).toContain('Greta Green');
  expect(csv).not.toMatch(/(^|,)"?=HYPERLINK/m);
  await page.getByRole('button', { name: /^Report / }).click();
  await page.getByRole('button', { name: 'Send report' }).click();
  await seen(page.getByText('Choose what is wrong.').first()).toBeVisible();
  await fine(page);
  await page.getByLabel('The phone number is wrong').check();
  await page.getByLabel('What happened').fill('Nobody there has heard of a move.');
  await page.getByRole('button', { name: 'Send report' }).click();
  await seen(page.getByText('The phone number is wrong: Nobody there has heard of a move.')).toBeVisible({
    timeout: 10_000,
  });
  await seen(page.getByRole('button', { name: /^Report / })).toHaveCount(0);
  await shop.open();
  await seen(page.getByRole('button', { name: 'Cart, 0 leads' })).toBeVisible();
  await page.context().setOffline(true);
  await seen(page.getByText('You’re offline. What you see may be out of date.')).toBeVisible();
});

test('on a phone, why a card was declined is in view after the button far below it', async () => {
  for (let count = 0; count < 3; count += 1) await shopRow(application, { from: ['Casper', 'WY'] });
  const page = await newPage(browser, { viewport: { width: 360, height: 480 }, allow: [/status of 402/] });
  const shop = shopPage(page, application.url);
  await shop.open({ states: 'WY' });
  await page.getByRole('button', { name: 'Add all 3 shown' }).click();
  await shop.viewCart();
  await shop.reserve('declined@buyer.example');
  await shop.enterCard(REFUSED_CARD);
  await seen(page.getByText('Your card was declined.')).toBeInViewport({ timeout: 10_000 });
});

test('the last share is somebody else’s: it is named, nothing is held, and the others can be bought', async () => {
  const last = await shopRow(application, { from: ['Reno', 'NV'] });
  await shopRow(application, { from: ['Las Vegas', 'NV'] });
  for (let sold = 0; sold < 2; sold += 1) expect((await buyerOf(application).reserve([last])).status).toBe(201);
  const page = await newPage(browser, { viewport: { width: 360, height: 480 } });
  const shop = shopPage(page, application.url);
  await shop.open({ states: 'NV' });
  await seen(list(page)).toContainText('1 of 3 left');
  await shop.add('Reno, NV');
  await shop.add('Las Vegas, NV');
  await shop.viewCart();
  await seen(page.getByText('Total for 2 leads')).toBeVisible();
  expect((await buyerOf(application).reserve([last])).status).toBe(201);
  await shop.reserve('late@buyer.example');
  const alert = page.getByRole('alert').filter({ hasText: 'One of these leads is sold' });
  await seen(alert).toBeFocused();
  await seen(alert).toBeInViewport();
  await seen(page.getByText('Just sold or no longer for sale')).toBeVisible();
  await seen(page.getByText('Total for 1 lead')).toBeVisible();
  expect(
    await application.database.kysely
      .selectFrom('purchase')
      .select('id')
      .where('email', '=', 'late@buyer.example')
      .execute(),
  ).toEqual([]);
  await fine(page);
  await shop.reserve('late@buyer.example');
  await shop.seeCardForm();
  await seen(page.getByRole('dialog')).toContainText('Las Vegas, NV → Austin, TX');
  await seen(page.getByRole('dialog')).not.toContainText('Reno');
});

test('a held lead goes off the market: the open checkout says which one, and continues with the other', async () => {
  const gone = await shopRow(application, { from: ['Fargo', 'ND'] });
  await shopRow(application, { from: ['Minot', 'ND'] });
  const page = await newPage(browser, { viewport: { width: 360, height: 740 }, allow: [/status of 4\d\d/] });
  const shop = shopPage(page, application.url);
  await shop.open({ states: 'ND' });
  await shop.add('Fargo, ND');
  await shop.add('Minot, ND');
  await shop.viewCart();
  await shop.reserve('mistyped@buyer.example');
  await shop.seeCardForm();
  await fine(page);
  // The address is corrected without losing the cart.
  await seen(page.getByText('mistyped@buyer.example')).toBeVisible();
  await page.getByRole('button', { name: 'Change email address' }).click();
  const address = page.getByRole('textbox', { name: 'Email address' });
  await seen(address).toBeFocused();
  await seen(address).toHaveValue('mistyped@buyer.example');
  await seen(page.getByText('Total for 2 leads')).toBeVisible();
  await shop.reserve('right@buyer.example');
  await shop.seeCardForm();
  await seen(page.getByText('right@buyer.example')).toBeVisible();
  await page.getByLabel('Card number').fill(GOOD_CARD);

  const other = buyerOf(application);
  const { details_token: token } = await other.buy([gone]);
  const body = { token, lead_id: gone, reason: 'already-hired' };
  expect((await call(application, 'POST', 'shop-lead/details/report', { body })).status).toBe(200);
  await shop.see('expired');
  await seen(page.getByRole('status').filter({ hasText: 'nothing was charged' })).toContainText(
    'Fargo, ND → Austin, TX is no longer for sale. The other lead is still in your cart.',
  );
  await fine(page);
  await page.getByRole('button', { name: 'Continue with the other lead' }).click();
  await seen(page.getByText('Total for 1 lead')).toBeVisible();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await shop.enterCard(GOOD_CARD);
  await seen(page.getByText('The lead is yours')).toBeVisible({ timeout: 10_000 });
  await mailTo(application, 'right@buyer.example', /Your lead/);
});

test('a purchase that is refused when the page is opened again can be read again, or left for a cart that works', async () => {
  await shopRow(application, { from: ['Boise', 'ID'] });
  const page = await newPage(browser, { viewport: { width: 360, height: 740 } });
  const shop = shopPage(page, application.url);
  await shop.open({ states: 'ID' });
  await shop.add('Boise, ID');
  await shop.viewCart();
  await shop.reserve('again@buyer.example');
  await shop.seeCardForm();
  const detail = 'The server is busy for a moment. Try again.';
  await page.route('**/graphql', (route) =>
    isCallOf(route.request(), CheckoutStateDocument)
      ? route.fulfill({ json: { data: null, errors: [{ message: detail, extensions: { status: 503, detail } }] } })
      : route.continue(),
  );
  await page.reload();
  await seen(page.getByText(detail)).toBeVisible();
  await fine(page);
  await page.getByRole('button', { name: 'Back to the cart' }).click();
  // The reservation whose response was lost still belongs to its address.
  await shop.reserve('again@buyer.example');
  await seen(page.getByText('This address has reserved this lead already.').first()).toBeVisible();
  await seen(page.getByText('Just sold')).toHaveCount(0);
  await fine(page);
  await shop.reserve('another@buyer.example');
  await shop.seeCardForm();
  await page.reload();
  await seen(page.getByText(detail)).toBeVisible();
  await page.unroute('**/graphql');
  await page.getByRole('button', { name: 'Try again' }).click();
  await shop.seeCardForm();
});

test('the map and its list twin narrow the list; the address remembers', async () => {
  await shopRow(application, { from: ['Albuquerque', 'NM'] });
  const page = await newPage(browser);
  await shopPage(page, application.url).open();
  const places = page.getByRole('navigation', { name: 'Leads by state and city' });
  // Focuses and presses at once, because the link is rendered again when the counts arrive.
  await places.getByRole('link', { name: 'New Mexico 1' }).press('Enter');
  await page.waitForURL((url) => url.searchParams.get('states') === 'NM');
  await seen(list(page).getByRole('listitem')).toHaveCount(1);
  await seen(list(page)).toContainText('Albuquerque, NM');
  await places.getByRole('link', { name: 'Albuquerque 1' }).click();
  await page.waitForURL((url) => url.searchParams.get('cities') === 'NM:Albuquerque');
  await page.reload();
  await seen(page.getByRole('heading', { name: 'Moving leads from Albuquerque, NM' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear from' }).click();
  await page.waitForURL((url) => url.search === '');
  await page
    .locator('svg g', { hasText: /^Phoenix, AZ/ })
    .first()
    .click();
  await page.waitForURL((url) => (url.searchParams.get('cities') ?? '').includes('AZ:Phoenix'));
  await seen(list(page)).toContainText('Phoenix, AZ');
});

test.each([1280, 360])(
  'filters by destination, place, and quality are counted, and stay in the address, at %i px',
  async (width) => {
    const city = width === 360 ? 'Wichita' : 'Topeka';
    const other = width === 360 ? 'MO' : 'NE';
    await shopRow(application, { from: [city, 'KS'], to: ['Boise', 'ID'], client: { phone_verified: true } });
    await shopRow(application, { from: [city, 'KS'], to: [width === 360 ? 'Kansas City' : 'Omaha', other] });
    const page = await newPage(browser, { viewport: { width, height: 900 }, hasTouch: width === 360 });
    await shopPage(page, application.url).open();
    if (width === 360) await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('button', { name: 'From', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Near a place…' }).click();
    await page.getByRole('button', { name: 'Show leads' }).click();
    await seen(page.getByText('Choose a place from the list.')).toBeVisible();
    await page.getByLabel('City or ZIP code').fill(`${city}, KS`);
    const option = page.getByRole('option', { name: `${city}, KS` }).first();
    // Typed in full, it counts as chosen.
    if (width === 360) await option.click();
    else await option.waitFor();
    await fine(page);
    await page.getByRole('button', { name: 'Show leads' }).click();
    await seen(page.getByRole('heading', { name: `Moving leads within 50 miles of ${city}, KS` })).toBeVisible();
    await seen(list(page).getByRole('listitem')).toHaveCount(2);
    await page.getByRole('button', { name: 'To', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Idaho (1)' }).click();
    await seen(list(page).getByRole('listitem')).toHaveCount(1);
    await page.getByRole('button', { name: 'Quality', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Phone verified (1)' }).click();
    await page.getByRole('button', { name: 'Quality: Phone verified' }).click();
    await page.getByRole('menuitem', { name: 'Not bought yet (1)' }).click();
    await page.waitForURL((url) => url.searchParams.get('max_sold') === '0');
    await page.reload();
    await seen(list(page)).toContainText('Phone verified');
    await seen(list(page).getByRole('listitem')).toHaveCount(1);
    await fine(page);
    await page.getByRole('button', { name: 'Clear all' }).click();
    await page.waitForURL((url) => url.search === '');
  },
);

test('a filter that the server refuses says why on the list, not the leads of the filter before', async () => {
  const page = await newPage(browser, { allow: [/status of 4\d\d/] });
  const shop = shopPage(page, application.url);
  await shop.open({ states: 'AZ' });
  await seen(list(page).getByRole('listitem')).not.toHaveCount(0);
  const refused = new URLSearchParams({ states: 'AZ', near: '00000', radius: '50' });
  await page.evaluate((search) => history.pushState(null, '', `?${search}`), refused.toString());
  const sentence = 'We don’t know “00000”. Enter a ZIP code, or a city and state.';
  await seen(page.getByRole('alert').getByText(sentence)).toBeVisible();
  await seen(list(page)).toHaveCount(0);
  await seen(page.getByText(/households? needs? a mover/)).toHaveCount(0);
  await page.reload();
  await seen(page.getByRole('alert').getByText(sentence)).toBeVisible();
});

test('without the application there are words and links', async () => {
  const page = await newPage(browser, { javaScriptEnabled: false });
  await page.goto(application.url + hrefs.market.leads());
  await seen(list(page)).toContainText('Phoenix, AZ → Austin, TX');
  await page.getByRole('link', { name: /^Arizona/ }).click();
  await page.waitForURL((url) => url.searchParams.get('states') === 'AZ');
  await seen(page.getByRole('heading', { name: 'Moving leads from Arizona' })).toBeVisible();
  expect(await page.title()).toBe('Moving leads from Arizona · Lead Platform');
});

test('the application takes over what the server drew: nothing is asked twice, nothing stays', async () => {
  const page = await newPage(browser);
  const asked: string[] = [];
  page.on('request', (request) => void (request.url().endsWith('/graphql') && asked.push(request.postData() ?? '')));
  await shopPage(page, application.url).open({ states: 'AZ' });
  await seen(page.getByRole('button', { name: /^Add: Phoenix/ }).first()).toBeVisible();
  await seen(page.locator('#first-paint')).toHaveCount(0);
  expect(asked.filter((body) => body.includes('"sort"'))).toEqual([]);
});

test('who stands on a link that the server drew, stands on it still when the application takes over', async () => {
  const page = await newPage(browser);
  let letCome = () => {};
  const asked = new Promise<void>((resolve) => (letCome = resolve));
  await page.route('**/*.js', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(application.url + hrefs.market.leads(), { waitUntil: 'commit' });
  await page
    .locator('#first-paint')
    .getByRole('link', { name: /^Arizona/ })
    .focus();
  letCome();
  await seen(page.locator('#first-paint')).toHaveCount(0);
  await seen(page.getByRole('link', { name: /^Arizona/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('states') === 'AZ');
});

test.each(['', '?token=nobody-has-this-token-0123456789abcdef'])('a link without leads%s', async (query) => {
  const page = await newPage(browser);
  await page.goto(`${application.url}/marketplace/details${query}`);
  if (query === '') {
    await page.waitForURL((url) => url.pathname === '/marketplace');
    await seen(page.getByText('Invalid lead details link')).toBeVisible();
  } else await seen(page.getByRole('heading', { name: 'This link doesn’t open any leads' })).toBeVisible();
});

test.each([1280, 360])('a page for each place leads into the shop, without a script, at %i px', async (width) => {
  for (let made = 0; made < 2; made += 1) await shopRow(application, { from: ['Santa Fe', 'NM'], to: ['Reno', 'NV'] });
  const page = await newPage(browser, {
    viewport: { width, height: 900 },
    javaScriptEnabled: false,
    // The test expects this 404: a page that says there is nothing.
    allow: [/status of 404/],
  } as never);
  const at = (path: string) => page.goto(application.url + path);
  expect((await at(hrefs.market.places()))?.status()).toBe(200);
  await page.getByRole('link', { name: /^New Mexico/ }).click();
  await page.getByRole('link', { name: /^Santa Fe/ }).click();
  await seen(page.getByRole('heading', { level: 1, name: 'Moving leads from Santa Fe, NM' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/moving-leads/new-mexico/santa-fe');
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(
    `${application.url}/moving-leads/new-mexico/santa-fe`,
  );
  expect(await page.locator('h1').count()).toBe(1);
  expect(await page.locator('script[src]').count()).toBe(0);
  await seen(page.getByText(/^\d+ households in Santa Fe, NM asked for a mover in the last 30 days/)).toBeVisible();
  await page.getByRole('link', { name: /^Nevada/ }).click();
  await page.waitForURL((url) => url.searchParams.get('to_states') === 'NV');
  const sitemap = await (await fetch(`${application.url}/sitemap.xml`)).text();
  expect(sitemap).toContain(`<loc>${application.url}/moving-leads/new-mexico/santa-fe</loc>`);
  for (const nowhere of ['/moving-leads/atlantis', '/moving-leads/hawaii', '/moving-leads/new-mexico/gotham']) {
    expect((await at(nowhere))?.status(), nowhere).toBe(404);
    await seen(page.getByRole('heading', { name: 'No leads from this place' })).toBeVisible();
  }
});

test('the pages of places hold for everybody', async () => {
  await shopRow(application, { from: ['Tucson', 'AZ'] });
  for (const width of [1280, 360]) {
    const page = await newPage(browser, { viewport: { width, height: 900 } });
    for (const path of [
      hrefs.market.places(),
      hrefs.market.places('arizona'),
      hrefs.market.places('arizona', 'tucson'),
    ]) {
      await page.goto(application.url + path);
      await fine(page);
    }
  }
});

test.each([1280, 360])(
  'all that is shown, reported and refunded, and found again by a link, at %i px',
  async (width) => {
    const state = width === 360 ? 'ME' : 'VT';
    const city = width === 360 ? 'Portland' : 'Burlington';
    for (let made = 0; made < 4; made += 1) await shopRow(application, { from: [city, state] });
    const page = await newPage(browser, { viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    const shop = shopPage(page, application.url);
    await shop.open({ states: state });
    await page.getByRole('button', { name: 'Add all 4 shown' }).click();
    await seen(page.getByText('4 leads in your cart')).toBeVisible();
    await seen(page.getByRole('button', { name: 'Remove all 4 from cart' })).toBeVisible();
    await shop.viewCart();
    await seen(page.getByText('You get: name, phone, and email').first()).toBeVisible();
    await page.getByText('What a lead looks like after you pay').click();
    await seen(page.getByText('(•••) •••-••••')).toBeVisible();
    await seen(page.getByRole('region', { name: 'Guarantee and refunds' })).toContainText('1 of every 4 leads');
    await fine(page);
    const email = `orders-${width}@buyer.example`;
    await shop.reserve(email);
    await shop.enterCard(GOOD_CARD);
    await seen(page.getByText('4 leads are yours')).toBeVisible({ timeout: 10_000 });
    await page.getByRole('link', { name: 'See the contacts' }).click();
    await page
      .getByRole('button', { name: /^Report / })
      .first()
      .click();
    await seen(page.getByText('1 report can be accepted right away')).toBeVisible();
    await page.getByLabel('They already hired a mover').check();
    await page.getByRole('button', { name: 'Send report' }).click();
    await seen(page.getByText(/^Refund on its way$|^Refunded$/).first()).toBeVisible({ timeout: 10_000 });
    await fine(page);
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.getByLabel('Email address').fill('nobody');
    await page.getByRole('button', { name: 'Email me the link' }).click();
    await seen(page.getByText('Enter an email address, such as name@example.com.').first()).toBeVisible();
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('button', { name: 'Email me the link' }).click();
    await seen(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
    await fine(page);
    const token = tokenOf(await mailTo(application, email, /^Your lead orders/), '/marketplace/orders');
    await page.goto(application.url + hrefs.market.orders(token));
    await seen(page.getByText(`1 order by ${email}`)).toBeVisible();
    await seen(page.getByText('Reported: They already hired a mover')).toBeVisible();
    await fine(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /^Receipt of P-/ }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^Receipt P-\d+\.pdf$/);
    await page.getByRole('link', { name: /^Contacts of P-/ }).click();
    await seen(page.getByRole('heading', { name: 'Your 4 leads' })).toBeVisible();
    await page.goto(application.url + hrefs.market.orders('a-token-that-nobody-was-given'));
    await seen(page.getByText('This link doesn’t open any orders.')).toBeVisible();
  },
);
