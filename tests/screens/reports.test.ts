import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { beforeAll, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#src/demo/demo-accounts.ts';
import { startSession } from '#tests/paths/agent-page.ts';
import { startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { violationsOf } from '#tests/platform/axe.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';
import { layoutProblemsOf } from '#tests/platform/layout.ts';
import { seen } from '#tests/platform/seen.ts';

/** Reports as a manager reads them: a period, tables that add up, files. */
let application: Application;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication({ demoData: true, environment: { PARTS: 'api,gateway,web' } });
  browser = await testBrowser();
});

async function open(viewport: { width: number; height: number }, email: string): Promise<Page> {
  const page = await newPage(browser, { viewport, reducedMotion: 'reduce', acceptDownloads: true });
  await startSession(page, application.url, 'agent-portal', email, DEMO_PASSWORD);
  await page.goto(`${application.url}/agent-portal/reports`);
  return page;
}
const findings = async (page: Page) => [...(await violationsOf(page)), ...(await layoutProblemsOf(page))];
const table = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name }).getByRole('table');
const numbers = async (page: Page, row: RegExp) =>
  Promise.all(
    (await table(page, 'By agent').getByRole('row', { name: row }).all()).map(async (one) =>
      Number((await one.getByRole('cell').first().innerText()).replaceAll(',', '')),
    ),
  );

describe.each([
  ['laptop', { width: 1280, height: 900 }],
  ['phone', { width: 360, height: 740 }],
])('on a %s', (_size, viewport) => {
  test('periods are chosen, tables add up and are saved as files', async () => {
    const page = await open(viewport, 'agent@demo.test');
    await seen(table(page, 'By agent')).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Last month' }).click();
    await seen(page).toHaveURL(/period=last-month/);
    await seen(table(page, 'By month').getByRole('row')).toHaveCount(3);
    const [total] = await numbers(page, /^Total/);
    const rows = await numbers(page, /^(?!Total|Agent)/);
    expect(rows.reduce((sum, one) => sum + one, 0)).toBe(total);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV: By agent' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^report-agents-.*\.csv$/);
    expect(await readFile(await download.path(), 'utf8')).toContain('agent,leads,quoted');

    await page.getByRole('button', { name: 'More actions' }).click();
    const [payments] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export payments' }).click(),
    ]);
    expect(payments.suggestedFilename()).toMatch(/^ledger-[\d-]+\.csv$/);
    expect(await readFile(await payments.path(), 'utf8')).toContain('amount_usd');

    // A custom period, first with its dates reversed.
    await page.getByRole('link', { name: 'Custom' }).click();
    await page.getByLabel('From').fill('Jan 31, 2001');
    await page.getByLabel('To', { exact: true }).fill('Jan 1, 2001');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await seen(page.getByText('End on a later day.')).toBeVisible();
    await page.getByLabel('From').fill('Jan 1, 1999');
    await page.getByLabel('To', { exact: true }).fill('Jan 1, 2026');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await seen(page.getByText('Choose at most three years.')).toBeVisible();
    await page.getByLabel('To', { exact: true }).fill('Jan 31, 1999');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await seen(page.getByText('No leads came in during this period')).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });

  test('who lacks the right is told so', async () => {
    const page = await open(viewport, 'agent2@demo.test');
    await seen(page.getByText('Your account can’t see reports. Ask an agent who can.')).toBeVisible();
    await seen(page.getByRole('link', { name: 'Reports' })).toHaveCount(0);
  });
});
