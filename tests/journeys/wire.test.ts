import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { budgets } from '../../scripts/budgets.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { type Application, PASSWORD, signedIn, startApplication } from '#tests/platform/application.ts';
import { launchBrowser, newPage } from '#tests/platform/chromium.ts';

/** What a browser receives of scripts and styles, from the product as it is served, until an agent sees the first list. */
let application: Application;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  browser = await launchBrowser();
});
afterAll(async () => browser?.close());

interface Received {
  /** kB of 1,000 bytes, as they came, without headers. */
  kilobytes: () => number;
  plain: string[];
}

/** Counts from now on; `plain` names what came without being compressed. */
async function count(page: Page): Promise<Received> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const bodies = new Map<string, number>();
  const plain: string[] = [];
  network.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type !== 'Script' && type !== 'Stylesheet') return;
    // Offered by a demonstration alone.
    if (response.url.includes('/assets/demo-accounts-')) return;
    bodies.set(requestId, 0);
    const { headers } = response;
    if (!headers['content-encoding'] && Number(headers['content-length'] ?? Infinity) > 1024) plain.push(response.url);
  });
  network.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const before = bodies.get(requestId);
    if (before !== undefined) bodies.set(requestId, before + encodedDataLength);
  });
  return { kilobytes: () => [...bodies.values()].reduce((sum, one) => sum + one, 0) / 1000, plain };
}

test('the sign-in page and the first list hold their budgets on the wire, compressed', async () => {
  const agent = await signedIn(application, 'agent', 'Dana Reyes');
  const page = await newPage(browser);
  const received = await count(page);
  await page.goto(application.url + hrefs.login('agent-portal'), { waitUntil: 'networkidle' });
  const signIn = received.kilobytes();
  await page.getByLabel('Email').fill(agent.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname === hrefs.agent.leads('new'));
  await page
    .getByRole('link', { name: 'New lead' })
    .or(page.getByRole('button', { name: 'New lead' }))
    .first()
    .waitFor();
  const firstList = received.kilobytes();
  console.log(`On the wire: sign-in page ${signIn.toFixed(1)} kB, first list ${firstList.toFixed(1)} kB.`);
  expect(received.plain).toEqual([]);
  // Nothing at all would hold every budget.
  expect(signIn).toBeGreaterThan(40);
  expect(firstList).toBeGreaterThan(signIn + 20);
  expect(signIn).toBeLessThan(budgets.signIn);
  expect(firstList).toBeLessThan(budgets.firstList);
});
