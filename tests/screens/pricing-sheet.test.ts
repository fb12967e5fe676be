import type { Browser, Page } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { startSession } from '#tests/paths/agent-page.ts';
import { seen } from '#tests/platform/seen.ts';
import { PASSWORD, call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { violationsOf } from '#tests/platform/axe.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';

/** A carrier edits its rates as in a spreadsheet. The expected final data is written out. */
let application: Application;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  browser = await testBrowser();
});

const cell = (
  miles_from: number,
  miles_to: number,
  lb_from: number,
  lb_to: number,
  rate_per_cwt: number,
  minimum = 0,
) => ({ miles_from, miles_to, lb_from, lb_to, rate_per_cwt, minimum });
const SHEET = [
  cell(0, 500, 0, 2000, 4000),
  cell(0, 500, 2000, 8000, 3500),
  cell(500, 2000, 0, 2000, 6000),
  cell(500, 2000, 2000, 8000, 5500),
];

interface Sheet {
  data: typeof SHEET;
  version: number;
}
const read = async ({ token }: Account) =>
  (await call<Sheet>(application, 'GET', 'carrier/pricing-sheet', { token })).body;
const ratesOf = async (who: Account) => (await read(who)).data.map(({ rate_per_cwt }) => rate_per_cwt);
const at = (page: Page, row: number, column: number) => page.locator(`[data-at="${row}:${column}"]`);

async function open(
  name: string,
  options: Parameters<typeof newPage>[1] = {},
): Promise<{ page: Page; carrier: Account }> {
  const carrier = await signedIn(application, 'carrier', name, { pricing_sheet: JSON.stringify(SHEET) });
  const page = await newPage(browser, { viewport: { width: 1280, height: 900 }, ...options });
  await page.goto(`${application.url}/auth/load-board/login`);
  await page.getByLabel('Email').fill(carrier.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/load-board\/leads/);
  await page.goto(`${application.url}/load-board/settings/pricing-sheet`);
  await seen(page.getByRole('grid')).toBeVisible();
  return { page, carrier };
}
const save = (page: Page) => page.getByRole('button', { name: 'Save sheet' });

/** Pastes as from a spreadsheet. */
const paste = (page: Page, text: string) =>
  page.evaluate((given) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', given);
    document.activeElement!.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
/** What a copy puts on the clipboard. */
const copy = (page: Page) =>
  page.evaluate(() => {
    const clipboardData = new DataTransfer();
    document.activeElement!.dispatchEvent(
      new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }),
    );
    return clipboardData.getData('text/plain');
  });

test('by keys alone: typed, pasted, undone, redone, priced and saved', async () => {
  const { page, carrier } = await open('Keyboard Movers LLC');
  await at(page, 1, 1).focus();
  await page.keyboard.type('41.5');
  await page.keyboard.press('Enter');
  await seen(at(page, 1, 1)).toHaveText('$41.50');
  await seen(at(page, 2, 1)).toBeFocused();

  // Escape restores the old value; Enter edits the cell; Tab moves to the right.
  await page.keyboard.type('9');
  await page.keyboard.press('Escape');
  await seen(at(page, 2, 1)).toHaveText('$60.00');
  await page.keyboard.press('Enter');
  await seen(page.getByRole('textbox', { name: /^Rate per cwt, 500 – 2,000 mi/ })).toHaveValue('60.00');
  await page.keyboard.press('Tab');
  await seen(at(page, 2, 2)).toBeFocused();
  await page.keyboard.type('700');
  await page.keyboard.press('Tab');
  await seen(at(page, 2, 2)).toHaveText('$700.00');

  await page.keyboard.press('Control+z');
  await seen(at(page, 2, 2)).toHaveText('—');
  await page.keyboard.press('Control+Shift+z');
  await seen(at(page, 2, 2)).toHaveText('$700.00');

  // A block from a spreadsheet; a message counts the cells that did not fit.
  await at(page, 1, 3).focus();
  await paste(page, '$36.00\t800\t1\n56,00\t"$1,200.00"\t1');
  await seen(at(page, 1, 3)).toHaveText('$36.00');
  await seen(at(page, 2, 4)).toHaveText('$1,200.00');
  await seen(page.getByText('2 of the pasted cells did not fit')).toBeVisible();
  await seen(at(page, 2, 3)).toHaveAttribute('aria-invalid', 'true');
  await at(page, 2, 3).focus();
  await page.keyboard.type('56');
  await page.keyboard.press('Enter');

  await at(page, 1, 1).focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowRight');
  expect(await copy(page)).toBe('41.50\t\n60.00\t700.00');

  // 1,000 miles and 4,000 lb: 40 cwt at $56.00.
  await page.getByLabel('Distance', { exact: true }).fill('1000');
  await page.getByLabel('Weight', { exact: true }).fill('4000');
  await seen(page.getByText('40 cwt × $56.00 = $2,240.00')).toBeVisible();

  await save(page).click();
  await seen(page.getByText('Pricing sheet saved')).toBeVisible();
  expect((await read(carrier)).data).toEqual([
    cell(0, 500, 0, 2000, 4150),
    cell(0, 500, 2000, 8000, 3600, 80_000),
    cell(500, 2000, 0, 2000, 6000, 70_000),
    cell(500, 2000, 2000, 8000, 5600, 120_000),
  ]);
  await seen(save(page)).toBeDisabled();
  const violations = await violationsOf(page, 'all');
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 120))])).toEqual([]);
});

test('a wrong cell is told at its place and is not sent; bands come and go', async () => {
  const { page, carrier } = await open('Careful Movers LLC');
  await at(page, 1, 1).focus();
  await page.keyboard.type('call us');
  await page.keyboard.press('Enter');
  await seen(at(page, 1, 1)).toHaveAttribute('aria-invalid', 'true');
  await seen(page.getByText('Fix 1 field')).toBeVisible();
  await save(page).click();
  await seen(at(page, 1, 1)).toBeFocused();
  expect(await ratesOf(carrier)).toEqual([4000, 3500, 6000, 5500]);
  await page.keyboard.press('Delete');
  await page.keyboard.type('40');
  await page.keyboard.press('Enter');

  await at(page, 2, 1).focus();
  await page.getByRole('button', { name: 'Add distance band' }).click();
  await seen(at(page, 3, 0)).toBeFocused();
  await page.keyboard.type('1500');
  await page.keyboard.press('Tab');
  await seen(
    page.getByText(/This distance band starts at 2,000 miles, so it must end above that/).first(),
  ).toBeVisible();
  await at(page, 3, 0).focus();
  await page.keyboard.type('3000');
  await page.keyboard.press('Tab');
  await paste(page, '70\t900\t65');
  await save(page).click();
  await seen(page.getByText('Pricing sheet saved')).toBeVisible();
  expect((await read(carrier)).data.slice(4)).toEqual([
    cell(2000, 3000, 0, 2000, 7000, 90_000),
    cell(2000, 3000, 2000, 8000, 6500),
  ]);
  await page.getByRole('button', { name: 'Remove distance band 3' }).click();
  await seen(at(page, 3, 0)).toHaveCount(0);
});

test('what is not saved outlives a reload; somebody else’s sheet meanwhile is a conflict that loses neither', async () => {
  // The browser logs each refused request by itself.
  const { page, carrier } = await open('Patient Movers LLC');
  const other = async (rate: number) => {
    const { version } = await read(carrier);
    await call(application, 'PUT', 'carrier/pricing-sheet', {
      token: carrier.token,
      body: { version, data: [{ ...SHEET[0], rate_per_cwt: rate }, ...SHEET.slice(1)] },
    });
  };
  await at(page, 1, 1).focus();
  await page.keyboard.type('42');
  await page.keyboard.press('Enter');
  await page.reload();
  await seen(page.getByText('Your unsaved changes are back')).toBeVisible();
  await seen(at(page, 1, 1)).toHaveText('$42.00');

  await other(9900);
  await save(page).click();
  const conflict = page.getByRole('alert').filter({ hasText: 'changed elsewhere' });
  await seen(conflict).toBeVisible();
  // The pressed button is disabled now; the focus moves to what must be decided.
  await seen(conflict.locator('xpath=..')).toBeFocused();
  await page.getByRole('heading', { name: 'Try it' }).scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Choose what to keep' }).click();
  await seen(conflict).toBeInViewport();
  await seen(at(page, 1, 1)).toHaveText('$42.00');
  await conflict.getByRole('button', { name: 'View saved version' }).click();
  await seen(conflict.getByRole('cell', { name: '99.00' })).toBeVisible();
  await conflict.getByRole('button', { name: 'Use saved version' }).click();
  await seen(at(page, 1, 1)).toHaveText('$99.00');
  await page.getByRole('button', { name: 'Undo' }).click();
  await seen(at(page, 1, 1)).toHaveText('$42.00');

  // A reload with a draft over an older sheet is the same conflict; this time the own draft is kept.
  await other(8800);
  await page.reload();
  await seen(conflict).toBeVisible();
  await conflict.getByRole('button', { name: 'Keep my changes' }).click();
  await save(page).click();
  await seen(page.getByText('Pricing sheet saved')).toBeVisible();
  expect(await ratesOf(carrier)).toEqual([4200, 3500, 6000, 5500]);
});

test('with nothing of one’s own to lose, somebody else’s sheet appears by itself', async () => {
  const { page, carrier } = await open('Watching Movers LLC');
  const { version } = await read(carrier);
  await call(application, 'PUT', 'carrier/pricing-sheet', {
    token: carrier.token,
    body: { version, data: [SHEET[0], SHEET[1]] },
  });
  await seen(at(page, 2, 1)).toHaveCount(0);
  await seen(at(page, 1, 3)).toHaveText('$35.00');
});

test('on a phone a cell is touched and typed into, and only the table scrolls sideways', async () => {
  const { page, carrier } = await open('Phone Movers LLC', { viewport: { width: 360, height: 740 }, hasTouch: true });
  await at(page, 2, 1).tap();
  const input = page.getByRole('textbox', { name: /^Rate per cwt/ });
  await seen(input).toBeFocused();
  await page.keyboard.type('61');
  await page.keyboard.press('Enter');
  await seen(at(page, 2, 1)).toHaveText('$61.00');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
    true,
  );
  await save(page).tap();
  await seen(page.getByText('Pricing sheet saved')).toBeVisible();
  expect(await ratesOf(carrier)).toEqual([4000, 3500, 6100, 5500]);
});

test('a sheet begins with sample rates, which are saved when the carrier saves them', async () => {
  const carrier = await signedIn(application, 'carrier', 'Blank Vans', { pricing_sheet: '[]' });
  const page = await newPage(browser, { viewport: { width: 360, height: 740 }, hasTouch: true });
  await startSession(page, application.url, 'load-board', carrier.email);
  await page.goto(`${application.url}/load-board/settings/pricing-sheet`);
  await page.getByRole('button', { name: 'Start with sample rates' }).click();
  await seen(at(page, 1, 1)).toHaveText('$30.00');
  await seen(page.getByText('Not saved yet.')).toBeVisible();
  expect(await read(carrier)).toMatchObject({ data: [] });
  await page.getByRole('button', { name: 'Add distance band' }).click();
  await seen(page.getByRole('button', { name: 'Fill blanks with sample rates' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await seen(page.getByRole('button', { name: 'Fill blanks with sample rates' })).toBeHidden();
  expect(await violationsOf(page)).toEqual([]);
  await save(page).click();
  await seen(page.getByText('Not saved yet.')).toBeHidden();
  expect((await ratesOf(carrier)).length).toBe(12);
});
