import { sql } from 'kysely';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#src/demo/demo-accounts.ts';
import { startSession } from '#tests/paths/agent-page.ts';
import { seen } from '#tests/platform/seen.ts';
import { mailTo, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';

/**
 * What an agent does with carriers: finds one, reads its page, adds a note, decides on its authority, sets its ratio.
 */
let application: Application;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication({ demoData: true });
  browser = await testBrowser();
});

const LAPTOP = { width: 1280, height: 900 };
const PHONE = { width: 360, height: 740 };

async function open(path: string, viewport = LAPTOP, email = 'agent@demo.test'): Promise<Page> {
  const page = await newPage(browser, { viewport, hasTouch: viewport === PHONE, reducedMotion: 'reduce' });
  await startSession(page, application.url, 'agent-portal', email, DEMO_PASSWORD);
  await page.goto(`${application.url}/agent-portal/${path}`);
  return page;
}

const rows = (page: Page) => page.getByRole('main').getByRole('table').locator('[data-row]');
const dialog = (page: Page) => page.getByRole('dialog');
const carrier = (name: string) =>
  application.database.kysely
    .selectFrom('carrier')
    .selectAll()
    .where('legal_name', '=', name)
    .executeTakeFirstOrThrow();
const names = async (page: Page) =>
  (await rows(page).locator('[role=cell]:first-child').allInnerTexts()).map((text) => text.split('\n')[0]);

test('an agent hands a carrier the link to sign up', async () => {
  const page = await open('carriers');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Sign-up link for carriers' }).click();
  const url = await dialog(page).getByLabel('Sign-up link').inputValue();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  const stranger = await newPage(browser);
  await stranger.goto(url);
  await seen(stranger.getByRole('heading', { name: 'Sign up for the load board' })).toBeVisible();
});

test('carriers are found by name, place and standing, and the address says so', { timeout: 120_000 }, async () => {
  const page = await open('carriers', { width: 1280, height: 4000 });
  const { kysely } = application.database;
  const all = await kysely
    .selectFrom('carrier')
    .select('legal_name')
    .where('zip', '<>', '')
    .orderBy('legal_name')
    .execute();
  await seen(rows(page)).toHaveCount(all.length);

  await page.getByLabel('Near ZIP code').fill('43215');
  await seen(page).toHaveURL(/near=43215/);
  await seen(page.getByRole('button', { name: 'Nearest first' })).toBeVisible();
  await seen.poll(async () => (await names(page))[0]).toBe('Buckeye & Sons Moving LLC');
  await page.getByRole('button', { name: 'Within', exact: true }).click();
  await page.getByRole('menuitem', { name: '250 miles' }).click();
  await seen(page).toHaveURL(/within=250/);
  await seen.poll(async () => (await names(page)).length).toBeLessThan(all.length);
  const miles = (await rows(page).locator('[role=cell]:nth-child(2)').allInnerTexts()).map((text) =>
    Number(text.replace(/[^\d]/g, '')),
  );
  expect(miles).toEqual(miles.toSorted((a, b) => a - b));
  expect(Math.max(...miles)).toBeLessThanOrEqual(250);

  await page.getByRole('button', { name: 'Compliance', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Compliant only \(\d+ of \d+\)$/ }).click();
  await seen(page).toHaveURL(/compliant=1/);
  await seen(rows(page).filter({ hasText: 'Not compliant' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Clear all' }).click();
  await seen(page).toHaveURL(/\/carriers$/);
  await seen(page.getByLabel('Near ZIP code')).toHaveValue('');
  await seen(rows(page)).toHaveCount(all.length);

  await page.getByRole('button', { name: 'Name, A to Z' }).click();
  await page.getByRole('menuitem', { name: 'Most jobs first' }).click();
  await seen(page).toHaveURL(/sort=jobs/);
  const jobs = async () =>
    (await rows(page).allInnerTexts()).map((text) => {
      const [, open = 0, done = 0] = /(\d+) open\s*(\d+) done/.exec(text) ?? [];
      return Number(open) + Number(done);
    });
  await seen.poll(async () => (await jobs())[0]).toBeGreaterThan(1);
  const counted = await jobs();
  expect(counted).toHaveLength(all.length);
  expect(counted).toEqual(counted.toSorted((a, b) => b - a));

  await page.getByLabel('Search carriers').fill('windy city');
  await seen(rows(page)).toHaveCount(1);
  await page.reload();
  await seen(page.getByLabel('Search carriers')).toHaveValue('windy city');
  await rows(page).getByRole('link', { name: 'Windy City' }).click();
  await seen(page.getByRole('heading', { level: 1 })).toHaveText('Windy City Moving & Storage Inc.');
});

test('a ZIP code that is none is said beside its field', { timeout: 60_000 }, async () => {
  const page = await newPage(browser, { viewport: LAPTOP, reducedMotion: 'reduce', allow: [/400/] });
  await startSession(page, application.url, 'agent-portal', 'agent@demo.test', DEMO_PASSWORD);
  await page.goto(`${application.url}/agent-portal/carriers`);
  await page.getByLabel('Near ZIP code').fill('00000');
  await seen(page.getByText('There is no ZIP code 00000.')).toBeVisible();
  await seen(page.getByLabel('Near ZIP code')).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Clear the ZIP code' }).click();
  await seen(rows(page).first()).toBeVisible();
  await seen(page.getByText('There is no ZIP code 00000.')).toHaveCount(0);
});

test('the page of a carrier: its papers, its jobs and how they went', { timeout: 120_000 }, async () => {
  const { id } = await carrier('Buckeye & Sons Moving LLC');
  const { kysely } = application.database;
  const jobs = await kysely
    .selectFrom('contract')
    .innerJoin('agent_lead', 'agent_lead.id', 'lead_id')
    .select(['reference', 'lead_id', 'closed_at'])
    .where('awarded_carrier_id', '=', id)
    .orderBy('awarded_at', 'desc')
    .orderBy('lead_id', 'desc')
    .execute();
  const done = jobs.filter(({ closed_at }) => closed_at !== null).length;
  const declined = await kysely
    .selectFrom('history')
    .select('record_id')
    .where('event', '=', 'carrier.declined')
    .where(sql`payload ->> 'carrierId'`, '=', id)
    .execute();
  const decided = done + declined.length;
  const page = await open(`carriers/${id}`);
  await seen(page.getByRole('heading', { name: `Jobs ${jobs.length}` })).toBeVisible();
  const record = page.getByRole('region', { name: 'Record' });
  await seen(record).toContainText(`${Math.round((100 * done) / decided)}% completed: ${done} of ${decided} jobs`);
  await seen(page.getByRole('list', { name: 'Compliance' }).getByRole('listitem')).toHaveCount(4);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^Download: Cargo policy/ }).click(),
  ]);
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');

  await page.getByRole('region', { name: /^Jobs/ }).getByRole('link').first().click();
  await page.waitForURL(`**/agent-portal/lead/${jobs[0]!.lead_id}/info`);
  await page.goBack();
  await seen(page.getByRole('heading', { level: 1 })).toHaveText('Buckeye & Sons Moving LLC');
});

test(
  'a note is kept while it is written, read by another agent at once, and deleted by name',
  { timeout: 120_000 },
  async () => {
    const { id } = await carrier('Music City Movers LLC');
    const page = await open(`carriers/${id}`);
    const other = await open(`carriers/${id}`, LAPTOP, 'agent2@demo.test');
    const notes = (on: Page) => on.getByRole('region', { name: 'Notes' });
    await notes(page).getByRole('button', { name: 'Add note' }).click();
    await seen(notes(page).getByText('Write a note first.').first()).toBeVisible();
    await notes(page).getByLabel('New note').fill('Ask for Naomi; the office never picks up.');
    await page.reload();
    await seen(notes(page).getByLabel('New note')).toHaveValue('Ask for Naomi; the office never picks up.');
    await notes(page).getByRole('button', { name: 'Add note' }).click();
    await seen(notes(page).getByLabel('New note')).toHaveValue('');
    // This page is not reloaded.
    await seen(notes(other).getByRole('listitem')).toContainText('Ask for Naomi; the office never picks up.');
    await seen(notes(other).getByRole('listitem')).toContainText('Dana Whitfield');

    await notes(other)
      .getByRole('button', { name: /^Delete the note by Dana Whitfield/ })
      .click();
    await dialog(other).getByRole('button', { name: 'Delete note' }).click();
    await seen(notes(other).getByRole('listitem')).toHaveText(/^Luis Ortega deleted a note by Dana Whitfield/);
    await seen(notes(page).getByRole('listitem')).toHaveText(/^Luis Ortega deleted a note by Dana Whitfield/);
  },
);

test(
  'the authority is confirmed and revoked after a question by name; the carrier is mailed',
  { timeout: 120_000 },
  async () => {
    const before = await carrier('Big Sky Household Moving LLC');
    const page = await open(`carriers/${before.id}`);
    await seen(page.getByText('Not compliant', { exact: true })).toBeVisible();
    const authority = page
      .getByRole('list', { name: 'Compliance' })
      .getByRole('listitem')
      .filter({ hasText: 'Operating authority' });
    await seen(authority).toContainText('Blocks seeing loads, bidding and being awarded a load.');
    await page.getByRole('button', { name: 'Confirm authority' }).click();
    await seen(
      dialog(page).getByRole('heading', { name: 'Confirm the operating authority of Big Sky Household Moving LLC?' }),
    ).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    expect((await carrier('Big Sky Household Moving LLC')).authority).toBe('pending');

    await page.getByRole('button', { name: 'Confirm authority' }).click();
    await dialog(page).getByRole('button', { name: 'Confirm authority' }).click();
    await seen(dialog(page)).toHaveCount(0);
    await seen(page.getByText('Compliant', { exact: true })).toBeVisible();
    await seen(authority).toContainText('Confirmed');
    await seen(page.getByRole('main').getByRole('button', { name: 'Confirm authority' })).toHaveCount(0);
    await mailTo(application, before.email, /authority is confirmed/);

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Revoke authority' }).click();
    await dialog(page).getByRole('button', { name: 'Revoke authority' }).click();
    await seen(dialog(page)).toHaveCount(0);
    await seen(authority).toContainText('Revoked');
    await mailTo(application, before.email, /cannot bid/);
    expect((await carrier('Big Sky Household Moving LLC')).authority).toBe('revoked');
  },
);

test(
  'two carriers give one USDOT number: the agent compares them and gives it to the other one in one step, with a reason that is kept',
  { timeout: 120_000 },
  async () => {
    const holder = await signedIn(application, 'carrier', 'Number Holder LLC', { usdot: '8765432' });
    const claimant = await signedIn(application, 'carrier', 'Number Claimant LLC', {
      usdot: '8765432',
      authority: 'pending',
    });
    const page = await open(`carriers/${claimant.carrierId}`);
    await seen(page.getByText('Another carrier lists USDOT 8765432')).toBeVisible();
    await page.getByRole('button', { name: 'Confirm instead of Number Holder LLC' }).click();
    await seen(
      dialog(page).getByRole('heading', { name: 'Confirm Number Claimant LLC instead of Number Holder LLC?' }),
    ).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Transfer USDOT number' }).click();
    await seen(dialog(page).getByText('Explain how you know whose USDOT number this is.')).toBeVisible();
    await dialog(page).getByLabel('Reason').fill('The registered phone answered as the claimant.');
    await dialog(page).getByRole('button', { name: 'Transfer USDOT number' }).click();
    await seen(dialog(page)).toHaveCount(0);
    const record = page.getByRole('region', { name: 'Authority decisions' });
    await seen(record).toContainText('Confirmed by Dana Whitfield');
    await seen(record).toContainText('USDOT 8765432, which Number Holder LLC also listed');
    await seen(record).toContainText('The registered phone answered as the claimant.');
    await page.goto(`${application.url}/agent-portal/carriers/${holder.carrierId}`);
    await seen(record).toContainText('Revoked by Dana Whitfield');
    await seen(page.getByRole('button', { name: 'Confirm instead of Number Claimant LLC' })).toBeVisible();
    await mailTo(application, holder.email, /cannot bid/);
    await mailTo(application, claimant.email, /authority is confirmed/);
  },
);

test('a decision over something that has changed meanwhile is not slipped in', { timeout: 120_000 }, async () => {
  const { id, version } = await carrier('Prairie Wind Transport Inc.');
  const page = await newPage(browser, { viewport: LAPTOP, reducedMotion: 'reduce', allow: [/409/] });
  await startSession(page, application.url, 'agent-portal', 'agent@demo.test', DEMO_PASSWORD);
  await page.goto(`${application.url}/agent-portal/carriers/${id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Revoke authority' }).click();
  await application.database.kysely
    .updateTable('carrier')
    .set({ version: version + 1 })
    .where('id', '=', id)
    .execute();
  await dialog(page).getByRole('button', { name: 'Revoke authority' }).click();
  await seen(dialog(page).getByRole('alert')).toHaveText(
    'Someone changed this carrier while you were working on it. Nothing was changed.',
  );
  expect((await carrier('Prairie Wind Transport Inc.')).authority).toBe('active');
  // After the message, the agent may decide again, based on the current state.
  await dialog(page).getByRole('button', { name: 'Revoke authority' }).click();
  await seen(dialog(page)).toHaveCount(0);
  expect((await carrier('Prairie Wind Transport Inc.')).authority).toBe('revoked');
});

test.each([
  ['laptop', LAPTOP],
  ['phone', PHONE],
])('the ratio is set on a %s, and prices the sample', { timeout: 120_000 }, async (size, viewport) => {
  const name = size === 'phone' ? 'Rose City Van Lines LLC' : 'Silver State Moving Co.';
  const { id } = await carrier(name);
  const page = await open(`carriers/${id}`, viewport);
  const sheet = page.getByRole('region', { name: 'Pricing sheet' });
  await sheet.getByLabel('Price factor').fill('1.25');
  await page.keyboard.press('Tab');
  await seen(sheet.getByText('× price factor 1.25')).toBeVisible();
  await sheet.getByRole('button', { name: 'Save sheet' }).click();
  await seen(page.getByText(`Pricing sheet of ${name} saved`)).toBeVisible();
  expect((await carrier(name)).price_ratio).toBe(1.25);
  await page.reload();
  await seen(sheet.getByLabel('Price factor')).toHaveValue('1.25');
});

test('a carrier that is not there says so', { timeout: 60_000 }, async () => {
  const page = await newPage(browser, { viewport: PHONE, reducedMotion: 'reduce', allow: [/404/] });
  await startSession(page, application.url, 'agent-portal', 'agent@demo.test', DEMO_PASSWORD);
  await page.goto(`${application.url}/agent-portal/carriers/00000000-0000-7000-8000-000000000000`);
  await seen(page.getByRole('heading', { name: 'Carrier not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to carriers' }).click();
  await page.waitForURL('**/agent-portal/carriers');
});

test('on a phone a lead in a list is moved by its menu', { timeout: 60_000 }, async () => {
  const page = await open('leads/new', PHONE);
  const first = rows(page).first();
  const name = (await first.getByRole('link').innerText()).split('\n')[0]!;
  const menu = first.getByRole('button', { name: `Move ${name} to…` });
  await seen(menu).toBeVisible();
  const box = (await menu.boundingBox())!;
  // Large enough for a thumb, on the screen, and not covering any text of the row.
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24);
  expect(box.x + box.width).toBeLessThanOrEqual(PHONE.width);
  const words = await Promise.all(
    (await first.locator('[role=cell]:not(:last-child)').all()).map((cell) => cell.boundingBox()),
  );
  expect(Math.max(...words.map((one) => (one ? one.x + one.width : 0)))).toBeLessThanOrEqual(box.x);
  await menu.tap();
  await page.getByRole('menuitem', { name: 'Set follow-up' }).tap();
  await seen(dialog(page).getByRole('heading', { name: 'Set a follow-up' })).toBeVisible();
});

test('leads are narrowed to those of an agent', { timeout: 60_000 }, async () => {
  const { kysely } = application.database;
  const agent = await kysely
    .selectFrom('account')
    .select(['id', 'name'])
    .where('email', '=', 'agent2@demo.test')
    .executeTakeFirstOrThrow();
  const own = await kysely
    .selectFrom('agent_lead')
    .select('id')
    .where('state', '=', 'quote-sent')
    .where('is_archived', '=', false)
    .where('assigned_agent_id', '=', agent.id)
    .execute();
  expect(own.length).toBeGreaterThan(0);
  const page = await open('leads/quote-sent', { width: 1280, height: 4000 });
  await page.getByRole('button', { name: 'Filter and sort' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('combobox', { name: 'Agents' }).fill(agent.name);
  await page.getByRole('option', { name: agent.name }).click();
  await seen(page).toHaveURL(new RegExp(`agent=${agent.id}`));
  await sheet.getByRole('button', { name: 'Show leads' }).click();
  await seen(rows(page)).toHaveCount(own.length);
  await seen(page.getByRole('button', { name: `Agent: ${agent.name}` })).toBeVisible();
  await page.getByRole('button', { name: 'Clear agent' }).click();
  await seen(page).toHaveURL(/quote-sent$/);
});
