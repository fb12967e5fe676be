import { SIGNER_NAME_NEEDED } from '#src/machines/agreement/signer-name.ts';
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

/** The client signs on the carrier's phone, at a door without a connection. */
let application: Application;
let who: People;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  browser = await testBrowser();
});

async function pickedUp(): Promise<Stage> {
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
  for (const step of ['on-the-way', 'picked-up'])
    await call(application, 'POST', `carrier/agent-lead/${stage.lead.id}/job/step`, {
      token: who.carrier.token,
      body: { step },
    });
  return stage;
}

const readable = async (page: Page): Promise<void> => {
  expect(await violationsOf(page)).toEqual([]);
  expect(await layoutProblemsOf(page)).toEqual([]);
};

test(
  'a signature that is given offline survives a reload, is sent once there is a connection, and stands in the papers',
  { timeout: 120_000 },
  async () => {
    const stage = await pickedUp();
    const phone = await newPage(browser, {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      allow: [/ERR_FAILED|ERR_INTERNET_DISCONNECTED/],
    });
    await startSession(phone, application.url, 'load-board', who.carrier.email);
    await boardPage(phone, application.url).openLoad(stage.lead.id, 'open');
    const sheet = phone.getByRole('dialog').first();
    await sheet.getByRole('button', { name: 'Get the client’s signature' }).click();
    const dialog = phone.getByRole('dialog', { name: /^Delivery receipt/ });
    const pad = dialog.getByRole('img', { name: 'Nothing is drawn yet' });
    await seen(pad).toBeVisible();
    await dialog.getByRole('button', { name: 'Sign receipt' }).click();
    await seen(dialog.getByText('Draw the signature first.')).toBeVisible();
    await dialog.getByLabel('Received by').fill('x');
    await seen(dialog.getByText(SIGNER_NAME_NEEDED)).toBeVisible();
    await readable(phone);
    await dialog.getByLabel('Received by').fill('Casey Client');
    await seen(dialog.getByText(SIGNER_NAME_NEEDED)).toBeHidden();
    await dialog.getByLabel('Damage or missing items').fill('The lamp has a crack.');
    await phone.context().setOffline(true);
    await pad.scrollIntoViewIfNeeded();
    const box = (await pad.boundingBox())!;
    await phone.mouse.move(box.x + 20, box.y + 100);
    await phone.mouse.down();
    await phone.mouse.move(box.x + 120, box.y + 40, { steps: 8 });
    await phone.mouse.move(box.x + 220, box.y + 110, { steps: 8 });
    await phone.mouse.up();
    await seen(dialog.getByRole('img', { name: 'Your drawn signature' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Sign receipt' }).click();
    await seen(sheet.getByText('Signed, not sent yet')).toBeVisible();
    await readable(phone);

    // Requests get no answer for a while, even when the browser believes it is online.
    await phone.route('**/graphql', (route) =>
      route.request().postData()?.includes('exceptions') ? route.abort() : route.continue(),
    );
    await phone.context().setOffline(false);
    await boardPage(phone, application.url).openLoad(stage.lead.id, 'open');
    await seen(sheet.getByText('Signed, not sent yet')).toBeVisible();
    await phone.unroute('**/graphql');
    await sheet.getByRole('button', { name: 'Retry' }).click();
    const papers = sheet.getByRole('list', { name: 'Papers and photos' });
    await seen(papers.getByRole('link', { name: /^Download Delivery receipt/ })).toBeVisible();
    await seen(sheet.getByText('Signed, not sent yet')).toBeHidden();
    await seen(sheet.getByRole('button', { name: 'Get the client’s signature' })).toBeHidden();

    const desk = await newPage(browser, { viewport: { width: 1280, height: 900 } });
    await startSession(desk, application.url, 'agent-portal', who.agent.email);
    await agentPage(desk, application.url).open(stage.lead.id);
    await seen(desk.getByRole('link', { name: /^Download Delivery receipt/ })).toBeVisible();
  },
);
