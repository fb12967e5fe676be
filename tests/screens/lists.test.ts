import type { Browser, Locator, Page } from '@playwright/test';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#src/demo/demo-accounts.ts';
import { AGENT_LEAD_TABS } from '#src/machines/agent-lead/agent-lead.types.ts';
import type { AgentLeadTab } from '#src/machines/agent-lead/agent-lead.types.ts';
import { startSession } from '#tests/paths/agent-page.ts';
import { seen } from '#tests/platform/seen.ts';
import { startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';

/** What an agent does with the lists all day, on the leads of the demo. No two tests use the same lead. */
let application: Application;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication({ demoData: true, environment: { PARTS: 'api,gateway,web' } });
  browser = await testBrowser();
});

const TABS: Record<AgentLeadTab, string> = {
  new: 'New',
  'follow-up': 'Follow-up',
  'quote-sent': 'Quote sent',
  'contract-sent': 'Contract sent',
  contracted: 'Contracted',
  'award-carrier': 'Bidding',
  'open-contracts': 'Booked',
  'completed-contracts': 'Completed',
};
const PAGE = 50;
/** Tall enough to render every row of a page. */
const TALL = { width: 1280, height: 4000 };
const LAPTOP = { width: 1280, height: 900 };

/** Signed in as Dana Whitfield, by default on the list of new leads. */
async function open(viewport = LAPTOP, path = 'leads/new'): Promise<Page> {
  const page = await newPage(browser, { viewport, reducedMotion: 'reduce' });
  await startSession(page, application.url, 'agent-portal', 'agent@demo.test', DEMO_PASSWORD);
  await go(page, path);
  return page;
}

const go = (page: Page, path: string) => page.goto(`${application.url}/agent-portal/${path}`);
const table = (page: Page) => page.getByRole('main').getByRole('table');
const rows = (page: Page) => table(page).locator('[data-row]');
const named = (page: Page, name: string) => rows(page).filter({ hasText: name });
const cells = (page: Page, column: number) => rows(page).locator(`[role=cell]:nth-child(${column})`).allInnerTexts();
const dialog = (page: Page) => page.getByRole('dialog');

/** The leads in the database that are not archived. */
async function leadsIn(state: AgentLeadTab) {
  return application.database.kysely
    .selectFrom('agent_lead')
    .leftJoin('account', 'account.id', 'assigned_agent_id')
    .select(['agent_lead.id', 'client_name', 'client_email', 'reference', 'account.name as agent', 'origin_state'])
    .where('state', '=', state)
    .where('is_archived', '=', false)
    .orderBy('reference')
    .execute();
}

/** A lead whose client name is unique. */
async function single(
  state: AgentLeadTab,
  isRight: (lead: Awaited<ReturnType<typeof leadsIn>>[number]) => boolean = () => true,
) {
  const names = await application.database.kysely.selectFrom('agent_lead').select('client_name').execute();
  const found = (await leadsIn(state)).find(
    (lead) => isRight(lead) && names.filter(({ client_name }) => client_name === lead.client_name).length === 1,
  );
  if (!found) throw new Error(`The demo has no such lead in ${state}.`);
  return found;
}

const placeOf = async (id: string) =>
  application.database.kysely
    .selectFrom('agent_lead')
    .select(['state', 'is_archived', 'archive_reason', 'follow_up_reason', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

test('each tab is a click away, and shows as many leads as it says', { timeout: 120_000 }, async () => {
  const page = await open(TALL);
  for (const tab of AGENT_LEAD_TABS) {
    const link = page
      .getByRole('navigation', { name: 'Leads by state' })
      .getByRole('link', { name: new RegExp(`^${TABS[tab]}`) });
    await link.click();
    await page.waitForURL(`**/agent-portal/leads/${tab}`);
    await seen(link).toHaveAttribute('aria-current', 'page');
    const leads = await leadsIn(tab);
    expect(leads.length, tab).toBeGreaterThan(5);
    await seen(link).toHaveText(`${TABS[tab]}${leads.length}`);
    await seen(table(page)).toHaveAccessibleName(`${TABS[tab]} leads`);
    await seen(rows(page)).toHaveCount(Math.min(leads.length, PAGE));
    // Its columns fit next to the navigation.
    await seen(page.locator('main [data-layout]').first()).toHaveAttribute('data-layout', 'rows');
    await seen(table(page)).toHaveAttribute('aria-rowcount', String(leads.length + 1));
    for (const { client_name } of leads.slice(0, PAGE)) await seen(named(page, client_name).first()).toBeAttached();
  }
});

test(
  'whose leads, from where, and in which order: the address says it, and the rows follow',
  { timeout: 120_000 },
  async () => {
    const page = await open(TALL, 'leads/quote-sent');
    const all = await leadsIn('quote-sent');
    const own = all.filter(({ agent }) => agent === 'Dana Whitfield');
    expect(own.length).toBeGreaterThan(0);
    expect(own.length).toBeLessThan(all.length);
    await seen(rows(page)).toHaveCount(all.length);

    await page.getByRole('button', { name: 'Mine', exact: true }).click();
    await seen(page).toHaveURL(/\/leads\/quote-sent\?mine=1$/);
    await seen(rows(page)).toHaveCount(own.length);
    await seen(page.getByRole('link', { name: /^Quote sent/ })).toHaveText(`Quote sent${own.length}`);
    await seen(rows(page).filter({ hasText: 'Luis Ortega' })).toHaveCount(0);

    const header = page.getByRole('columnheader', { name: 'Client' });
    await header.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await seen(header).toHaveAttribute('aria-sort', 'ascending');
    await seen(page).toHaveURL(/\?mine=1&sort=client$/);
    await seen(rows(page)).toHaveCount(own.length);
    const collator = new Intl.Collator('en');
    const byName = own.map(({ client_name }) => client_name).toSorted(collator.compare);
    await seen.poll(async () => (await cells(page, 2)).map((text) => text.split('\n')[0])).toEqual(byName);

    const { origin_state: state } = own[0]!;
    const from = own.filter((lead) => lead.origin_state === state);
    await go(page, `leads/quote-sent?mine=1&from=${state}`);
    await seen(rows(page)).toHaveCount(from.length);
    await seen(page.getByRole('link', { name: /^Quote sent/ })).toHaveText(`Quote sent${from.length}`);
    await page.getByRole('button', { name: 'Clear from' }).click();
    await seen(page).toHaveURL(/\?mine=1$/);
    await seen(rows(page)).toHaveCount(own.length);
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await seen(page).toHaveURL(/\/leads\/quote-sent$/);
    await seen(rows(page)).toHaveCount(all.length);
  },
);

test.each([
  ['laptop', LAPTOP],
  ['phone', { width: 360, height: 740 }],
])(
  'filters, order and columns of a list are chosen in one sheet, on a %s',
  { timeout: 120_000 },
  async (_, viewport) => {
    const page = await open(viewport, 'leads/follow-up');
    await page.getByRole('button', { name: 'Filter and sort' }).click();
    const sheet = dialog(page);
    for (const state of ['Texas', 'Florida']) {
      await sheet.getByRole('combobox', { name: 'From states' }).fill(state);
      await page.getByRole('option', { name: state }).click();
    }
    await seen(page).toHaveURL(/from=TX%2CFL|from=TX,FL/);
    await sheet.getByLabel('Sort').selectOption('Client, Z to A');
    await seen(page).toHaveURL(/sort=client_desc/);
    // The first change is answered only after the last one was made.
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    let written = 0;
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('SetListColumns')) {
        written += 1;
        await held;
      }
      await route.continue();
    });
    await sheet.getByLabel('Add a column').selectOption('Source');
    await sheet.getByRole('button', { name: 'Remove Agent' }).click();
    const names = sheet.getByRole('list', { name: 'Columns' }).getByRole('listitem');
    await seen(names).toHaveText(['Follow up', 'Phone', 'From and to', 'Move', 'Source']);
    await sheet.getByRole('button', { name: 'Move Source up' }).press('Enter');
    await seen(sheet.getByRole('button', { name: 'Move Source up' })).toBeFocused();
    await seen(names).toHaveText(['Follow up', 'Phone', 'From and to', 'Source', 'Move']);
    expect(written).toBe(1);
    answer();
    await seen.poll(() => written).toBe(3);
    await page.unrouteAll({ behavior: 'wait' });
    // A range that ends before it begins is told, and not applied.
    await sheet.getByLabel('Quote from').fill('3000');
    await seen(page).toHaveURL(/priceMin=300000/);
    await sheet.getByLabel('Quote up to').fill('2000');
    await seen(sheet.getByText('Enter at least $3,000.00.')).toBeVisible();
    await seen(page).not.toHaveURL(/priceMax/);
    await sheet.getByLabel('Quote up to').fill('4000');
    await seen(page).toHaveURL(/priceMin=300000&priceMax=400000/);
    await seen(sheet.getByText('Enter at least')).toHaveCount(0);
    for (const label of ['Quote from', 'Quote up to']) await sheet.getByLabel(label).fill('');
    await seen(page).not.toHaveURL(/price/);
    await sheet.getByRole('button', { name: 'Show leads' }).click();
    const { kysely } = application.database;
    const chosen = (await leadsIn('follow-up')).filter(({ origin_state }) => ['TX', 'FL'].includes(origin_state ?? ''));
    await seen(table(page)).toHaveAttribute('aria-rowcount', String(chosen.length + 1));
    await seen(page.getByText('From: TX, FL')).toBeVisible();
    const columns = page.getByRole('button', { name: 'Columns', exact: true });
    if (await columns.isVisible()) {
      await columns.click();
      await seen(sheet.getByLabel('Add a column')).toBeInViewport();
      await sheet.getByRole('button', { name: 'Show leads' }).click();
    }

    // They are stored for the person, not for the browser.
    await page.reload();
    await seen(table(page).getByRole('columnheader')).toContainText([
      'Client',
      'Follow up',
      'Phone',
      'From and to',
      'Source',
      'Move',
    ]);
    await page.getByRole('button', { name: 'Filter and sort' }).click();
    await dialog(page).getByRole('button', { name: 'Reset' }).click();
    await dialog(page).getByRole('button', { name: 'Show leads' }).click();
    await seen(table(page).getByRole('columnheader', { name: 'Agent' })).toBeAttached();
    expect(await kysely.selectFrom('list_columns').selectAll().execute()).toEqual([]);
  },
);

test('a tab is marked before its list is rendered; the list one returns to is there at once, where it was', async () => {
  const page = await open();
  await rows(page).first().waitFor();
  await page.evaluate(() => {
    const found: [tab: string, isOldList: boolean][] = [];
    const firstLead = () => document.querySelector<HTMLAnchorElement>('[data-open]')?.href;
    const old = firstLead();
    const current = () => document.querySelector('nav[aria-label="Leads by state"] [aria-current]')!.textContent;
    new MutationObserver(() => found.push([current(), firstLead() === old])).observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
    });
    Object.assign(globalThis, { found });
  });
  await page.getByRole('link', { name: /^Contracted/ }).click();
  await seen(page.getByRole('link', { name: /^Contracted/ })).toHaveAttribute('aria-current', 'page');
  const found = () =>
    page.evaluate(() =>
      (globalThis as unknown as { found: [string, boolean][] }).found.filter(([tab]) => tab.startsWith('Con')),
    );
  await expect.poll(async () => (await found()).at(-1)?.[1]).toBe(false);
  expect((await found())[0]?.[1]).toBe(true);

  await go(page, 'leads/new');
  await rows(page).first().waitFor();
  await page.evaluate(() => scrollTo(0, 500));
  // A double click whose second half meets the list, too: one step back must be enough.
  await rows(page)
    .nth(12)
    .locator('[data-open]')
    .evaluate((link) => {
      for (const detail of [1, 2])
        link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }));
    });
  await page.getByRole('heading', { level: 1 }).and(page.locator(':not(:text("Leads"))')).waitFor();
  await page.evaluate(() =>
    addEventListener('popstate', () =>
      // After all that React does in response to the event itself.
      setTimeout(() => Object.assign(globalThis, { isThere: document.querySelector('[data-open]') !== null })),
    ),
  );
  await page.goBack();
  const isThere = () => page.evaluate(() => (globalThis as unknown as { isThere?: boolean }).isThere);
  await expect.poll(isThere).toBeDefined();
  expect(await isThere()).toBe(true);
  await seen.poll(() => page.evaluate(() => scrollY)).toBe(500);
});

test('a card of the board and a task of Today open their lead as a list does: first the click is answered, and once', async () => {
  const page = await open();
  for (const [path, link] of [
    ['leads/new?view=board', '[data-card] a'],
    ['today', 'main li a[href*="/lead/"]'],
  ] as const) {
    await go(page, path);
    await page.locator(link).first().waitFor();
    const clicked = await page
      .locator(link)
      .first()
      .evaluate(async (element: HTMLAnchorElement) => {
        for (const detail of [1, 2])
          element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }));
        // After what React renders at once: what was clicked is still there, although the URL is that of the lead.
        await Promise.resolve();
        return { isThere: element.isConnected, isOnTheWay: location.pathname === element.pathname };
      });
    expect(clicked).toEqual({ isThere: true, isOnTheWay: true });
    await page.getByRole('navigation', { name: 'Views of this lead' }).waitFor();
    await page.goBack();
    await page.locator(link).first().waitFor();
  }
});

test('a list that is being left no longer changes the URL', async () => {
  const page = await open();
  await rows(page).first().waitFor();
  // Both in one task, as when a search that waits for a pause in typing runs before the next page is there.
  await page.getByRole('main').evaluate((main) => {
    main.querySelector<HTMLElement>('nav a[href*="/contracted"]')!.click();
    main.querySelector<HTMLElement>('[role=columnheader] button')!.click();
  });
  await seen(page.getByRole('link', { name: /^Contracted/ })).toHaveAttribute('aria-current', 'page');
  await named(page, (await leadsIn('contracted'))[0]!.client_name)
    .first()
    .waitFor();
  await seen(page).toHaveURL(/leads\/contracted$/);
});

test('search opens with Ctrl+K and finds a client with two wrong letters', { timeout: 60_000 }, async () => {
  const lead = await single('contracted', ({ client_name }) => /^[A-Z][a-z]+ [A-Z][a-z]{6,}$/.test(client_name));
  const last = lead.client_name.split(' ')[1]!;
  const wrong = [...last]
    .map((letter, index) => (index === 2 || index === 4 ? (letter === 'x' ? 'y' : 'x') : letter))
    .join('');
  const page = await open();
  await rows(page).first().waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Search leads/ }).fill(`${lead.client_name.split(' ')[0]} ${wrong}`);
  const hit = page.getByRole('option', { name: lead.reference });
  await seen(hit).toContainText(lead.client_name);
  for (let steps = 0; (await hit.getAttribute('aria-selected')) !== 'true' && steps < 20; steps++)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/agent-portal/lead/${lead.id}/info`);
  await seen(page.getByRole('heading', { level: 1 })).toContainText(lead.client_name);
});

test('a row is moved on by keyboard alone', { timeout: 60_000 }, async () => {
  const lead = await single('new');
  const count = (await leadsIn('new')).length;
  const page = await open(TALL);
  await seen(rows(page)).toHaveCount(count);
  const name = () => page.evaluate(() => document.activeElement?.closest('[data-row]')?.textContent ?? '');
  for (let steps = 0; !(await name()).includes(lead.client_name) && steps < count; steps++)
    await page.keyboard.press('j');
  expect(await name()).toContain(lead.client_name);
  await page.keyboard.press('m');
  await seen(page.getByRole('menu', { name: `Move ${lead.client_name} to…` })).toBeVisible();
  await page.keyboard.type('set');
  await seen(page.getByRole('menuitem', { name: 'Set follow-up' })).toBeFocused();
  await page.keyboard.press('Enter');
  await seen(dialog(page).getByLabel('Get back to the client on')).toBeFocused();
  const reason = dialog(page).getByRole('textbox', { name: 'Reason' });
  for (let steps = 0; !(await reason.evaluate((field) => field === document.activeElement)) && steps < 12; steps++)
    await page.keyboard.press('Tab');
  await page.keyboard.type('Asked to be called');
  for (
    let steps = 0;
    !(await dialog(page)
      .getByRole('button', { name: 'Set follow-up' })
      .evaluate((button) => button === document.activeElement)) && steps < 12;
    steps++
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await seen(dialog(page)).toHaveCount(0);
  await seen(named(page, lead.client_name)).toHaveCount(0);
  await seen(rows(page)).toHaveCount(count - 1);
  await seen(page.getByRole('link', { name: /^New/ }).first()).toHaveText(`New${count - 1}`);
  expect(await placeOf(lead.id)).toMatchObject({ state: 'follow-up', follow_up_reason: 'Asked to be called' });
});

test('what is off says why, and does nothing', { timeout: 60_000 }, async () => {
  const lead = await single('new', ({ client_email }) => client_email === null);
  const { version } = await placeOf(lead.id);
  const page = await open(TALL);
  await named(page, lead.client_name).hover();
  await named(page, lead.client_name)
    .getByRole('button', { name: `Move ${lead.client_name} to…` })
    .click();
  const item = page.getByRole('menuitem', { name: /^Send quote/ });
  await seen(item).toHaveAttribute('aria-disabled', 'true');
  await seen(item).toContainText(/^Send quotePossible once the client has an email address/);
  for (let steps = 0; !(await item.evaluate((row) => row === document.activeElement)) && steps < 12; steps++)
    await page.keyboard.press('ArrowDown');
  await seen(item).toBeFocused();
  await page.keyboard.press('Enter');
  await seen(item).toBeVisible();
  await seen(dialog(page)).toHaveCount(0);
  expect((await placeOf(lead.id)).version).toBe(version);
});

/** Picks up a card and holds it over a column. */
async function drag(page: Page, card: Locator, column: Locator): Promise<void> {
  await card.hover();
  await page.mouse.down();
  const box = (await column.getByRole('heading').boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 12 });
}

test(
  'a card on the board is dragged, or moved by its menu; where it cannot go it says why',
  { timeout: 90_000 },
  async () => {
    const page = await open({ width: 2400, height: 2600 });
    await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Board' }).click();
    await seen(page).toHaveURL(/view=board/);
    const column = (tab: AgentLeadTab) => page.getByRole('region', { name: TABS[tab], exact: true });
    for (const tab of AGENT_LEAD_TABS)
      await seen(column(tab).getByRole('heading')).toHaveText(`${TABS[tab]}${(await leadsIn(tab)).length}`);
    const shown = await column('new').getByRole('article').getByRole('link').allInnerTexts();
    const first = await single('new', ({ client_name }) => shown.includes(client_name));
    const card = (name: string) => page.getByRole('article').filter({ hasText: name });
    const topOfFollowUp = async () => (await column('follow-up').getByRole('article').first().boundingBox())!.y;
    const top = await topOfFollowUp();

    await drag(page, card(first.client_name), column('contracted'));
    await seen(column('contracted')).toContainText('No single step leads from “New” to “Contracted”');
    await page.mouse.up();
    await seen(dialog(page).getByRole('heading', { name: 'This card can’t move there' })).toBeVisible();
    await seen(dialog(page)).toContainText('No single step leads from “New” to “Contracted”');
    await page.keyboard.press('Escape');
    await seen(dialog(page)).toHaveCount(0);

    await drag(page, card(first.client_name), column('follow-up'));
    await seen(
      column('follow-up')
        .getByRole('paragraph')
        .filter({ hasText: /^Set follow-up$/ }),
    ).toBeVisible();
    // No card moves while one is held over it.
    expect(await topOfFollowUp()).toBe(top);
    await page.mouse.up();
    await seen(dialog(page).getByRole('heading', { name: 'Set a follow-up' })).toBeVisible();
    await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('Dragged here');
    await dialog(page).getByRole('button', { name: 'Set follow-up' }).click();
    await seen(dialog(page)).toHaveCount(0);
    await seen(column('new').getByText(first.client_name)).toHaveCount(0);
    expect(await placeOf(first.id)).toMatchObject({ state: 'follow-up', follow_up_reason: 'Dragged here' });
    await seen(column('new').getByRole('heading')).toHaveText(`New${(await leadsIn('new')).length}`);

    const twin = await column('new').getByRole('article').first().getByRole('link').innerText();
    await card(twin).first().hover();
    await card(twin)
      .first()
      .getByRole('button', { name: `Move ${twin} to…` })
      .click();
    await page.getByRole('menuitem', { name: 'Set follow-up' }).click();
    await seen(dialog(page).getByRole('heading', { name: 'Set a follow-up' })).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await seen(dialog(page)).toHaveCount(0);
  },
);

test('a lead is archived with a reason, and restored to where it was', { timeout: 90_000 }, async () => {
  const lead = await single('quote-sent');
  const page = await open(TALL, 'leads/quote-sent');
  await named(page, lead.client_name).hover();
  await named(page, lead.client_name)
    .getByRole('button', { name: `Move ${lead.client_name} to…` })
    .click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await dialog(page).getByRole('button', { name: 'Archive', exact: true }).click();
  await seen(dialog(page).getByRole('alert')).toContainText('Say why, in a few words.');
  await dialog(page).getByRole('button', { name: 'Can’t be reached' }).click();
  await dialog(page).getByRole('button', { name: 'Archive', exact: true }).click();
  await seen(dialog(page)).toHaveCount(0);
  await seen(named(page, lead.client_name)).toHaveCount(0);
  expect(await placeOf(lead.id)).toMatchObject({
    state: 'quote-sent',
    is_archived: true,
    archive_reason: 'Can’t be reached',
  });

  await page
    .getByRole('navigation', { name: 'Agent portal' })
    .getByRole('link', { name: /^Archive/ })
    .click();
  await seen(named(page, lead.client_name)).toContainText('Can’t be reached');
  await seen(named(page, lead.client_name)).toContainText('Quote sent');
  await page.getByRole('button', { name: `Restore ${lead.client_name}` }).click();
  await dialog(page).getByRole('button', { name: 'Restore' }).click();
  await seen(named(page, lead.client_name)).toHaveCount(0);
  await go(page, 'leads/quote-sent');
  await seen(named(page, lead.client_name)).toHaveCount(1);
  expect(await placeOf(lead.id)).toMatchObject({ state: 'quote-sent', is_archived: false });

  // Archiving can also be undone from its toast, which a key does from anywhere.
  await named(page, lead.client_name).hover();
  await named(page, lead.client_name)
    .getByRole('button', { name: `Move ${lead.client_name} to…` })
    .click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('By mistake');
  await dialog(page).getByRole('button', { name: 'Archive', exact: true }).click();
  await seen(dialog(page)).toHaveCount(0);
  await seen(
    page.getByRole('group', { name: `${lead.client_name} archived` }).getByRole('button', { name: 'Undo' }),
  ).toBeVisible();
  await page.keyboard.press('z');
  await seen(named(page, lead.client_name)).toHaveCount(1);
  expect(await placeOf(lead.id)).toMatchObject({ state: 'quote-sent', is_archived: false });
});

test('a list of more than one page loads the rest when one gets there', { timeout: 60_000 }, async () => {
  const { kysely } = application.database;
  const count = (await leadsIn('contracted')).length;
  const more = 2 * PAGE;
  // Copies of one lead, older than all others; they are not removed.
  await sql`insert into agent_lead select (jsonb_populate_record(l, jsonb_build_object('id', gen_random_uuid(), 'reference', 'L-9' || lpad(n::text, 4, '0'), 'client_name', 'Copy ' || n, 'entered_state_at', l.entered_state_at - interval '1 year' - n * interval '1 minute'))).*
    from agent_lead l, generate_series(1, ${more}::int) n where l.id = ${(await leadsIn('contracted'))[0]!.id}`.execute(
    kysely,
  );
  await sql`insert into contract (id, lead_id) select gen_random_uuid(), id from agent_lead where client_name like 'Copy %'`.execute(
    kysely,
  );
  const page = await open(LAPTOP, 'leads/contracted');
  await seen(table(page)).toHaveAttribute('aria-rowcount', String(count + more + 1));
  expect(await rows(page).count()).toBeLessThan(PAGE);
  const last = named(page, `Copy ${more}`);
  await seen(async () => {
    await page.mouse.wheel(0, 2000);
    await seen(last).toBeVisible({ timeout: 100 });
  }).toPass({ timeout: 20_000 });
  await seen(last).toHaveAttribute('aria-rowindex', String(count + more + 1));
});

test(
  'a wide screen is used to its edge by the board, and a phone shows leads before buttons',
  { timeout: 60_000 },
  async () => {
    const wide = await open({ width: 1920, height: 900 }, 'leads/new?view=board');
    const board = await wide.getByRole('region', { name: 'Board' }).boundingBox();
    expect(board!.x + board!.width).toBe(1920);

    const phone = await open({ width: 360, height: 740 }, 'leads/new');
    await seen(rows(phone).first()).toBeVisible();
    // The top bar, the title with its buttons, the tabs, and one line of filters.
    expect((await rows(phone).first().boundingBox())!.y).toBeLessThan(260);
  },
);

test('how long a new lead has waited is sorted by what it says', { timeout: 60_000 }, async () => {
  const page = await open(TALL);
  await seen(rows(page).first()).toBeVisible();
  const header = page.getByRole('columnheader', { name: 'Waiting' });
  await seen(header).toHaveAttribute('aria-sort', 'ascending');
  const column = await header.evaluate((cell) => [...cell.parentElement!.children].indexOf(cell) + 1);
  expect(await cells(page, column)).toEqual(expect.not.arrayContaining([expect.stringMatching(/ago|yesterday/)]));
  const oldest = async () => Date.parse((await rows(page).first().locator('time').first().getAttribute('datetime'))!);
  const before = await oldest();
  await header.getByRole('button').click();
  await seen(header).toHaveAttribute('aria-sort', 'descending');
  await seen.poll(oldest).toBeLessThan(before);
});

test(
  'while the window changes its width, no frame shows rows apart or over one another',
  { timeout: 60_000 },
  async () => {
    const page = await open();
    await seen(rows(page).nth(5)).toBeVisible();
    // Checked right after each frame is painted, unless the window has changed again by then.
    await page.evaluate(() => {
      const watch = globalThis as unknown as { faults: number[][]; frames: number };
      watch.faults = [];
      watch.frames = 0;
      const { port1, port2 } = new MessageChannel();
      let width = 0;
      const begin = (): void => {
        width = innerWidth;
        port2.postMessage(null);
      };
      port1.onmessage = () => {
        requestAnimationFrame(begin);
        if (width !== innerWidth) return;
        watch.frames += 1;
        const drawn = [...document.querySelectorAll<HTMLElement>('[role=rowgroup] > [data-key]')]
          .map((row) => ({ top: new DOMMatrix(getComputedStyle(row).transform).f, height: row.offsetHeight }))
          .sort((a, b) => a.top - b.top);
        const apart = drawn.slice(1).map(({ top }, at) => Math.round(top - drawn[at]!.top - drawn[at]!.height));
        if (apart.some((gap) => Math.abs(gap) > 1)) watch.faults.push(apart);
      };
      requestAnimationFrame(begin);
    });
    const frames = () => page.evaluate(() => (globalThis as unknown as { frames: number }).frames);
    for (const [width, layout] of [
      [360, 'cards'],
      [1280, 'rows'],
      [800, 'cards'],
      [1920, 'rows'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await seen(table(page)).toHaveAttribute('data-layout', layout);
      const before = await frames();
      await seen.poll(frames).toBeGreaterThan(before + 3);
    }
    expect(await page.evaluate(() => (globalThis as unknown as { faults: number[][] }).faults)).toEqual([]);
  },
);
