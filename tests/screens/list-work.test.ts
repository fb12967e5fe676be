import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#src/demo/demo-accounts.ts';
import { startSession } from '#tests/paths/agent-page.ts';
import { layoutProblemsOf } from '#tests/platform/layout.ts';
import { seen } from '#tests/platform/seen.ts';
import { startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';

/** Working through a list: lead after lead, or many at once. */
let application: Application;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication({ demoData: true, environment: { PARTS: 'api,gateway,web' } });
  browser = await testBrowser();
});

async function open(path: string, viewport = { width: 1280, height: 900 }): Promise<Page> {
  const page = await newPage(browser, { viewport, reducedMotion: 'reduce', allow: [/409/, /status of 4/] });
  await startSession(page, application.url, 'agent-portal', 'agent@demo.test', DEMO_PASSWORD);
  await page.goto(`${application.url}/agent-portal/${path}`);
  await rows(page).first().waitFor();
  return page;
}
const rows = (page: Page) => page.getByRole('main').getByRole('table').locator('[data-row]');
const title = (page: Page) => page.getByRole('heading', { level: 1 });
const pager = (page: Page) => page.getByRole('navigation', { name: 'Leads of the list' });
const clients = async (where: ReturnType<typeof sql>) =>
  (
    await sql<{ id: string; client_name: string; reference: string }>`
      select id, client_name, reference from agent_lead where not is_archived and ${where}`.execute(
      application.database.kysely,
    )
  ).rows;

test(
  'a lead opened from a list leads to the next one of it, as it was sorted; without a list nothing is offered',
  { timeout: 120_000 },
  async () => {
    for (const viewport of [
      { width: 1280, height: 900 },
      { width: 360, height: 740 },
    ]) {
      const page = await open('leads/quote-sent?sort=client', viewport);
      const list = await clients(sql`state = 'quote-sent' order by client_name, id`);
      const isAt = async (index: number) => {
        await seen(title(page)).toHaveText(list[index]!.client_name);
        await seen(pager(page)).toContainText(`${index + 1} of ${list.length}`);
      };
      await rows(page).first().locator('[data-open]').click();
      await isAt(0);
      await seen(pager(page).getByRole('button', { name: 'Previous lead' })).toBeDisabled();
      await pager(page).getByRole('button', { name: 'Next lead' }).click();
      await isAt(1);
      // Both in one task, so the tab that was clicked is not shown yet when the key is pressed.
      await page.getByRole('link', { name: /^Files/ }).evaluate((link: HTMLElement) => {
        link.click();
        dispatchEvent(new KeyboardEvent('keydown', { key: 'j' }));
      });
      await isAt(2);
      await seen(page).toHaveURL(/\/files$/);
      await page.keyboard.press('k');
      await isAt(1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      // A reload shows the lead that was open, at its place.
      await page.reload();
      await isAt(1);
      // Opened by its address, in another tab or in this one, the lead has no list around it.
      const alone = await page.context().newPage();
      await alone.goto(page.url());
      await seen(title(alone)).toHaveText(list[1]!.client_name);
      await seen(pager(alone)).toHaveCount(0);
      await page.goto(page.url().replace(list[1]!.id, list[2]!.id));
      await seen(title(page)).toHaveText(list[2]!.client_name);
      await seen(pager(page)).toHaveCount(0);
      await page.reload();
      await seen(title(page)).toHaveText(list[2]!.client_name);
      await seen(pager(page)).toHaveCount(0);
      await page.context().close();
    }
  },
);

test(
  'whoever left the list for another page opens leads without it; a list goes on where the next page begins',
  { timeout: 120_000 },
  async () => {
    await sql`update agent_lead set state = 'new', stage = null, is_archived = false, source = 'Long list'
    where id in (select id from agent_lead where state in ('new', 'follow-up', 'quote-sent') limit 55)`.execute(
      application.database.kysely,
    );
    const page = await open('leads/new?source=Long+list&sort=client');
    const list = await clients(sql`source = 'Long list' order by client_name, id`);
    expect(list).toHaveLength(55);
    await rows(page).first().locator('[data-open]').click();
    for (let at = 0; at < 52; at++) {
      await seen(pager(page)).toContainText(`${at + 1} of 55`);
      await seen(page).toHaveURL(new RegExp(list[at]!.id));
      await page.keyboard.press('j');
    }
    await seen(page).toHaveURL(new RegExp(list[52]!.id));
    await page.goBack();
    await seen(page).toHaveURL(/leads\/new\?source=Long/);
    await rows(page).first().waitFor();
    await page.getByRole('link', { name: 'Archive' }).click();
    await seen(title(page)).toHaveText('Archive');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill(list[0]!.reference);
    await seen(page.getByRole('option', { name: list[0]!.reference })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await seen(title(page)).toHaveText(list[0]!.client_name);
    await seen(pager(page)).toHaveCount(0);
  },
);

test(
  'a follow-up for many leads: each is judged on its own, what changed meanwhile is tried again',
  { timeout: 120_000 },
  async () => {
    const page = await open('leads/new?sort=client');
    const [first, second] = await clients(sql`state = 'new' order by client_name, id`);
    const bar = page.getByRole('region', { name: 'Selection' });
    const dialog = page.getByRole('dialog');
    const result = (reference: string) => dialog.getByRole('listitem').filter({ hasText: reference });
    for (const at of [0, 1]) await rows(page).nth(at).getByRole('checkbox').check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      bar.getByRole('link', { name: 'Export' }).click(),
    ]);
    const file = parse(readFileSync(await download.path()), { columns: true, bom: true }) as { lead: string }[];
    expect(file.map(({ lead }) => lead)).toEqual([first!.reference, second!.reference]);

    await bar.getByRole('button', { name: 'Follow up' }).click();
    await dialog.getByRole('button', { name: 'Set follow-up for 2 leads' }).click();
    await seen(dialog.getByText('Say why, in a few words.').first()).toBeVisible();
    await dialog.getByRole('button', { name: 'In a week' }).click();
    await dialog.getByRole('button', { name: 'Comparing other quotes' }).click();
    // A colleague changes the second one first, and this page is not notified.
    await sql`update agent_lead set version = version + 1 where id = ${second!.id}`.execute(
      application.database.kysely,
    );
    await dialog.getByRole('button', { name: 'Set follow-up for 2 leads' }).click();
    await seen(result(first!.reference)).toContainText('Set');
    await seen(result(second!.reference)).toContainText('Not done');
    await dialog.getByRole('button', { name: 'Try it again' }).click();
    await seen(result(second!.reference).getByText('Set', { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const set = await sql<{ state: string; follow_up_reason: string }>`
    select state, follow_up_reason from agent_lead where id in (${first!.id}, ${second!.id})`.execute(
      application.database.kysely,
    );
    expect(set.rows).toEqual(Array(2).fill({ state: 'follow-up', follow_up_reason: 'Comparing other quotes' }));

    await page.getByRole('link', { name: /^Completed/ }).click();
    await seen(page).toHaveURL(/leads\/completed-contracts/);
    const [sold] = await clients(sql`state = 'completed-contracts'`);
    await rows(page).filter({ hasText: sold!.reference }).getByRole('checkbox').check();
    // What none of the selected leads allows is not offered.
    await seen(bar.getByRole('button', { name: 'Assign' })).toBeVisible();
    await seen(bar.getByRole('button', { name: 'Follow up' })).toHaveCount(0);
  },
);

test('what a lead no longer allows is not tried again, and says why', { timeout: 120_000 }, async () => {
  const page = await open('leads/quote-sent?sort=client');
  const [first, second] = await clients(sql`state = 'quote-sent' order by client_name, id`);
  const bar = page.getByRole('region', { name: 'Selection' });
  const dialog = page.getByRole('dialog');
  const result = (reference: string) => dialog.getByRole('listitem').filter({ hasText: reference });
  for (const at of [0, 1]) await rows(page).nth(at).getByRole('checkbox').check();
  await bar.getByRole('button', { name: 'Follow up' }).click();
  await dialog.getByRole('button', { name: 'Comparing other quotes' }).click();
  // A colleague archives the second one first, and this page is not notified.
  await sql`update agent_lead set is_archived = true, version = version + 1 where id = ${second!.id}`.execute(
    application.database.kysely,
  );
  await dialog.getByRole('button', { name: 'Set follow-up for 2 leads' }).click();
  await seen(result(first!.reference)).toContainText('Set');
  const again = dialog.getByRole('button', { name: 'Try it again' });
  await again.focus();
  await page.keyboard.press('Enter');
  await seen(result(second!.reference)).toContainText(/^.*Not possible where it is now: Quote sent.* archived\./);
  await seen(again).toHaveCount(0);
  await seen(dialog.getByRole('button', { name: 'Done' })).toBeFocused();
});

test('after work on many leads, the focus is at the next row of the list', { timeout: 120_000 }, async () => {
  const page = await open('leads/new?sort=client');
  const bar = page.getByRole('region', { name: 'Selection' });
  const dialog = page.getByRole('dialog');
  const links = async () =>
    await rows(page)
      .locator('[data-open]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('href'));
  const selectTwo = async () => {
    await page.keyboard.press('j');
    for (const key of ['x', 'j', 'x']) await page.keyboard.press(key);
    await seen(bar).toContainText('2 selected');
    const first = bar.getByRole('button', { name: 'Assign' });
    await first.waitFor();
    // Without walking through all rows.
    await page.keyboard.press('b');
    await seen(first).toBeFocused();
  };
  const before = await links();
  await selectTwo();
  await bar.getByRole('button', { name: 'Clear' }).focus();
  await page.keyboard.press('Enter');
  await seen(bar).toHaveCount(0);
  await seen.poll(focused).toBe(before[1]);

  // The two after that one.
  await selectTwo();
  await bar.getByRole('button', { name: 'Archive' }).focus();
  await page.keyboard.press('Enter');
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  await reason.fill('Asked twice');
  // Through all its fields, as by keyboard.
  const send = dialog.getByRole('button', { name: 'Archive 2 leads' });
  await reason.focus();
  while (!(await send.evaluate((button) => button === document.activeElement))) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await seen(dialog.getByText('Archived', { exact: true })).toHaveCount(2);
  await seen(dialog.getByRole('button', { name: 'Done' })).toBeFocused();
  await page.keyboard.press('Enter');
  await seen(bar).toHaveCount(0);
  await seen.poll(focused).toBe(before[4]);
});

test('on a phone leads are selected by touch, and many of them are worked at once', { timeout: 120_000 }, async () => {
  const page = await open('leads/new?sort=client_desc', { width: 360, height: 740 });
  const list = await clients(sql`state = 'new' order by client_name desc, id desc`);
  const bar = page.getByRole('region', { name: 'Selection' });
  const dialog = page.getByRole('dialog');
  await seen(rows(page).first().getByRole('checkbox')).toBeHidden();
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  // A tap selects; no lead is opened.
  for (const at of [0, 1]) await rows(page).nth(at).getByText(list[at]!.reference).click();
  await seen(bar).toContainText('2 selected');
  await seen(page).toHaveURL(/leads\/new/);
  expect(await layoutProblemsOf(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    bar.getByRole('link', { name: 'Export' }).click(),
  ]);
  const file = parse(readFileSync(await download.path()), { columns: true, bom: true }) as { lead: string }[];
  expect(file.map(({ lead }) => lead)).toEqual(list.slice(0, 2).map(({ reference }) => reference));
  await bar.getByRole('button', { name: 'Archive' }).click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Asked twice');
  await dialog.getByRole('button', { name: 'Archive 2 leads' }).click();
  await seen(dialog.getByText('Archived', { exact: true })).toHaveCount(2);
  expect(await layoutProblemsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await seen(bar).toHaveCount(0);
  await seen(page.getByRole('button', { name: 'Select', exact: true })).toBeVisible();
  await seen(rows(page).filter({ hasText: list[0]!.reference })).toHaveCount(0);
});

test('a card that was moved by keyboard leaves the focus to the next one', { timeout: 60_000 }, async () => {
  const page = await newPage(browser, { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  await startSession(page, application.url, 'agent-portal', 'agent@demo.test', DEMO_PASSWORD);
  await page.goto(`${application.url}/agent-portal/leads/new?view=board`);
  const column = page.getByRole('region', { name: 'New', exact: true });
  const cards = column.getByRole('listitem').getByRole('link');
  const second = (await cards.nth(1).getAttribute('href'))!;
  // What had the focus before the card is further away than its neighbor.
  await page.getByRole('region', { name: 'Board' }).focus();
  await cards.first().focus();
  await page.keyboard.press('m');
  await page.getByRole('menuitem', { name: 'Set follow-up' }).waitFor();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Later');
  await page.keyboard.press('Control+Enter');
  await seen(dialog).toHaveCount(0);
  await seen.poll(() => page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(second);
});

test('“Columns” leads to the columns, also by keyboard', { timeout: 60_000 }, async () => {
  const page = await open('leads/quote-sent');
  await page.getByRole('button', { name: 'Columns', exact: true }).focus();
  await page.keyboard.press('Enter');
  const columns = page.getByRole('dialog').getByRole('region', { name: 'Columns' });
  await seen(columns).toBeFocused();
  await page.keyboard.press('Tab');
  await seen(columns.getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await seen(page.getByRole('button', { name: 'Columns', exact: true })).toBeFocused();
});

test('a header keeps the focus while the list is sorted by it', { timeout: 60_000 }, async () => {
  const page = await open('leads/quote-sent');
  const header = page.getByRole('columnheader', { name: 'Client' });
  await header.getByRole('button').focus();
  for (const order of ['ascending', 'descending']) {
    await page.keyboard.press('Enter');
    await seen(header).toHaveAttribute('aria-sort', order);
    await rows(page).first().waitFor();
    await seen(header.getByRole('button')).toBeFocused();
  }
});

test('a header sorts by route and by agent, both ways', { timeout: 60_000 }, async () => {
  const page = await open('leads/quote-sent');
  const references = async (order: ReturnType<typeof sql>) =>
    (await clients(sql`state = 'quote-sent' order by ${order}`)).map(({ reference }) => reference);
  const shown = () => rows(page).locator('[data-open]').allInnerTexts();
  for (const [name, up, down] of [
    ['From and to', sql`route, id`, sql`route desc nulls last, id desc`],
    ['Agent', sql`assigned_agent_name, id`, sql`assigned_agent_name desc nulls last, id desc`],
  ] as const) {
    const header = page.getByRole('columnheader', { name });
    for (const [order, direction] of [
      [up, 'ascending'],
      [down, 'descending'],
    ] as const) {
      await header.getByRole('button').click();
      await seen(header).toHaveAttribute('aria-sort', direction);
      const expected = (await references(order)).slice(0, 5);
      await seen.poll(async () => (await shown()).slice(0, 5).map((text) => text.split('\n').at(-1))).toEqual(expected);
    }
  }
});
