import type { Browser, Page } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { agentPage, startSession } from '#tests/paths/agent-page.ts';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';
import { boardPage } from '#tests/paths/board-page.ts';
import { violationsOf } from '#tests/platform/axe.ts';
import { layoutProblemsOf } from '#tests/platform/layout.ts';
import { seen } from '#tests/platform/seen.ts';
import { call, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';

/** A carrier on a phone asks about its payment, and the agent answers from the lead. */
let application: Application;
let who: People;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  browser = await testBrowser();
});

async function delivered(): Promise<Stage> {
  const stage = await newStage(application, who);
  for (const event of [
    'quote.sent',
    'contract.sent',
    'contract.marked-signed',
    'carrier.special-awarded',
    'carrier.signed',
  ] as const) {
    await reload(stage);
    expect((await gestures[event](stage)).status).toBeLessThan(300);
  }
  for (const step of ['on-the-way', 'picked-up', 'delivered'])
    await call(application, 'POST', `carrier/agent-lead/${stage.lead.id}/job/step`, {
      token: who.carrier.token,
      body: { step },
    });
  await reload(stage);
  expect((await gestures['contract.closed'](stage)).status).toBeLessThan(300);
  return stage;
}

const readable = async (page: Page): Promise<void> => {
  const said = page.getByRole('button', { name: 'Dismiss' });
  while ((await said.count()) > 0) await said.first().click();
  expect(await violationsOf(page)).toEqual([]);
  expect(await layoutProblemsOf(page)).toEqual([]);
};

test(
  'a carrier sees when it is paid, asks about it, and reads the answer as it comes',
  { timeout: 120_000 },
  async () => {
    const stage = await delivered();
    const phone = await newPage(browser, { viewport: { width: 360, height: 740 }, hasTouch: true });
    await startSession(phone, application.url, 'load-board', who.carrier.email);
    await phone.goto(`${application.url}/load-board/payments`);
    const row = phone.getByRole('row').filter({ hasText: 'Not due yet' });
    await seen(row).toContainText('In 15 days');
    await readable(phone);
    await row.getByRole('button', { name: /^Ask about the payment/ }).click();
    const dialog = phone.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Send question' }).click();
    await seen(dialog.getByText('Write your question first.')).toBeVisible();
    await dialog.getByLabel('Your question').fill('Do you need anything else from us?');
    await dialog.getByRole('button', { name: 'Send question' }).click();
    await seen(dialog).toBeHidden();
    await seen(row).toContainText(/You asked/);

    const desk = await newPage(browser, { viewport: { width: 1280, height: 900 } });
    await startSession(desk, application.url, 'agent-portal', who.agent.email);
    await agentPage(desk, application.url).open(stage.lead.id);
    await desk.getByRole('button', { name: 'Write to the carrier 1 new' }).click();
    const log = desk.getByRole('log', { name: 'Messages' });
    await seen(log).toContainText('About the payment');
    await seen(log).toContainText('Do you need anything else from us?');

    await boardPage(phone, application.url).openLoad(stage.lead.id, 'completed');
    const sheet = phone.getByRole('dialog').first();
    await sheet.getByRole('button', { name: 'Open messages' }).click();
    await seen(sheet.getByRole('log', { name: 'Messages' })).toContainText('Read');
    await desk.getByLabel(/^Message to Swift Vans/).fill('No, the check goes out on Friday.');
    await desk.getByRole('button', { name: 'Send message' }).click();
    await seen(log).toContainText('the check goes out on Friday');
    await seen(desk.getByLabel(/^Message to Swift Vans/)).toHaveValue('');
    await seen(sheet.getByRole('log', { name: 'Messages' })).toContainText('the check goes out on Friday');
    await readable(phone);
    await readable(desk);
  },
);
