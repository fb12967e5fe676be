import type { Browser, Page } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { hrefs } from '#src/views/hrefs.ts';
import { insertLoads } from '#tests/api/load-rows.ts';
import { agentPage, signIn, startSession } from '#tests/paths/agent-page.ts';
import { newStage, people } from '#tests/paths/api-gestures.ts';
import type { People } from '#tests/paths/api-gestures.ts';
import { seen } from '#tests/platform/seen.ts';
import { signedIn, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';

/** A toast never covers what is pressed next: in dialogs, drawers, the selection bar, and bars at the bottom. */
let application: Application;
let who: People;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  browser = await testBrowser();
});

const WIDTHS = [1280, 360] as const;
const toast = (page: Page, name: string | RegExp) => page.locator('#notifications').getByRole('group', { name });

/** The main buttons visible below the portal's bar, and those of them whose center is covered. */
async function pressable(page: Page): Promise<{ names: string[]; covered: string[] }> {
  return page.evaluate(() => {
    const all = [
      ...document.querySelectorAll<HTMLElement>(
        '.btn-primary, .btn-danger, [role=region][aria-label=Selection] button',
      ),
    ];
    const found = all.flatMap((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      if (
        width === 0 ||
        button.closest('[inert], header.sticky') ||
        x < 0 ||
        y < 0 ||
        x > innerWidth ||
        y > innerHeight
      )
        return [];
      const hit = document.elementFromPoint(x, y);
      return [
        {
          name: button.textContent.trim(),
          isCovered: !button.contains(hit) && hit?.closest('#notifications') !== null,
        },
      ];
    });
    return {
      names: found.map(({ name }) => name),
      covered: found.filter(({ isCovered }) => isCovered).map(({ name }) => name),
    };
  });
}

/** While the toast is shown, the button is visible and no main button is covered. */
async function mayPress(page: Page, shown: string | RegExp, name: string): Promise<void> {
  await seen.poll(async () => (await pressable(page)).names).toContain(name);
  await seen(toast(page, shown)).toBeVisible();
  expect((await pressable(page)).covered).toEqual([]);
}

async function leadPage(width: number) {
  const { lead } = await newStage(application, who);
  const page = await newPage(browser, { viewport: { width, height: 740 }, allow: [/ERR_FAILED/] });
  await startSession(page, application.url, 'agent-portal', who.agent.email);
  const screen = agentPage(page, application.url);
  await screen.open(lead.id);
  return { page, screen };
}

test.each(WIDTHS)(
  'over the page of a lead and its dialogs, what went well and what did not, at %i px',
  async (width) => {
    const { page, screen } = await leadPage(width);
    const dialog = page.getByRole('dialog');
    await screen.choose('Edit lead');
    await dialog.getByLabel(/^Notes/).fill('Changed');
    await dialog.getByRole('button', { name: 'Save lead' }).click();
    await mayPress(page, / saved$/, 'Send quote');
    await screen.choose('Edit lead');
    await mayPress(page, / saved$/, 'Save lead');
    await page.keyboard.press('Escape');
    await seen(dialog).toHaveCount(0);

    await page.route('**/graphql', (route) => route.abort());
    await page.getByRole('button', { name: 'Share move details' }).click();
    await page.evaluate(() => scrollTo(0, 0));
    await mayPress(page, 'Error', 'Send quote');
    await page.unroute('**/graphql');
    await screen.choose('Set follow-up');
    await mayPress(page, 'Error', 'Set follow-up');
  },
);

test('over the bar of a selection, with a way back in the notification', async () => {
  const { page } = await leadPage(1280);
  await page.goto(application.url + hrefs.agent.leads('new'));
  const rows = page.getByRole('table').locator('[data-row]');
  await rows
    .nth(1)
    .getByRole('button', { name: /^Move / })
    .click();
  await page.getByRole('menuitem', { name: /^Archive/ }).click();
  await page
    .getByRole('dialog')
    .getByLabel(/reason/i)
    .first()
    .fill('Called off');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Archive/ })
    .click();
  await rows.first().getByRole('checkbox').check();
  await mayPress(page, /archived/i, 'Clear');
});

test.each(WIDTHS)('over a drawer and the form in it, at %i px', async (width) => {
  const carrier = await signedIn(application, 'carrier', `Notified Vans ${width}`);
  await insertLoads(application, { [`columbus-${width}`]: { from: '43215', to: '60601', lb: 4000 } });
  const page = await newPage(browser, { viewport: { width, height: 740 } });
  await signIn(page, application.url, 'load-board', carrier.email);
  await page.getByRole('table', { name: 'Available loads' }).getByRole('link').first().click();
  const drawer = page.getByRole('dialog');
  await drawer
    .getByLabel(/Your bid|Amount|price/i)
    .first()
    .fill('2500');
  await drawer.getByRole('button', { name: /^Place bid/ }).click();
  await seen(toast(page, /./)).toBeVisible();
  expect((await pressable(page)).covered).toEqual([]);
});
