import type { Browser } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { hrefs } from '#src/views/hrefs.ts';
import { startSession } from '#tests/paths/agent-page.ts';
import { signedIn, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { violationsOf } from '#tests/platform/axe.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';
import { layoutProblemsOf } from '#tests/platform/layout.ts';
import { seen } from '#tests/platform/seen.ts';

/** The register's data about a carrier, as seen by the carrier on its phone and by an agent at a desk. */
let application: Application;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  browser = await testBrowser();
});

test('the register is asked from the company’s page, and what differs is seen by both sides', async () => {
  const carrier = await signedIn(application, 'carrier', 'Somebody Else Vans', { usdot: '1702538' });
  const agent = await signedIn(application, 'agent', 'Alex Agent');
  const page = await newPage(browser, { viewport: { width: 360, height: 740 }, hasTouch: true });
  await startSession(page, application.url, 'load-board', carrier.email);
  await page.goto(`${application.url}/load-board/settings/general`);
  await seen(page.getByText('Not checked yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Check now' }).click();
  // The answer appears by itself.
  await seen(page.getByText(/under “GREAT LAKES VAN SERVICE INC”, not “Somebody Else Vans”/)).toBeVisible();
  await seen(page.getByText(/Liability insurance on file is \$300,000/)).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  expect(await layoutProblemsOf(page)).toEqual([]);

  const desk = await newPage(browser, { viewport: { width: 1280, height: 900 }, hasTouch: false });
  await startSession(desk, application.url, 'agent-portal', agent.email);
  await desk.goto(application.url + hrefs.agent.carrier(carrier.carrierId!));
  await seen(desk.getByText(/under “GREAT LAKES VAN SERVICE INC”, not “Somebody Else Vans”/)).toBeVisible();
  await seen(
    desk.getByRole('button', { name: 'Confirm authority' }).or(desk.getByText('Compliant').first()),
  ).toBeVisible();
  expect(await violationsOf(desk)).toEqual([]);
});

test('emails that repeat are turned off by kind on a phone', async () => {
  const carrier = await signedIn(application, 'carrier', 'Quiet Vans');
  const page = await newPage(browser, { viewport: { width: 360, height: 740 }, hasTouch: true });
  await startSession(page, application.url, 'load-board', carrier.email);
  await page.goto(`${application.url}/load-board/settings/account`);
  const invitations = page.getByLabel('The broker invites you to bid on a load');
  await seen(invitations).toBeChecked();
  await invitations.click();
  await seen(page.getByText('You won’t get these emails')).toBeVisible();
  await page.reload();
  await seen(invitations).not.toBeChecked();
  await seen(page.getByLabel('An insurance policy is about to end')).toBeChecked();
  expect(await layoutProblemsOf(page)).toEqual([]);
});
