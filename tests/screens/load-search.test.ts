import type { Browser } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { signIn } from '#tests/paths/agent-page.ts';
import { violationsOf } from '#tests/platform/axe.ts';
import { layoutProblemsOf } from '#tests/platform/layout.ts';
import { seen } from '#tests/platform/seen.ts';
import { signedIn, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';
import { insertLoads } from '#tests/api/load-rows.ts';

/** A carrier saves a search, and comes back to it. */
let application: Application;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  browser = await testBrowser();
});

test('a search over several states is saved with its emails, opened, changed and deleted on a phone', async () => {
  const carrier = await signedIn(application, 'carrier', 'Saving Vans');
  await insertLoads(application, {
    ohio: { from: '43215', to: '60601' },
    texas: { from: '78701', to: '60601' },
    utah: { from: '84101', to: '60601' },
  });
  const page = await newPage(browser, { viewport: { width: 360, height: 740 }, hasTouch: true });
  await signIn(page, application.url, 'load-board', carrier.email);
  await seen(page.getByText('Salt Lake City, UT')).toBeVisible();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('button', { name: 'From', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Several states…' }).click();
  const states = page.getByRole('dialog', { name: 'Pick-up in several states' });
  await states.getByRole('button', { name: 'OH' }).click();
  await states.getByRole('button', { name: 'TX' }).click();
  await states.getByRole('button', { name: 'Show loads' }).click();
  await seen(page.getByText('Salt Lake City, UT')).toBeHidden();
  await seen(page.getByText('Austin, TX')).toBeVisible();

  await page.getByRole('link', { name: 'Saved searches' }).click();
  const dialog = page.getByRole('dialog', { name: 'Saved searches' });
  await seen(dialog.getByText('From Ohio, Texas')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save search' }).click();
  await seen(dialog.getByText('Name the search.')).toBeVisible();
  await dialog.getByLabel('Name').fill('Ohio and Texas');
  await dialog.getByLabel('New loads that fit').selectOption('Once a day');
  await dialog.getByRole('button', { name: 'Save search' }).click();
  const list = dialog.getByRole('list', { name: 'Saved searches' });
  await seen(list.getByRole('link', { name: 'Ohio and Texas' })).toBeVisible();
  await seen(list.getByLabel('Alerts for Ohio and Texas')).toHaveValue('daily');
  const said = page.getByRole('button', { name: 'Dismiss' });
  while ((await said.count()) > 0) await said.first().click();
  expect(await violationsOf(page)).toEqual([]);
  expect(await layoutProblemsOf(page)).toEqual([]);

  await page.goto(`${application.url}/load-board/leads/available?searches=1`);
  await seen(dialog.getByText('To save a search')).toBeVisible();
  await list.getByRole('link', { name: 'Ohio and Texas' }).click();
  await page.waitForURL(/from=OH%2CTX/);
  await seen(dialog).toBeHidden();
  await seen(page.getByText('Austin, TX')).toBeVisible();
  await seen(page.getByText('Salt Lake City, UT')).toBeHidden();
  expect(page.url()).not.toContain('searches');

  await page.getByRole('link', { name: 'Saved searches' }).click();
  await list.getByLabel('Alerts for Ohio and Texas').selectOption('No alerts');
  await seen(page.getByText('Alerts stopped')).toBeVisible();
  await list.getByRole('button', { name: 'Delete Ohio and Texas' }).click();
  await page.getByRole('button', { name: 'Delete search' }).click();
  await seen(list).toBeHidden();
});
