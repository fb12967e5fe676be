import type { Browser } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '#src/api/database/ids.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { signIn } from '#tests/paths/agent-page.ts';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';
import { layoutProblemsOf } from '#tests/platform/layout.ts';
import { seen } from '#tests/platform/seen.ts';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';

/** What waits for a carrier is shown where it looks: unread messages at the job, and the outcome of its bids. */
let application: Application;
let who: People;
let job: Stage;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  job = await newStage(application, who);
  browser = await testBrowser();
});

async function write(text: string): Promise<void> {
  const { id } = await application.database.kysely
    .selectFrom('carrier_job')
    .select('id')
    .where('lead_id', '=', job.lead.id)
    .executeTakeFirstOrThrow();
  await call(application, 'POST', `agent-lead/job/${id}/messages`, {
    token: who.agent.token,
    body: { text },
    headers: { 'idempotency-key': newId() },
  });
}

test('messages are counted at the job and beside the list until they are read; nobody else is told', async () => {
  for (const event of [
    'quote.sent',
    'contract.sent',
    'contract.marked-signed',
    'carrier.special-awarded',
    'carrier.signed',
  ] as const) {
    await reload(job);
    expect((await gestures[event](job)).status).toBeLessThan(300);
  }
  await write('Call the client first.');
  const page = await newPage(browser, { viewport: { width: 1280, height: 800 } });
  await signIn(page, application.url, 'load-board', who.carrier.email);
  const nav = page.getByRole('navigation', { name: 'Load board' });
  await seen(nav.getByRole('link', { name: /^Open jobs.*1/ })).toBeVisible();
  await page.goto(application.url + hrefs.board.leads('open'));
  await seen(page.getByText('1 new message', { exact: true })).toBeVisible();
  await write('The gate is on the left.');
  await seen(page.getByText('2 new messages', { exact: true })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await layoutProblemsOf(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.goto(application.url + hrefs.board.leads('open', { load: job.lead.id }));
  await page
    .getByRole('dialog')
    .first()
    .getByRole('button', { name: /Open messages/ })
    .click();
  await seen(page.getByText('The gate is on the left.')).toBeVisible();
  await seen(page.getByText('2 new messages', { exact: true })).toHaveCount(0);

  const other = await signedIn(application, 'carrier', 'Other Vans');
  const { body } = await call(application, 'GET', 'carrier/board-news', { token: other.token });
  expect(body).toEqual({ unread: [], standing_bids: 0, decided_at: null });
});

test('“My bids” is a tab with the bids that stand, and says when one was decided', async () => {
  const stage = await newStage(application, who);
  for (const event of ['quote.sent', 'contract.sent', 'contract.marked-signed', 'load.posted', 'bid.placed'] as const) {
    await reload(stage);
    expect((await gestures[event](stage)).status).toBeLessThan(300);
  }
  const page = await newPage(browser, { viewport: { width: 1280, height: 800 } });
  await signIn(page, application.url, 'load-board', who.carrier2.email);
  const tab = page.getByRole('navigation', { name: 'Loads', exact: true }).getByRole('link', { name: /^My bids/ });
  await seen(tab).toContainText('1');
  await seen(tab).not.toContainText('New outcome');
  await reload(stage);
  expect((await gestures['load.taken-off'](stage)).status).toBeLessThan(300);
  await seen(tab).toContainText('New outcome');
  await tab.click();
  await seen(page.getByRole('table').getByText('Lost')).toBeVisible();
  await seen(tab).not.toContainText('New outcome');
});
