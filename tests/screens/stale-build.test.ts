import type { Browser, Page } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { hrefs } from '#src/views/hrefs.ts';
import { signIn } from '#tests/paths/agent-page.ts';
import { people } from '#tests/paths/api-gestures.ts';
import { seen } from '#tests/platform/seen.ts';
import { startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';

/**
 * A page that stays open during a deployment loads the new build by itself, but not while somebody is typing, and not
 * forever.
 */
let application: Application;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  browser = await testBrowser();
});

interface Opened {
  page: Page;
  /** How often the page was loaded. */
  loads: () => number;
  /** The page becomes visible again, and checks for a newer build. */
  look: () => Promise<void>;
}

/** A sign-in page whose server reports a different build. */
async function openOnStaleBuild(): Promise<Opened> {
  const page = await newPage(browser);
  let count = 0;
  page.on('load', () => (count += 1));
  await page.clock.install();
  await page.goto(application.url + hrefs.login('agent-portal'));
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.route('**/manifest.json', (route) => route.fulfill({ json: { scripts: ['/assets/base-newer.js'] } }));
  // The check for a new build is loaded after the page is rendered: until then, nothing handles this event.
  const look = () =>
    seen(async () => {
      const asked = page.waitForResponse('**/manifest.json', { timeout: 2000 });
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await asked;
    }).toPass();
  return { page, loads: () => count, look };
}

/** Waits until the page has reacted: the response was read, and one more round trip is over. */
const idle = (page: Page) => page.evaluate(() => fetch('/healthz').then(() => undefined));

test('it is loaded again, at most once in ten seconds', async () => {
  const { page, loads, look } = await openOnStaleBuild();
  await look();
  await seen.poll(loads).toBe(2);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  // The server still reports another build: a broken build must not reload the page forever.
  await look();
  await idle(page);
  expect(loads()).toBe(2);
  await page.clock.fastForward(11_000);
  await look();
  await seen.poll(loads).toBe(3);
});

test('what was typed stays', async () => {
  const { page, loads, look } = await openOnStaleBuild();
  await page.getByLabel('Email').fill('ann@test.example');
  await look();
  await idle(page);
  expect(loads()).toBe(1);
  await seen(page.getByLabel('Email')).toHaveValue('ann@test.example');
});

test('the same build is left alone', async () => {
  const { page, loads, look } = await openOnStaleBuild();
  await page.unroute('**/manifest.json');
  const { scripts } = (await (await page.request.get(`${application.url}/manifest.json`)).json()) as {
    scripts: string[];
  };
  expect(scripts).not.toEqual([]);
  await look();
  await idle(page);
  expect(loads()).toBe(1);
});

test('a screen whose code does not arrive says so inside the portal, and is loaded once there is a connection', async () => {
  const { agent } = await people(application);
  const page = await newPage(browser, { allow: [/ERR_|Failed to fetch|carriers-page/] });
  const isOfScreen = /\/assets\/carriers-page.*\.js$/;
  await page.route(isOfScreen, (route) => route.abort('internetdisconnected'));
  await signIn(page, application.url, 'agent-portal', agent.email);
  const link = page.getByRole('navigation').getByRole('link', { name: 'Carriers' });
  await link.click();
  await seen(page.getByRole('main').getByText('This page could not be loaded')).toBeVisible();
  await seen(link).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Archive' }).click();
  await seen(page.getByRole('heading', { name: 'Archive', level: 1 })).toBeVisible();
  await link.click();
  await seen(page.getByRole('main').getByText('This page could not be loaded')).toBeVisible();
  await page.unroute(isOfScreen);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await seen(page.getByRole('heading', { name: 'Carriers', level: 1 })).toBeVisible();
});

test('a screen that is opened while the server is away leaves the page as it is, and is loaded once it is back', async () => {
  const { agent } = await people(application);
  const page = await newPage(browser, { allow: [/ERR_|Failed to fetch|carriers-page/] });
  const isAway = /\/assets\/carriers-page.*\.js$|\/manifest\.json$/;
  await page.route(isAway, (route) => route.abort('connectionrefused'));
  await signIn(page, application.url, 'agent-portal', agent.email);
  let loads = 0;
  page.on('load', () => (loads += 1));
  const link = page.getByRole('navigation').getByRole('link', { name: 'Carriers' });
  await link.click();
  const failed = page.getByRole('main').getByRole('alert');
  await seen(failed).toContainText('This page could not be loaded');
  const asked = page.waitForRequest('**/manifest.json');
  await failed.getByRole('button', { name: 'Try again' }).click();
  await asked;
  await idle(page);
  expect(loads).toBe(0);
  await seen(link).toBeVisible();
  await page.unroute(isAway);
  await failed.getByRole('button', { name: 'Try again' }).click();
  await seen(page.getByRole('heading', { name: 'Carriers', level: 1 })).toBeVisible();
});
