import type { Browser, Page } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { newId, newToken, sha256 } from '#src/api/database/ids.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { startSession } from '#tests/paths/agent-page.ts';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { violationsOf } from '#tests/platform/axe.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';
import { seen } from '#tests/platform/seen.ts';

/** A mover on the phone: contacts a client, plans the next call, assigns leads to the assistant, and wins one. */
let application: Application;
let browser: Browser;
let mover: Account;

beforeAll(async () => {
  application = await startApplication();
  browser = await testBrowser();
  mover = await signedIn(application, 'mover', 'Mona Mover', {}, { business: { subscription: 'active' } });
  await signedIn(application, 'assistant', 'Abe Assistant', {}, { businessId: mover.businessId });
  const key = `lk_${newToken()}`;
  await application.database.kysely
    .insertInto('intake_key')
    .values({ id: newId(), name: 'LeadHub', key_hash: sha256(key) })
    .execute();
  for (const name of ['Casey Client', 'Devon Dweller', 'Ellis Elder']) {
    const { status } = await call(application, 'POST', 'intake/state-lead', {
      body: {
        external_id: name,
        client: { name, email: `${name.split(' ')[0]!.toLowerCase()}@client.test`, phone: '+16145550123' },
        origin: { zip: '43215' },
        destination: { zip: '60601' },
        size: 'studio',
      },
      headers: { authorization: `Bearer ${key}` },
    });
    if (status !== 201) throw new Error(`The lead of ${name} was not taken: ${status}`);
  }
});

async function phone(path: string): Promise<Page> {
  const page = await newPage(browser, { viewport: { width: 360, height: 780 } });
  await startSession(page, application.url, 'lead-portal', mover.email);
  await page.goto(application.url + path);
  return page;
}

async function fine(page: Page): Promise<void> {
  expect((await violationsOf(page)).map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
}

test(
  'the client is called, texted or written to with one touch, and the lead is planned and won',
  { timeout: 120_000 },
  async () => {
    const page = await phone(hrefs.mover.leads());
    await page.getByRole('link', { name: /Casey Client/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Casey Client' });
    const bar = sheet.getByRole('group', { name: 'Contact the client' });
    await seen(bar.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+16145550123');
    await seen(bar.getByRole('link', { name: 'Email' })).toHaveAttribute('href', 'mailto:casey@client.test');
    expect((await bar.getByRole('link', { name: 'Call' }).boundingBox())!.height).toBeGreaterThanOrEqual(44);
    await seen(sheet.getByText('Sent only to you')).toBeVisible();
    await bar.getByRole('button', { name: 'Text' }).click();
    const texts = page.getByRole('dialog', { name: 'Text Casey Client' });
    const href = await texts.getByRole('link', { name: /First contact/ }).getAttribute('href');
    expect(decodeURIComponent(href!)).toMatch(
      /^sms:\+16145550123\?&body=Hi Casey, this is Mona from .+ your move from Columbus, OH to Chicago, IL\./,
    );
    await fine(page);
    await texts.getByRole('button', { name: 'Close' }).click();

    await sheet.getByRole('button', { name: 'In 3 days' }).click();
    await seen(page.getByText(/Follow-up set for/)).toBeVisible();
    await sheet.getByLabel('Assigned to').selectOption('Abe Assistant');
    await seen(page.getByText('Lead assigned')).toBeVisible();
    await seen(sheet.getByText(/assigned it to Abe Assistant/)).toBeVisible();

    await sheet.getByRole('button', { name: 'Lost' }).click();
    const lost = page.getByRole('dialog', { name: 'Mark as lost' });
    await lost.getByLabel('Note').fill('Too far away');
    await page.keyboard.press('Escape');
    await seen(lost).toHaveCount(0);
    await sheet.getByRole('button', { name: 'Lost' }).click();
    await seen(lost.getByLabel('Note')).toHaveValue('Too far away');
    await lost.getByRole('button', { name: 'Cancel' }).click();
    await sheet.getByRole('button', { name: 'Won' }).click();
    const won = page.getByRole('dialog', { name: 'Mark as won' });
    await won.getByRole('button', { name: 'Mark as won' }).click();
    await seen(won.getByLabel('Value of the job')).toHaveAttribute('aria-invalid', 'true');
    await fine(page);
    await won.getByLabel('Value of the job').fill('2500');
    await won.getByRole('button', { name: 'Mark as won' }).click();
    await seen(sheet.getByText('Won at $2,500.00', { exact: true })).toBeVisible();

    await page.goto(application.url + hrefs.mover.figures());
    await seen(page.getByRole('row', { name: /^Total/ })).toContainText('$2,500.00');
    await fine(page);
  },
);

test('many leads are selected on a phone, assigned and archived', { timeout: 120_000 }, async () => {
  const page = await phone(hrefs.mover.leads({ status: 'fresh' }));
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Select Devon Dweller' }).check();
  await page.getByRole('checkbox', { name: 'Select Ellis Elder' }).check();
  const bar = page.getByRole('region', { name: 'Selection' });
  await seen(bar).toContainText('2 selected');
  await fine(page);
  await bar.getByRole('button', { name: 'Assign' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign 2 leads' });
  await dialog.getByLabel('Abe Assistant').check();
  await dialog.getByRole('button', { name: 'Assign 2 leads' }).click();
  await seen(page.getByText('2 leads assigned to Abe Assistant')).toBeVisible();
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Select Devon Dweller' }).check();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Archive' }).click();
  await seen(page.getByText('1 lead archived')).toBeVisible();
  await seen(page.getByText('Devon Dweller')).toHaveCount(0);
});

test('texts are written in the settings, where billing comes first', { timeout: 120_000 }, async () => {
  const page = await phone(hrefs.mover.settings('mover'));
  await seen(page.getByRole('region', { name: 'Billing', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Company', exact: true }).click();
  const texts = page.getByRole('region', { name: 'Text messages' });
  const first = texts.getByRole('group', { name: 'First contact' });
  await first.getByLabel('Text', { exact: true }).fill('Hello {first}');
  await texts.getByRole('button', { name: 'Save texts' }).click();
  await seen(first.getByLabel('Text', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await first.getByLabel('Text', { exact: true }).fill('Hello {name}');
  await seen(first.getByText('Reads: Hello Casey')).toBeVisible();
  await texts.getByRole('button', { name: 'Save texts' }).click();
  await seen(page.getByText('Texts saved')).toBeVisible();
  await page.reload();
  await seen(first.getByLabel('Text', { exact: true })).toHaveValue('Hello {name}');
  await fine(page);
});
