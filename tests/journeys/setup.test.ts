import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { hrefs } from '#src/views/hrefs.ts';
import { startMailbox } from '#src/mailbox/mailbox.ts';
import { call, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { violationsOf } from '#tests/platform/axe.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';
import { atFileEnd } from '#tests/platform/file-end.ts';
import { seen } from '#tests/platform/seen.ts';

/** Someone starts the product on an empty database, and is working some minutes later. */
let browser: Browser;
beforeAll(async () => {
  browser = await testBrowser();
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function production(): Promise<Application> {
  const dataDir = await mkdtemp(join(tmpdir(), 'leads-setup-'));
  const mailbox = await startMailbox({ dataDir });
  atFileEnd(async () => {
    await mailbox.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const port = await freePort();
  return startApplication({
    environment: {
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DEMO: '0',
      SMTP_URL: mailbox.smtpUrl,
      SESSION_SECRET: 'x'.repeat(40),
    },
  });
}

async function fine(page: Page): Promise<void> {
  const violations = await violationsOf(page);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
}
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test.each([1280, 360])('from the printed code to the agent portal, at %i px', async (width) => {
  const application = await production();
  expect(application.setupCode).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/);
  const page = await newPage(browser, { viewport: { width, height: 800 }, allow: [/status of 422/] });
  await page.goto(application.url + hrefs.agent.leads('new'));
  await page.waitForURL('**/setup');

  await seen(heading(page, 'Enter the set-up code')).toBeVisible();
  await fine(page);
  await page.getByLabel('Set-up code').fill('AAAA-BBBB-CCCC');
  await press(page, 'Continue');
  await seen(page.getByText('This code is wrong or was used. Use the code from the latest start.')).toBeVisible();
  await page.getByLabel('Set-up code').fill(application.setupCode!.toLowerCase().replaceAll('-', ' '));
  await press(page, 'Continue');

  await seen(heading(page, 'Your brokerage')).toBeVisible();
  await press(page, 'Save and continue');
  await seen(page.getByRole('alert')).toContainText('Fix 6 fields');
  await page.getByLabel('Legal name').fill('Cedar Brokerage LLC');
  await page.getByLabel('Postal address').fill('1 Main St, Albany, NY 12207');
  await page.getByLabel('USDOT number').fill('123456');
  // A reload loses nothing that was typed.
  await page.reload();
  await seen(page.getByLabel('Legal name')).toHaveValue('Cedar Brokerage LLC');
  await page.getByLabel('MC number').fill('MC-123456');
  await page.getByLabel('Phone').fill('(518) 555-0100');
  await page.getByLabel('Email').fill('office@cedar.test');
  await page.getByLabel('Time zone').selectOption('America/Chicago');
  await fine(page);
  await press(page, 'Save and continue');

  await seen(heading(page, 'Your account')).toBeVisible();
  await page.getByLabel('Your name').fill('Olivia Owner');
  await page.getByLabel('Email').fill('olivia@cedar.test');
  await page.getByLabel('Password', { exact: true }).fill('cedar trees in rows 4');
  await fine(page);
  await press(page, 'Create account and continue');

  await seen(heading(page, 'Email')).toBeVisible();
  await press(page, 'Send me an email');
  await seen(page.getByText(/^The mail server accepted an email to olivia@cedar\.test\. It said: 250/)).toBeVisible();
  await page.reload();
  await seen(heading(page, 'Email')).toBeVisible();
  await press(page, 'Skip the test');

  await seen(heading(page, 'Payments')).toBeVisible();
  await press(page, 'Test payments');
  await seen(page.getByText(/^Payments are off/)).toBeVisible();
  await fine(page);
  await press(page, 'Continue');
  await seen(heading(page, 'You’re all set')).toBeVisible();
  await press(page, 'Open the agent portal');
  await page.waitForURL(`**${hrefs.agent.leads('new')}`);
  await page.goto(application.url + hrefs.agent.brokerage());
  await seen(page.getByLabel('Legal name')).toHaveValue('Cedar Brokerage LLC');
  await page.goto(`${application.url}/setup`);
  await seen(page.getByText('This brokerage is set up')).toBeVisible();
  expect((await call(application, 'POST', 'setup/begin', { body: { code: application.setupCode } })).status).toBe(404);
});
