import type { Browser, Page } from '@playwright/test';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { hrefs } from '#src/views/hrefs.ts';
import { forgetRequests } from '#tests/api/account-api.ts';
import { buyerOf, GOOD_CARD } from '#tests/api/shop-buyer.ts';
import { balanceOf, creditOfBuyer } from '#tests/api/shop-credit.ts';
import { shopRow } from '#tests/api/shop-rows.ts';
import { shopPage } from '#tests/paths/shop-page.ts';
import { mailTo, startApplication, tokenOf } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { violationsOf } from '#tests/platform/axe.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';
import { seen } from '#tests/platform/seen.ts';

/** A bad lead is refunded as credit, which pays for another lead. */
let application: Application;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  browser = await testBrowser();
});
beforeEach(() => forgetRequests(application));

const onPhone = () =>
  newPage(browser, { viewport: { width: 360, height: 800 }, hasTouch: true, reducedMotion: 'reduce' });

async function fine(page: Page): Promise<void> {
  const violations = await violationsOf(page);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
}

test('from the report over the link in the mail to a lead that credit pays for', async () => {
  const buyer = buyerOf(application, 'Credit@buyer.example');
  const ids = [];
  while (ids.length < 4) ids.push(await shopRow(application, { from: ['Peoria', 'IL'] }));
  const { details_token: details, items } = await buyer.buy(ids);
  await shopRow(application, { from: ['Boise', 'ID'] });
  const page = await onPhone();
  const shop = shopPage(page, application.url);

  await page.goto(application.url + hrefs.market.details(details!));
  await page
    .getByRole('button', { name: /^Report / })
    .first()
    .click();
  await page.getByLabel('The phone number is wrong').check();
  await seen(page.getByLabel('Refund to the card, 5 to 10 business days')).toBeChecked();
  await page.getByLabel('Credit now, for your next leads').check();
  await fine(page);
  await page.getByRole('button', { name: 'Send report' }).click();
  await seen(page.getByText('was added to your credit')).toBeVisible({ timeout: 10_000 });
  await seen(page.getByText('Credited').first()).toBeVisible();
  expect(await balanceOf(application, buyer.email)).toBe(items[0]!.price);

  // Without the email, nobody sees the credit or can spend it.
  await shop.open({ states: 'ID' });
  await shop.add('Boise, ID');
  await shop.viewCart();
  await seen(page.getByText('Have credit?')).toBeVisible();
  await page.getByRole('link', { name: 'Open your orders' }).click();
  await page.getByLabel('Email address').fill(buyer.email);
  await page.getByRole('button', { name: 'Email me the link' }).click();
  const token = tokenOf(await mailTo(application, buyer.email, /^Your lead orders/), '/marketplace/orders');
  await page.goto(application.url + hrefs.market.orders(token));
  await seen(page.getByRole('list', { name: 'Latest credit entries' }).getByRole('listitem')).toHaveCount(1);
  await fine(page);

  await page.getByRole('link', { name: 'Use credit on the marketplace' }).click();
  await shop.viewCart();
  const use = page.getByLabel(/^Use your credit of /);
  await seen(use).toBeChecked();
  await seen(page.getByText('To pay by card')).toBeVisible();
  await use.uncheck();
  await seen(page.getByRole('button', { name: 'Continue to payment' })).toBeVisible();
  await use.check();
  // Another address has no credit.
  await page.getByLabel('Email address').fill('somebody@buyer.example');
  await seen(use).toBeDisabled();
  await seen(page.getByText(`It belongs to ${buyer.email}`)).toBeVisible();
  await page.getByLabel('Email address').fill(buyer.email.toUpperCase());
  await seen(use).toBeChecked();
  await fine(page);
  await page.getByRole('button', { name: 'Buy with credit' }).click();
  await seen(page.getByText('The lead is yours')).toBeVisible({ timeout: 10_000 });
  await seen(page.getByText(/^You paid \$[\d.]+ with credit/)).toBeVisible();
  await fine(page);
  expect(await balanceOf(application, buyer.email)).toBe(0);

  await page.goto(application.url + hrefs.market.orders(token));
  await seen(page.getByText('Used for leads')).toBeVisible();
  await seen(page.getByRole('link', { name: 'Use credit on the marketplace' })).toHaveCount(0);
  await fine(page);
});

test('a card pays the rest; credit that is gone meanwhile is told, and what is left can be bought', async () => {
  const buyer = buyerOf(application);
  const token = await creditOfBuyer(application, buyer, 500);
  await shopRow(application, { from: ['Provo', 'UT'] });
  const page = await onPhone();
  const shop = shopPage(page, application.url);
  await page.goto(application.url + hrefs.market.orders(token));
  await page.getByRole('link', { name: 'Use credit on the marketplace' }).click();
  await shop.add('Provo, UT');
  await shop.viewCart();
  await seen(page.getByLabel('Use your credit of $5.00')).toBeChecked();
  // Another tab reserves leads with the credit first.
  const other = buyerOf(application, buyer.email);
  const elsewhere = await shopRow(application);
  expect((await other.reserve([elsewhere], { body: { credit: { token, amount: 500 } } })).status).toBe(201);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await seen(page.getByText('Your credit has changed since you saw it.')).toBeVisible({ timeout: 10_000 });
  await seen(page.getByLabel(/^Use your credit/)).toHaveCount(0);
  expect((await other.release()).status).toBe(200);
  await page.reload();
  await shop.viewCart();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await shop.seeCardForm();
  await seen(page.getByText('To pay by card')).toBeVisible();
  await fine(page);
  await shop.enterCard(GOOD_CARD);
  await seen(page.getByText(/by card and \$5\.00 with credit/)).toBeVisible({ timeout: 10_000 });
});
