import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { agentPage, signIn, startSession } from '#tests/paths/agent-page.ts';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';
import { boardPage } from '#tests/paths/board-page.ts';
import { violationsOf } from '#tests/platform/axe.ts';
import { layoutProblemsOf } from '#tests/platform/layout.ts';
import { seen } from '#tests/platform/seen.ts';
import { call, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';
import { pdfText } from '#tests/platform/sample-pdf.ts';

/**
 * A job from the carrier's signature to the closed contract: the carrier in a cab with a phone, the agent waiting for
 * updates.
 */
let application: Application;
let who: People;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  browser = await testBrowser();
});

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };
const LAPTOP = { viewport: { width: 1280, height: 900 } };

async function awarded(): Promise<Stage> {
  const stage = await newStage(application, who);
  for (const event of ['quote.sent', 'contract.sent', 'contract.marked-signed', 'carrier.special-awarded'] as const) {
    await reload(stage);
    expect((await gestures[event](stage)).status).toBe(200);
  }
  await reload(stage);
  return stage;
}

const readable = async (page: Page): Promise<void> => {
  // The latest toast covers the page for a while.
  const said = page.getByRole('button', { name: 'Dismiss' });
  while ((await said.count()) > 0) await said.first().click();
  expect(await violationsOf(page)).toEqual([]);
  expect(await layoutProblemsOf(page)).toEqual([]);
};

test(
  'a carrier signs, goes, picks up and delivers on a phone; the agent sees each step and closes with the carrier’s paper',
  { timeout: 180_000 },
  async () => {
    const stage = await awarded();
    const shared = await call<{ url: string }>(application, 'POST', `agent-lead/${stage.lead.id}/share`, {
      token: who.agent.token,
      body: {},
    });
    const photo = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#7a6' } })
      .jpeg()
      .toBuffer();

    // The desk's outdated list may still request a paper that the carrier removes.
    const desk = await newPage(browser, { ...LAPTOP, allow: [/\/job\/paper\/\S+preview=true: .*status of 404/] });
    await signIn(desk, application.url, 'agent-portal', who.agent.email);
    const agent = agentPage(desk, application.url);

    const phone = await newPage(browser, PHONE);
    await signIn(phone, application.url, 'load-board', who.carrier.email);
    const board = boardPage(phone, application.url);
    await board.signJob(stage.lead.id, 'Sam Swift');
    await agent.open(stage.lead.id);
    const job = desk
      .locator('section, div')
      .filter({ has: desk.getByRole('heading', { name: 'The job' }) })
      .last();
    await seen(desk.getByRole('heading', { name: 'The job' })).toBeVisible();
    await seen(job.getByText('Not started')).toBeVisible();

    await board.openLoad(stage.lead.id, 'open');
    const sheet = phone.getByRole('dialog').first();
    await seen(sheet.getByRole('link', { name: /^Call the broker/ })).toHaveAttribute('href', /^tel:\+/);
    const map = sheet.getByRole('link', { name: /7 Canary Street/ });
    await seen(map).toHaveAttribute(
      'href',
      /^https:\/\/www\.google\.com\/maps\/search\/\?api=1&query=7%20Canary%20Street/,
    );
    await seen(sheet.getByRole('link', { name: /9 Canary Avenue/ })).toHaveAttribute('target', '_blank');
    await readable(phone);

    // A truck may leave on the day before the agreed one, and not weeks before.
    const leftEarly = phone.getByRole('dialog', { name: /^On the way before / });
    await sheet.getByRole('button', { name: 'I’m on my way' }).click();
    await leftEarly.getByRole('button', { name: 'I’m on my way' }).click();
    await seen(sheet.getByRole('button', { name: 'I’ve picked up the load' })).toBeVisible();
    // The desk is not reloaded.
    await seen(job.getByRole('button', { name: 'Mark picked up' })).toBeVisible();
    await seen(desk.getByText('is on the way to the pick-up')).toBeVisible();

    // A step tapped by mistake is undone, with a reason that everyone can read.
    await sheet.getByRole('button', { name: 'Undo the last step…' }).click();
    const dialog = phone.getByRole('dialog').last();
    await dialog.getByRole('button', { name: 'Undo the step' }).click();
    await seen(dialog.getByText('Say why, in a few words.')).toBeVisible();
    await dialog.getByLabel('Reason').fill('Still loading another job');
    await phone.keyboard.press('Escape');
    await seen(dialog.getByLabel('Reason')).toHaveCount(0);
    await sheet.getByRole('button', { name: 'Undo the last step…' }).click();
    await seen(dialog.getByLabel('Reason')).toHaveValue('Still loading another job');
    await dialog.getByRole('button', { name: 'Undo the step' }).click();
    await seen(sheet.getByRole('button', { name: 'I’m on my way' })).toBeVisible();
    await seen(phone.getByText('Back to “Not started”')).toBeVisible();
    await seen(desk.getByText('“Still loading another job”')).toBeVisible();
    await sheet.getByRole('button', { name: 'It was earlier…' }).click();
    await dialog.getByLabel('Date and time').fill('2099-01-01T10:00');
    await dialog.getByRole('button', { name: 'I’m on my way' }).click();
    await seen(dialog.getByText('Choose a time that isn’t in the future.')).toBeVisible();
    await readable(phone);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await sheet.getByRole('button', { name: 'I’m on my way' }).click();
    await leftEarly.getByRole('button', { name: 'I’m on my way' }).click();

    // The agreed day is still ahead.
    const pickedUpEarly = phone.getByRole('dialog', { name: /^Picked up before / });
    await sheet.getByRole('button', { name: 'I’ve picked up the load' }).click();
    await seen(pickedUpEarly).toContainText(/The agreed pick-up day is \w+, \w+ \d+/);
    await readable(phone);
    await pickedUpEarly.getByRole('button', { name: 'Cancel' }).click();
    await seen(pickedUpEarly).toHaveCount(0);
    await seen(job.getByRole('button', { name: 'Mark picked up' })).toBeVisible();
    await sheet.getByRole('button', { name: 'It was earlier…' }).click();
    await phone
      .getByRole('dialog', { name: 'When was it?' })
      .getByRole('button', { name: 'I’ve picked up the load' })
      .click();
    await pickedUpEarly.getByRole('button', { name: 'I’ve picked up the load' }).click();
    await seen(job.getByRole('button', { name: 'Mark delivered' })).toBeVisible();
    await sheet.getByRole('button', { name: 'I’ve delivered the load' }).click();
    await phone
      .getByRole('dialog', { name: /^Delivered before / })
      .getByRole('button', { name: 'I’ve delivered the load' })
      .click();
    const wanted = sheet.getByText(/^Send the /);
    await seen(wanted).toHaveText('Send the completion-of-work statement and the delivery receipt');
    await seen(desk.getByText('delivered the load')).toBeVisible();

    await sheet.getByLabel('What is it?').selectOption('Photo');
    await sheet.locator('input[type=file][multiple]').setInputFiles([
      { name: 'porch.jpg', mimeType: 'image/jpeg', buffer: photo },
      { name: 'living-room.jpg', mimeType: 'image/jpeg', buffer: photo },
    ]);
    const papers = sheet.getByRole('list', { name: 'Papers and photos' });
    await seen(papers.getByRole('listitem')).toHaveCount(2);
    // Every refused file is named, not only the first one.
    await sheet.locator('input[type=file][multiple]').setInputFiles([
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') },
      { name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.from('') },
    ]);
    await seen(sheet.getByRole('alert').filter({ hasText: 'notes.txt' })).toContainText('empty.pdf');
    await sheet.getByLabel('What is it?').selectOption('Completion-of-work statement');
    await seen(sheet.locator('input[capture]')).toHaveAttribute('capture', 'environment');
    await sheet
      .locator('input[capture]')
      .setInputFiles({ name: 'statement.jpg', mimeType: 'image/jpeg', buffer: photo });
    await seen(papers.getByRole('listitem')).toHaveCount(3);
    await sheet
      .locator('input[type=file][multiple]')
      .setInputFiles({ name: 'statement.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdfText()) });
    await seen(papers.getByRole('listitem')).toHaveCount(4);
    await seen(wanted).toHaveText('Send the delivery receipt');
    await papers.getByRole('button', { name: 'Remove statement.jpg' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await seen(papers.getByRole('listitem')).toHaveCount(3);
    await seen(phone.getByText('File removed')).toBeVisible();
    await readable(phone);

    const statement = job.getByRole('listitem').filter({ hasText: 'Completion-of-work statement' });
    await seen(statement).toHaveCount(1);
    await seen(statement).toContainText('Swift');
    await readable(desk);

    // The client sees dates, but no times.
    const client = await newPage(browser, PHONE);
    await client.goto(shared.body.url);
    const progress = client.getByRole('region', { name: 'Where your move is' });
    await seen(progress).toContainText('Delivered');
    await seen(progress).not.toContainText(/\d:\d\d/);
    await readable(client);

    await agent.choose('Close contract');
    await seen(agent.dialog.getByRole('radio', { name: /Use the one from Swift Vans LLC/ })).toBeChecked();
    await readable(desk);
    await agent.confirm('Close contract');
    expect((await reload(stage)).stage).toBe('closed');
    const [download] = await Promise.all([
      desk.waitForEvent('download'),
      desk.getByRole('link', { name: 'Download the completion-of-work statement' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('statement.pdf');

    // What the contract was closed with is kept.
    await board.openLoad(stage.lead.id, 'completed');
    await seen(papers.getByRole('listitem')).toHaveCount(3);
    await seen(papers.getByRole('button')).toHaveCount(0);
    await seen(sheet.getByText('The contract is closed.').first()).toBeVisible();
    await readable(phone);
  },
);

test('an agent writes down what the carrier said on the phone, at 360 px', { timeout: 90_000 }, async () => {
  const stage = await awarded();
  expect((await gestures['carrier.signed'](stage)).status).toBe(200);
  const page = await newPage(browser, PHONE);
  await startSession(page, application.url, 'agent-portal', who.agent.email);
  await agentPage(page, application.url).open(stage.lead.id);
  await page.getByRole('button', { name: 'Mark on the way' }).click();
  const isEarly = page.getByRole('dialog', { name: /^On the way before / });
  await isEarly.getByRole('button', { name: 'Mark on the way' }).click();
  await seen(page.getByRole('button', { name: 'Mark picked up' })).toBeVisible();
  await seen(page.getByText('The job is marked “On the way”')).toBeVisible();
  await seen(page.getByText('noted that the carrier is on the way to the pick-up')).toBeVisible();
  await readable(page);
});
