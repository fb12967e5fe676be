import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#src/demo/demo-accounts.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { startSession } from '#tests/paths/agent-page.ts';
import { seen } from '#tests/platform/seen.ts';
import { startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { violationsOf } from '#tests/platform/axe.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';

/** An agent imports a file of leads: maps its columns, reads the errors, imports the valid rows. */
let application: Application;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication({ demoData: true });
  browser = await testBrowser();
});

const CSV = [
  'Who,E-mail,Phone,From ZIP,To ZIP,Note',
  'Imported Ida,ida@mail.example,,43215,60601,first',
  'Imported Ivo,,(614) 555-0113,43215,60601,',
  'Imported Ina,,,43215,60601,',
].join('\n');

async function open(path: string, viewport: { width: number; height: number }, email = 'agent@demo.test') {
  const page = await newPage(browser, { viewport, reducedMotion: 'reduce' });
  await startSession(page, application.url, 'agent-portal', email, DEMO_PASSWORD);
  await page.goto(application.url + path);
  return page;
}
async function choose(page: Page, csv = CSV): Promise<void> {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'spring.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await seen(page).toHaveURL(/file=/);
}

test('from the list of leads to imported leads', { timeout: 120_000 }, async () => {
  const page = await open(hrefs.agent.leads('new'), { width: 1280, height: 900 });
  await page.getByRole('main').getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Import CSV' }).click();
  await seen(page.getByRole('heading', { level: 1 })).toHaveText('Import leads');
  await choose(page);
  const check = page.getByRole('button', { name: 'Check the rows' });
  await seen(page.getByText('Choose the column with the client’s name.')).toBeVisible();
  await seen(check).toBeDisabled();
  await page.getByLabel('Field of the column Who').selectOption({ label: 'Client name' });
  await seen(page.getByLabel('Field of the column From ZIP')).toHaveValue('from_zip');
  await check.click();
  await seen(page.getByText('2 leads can be imported.')).toBeVisible();
  const wrong = page.getByRole('list', { name: 'Rows that need a correction' });
  await seen(wrong.getByText('Line 4 · Imported Ina')).toBeVisible();
  await seen(wrong.getByText('Phone: Enter a phone number or an email address.')).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);

  await page.getByRole('radio', { name: 'Nobody yet' }).check();
  await page.getByRole('button', { name: 'Import 2 leads' }).click();
  await seen(page.getByRole('heading', { name: 'Import finished' })).toBeVisible();
  await seen(page.getByText('2 leads imported')).toBeVisible();
  await seen(page.getByText('1 row refused')).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the other rows' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain('Imported Ina');
  expect(text).toContain('Phone: Enter a phone number or an email address.');
  await page.getByRole('link', { name: 'Open new leads' }).click();
  await seen(page.getByRole('link', { name: 'Imported Ida' })).toBeVisible();

  // The same file again contains nothing new.
  await page.goto(application.url + hrefs.agent.importLeads());
  await choose(page);
  await page.getByLabel('Field of the column Who').selectOption({ label: 'Client name' });
  await check.click();
  await seen(page.getByText('2 rows were imported before and will be skipped.')).toBeVisible();
  await seen(page.getByRole('button', { name: /^Import \d/ })).toHaveCount(0);
  await seen(page.getByRole('status').filter({ hasText: 'Nothing to import' })).toContainText('Correct the file');
  await seen(check).toHaveCount(0);

  // Other rows about the same client and move are named, and skipped unless wanted.
  await page.goto(application.url + hrefs.agent.importLeads());
  await choose(
    page,
    `${CSV}\nIda again,ida@mail.example,,43215,60601,second call\nImported Isa,isa@mail.example,,43215,60601,`,
  );
  await page.getByLabel('Field of the column Who').selectOption({ label: 'Client name' });
  await check.click();
  await seen(page.getByText('1 of them looks like a lead you have.')).toBeVisible();
  const like = page.getByRole('list', { name: 'Rows that look like leads you have' });
  await seen(like.getByText('Line 5 · Ida again')).toBeVisible();
  await seen(like.getByRole('link', { name: /^Imported Ida, L-/ })).toBeVisible();
  await seen(page.getByRole('button', { name: 'Import 1 lead' })).toBeVisible();
  const skip = page.getByRole('checkbox', { name: 'Skip rows that look like leads you have' });
  await skip.uncheck();
  await seen(page.getByRole('button', { name: 'Import 2 leads' })).toBeVisible();
  await skip.check();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Import 1 lead' }).click();
  await seen(page.getByText('1 row skipped: looks like a lead you have')).toBeVisible();

  // A file of nothing else ends there, unless the rows are wanted all the same.
  await page.goto(application.url + hrefs.agent.importLeads());
  await choose(page, 'Who,E-mail,From ZIP,To ZIP\nIda once more,ida@mail.example,43215,60601');
  await page.getByLabel('Field of the column Who').selectOption({ label: 'Client name' });
  await check.focus();
  await page.keyboard.press('Enter');
  await seen(page.getByText('Nothing to import')).toBeVisible();
  await seen(check).toHaveCount(0);
  await seen(page.getByRole('link', { name: 'Go to leads' })).toBeFocused();
  expect(await violationsOf(page)).toEqual([]);
  await skip.uncheck();
  await seen(page.getByRole('button', { name: 'Import 1 lead' })).toBeVisible();
  await skip.check();
  await page.getByRole('link', { name: 'Import another file' }).click();
  await seen(page.locator('input[type=file]')).toBeAttached();
});

test('it fits a phone; without the right there is no way in', { timeout: 120_000 }, async () => {
  const page = await open(hrefs.agent.importLeads(), { width: 360, height: 740 });
  await choose(page);
  await page.getByLabel('Field of the column Who').selectOption({ label: 'Client name' });
  await page.getByRole('button', { name: 'Check the rows' }).click();
  await seen(page.getByRole('list', { name: 'Rows that need a correction' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  expect(await violationsOf(page)).toEqual([]);

  const other = await open(hrefs.agent.importLeads(), { width: 1280, height: 900 }, 'agent2@demo.test');
  await seen(other.getByText('Your account can’t import leads. Ask an agent who can.')).toBeVisible();
});
