import type { Browser } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { hrefs } from '#src/views/hrefs.ts';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';
import { seen } from '#tests/platform/seen.ts';

/** Answers that a client sends with one tap. */
let application: Application;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  browser = await testBrowser();
});

test('the size and the floor are answered with one touch, and understood', { timeout: 90_000 }, async () => {
  const { token } = await signedIn(application, 'agent', 'Ann Agent');
  const { body } = await call<{ url: string }>(application, 'POST', 'ai-chat/', { token, body: {} });
  const link = body.url.slice(body.url.lastIndexOf('/') + 1);
  const page = await newPage(browser, { viewport: { width: 360, height: 740 } });
  await page.goto(application.url + hrefs.client.chat(link));
  const say = async (text: string) => {
    await page.getByLabel('Message', { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
  };
  await say('Columbus, OH 43215 to Austin, TX 78701 on June 14');
  const replies = page.getByRole('list', { name: 'Quick replies' });
  const size = replies.getByRole('button', { name: '3 bedrooms' });
  await seen(size).toBeVisible();
  expect((await size.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  await size.click();
  await seen(page.getByRole('log').getByText(/3 bedrooms, usually about 1,140 ft³ and 8,000 lb/)).toBeVisible();
  await seen(page.getByRole('log').getByText('What is your name?')).toBeVisible();
  await seen(replies).toHaveCount(0);
  await say('Ann Lee');
  await say('ann@lee.test');
  await replies.getByRole('button', { name: '2 days either way' }).click();
  await replies.getByRole('button', { name: 'Skip' }).click();
  await replies.getByRole('button', { name: '3rd floor, no elevator' }).click();
  await seen(page.getByRole('log').getByText(/at the pick-up: floor 3, no elevator/)).toBeVisible();
  await seen(page.getByRole('log').getByText(/And in Austin: the street, the floor/)).toBeVisible();
  await replies.getByRole('button', { name: 'Ground floor' }).click();
  await seen(page.getByRole('log').getByText(/at the drop-off: ground floor/)).toBeVisible();
  // A misunderstood answer is corrected in its fields, and stored as the client types it there.
  await page.getByRole('button', { name: /Your move/ }).click();
  await page.getByRole('button', { name: 'Change: Access at pick-up' }).click();
  await page.getByLabel('Street').fill('125 Main Street');
  await page.getByLabel('Floor').fill('2');
  await page.getByText('A large truck can’t get there').click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await seen(page.getByText('125 Main Street, floor 2, no elevator, shuttle truck needed')).toBeVisible();
});
