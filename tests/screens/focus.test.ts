import type { Browser, Page } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { hrefs } from '#src/views/hrefs.ts';
import { newEmail } from '#tests/api/account-api.ts';
import { insertLoads } from '#tests/api/load-rows.ts';
import { agentPage, signIn, startSession } from '#tests/paths/agent-page.ts';
import { newStage, people } from '#tests/paths/api-gestures.ts';
import type { People } from '#tests/paths/api-gestures.ts';
import { seen } from '#tests/platform/seen.ts';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';

/** The keyboard focus is never lost, and Back closes what is on top. */
let application: Application;
let who: People;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  browser = await testBrowser();
});

async function leadPage(): Promise<{ page: Page; screen: ReturnType<typeof agentPage>; leadId: string }> {
  const { lead } = await newStage(application, who);
  const page = await newPage(browser, { viewport: { width: 1280, height: 900 } });
  await startSession(page, application.url, 'agent-portal', who.agent.email);
  const screen = agentPage(page, application.url);
  await screen.open(lead.id);
  return { page, screen, leadId: lead.id };
}

/** Presses it by keyboard, like somebody without a mouse. */
async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
}
const isAnywhere = (page: Page) => page.evaluate(() => document.activeElement !== document.body);

test('signing in leaves the focus to the first page’s content', async () => {
  const page = await newPage(browser);
  await signIn(page, application.url, 'agent-portal', who.agent.email);
  await seen(page.getByRole('heading', { level: 1 })).toBeVisible();
  await seen.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
});

test.each([1280, 360])(
  'Back closes the dialog on top and keeps what was typed; the next one leaves the page, at %i px',
  async (width) => {
    const { page, screen, leadId } = await leadPage();
    await page.setViewportSize({ width, height: 800 });
    const at = `${application.url}${hrefs.agent.lead(leadId)}`;
    // Start from another page of the product.
    await page.goto(application.url + hrefs.agent.leads('new'));
    await page
      .locator(`a[href="${hrefs.agent.lead(leadId)}"]`)
      .first()
      .click();
    await page.waitForURL(at);
    await screen.choose('Edit lead');
    await page
      .getByRole('dialog')
      .getByLabel(/^Notes/)
      .fill('Calls back on Monday');
    // goBack waits for a navigation, and there is none.
    await page.goBack({ timeout: 1000 }).catch(() => null);
    await seen(page.getByRole('dialog')).toHaveCount(0);
    expect(page.url()).toBe(at);
    await screen.choose('Edit lead');
    await seen(page.getByRole('dialog').getByLabel(/^Notes/)).toHaveValue('Calls back on Monday');
    await page.keyboard.press('Escape');
    await seen(page.getByRole('dialog')).toHaveCount(0);
    await page.goBack();
    await page.waitForURL((url) => url.href !== at);
  },
);

test('lines of an estimate come and go by keyboard', async () => {
  const { page } = await leadPage();
  await page.getByRole('button', { name: 'More for version 1' }).click();
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading').first().waitFor();
  await press(page, '+ Fuel surcharge');
  await seen(dialog.getByLabel('Quantity').last()).toBeFocused();
  await press(page, '+ Other');
  await seen(dialog.getByLabel('Description').last()).toBeFocused();
  await press(page, 'Remove Fuel surcharge');
  await seen.poll(() => isAnywhere(page)).toBe(true);
  await seen(dialog.locator('li').last().locator(':focus')).toHaveCount(1);
});

test('stops and items of a lead come, move and go by keyboard', async () => {
  const { page, screen } = await leadPage();
  await screen.choose('Edit lead');
  const dialog = page.getByRole('dialog');
  await press(page, 'Add a stop');
  await seen(dialog.getByLabel('ZIP').nth(1)).toBeFocused();
  // The top stop cannot move up, so its “down” button gets the focus.
  await press(page, 'Move stop 2 up');
  await seen(dialog.getByRole('button', { name: 'Move stop 1 down' })).toBeFocused();
  await page.keyboard.press('Enter');
  await seen(dialog.getByRole('button', { name: 'Move stop 2 down' })).toBeFocused();
  await press(page, 'Remove stop 2');
  await seen.poll(() => isAnywhere(page)).toBe(true);
  const items = dialog.getByRole('button', { name: /^Remove item/ });
  const before = await items.count();
  await press(page, 'Add an item');
  await seen(dialog.getByLabel(`Item ${before + 1}`, { exact: true })).toBeFocused();
  await press(page, `Remove item ${before + 1}`);
  await seen(items).toHaveCount(before);
  await seen.poll(() => isAnywhere(page)).toBe(true);
});

test('a drawer gives the focus back to the row that opened it, also the first one', async () => {
  const carrier = await signedIn(application, 'carrier', 'Focus Vans LLC');
  await insertLoads(application, { columbus: { from: '43215', to: '60601', lb: 4000 } });
  const page = await newPage(browser, { viewport: { width: 1280, height: 900 } });
  await signIn(page, application.url, 'load-board', carrier.email);
  const load = page.getByRole('table', { name: 'Available loads' }).getByRole('link').first();
  await load.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('heading', { name: 'Stops' }).waitFor();
  await page.keyboard.press('Escape');
  await seen(page.getByRole('dialog')).toHaveCount(0);
  await seen(load).toBeFocused();
  // Back leaves the drawer's address, which closes it.
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('heading', { name: 'Stops' }).waitFor();
  await page.goBack();
  await seen(page.getByRole('dialog')).toHaveCount(0);
  await seen(load).toBeVisible();
});

test('a link to another page leaves the focus to its content, also after the search is closed', async () => {
  const { page } = await leadPage();
  await page.getByRole('navigation').getByRole('link', { name: 'Leads', exact: true }).click();
  const lead = page.getByRole('table').getByRole('link').first();
  await lead.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Client and move' }).waitFor();
  const content = page.getByRole('main');
  await seen(content).toBeFocused();
  await page.keyboard.press('Control+k');
  await seen(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await seen(content).toBeFocused();
});

test('the help lists what works on this page, and Ctrl+Enter sends a dialog', async () => {
  const { page, leadId } = await leadPage();
  const help = page.getByRole('dialog');
  const listed = async () => {
    await page.keyboard.press('?');
    await help.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
    const labels = await help.locator('dt').allInnerTexts();
    await page.keyboard.press('Escape');
    await seen(help).toHaveCount(0);
    return labels;
  };
  const onLead = await listed();
  expect(onLead).toEqual(expect.arrayContaining(['Move the lead to…', 'New lead', 'Search', 'Close']));
  expect(onLead.filter((label) => / row/.test(label))).toEqual([]);
  await page.keyboard.press('m');
  await page.getByRole('menuitem', { name: 'Edit lead', exact: true }).click();
  await help.getByRole('heading').first().waitFor();
  await help.getByLabel(/^Notes/).fill('By keyboard');
  await page.keyboard.press('Control+Enter');
  await seen(help).toHaveCount(0);
  const { notes } = await application.database.kysely
    .selectFrom('agent_lead')
    .select('notes')
    .where('id', '=', leadId)
    .executeTakeFirstOrThrow();
  expect(notes).toBe('By keyboard');
  await page.goto(application.url + hrefs.agent.leads('new'));
  await page.getByRole('table').getByRole('link').first().waitFor();
  expect(await listed()).toEqual(
    expect.arrayContaining(['Next row', 'Previous row', 'Open the row', 'Select the row']),
  );
});

test('Ctrl+Enter sends a dialog that was just opened', async () => {
  const { page, screen } = await leadPage();
  await screen.choose('Archive');
  const dialog = page.getByRole('dialog');
  await seen(dialog).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await seen(dialog.getByRole('alert').filter({ hasText: 'Say why, in a few words.' })).toBeFocused();
});

test('a menu that has just opened takes the next key', async () => {
  const { page } = await leadPage();
  const menu = page.locator('button[aria-haspopup=menu]').first();
  // Within one task: no event that is reported later has helped.
  const focused = await menu.evaluate((button: HTMLButtonElement) => {
    button.click();
    const row = document.activeElement;
    return row && { role: row.role, isFirst: row === row.closest('[role=menu]')?.querySelector('[role=menuitem]') };
  });
  expect(focused).toEqual({ role: 'menuitem', isFirst: true });
});

test('a note that is open takes the focus once, and leaves it to whatever is used then', async () => {
  const { page } = await leadPage();
  await page.getByRole('button', { name: 'Add note' }).click();
  await seen(page.getByLabel('New note')).toBeFocused();
  await page.keyboard.type('Piano on the second floor');
  const call = page.getByRole('button', { name: 'Log call' });
  await call.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('heading').first().waitFor();
  await page.keyboard.press('Escape');
  await seen(page.getByRole('dialog')).toHaveCount(0);
  await seen(call).toBeFocused();
  await page.getByRole('button', { name: 'Save note' }).focus();
  await page.keyboard.press('Enter');
  await seen(page.getByLabel('New note')).toHaveCount(0);
  await seen(page.getByRole('button', { name: 'Add note' })).toBeFocused();
});

test('a button that is off after its only use leaves the focus in its form', async () => {
  const { page } = await leadPage();
  await page.goto(application.url + hrefs.agent.settings());
  const save = page.getByRole('button', { name: 'Save profile' });
  await page.getByLabel('Phone').fill('6145550144');
  await save.focus();
  await page.keyboard.press('Enter');
  await seen(save).toBeDisabled();
  await seen(page.getByLabel('Phone')).toBeFocused();
});

test('an invitation that is revoked from its menu leaves the focus in the list', async () => {
  const { token } = who.agent;
  for (const name of ['Ina Vited', 'Otto Vited'])
    await call(application, 'POST', 'agent/team', {
      token,
      body: { name, email: newEmail('vited'), rights: [] },
    });
  const page = await newPage(browser, { viewport: { width: 1280, height: 900 } });
  await startSession(page, application.url, 'agent-portal', who.agent.email);
  await page.goto(application.url + hrefs.agent.team());
  await page.getByRole('button', { name: 'Actions for Ina Vited' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Revoke' }).focus();
  await page.keyboard.press('Enter');
  await press(page, 'Revoke');
  await seen(page.getByRole('button', { name: 'Actions for Ina Vited' })).toHaveCount(0);
  await seen(page.getByRole('main').locator(':focus')).toHaveCount(1);
});
