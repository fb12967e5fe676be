import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { neededBy, readManifest } from '../../scripts/budgets.ts';
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
  /** kB of 1,000 bytes, as they came, without headers, of these files. */
  kilobytes: (of: ReadonlySet<string>) => number;
  /** Those of these files that did not come. */
  missing: (of: ReadonlySet<string>) => string[];
  plain: string[];
}

/** Counts from now on; `plain` names what came without being compressed. */
async function count(page: Page): Promise<Received> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const bodies = new Map<string, number>();
  const files = new Map<string, string>();
  const plain: string[] = [];
  network.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type !== 'Script' && type !== 'Stylesheet') return;
    bodies.set(requestId, 0);
    files.set(requestId, new URL(response.url).pathname.slice(1));
    const { headers } = response;
    if (!headers['content-encoding'] && Number(headers['content-length'] ?? Infinity) > 1024) plain.push(response.url);
  });
  network.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const before = bodies.get(requestId);
    if (before !== undefined) bodies.set(requestId, before + encodedDataLength);
  });
  return {
    kilobytes: (of) => [...bodies].reduce((sum, [id, size]) => sum + (of.has(files.get(id)!) ? size : 0), 0) / 1000,
    missing: (of) => [...of].filter((file) => ![...files.values()].includes(file)),
    plain,
  };
}

test('the sign-in page and the first list hold their budgets on the wire, compressed', async () => {
  const agent = await signedIn(application, 'agent', 'Dana Reyes');
  const page = await newPage(browser);
  const received = await count(page);
  await page.goto(application.url + hrefs.login('agent-portal'), { waitUntil: 'networkidle' });
  await page.getByLabel('Email').fill(agent.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname === hrefs.agent.leads('new'));
  await page.getByRole('heading', { level: 1, name: 'Leads' }).waitFor();
  expect(received.plain).toEqual([]);
  // What a row's menu needs, and later screens, come when they come: on a slow machine before anybody looks.
  for (const { page: of, files, budget } of neededBy(readManifest())) {
    const size = received.kilobytes(files);
    console.log(`On the wire: ${of} ${size.toFixed(1)} kB.`);
    expect(received.missing(files)).toEqual([]);
    // Nothing at all would hold every budget.
    expect(size).toBeGreaterThan(40);
    expect(size).toBeLessThan(budget);
  }
});
