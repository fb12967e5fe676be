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

/** A list that someone comes back to: saved under a name, changed, shared, deleted, and exported as a file. */
let application: Application;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication({ demoData: true, environment: { PARTS: 'api,gateway,web' } });
  browser = await testBrowser();
});

async function open(viewport: { width: number; height: number }, email = 'agent@demo.test'): Promise<Page> {
  const page = await newPage(browser, { viewport, reducedMotion: 'reduce', acceptDownloads: true });
  await startSession(page, application.url, 'agent-portal', email, DEMO_PASSWORD);
  return page;
}
const go = (page: Page, path: string) => page.goto(`${application.url}/agent-portal/${path}`);
const menu = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name });
const item = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name });
const dialog = (page: Page) => page.getByRole('dialog');
const findings = async (page: Page) => [...(await violationsOf(page)), ...(await layoutProblemsOf(page))];

describe.each([
  ['laptop', { width: 1280, height: 900 }],
  ['phone', { width: 360, height: 740 }],
])('on a %s', (size, viewport) => {
  test('a view is saved, opened, changed, shared and deleted', async () => {
    const page = await open(viewport);
    const name = `Texas on a ${size}`;
    await go(page, 'leads/follow-up?from=TX&sort=client');
    await menu(page, 'Views').click();
    await seen(item(page, /^My follow-ups/)).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await item(page, 'Save as a new view…').click();
    // A name is required.
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await seen(dialog(page).getByText('Enter a name.')).toBeVisible();
    await dialog(page).getByLabel('Name').fill(name);
    expect(await findings(page)).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await seen(menu(page, name)).toBeVisible();
    await seen(page).toHaveURL(/from=TX&sort=client&saved=/);

    // Go elsewhere, and return through the menu.
    await go(page, 'leads/new');
    await menu(page, 'Views').click();
    await item(page, name).click();
    await seen(page).toHaveURL(/leads\/follow-up\?from=TX&sort=client&saved=/);
    await seen(menu(page, name)).toBeVisible();

    // When narrowed further, it says so, and can save the change.
    await page.getByRole('button', { name: 'Clear from' }).click();
    await seen(menu(page, `${name} edited`)).toBeVisible();
    await menu(page, `${name} edited`).click();
    await item(page, `Update “${name}”`).click();
    await seen(menu(page, `${name} edited`)).toHaveCount(0);

    await menu(page, name).click();
    await item(page, 'Rename or share…').click();
    await dialog(page).getByLabel('Name').fill(`${name}, all`);
    await dialog(page).getByLabel('Share with the brokerage').check();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await seen(menu(page, `${name}, all`)).toBeVisible();

    // A colleague without rights opens it, but may not change it.
    const other = await open(viewport, 'agent2@demo.test');
    await go(other, 'leads/new');
    await menu(other, 'Views').click();
    await item(other, new RegExp(`^${name}, all\\s*Shared by Dana Whitfield`)).click();
    await seen(menu(other, `${name}, all`)).toBeVisible();
    await menu(other, `${name}, all`).click();
    await seen(item(other, 'Save as a new view…')).toBeVisible();
    await seen(item(other, 'Delete…')).toHaveCount(0);

    await menu(page, `${name}, all`).click();
    await item(page, 'Delete…').click();
    await seen(dialog(page).getByText('Your colleagues lose this view, too.')).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Delete view' }).click();
    await seen(menu(page, 'Views')).toBeVisible();
    await seen(page).not.toHaveURL(/saved=/);
  });

  test('lists are saved as files by those who have the right', async () => {
    const page = await open(viewport);
    for (const [path, first] of [
      ['leads/follow-up?from=TX', 'lead,state'],
      ['archive', 'lead,state'],
      ['carriers?state=TX', 'legal_name,usdot'],
    ] as const) {
      await go(page, path);
      await menu(page, 'More actions').click();
      await seen(item(page, /up to 10,000/)).toBeVisible();
      const [download] = await Promise.all([page.waitForEvent('download'), item(page, /^Export CSV/).click()]);
      expect(download.suggestedFilename()).toMatch(/\.csv$/);
      expect(await readFile(await download.path(), 'utf8')).toContain(first);
    }
    const other = await open(viewport, 'agent2@demo.test');
    await go(other, 'carriers');
    await seen(other.getByRole('heading', { name: 'Carriers', level: 1 })).toBeVisible();
    await menu(other, 'More actions').click();
    await seen(item(other, 'Sign-up link for carriers')).toBeVisible();
    await seen(item(other, /^Export CSV/)).toHaveCount(0);
  });
});
