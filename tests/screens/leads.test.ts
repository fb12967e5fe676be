import type { Browser, Page } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '#src/api/database/ids.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { takeLead } from '#src/api/state-lead/state-lead.intake.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { signIn } from '#tests/paths/agent-page.ts';
import { seen } from '#tests/platform/seen.ts';
import { mailTo, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';

/** A mover and an assistant work the leads of their cities. */
let application: Application;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  browser = await testBrowser();
});

async function arrive(name: string, changed: object = {}): Promise<string> {
  const { parts } = application;
  const email = `${name.toLowerCase().replaceAll(' ', '.')}-${newId().slice(-5)}@client.test`;
  const lead = {
    external_id: newId(),
    client: { name, email, phone: '+16145550171' },
    origin: { zip: '43215' },
    destination: { city: 'Chicago', state: 'IL' },
    move_date: '2029-02-15',
    size: 'two-bedroom',
    comment: 'A piano comes along',
    ...changed,
  } as const;
  return (await inTransaction(parts.database, (tx) => takeLead(tx, parts, 'import', lead))).id;
}

async function open(who: Account, width = 1280): Promise<Page> {
  const page = await newPage(browser, { viewport: { width, height: 800 }, hasTouch: width < 600 });
  await signIn(page, application.url, 'lead-portal', who.email);
  await page.getByRole('heading', { level: 1, name: 'Leads' }).waitFor();
  return page;
}

const rows = (page: Page) => page.getByRole('table').getByRole('row').filter({ hasNotText: 'Status' });
const said = (page: Page, title: string | RegExp) => seen(page.getByRole('group', { name: title })).toBeVisible();

test(
  'a lead arrives while one looks, is called, noted and quoted; the colleague sees it',
  { timeout: 90_000 },
  async () => {
    const mover = await signedIn(application, 'mover', 'Mona Mover');
    const abe = await signedIn(application, 'assistant', 'Abe Assistant', {}, { businessId: mover.businessId });
    const [page, other] = [await open(mover), await open(abe, 360)];
    await seen(page.getByText('No leads yet')).toBeVisible();
    await arrive('Casey Client');
    await page.getByRole('link', { name: /^Casey Client/ }).click();
    const sheet = page.getByRole('dialog');
    await seen(sheet.getByRole('link', { name: '(614) 555-0171' })).toHaveAttribute('href', 'tel:+16145550171');
    await seen(sheet.getByText('A piano comes along')).toBeVisible();
    await sheet.getByRole('button', { name: 'Mark as contacted' }).click();
    await said(page, 'Marked as contacted');
    await seen(sheet.getByRole('button', { name: 'Mark as contacted' })).toHaveCount(0);

    await sheet.getByLabel('New note').fill('Third floor, <b>no</b> elevator');
    await sheet.getByRole('button', { name: 'Add note' }).click();
    await seen(sheet.getByRole('list', { name: 'Notes' }).getByText('Third floor, <b>no</b> elevator')).toBeVisible();
    await sheet.getByRole('button', { name: /^Edit the note/ }).click();
    await sheet.getByLabel('Note', { exact: true }).fill('Fourth floor');
    await sheet.getByRole('button', { name: 'Save note' }).click();
    await seen(sheet.getByText('Fourth floor')).toBeVisible();
    await seen(sheet.getByText('edited')).toBeVisible();

    await sheet.getByRole('button', { name: 'Send a quote' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send a quote' });
    await dialog.getByRole('button', { name: 'Send quote' }).click();
    await seen(dialog.getByRole('alert')).toContainText('Enter your price.');
    await dialog.getByLabel('Price').fill('2400');
    await dialog.getByLabel('Message').fill('We have a crew that day.');
    await seen(dialog.getByRole('region', { name: 'The email' })).toContainText('$2,400.00');
    await dialog.getByRole('button', { name: 'Send quote' }).click();
    await said(page, /^Quote sent to casey/);
    await seen(sheet.getByRole('list', { name: 'Quotes' })).toContainText('Awaiting answer');

    // It all shows on the assistant's phone, without a reload.
    await other.getByRole('link', { name: /^Casey Client/ }).click();
    const there = other.getByRole('dialog');
    await seen(there.getByRole('list', { name: 'History' })).toContainText('Mona Mover sent a quote of $2,400.00');
    await seen(there.getByText('Fourth floor')).toBeVisible();
    await seen(there.getByRole('button', { name: /^Edit the note/ })).toHaveCount(0);
    await there.getByLabel('New note').fill('I call them tomorrow');
    await there.getByRole('button', { name: 'Add note' }).click();
    await seen(sheet.getByText('I call them tomorrow')).toBeVisible();
    const { email } = await application.database.kysely
      .selectFrom('state_lead')
      .select('client_email as email')
      .executeTakeFirstOrThrow();
    expect((await mailTo(application, email!, /quote/)).text).toContain('We have a crew that day.');
  },
);

test('filters, and the shelf: one with undo, many with a result', { timeout: 90_000 }, async () => {
  const mover = await signedIn(application, 'mover', 'Frida Filter', {}, { business: { name: 'Filter Moving' } });
  for (const [name, changed] of [
    ['Ann Near', {}],
    ['Bob Denver', { destination: { city: 'Denver', state: 'CO' }, size: 'studio' }],
    ['Cyd Later', { move_date: '2028-01-01' }],
  ] as const)
    await arrive(name, changed);
  const page = await open(mover);
  await seen(rows(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'To', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Colorado' }).click();
  await seen(rows(page)).toHaveCount(1);
  expect(new URL(page.url()).search).toBe('?to=CO');
  await page.reload();
  await seen(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear to' }).click();
  // Typed as a person types: the field stays in focus while its clear button appears.
  await page.getByRole('searchbox', { name: 'Search leads' }).focus();
  await page.keyboard.type('cyd ');
  await seen(rows(page)).toHaveCount(1);
  // After a pause between two words, the space is still there.
  await page.keyboard.type('later');
  await seen(page.getByRole('searchbox', { name: 'Search leads' })).toHaveValue('cyd later');
  await seen(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await seen(page.getByRole('searchbox', { name: 'Search leads' })).toBeFocused();
  await seen(rows(page)).toHaveCount(3);
  await page.getByRole('searchbox', { name: 'Search leads' }).fill('nobody here');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await seen(rows(page)).toHaveCount(3);

  await page.getByRole('checkbox', { name: /Ann Near/ }).check();
  await page.getByRole('checkbox', { name: /Bob Denver/ }).check();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Archive' }).click();
  await said(page, '2 leads archived');
  await seen(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await seen(rows(page)).toHaveCount(3);

  await page.getByRole('link', { name: /^Cyd Later/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  await seen(page.getByRole('dialog').getByRole('button', { name: 'Restore' })).toBeVisible();
  await page.goto(application.url + hrefs.mover.archive());
  await seen(rows(page)).toHaveCount(1);
  await page.getByRole('link', { name: /^Cyd Later/ }).click();
  await seen(page.getByRole('dialog').getByText('the lead is not archived').first()).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await said(page, 'Lead restored');
});

test('without a subscription one sees that leads come, and what opens them', async () => {
  const mover = await signedIn(application, 'mover', 'Ina Inactive', {}, { business: { subscription: 'inactive' } });
  await arrive('Canary Hidden');
  const page = await open(mover);
  await seen(page.getByText('Your subscription is not active')).toBeVisible();
  await seen(rows(page).first()).toContainText('Opens with a subscription');
  await rows(page).first().getByRole('link').click();
  await seen(page.getByRole('dialog').getByText('An active subscription shows name, phone, and email')).toBeVisible();
  await seen(page.getByText('Canary')).toHaveCount(0);
  // The archive is part of the subscription.
  await page.goto(application.url + hrefs.mover.archive());
  await page.waitForURL((at) => at.pathname === hrefs.mover.leads());
});
