import type { Browser, Locator, Page } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { BeforeContractDocument, QuoteMailDocument } from '#src/generated/graphql/graphql.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { signIn } from '#tests/paths/agent-page.ts';
import { mailTo, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { violationsOf } from '#tests/platform/axe.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';
import { answerTo, isCallOf } from '#tests/platform/documents.ts';
import { seen } from '#tests/platform/seen.ts';

/** The office publishes a tariff; from then on, an agent on the phone sends a quote with three clicks. */
let application: Application;
let browser: Browser;
let ann: Account;

beforeAll(async () => {
  application = await startApplication();
  ann = await signedIn(application, 'agent', 'Ann Agent');
  browser = await testBrowser();
});

async function fine(page: Page): Promise<void> {
  const violations = await violationsOf(page);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
}
async function open(width = 1280): Promise<Page> {
  const page = await newPage(browser, { viewport: { width, height: 800 } });
  await signIn(page, application.url, 'agent-portal', ann.email);
  return page;
}
/** Fills in what a caller says. */
async function fillCall(dialog: Locator, name: string, email: string): Promise<void> {
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByLabel(/^Email/).fill(email);
  for (const [index, city] of ['Austin, TX', 'Denver, CO'].entries())
    await dialog.locator('ol > li').nth(index).getByLabel('City').fill(city);
}

test('a sample becomes the tariff, a colleague’s version is not written over, and a file with bad lines is told', async () => {
  const page = await open();
  await page.goto(application.url + hrefs.agent.tariffs());
  await page.getByRole('button', { name: 'Start with a sample' }).click();
  await seen(page.getByRole('grid', { name: 'Rates by distance and weight' })).toBeVisible();
  await page.getByLabel('Fuel', { exact: true }).fill('0.50');
  await fine(page);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByLabel('What changed').fill('Our first prices');
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await seen(page.getByText('Tariff published')).toBeVisible();
  await seen(page.getByRole('listitem').filter({ hasText: 'Our first prices' })).toContainText('Ann Agent');

  await page.getByLabel('Stairs', { exact: true }).fill('80');
  await seen(page.getByText('This draft is not published yet')).toBeVisible();
  const { rules } = await application.database.kysely.selectFrom('tariff').select('rules').executeTakeFirstOrThrow();
  expect(rules).toMatchObject({ fuel_per_mile: 50, stairs: 7500 });
  await application.database.kysely
    .insertInto('tariff')
    .values({
      version: 2,
      rules: JSON.stringify({ ...rules, elevator: 9000, stairs: 8500 }),
      comment: 'Elevators cost more',
      published_at: new Date().toISOString(),
      actor_name: 'Bob Agent',
    })
    .execute();
  await page.reload();
  await seen(page.getByText('Bob Agent published version 2 after you began')).toBeVisible();
  // What only he changed is taken over; where both made changes, the person is asked.
  await seen(page.getByText('Their changes are in the form now: Elevator.')).toBeVisible();
  await seen(page.getByLabel('Elevator', { exact: true })).toHaveValue('90.00');
  await seen(page.getByLabel('Stairs', { exact: true })).toHaveValue('80.00');
  await seen(page.getByRole('button', { name: 'Publish' })).toBeDisabled();
  await seen(page.getByRole('button', { name: 'Mine: $80.00' })).toBeVisible();
  await page.getByRole('button', { name: 'Theirs: $85.00' }).click();
  await seen(page.getByLabel('Stairs', { exact: true })).toHaveValue('85.00');
  await seen(page.getByText('after you began')).toHaveCount(0);

  // An earlier version is opened as a draft, and published as a new version of the tariff.
  await page.getByRole('button', { name: 'View: version 1' }).click();
  await seen(page.getByText('This is version 1 again, not published yet')).toBeVisible();
  await seen(page.getByLabel('Elevator', { exact: true })).not.toHaveValue('90.00');
  await page.getByRole('button', { name: 'Publish' }).click();
  await seen(page.getByLabel('What changed')).toHaveValue('Back to version 1');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await seen(page.getByLabel('Elevator', { exact: true })).toHaveValue('90.00');
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await seen(page.getByText('This draft is not published yet')).toBeVisible();
  await seen(page.getByLabel('Elevator', { exact: true })).not.toHaveValue('90.00');
  await page.getByRole('button', { name: 'Discard' }).click();
  await seen(page.getByLabel('Elevator', { exact: true })).toHaveValue('90.00');

  const csv = Buffer.from('what,name\nstairs,x\n');
  await page.getByLabel('CSV file of a tariff').setInputFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer: csv });
  await seen(page.getByRole('alert')).toContainText('Line 1: These columns are missing');
  await page.setViewportSize({ width: 360, height: 800 });
  await fine(page);
});

test('from a phone call to the sent quote in three clicks', async () => {
  const email = 'casey@call.test';
  const page = await open();
  // Counts every press of the mouse, wherever it lands.
  await page.evaluate(() => {
    const counter = globalThis as { clicks?: number };
    counter.clicks = 0;
    document.addEventListener('click', (event) => (counter.clicks! += event.detail > 0 ? 1 : 0), true);
  });
  await page.getByRole('button', { name: 'New lead' }).click();
  const dialog = page.getByRole('dialog');
  await fillCall(dialog, 'Casey Caller', email);
  await dialog.getByLabel('Items in words').fill('king bed, sofa, 12 boxes');
  let letCome = () => {};
  const isToCome = new Promise<void>((resolve) => (letCome = resolve));
  await page.route('**/graphql', async (route) => {
    if (isCallOf(route.request(), QuoteMailDocument)) await isToCome;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Save and send quote' }).click();
  // Nobody sends an email before it is shown.
  await seen(dialog.getByText('Preparing the email…')).toBeAttached();
  await seen(dialog.getByRole('button', { name: 'Send quote' })).toBeDisabled();
  letCome();
  const preview = page.getByRole('region', { name: 'Preview of the email' });
  await seen(preview).toContainText(email);
  await seen(preview).toContainText('Here is our price for your move from Austin, TX to Denver, CO.');
  await dialog.getByLabel('Message').fill('As we said on the phone.');
  await seen(preview).toContainText('As we said on the phone.');
  const shown = (await preview.locator('p').innerText()).split('…');
  await fine(page);
  await dialog.getByRole('button', { name: 'Send quote' }).click();
  await seen(page.getByText('Quote sent to Casey Caller')).toBeVisible();
  expect(await page.evaluate(() => (globalThis as { clicks?: number }).clicks)).toBe(3);
  await seen(page.getByRole('heading', { level: 1 })).toContainText('Casey Caller');
  await seen(page.getByText('Line haul')).toBeVisible();

  const mail = await mailTo(application, email, /^Your moving quote/);
  const text = mail.text.replaceAll(/ +\n/g, '\n');
  // The links to the estimate and the move are created when it is sent.
  expect(shown).toHaveLength(3);
  for (const part of shown) expect(text).toContain(part.trim());
  const lead = await application.database.kysely
    .selectFrom('agent_lead')
    .select(['origin_zip', 'weight_lb', 'quoted_estimate_id'])
    .where('client_email', '=', email)
    .executeTakeFirstOrThrow();
  expect(lead).toMatchObject({ origin_zip: '73301', weight_lb: 70 * 7 + 50 * 7 + 12 * 3 * 7 });
});

test('the same by keys alone; what cannot be priced is a lead all the same', async () => {
  const page = await open();
  await seen(page.getByRole('heading', { name: 'Leads' })).toBeVisible();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog');
  await seen(dialog.getByLabel('Name', { exact: true })).toBeFocused();
  await fillCall(dialog, 'Kay Keys', 'kay@call.test');
  await dialog.getByLabel(/^Size/).fill('2 bedrooms');
  await page.keyboard.press('Control+Shift+Enter');
  await seen(page.getByRole('region', { name: 'Preview of the email' })).toContainText('Kay Keys');
  await seen(dialog.getByLabel('Message')).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await seen(page.getByText('Quote sent to Kay Keys')).toBeVisible();

  await page.keyboard.press('n');
  await fillCall(dialog, 'Una Unsized', 'una@call.test');
  await page.keyboard.press('Control+Shift+Enter');
  await seen(page.getByText('No quote yet. The weight is not known')).toBeVisible();
  await seen(page.getByRole('heading', { level: 1 })).toContainText('Una Unsized');
});

test('an estimate is priced with one press, and says why an agent changed it', async () => {
  const page = await open(360);
  await page.getByRole('button', { name: 'New lead' }).click();
  const dialog = page.getByRole('dialog');
  await fillCall(dialog, 'Pat Priced', 'pat@call.test');
  await dialog.getByLabel(/^Size/).fill('Studio');
  await dialog.getByRole('button', { name: 'Add lead' }).click();
  await seen(page.getByRole('heading', { level: 1 })).toContainText('Pat Priced');
  await page.getByRole('button', { name: 'New estimate' }).click();
  await dialog.getByRole('button', { name: 'Price it' }).click();
  await seen(dialog.getByText('Priced by tariff version 2.')).toBeVisible();
  await seen(dialog.getByText(/2,000 lb × \$[\d.]+\/cwt/)).toBeVisible();
  const before = await dialog.getByText(/^Total \$/).innerText();
  await dialog.getByLabel('Rate').first().fill('10');
  await seen(dialog.getByText(/^Total \$/)).not.toHaveText(before);
  await dialog.getByRole('button', { name: '+ Percent discount' }).click();
  await dialog.getByLabel('Percent').fill('10');
  await dialog.getByRole('button', { name: 'Save estimate' }).click();
  await seen(dialog.getByText('Say why “Line haul” differs from the tariff.').first()).toBeVisible();
  await fine(page);
  await dialog.getByLabel(/^Why is “Line haul”/).fill('An old client');
  await dialog.getByRole('button', { name: 'Save estimate' }).click();
  await seen(dialog).toHaveCount(0);
  await seen(page.getByText('Discount 10%')).toBeVisible();
  await seen(page.getByText(/instead of .*“An old client”/)).toBeVisible();
});

test('a move that changed after its quote is told wherever the old price could go out', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'New lead' }).click();
  const dialog = page.getByRole('dialog');
  await fillCall(dialog, 'Mia Moremore', 'mia@call.test');
  await dialog
    .getByLabel(/^First day/)
    .first()
    .fill(new Date(Date.now() + 40 * 86_400_000).toLocaleDateString('en-US', { timeZone: 'UTC' }));
  await dialog.getByLabel(/^Size/).fill('Studio');
  await dialog.getByRole('button', { name: 'Save and send quote' }).click();
  await dialog.getByRole('button', { name: 'Send quote' }).click();
  await seen(dialog).toHaveCount(0);
  const estimates = page.getByRole('region', { name: 'Estimates' });
  const openContract = async () => {
    const answer = answerTo(page, BeforeContractDocument);
    await page.getByRole('button', { name: 'Send contract' }).first().click();
    await answer;
  };
  const changed = dialog.getByText('The move changed after the price was sent');
  await openContract();
  await seen(changed).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit lead' }).click();
  await dialog.getByLabel(/^Size/).fill('4 bedrooms');
  await dialog.getByRole('button', { name: 'Save lead' }).click();
  await seen(dialog).toHaveCount(0);
  await seen(estimates.getByText('The move changed after this quote was sent')).toBeVisible();
  await openContract();
  await seen(changed).toBeVisible();
  await fine(page);
  await page.keyboard.press('Escape');

  await estimates.getByRole('button', { name: 'New version' }).click();
  await seen(dialog.getByText('The move has changed since it was priced')).toBeVisible();
  await fine(page);
  await dialog.getByRole('button', { name: 'Price it again' }).click();
  await seen(dialog.getByText('The move has changed since it was priced')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save and send…' }).click();
  await dialog.getByRole('button', { name: 'Send quote' }).click();
  await seen(dialog).toHaveCount(0);
  await seen(estimates.getByText('The move changed after this quote was sent')).toHaveCount(0);
});
