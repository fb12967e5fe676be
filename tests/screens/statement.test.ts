import type { Browser } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#src/demo/demo-accounts.ts';
import { startSession } from '#tests/paths/agent-page.ts';
import { startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { violationsOf } from '#tests/platform/axe.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';
import { layoutProblemsOf } from '#tests/platform/layout.ts';
import { seen } from '#tests/platform/seen.ts';

/** The money of a lead, entry by entry. */
let application: Application;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication({ demoData: true, environment: { PARTS: 'api,gateway,web' } });
  browser = await testBrowser();
});

test.each([
  ['laptop', { width: 1280, height: 900 }],
  ['phone', { width: 360, height: 740 }],
])('on a %s, the statement of a paid lead is read and downloaded', async (_, viewport) => {
  const { id, reference } = await application.database.kysely
    .selectFrom('agent_lead')
    .select(['id', 'reference'])
    .where('stage', '=', 'paid')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const page = await newPage(browser, { viewport, reducedMotion: 'reduce', acceptDownloads: true });
  await startSession(page, application.url, 'agent-portal', 'agent@demo.test', DEMO_PASSWORD);
  await page.goto(`${application.url}/agent-portal/lead/${id}/info`);
  await seen(page.getByRole('region', { name: /^Invoice \d/ }).getByText('Balance due')).toBeVisible();
  await page.getByRole('button', { name: 'Statement' }).click();
  const dialog = page.getByRole('dialog', { name: `Statement of ${reference}` });
  await seen(dialog.getByText(/from the client/).first()).toBeVisible();
  expect([...(await violationsOf(page)), ...(await layoutProblemsOf(page))]).toEqual([]);
  for (const [name, file] of [
    ['Download PDF', `Statement of ${reference}.pdf`],
    ['CSV', `statement-${reference}.csv`],
  ] as const) {
    const coming = page.waitForEvent('download');
    await dialog.getByRole('link', { name }).click();
    expect((await coming).suggestedFilename()).toBe(file);
  }
  await page.keyboard.press('Escape');
  await seen(dialog).toHaveCount(0);
  // A refund leaves the price as it is: what that means for the client is told before it is recorded.
  await page.getByRole('button', { name: 'Record refund' }).click();
  const refund = page.getByRole('dialog', { name: 'Record a refund' });
  const warning = refund.getByText('$100.00 will be due from the client');
  await seen(refund.getByLabel('Amount')).toBeFocused();
  await seen(warning).toHaveCount(0);
  await refund.getByLabel('Amount').fill('100');
  await seen(warning).toBeVisible();
  await page.context().close();
});
