import type { Browser, Page } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { hrefs } from '#src/views/hrefs.ts';
import { startSession } from '#tests/paths/agent-page.ts';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People } from '#tests/paths/api-gestures.ts';
import { startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { violationsOf } from '#tests/platform/axe.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';
import { seen } from '#tests/platform/seen.ts';

/** An agent mentions a colleague in a note, who sees it at once and reads it; and both see the dates of their moves. */
let application: Application;
let browser: Browser;
let who: People;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  browser = await testBrowser();
});

async function open(path: string, width: number, account: Account): Promise<Page> {
  const page = await newPage(browser, { viewport: { width, height: 800 }, hasTouch: width < 600 });
  await startSession(page, application.url, 'agent-portal', account.email);
  await page.goto(application.url + path);
  return page;
}
async function expectAccessible(page: Page): Promise<void> {
  expect((await violationsOf(page)).map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
    true,
  );
}
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });

test.each([1280, 360])(
  'at %i: a mention rings the colleague’s bell, and is read with its lead',
  { timeout: 120_000 },
  async (width) => {
    const stage = await newStage(application, who);
    const colleague = await open(hrefs.agent.settings(), width, who.agent2);
    await seen(bell(colleague)).toHaveAccessibleName('Notifications');

    const page = await open(hrefs.agent.lead(stage.lead.id), width, who.agent);
    await page.getByRole('button', { name: 'Add note' }).click();
    const note = page.getByRole('textbox', { name: 'New note' });
    await note.pressSequentially('Please look at the piano, @b');
    const option = page.getByRole('option', { name: /^Bob Agent/ });
    await seen(option).toHaveAttribute('aria-selected', 'true');
    expect(await note.getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'));
    await expectAccessible(page);
    // The writer is not offered.
    await seen(page.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await seen(option).toBeHidden();
    await page.keyboard.type('o');
    await seen(option).toBeVisible();
    await page.keyboard.press('Enter');
    await seen(note).toHaveValue('Please look at the piano, @Bob Agent ');
    await page.getByRole('button', { name: 'Save note' }).click();
    const activity = page.getByRole('region', { name: 'Activity' });
    await seen(activity.getByText('@Bob Agent', { exact: true })).toBeVisible();
    await seen(bell(page)).toHaveAccessibleName('Notifications');

    await seen(bell(colleague)).toHaveAccessibleName('Notifications, 1 unread');
    await bell(colleague).click();
    const panel = colleague.getByRole('dialog');
    const told = panel.getByRole('link', { name: /^Unread: Ann Agent mentioned you in a note/ });
    await seen(told).toContainText('Please look at the piano, @Bob Agent');
    await expectAccessible(colleague);
    await told.click();
    await colleague.waitForURL((address) => address.pathname === hrefs.agent.lead(stage.lead.id));
    await seen(panel).toHaveCount(0);
    await seen(bell(colleague)).toHaveAccessibleName('Notifications');
    await bell(colleague).click();
    await seen(panel.getByRole('link', { name: /^Ann Agent mentioned you in a note/ })).toHaveCount(
      width === 1280 ? 1 : 2,
    );
    await seen(panel.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
  },
);

test.each([1280, 360])(
  'at %i: the calendar shows a signed move by week and month',
  { timeout: 120_000 },
  async (width) => {
    const stage = await newStage(application, who);
    for (const event of ['quote.sent', 'contract.sent', 'contract.signed'] as const) {
      await reload(stage);
      expect((await gestures[event](stage)).status).toBeLessThan(300);
    }
    const { move_date: day } = await application.database.kysely
      .selectFrom('agent_lead')
      .select('move_date')
      .where('id', '=', stage.lead.id)
      .executeTakeFirstOrThrow();
    const page = await open(hrefs.agent.calendar(), width, who.agent);
    await seen(page.getByText('Nothing is picked up or delivered this week.')).toBeVisible();
    await expectAccessible(page);

    await page.goto(application.url + hrefs.agent.calendar({ date: day! }));
    const stop = page.locator(`a[href="${hrefs.agent.lead(stage.lead.id)}"]`).first();
    await seen(stop).toContainText('Casey Client');
    await seen(stop).toContainText('Columbus, OH');
    await seen(stop).toContainText('No carrier yet');
    await expectAccessible(page);
    await page.keyboard.press('m');
    await page.waitForURL((address) => address.searchParams.get('view') === 'month');
    await seen(stop).toContainText('Casey Client');
    await expectAccessible(page);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    await seen(stop).toBeVisible();
    await stop.click();
    await page.waitForURL((address) => address.pathname === hrefs.agent.lead(stage.lead.id));

    const other = await open(hrefs.agent.calendar({ date: day! }), width, who.agent2);
    await seen(other.getByText('Nothing is picked up or delivered this week.')).toBeVisible();
    await other.getByRole('link', { name: 'Everyone', exact: true }).click();
    await seen(other.locator(`a[href="${hrefs.agent.lead(stage.lead.id)}"]`).first()).toBeVisible();

    await other.getByRole('button', { name: 'Subscribe' }).click();
    await other
      .getByRole('dialog')
      .getByRole('button', { name: /^(Create|Replace) link$/ })
      .click();
    const url = await other.getByLabel('Calendar link').inputValue();
    expect((await fetch(url)).status).toBe(200);
    await expectAccessible(other);
    await other.getByRole('dialog').getByRole('button', { name: 'Turn off link' }).click();
    await seen(other.getByLabel('Calendar link')).toHaveCount(0);
    expect((await fetch(url)).status).toBe(410);
  },
);
