import type { Browser, Locator, Page } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { DAY } from '#src/machines/calendar/durations.ts';
import { agentPage } from '#tests/paths/agent-page.ts';
import { gestures, people, reload, standingBid } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';
import { PASSWORD, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { newPage, testBrowser } from '#tests/platform/chromium.ts';
import { pdfText } from '#tests/platform/sample-pdf.ts';
import { seen } from '#tests/platform/seen.ts';

/** What an agent without a mouse can do: nothing but keys is used, and the focus is never lost. */
let application: Application;
let who: People;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  browser = await testBrowser();
});

const CLIENT = { name: 'Kay Keys', email: 'kay.keys@mail.example' };
const PAPER = { name: 'paper.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdfText()) };
const dayIn = (days: number): string =>
  new Date(Date.now() + days * DAY).toLocaleDateString('en-US', { timeZone: 'UTC' });

function keysOn(page: Page) {
  const { keyboard } = page;
  const dialog = page.getByRole('dialog');
  const isFocused = (target: Locator) => target.evaluateAll((all) => all.some((one) => one === document.activeElement));

  /** Presses a key until the focus is there. @throws Error if that takes more than `most` times */
  async function go(key: 'Tab' | 'ArrowDown', target: Locator, most = 60): Promise<void> {
    await target.first().waitFor();
    for (let pressed = 0; !(await isFocused(target)); pressed += 1) {
      if (pressed === most) throw new Error(`After ${key} ${most} times, the focus is not on ${target.toString()}.`);
      await keyboard.press(key);
    }
  }
  const to = (target: Locator) => go('Tab', target);
  async function type(label: string | RegExp, text: string, within: Locator = dialog): Promise<void> {
    await to(within.getByLabel(label, typeof label === 'string' ? { exact: true } : {}));
    await keyboard.type(text);
  }
  /** The move of a lead, from the menu. */
  async function choose(name: string): Promise<void> {
    await keyboard.press('m');
    await go('ArrowDown', page.getByRole('menuitem', { name, exact: true }));
    await keyboard.press('Enter');
    await dialog.getByRole('heading').first().waitFor();
  }
  async function attach(label: string): Promise<void> {
    await to(dialog.getByLabel(label));
    await keyboard.press('Enter');
    await dialog.getByText(PAPER.name).waitFor();
  }
  /** Sends what a dialog asks for; afterwards, the focus is on something, so that the next key finds its way. */
  async function send(): Promise<void> {
    // A letter is sent only once it has been shown.
    await seen(dialog.locator('button[type=submit]').last()).toBeEnabled();
    await keyboard.press('Control+Enter');
    await seen(dialog).toHaveCount(0);
    await seen.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  }
  return { keyboard, dialog, to, type, choose, attach, send };
}

test('one lead from the first call to the paid invoice', { timeout: 180_000 }, async () => {
  const page = await newPage(browser, { viewport: { width: 1280, height: 900 } });
  const { keyboard, dialog, to, type, choose, attach, send } = keysOn(page);
  const { seePlace } = agentPage(page, application.url);
  page.on('filechooser', (chooser) => void chooser.setFiles(PAPER));

  await page.goto(`${application.url}/auth/agent-portal/login`);
  await type('Email', who.agent.email, page.locator('form'));
  await type('Password', PASSWORD, page.locator('form'));
  await keyboard.press('Enter');
  await page.waitForURL((address) => !address.pathname.startsWith('/auth/'));
  await page.getByRole('button', { name: 'New lead' }).waitFor();

  await keyboard.press('n');
  await type('Name', CLIENT.name);
  await type(/^Email/, CLIENT.email);
  await type(/^Phone/, '6145550143');
  const stops = dialog.locator('ol > li');
  for (const [index, zip, first, last] of [
    [0, '43215', 20, 24],
    [1, '60601', 25, 28],
  ] as const) {
    const stop = stops.nth(index);
    await type('ZIP', zip, stop);
    await seen(stop.getByLabel('City')).not.toHaveValue('');
    await type(/^First day/, dayIn(first), stop);
    await type(/^Last day/, dayIn(last), stop);
  }
  await to(dialog.getByRole('button', { name: 'Add an item' }));
  await keyboard.press('Enter');
  await type('Item 1', 'Sofa, 3 seats');
  await send();
  await page.waitForURL(/\/agent-portal\/lead\/[0-9a-f-]{36}\/info$/);
  const id = new URL(page.url()).pathname.split('/').at(-2)!;
  const stage = { application, ...who, clientEmail: CLIENT.email, lead: { id } } as unknown as Stage;

  await to(page.getByRole('button', { name: 'New estimate' }));
  await keyboard.press('Enter');
  await type(/^Rate/, '900');
  await send();
  await page.getByText('Version 1', { exact: true }).waitFor();
  await choose('Send quote');
  await send();
  await seePlace({ state: 'quote-sent', stage: 'waiting', isArchived: false });

  await choose('Send contract');
  await send();
  await choose('Mark contracted');
  await attach('Signed agreement');
  await type(/^Signed on/, '01/05/2026');
  await send();
  await seePlace({ state: 'contracted', stage: null, isArchived: false });
  await choose('Post to load board');
  await send();

  await reload(stage);
  await standingBid(stage);
  await page.getByRole('main').getByText('Swift Vans LLC').first().waitFor();
  await choose('Award carrier');
  await to(dialog.getByRole('radio'));
  await keyboard.press('Space');
  await send();
  await reload(stage);
  await gestures['carrier.signed'](stage);
  await seePlace({ state: 'open-contracts', stage: 'in-progress', isArchived: false });

  await choose('Close contract');
  await attach('Completion-of-work statement');
  await to(dialog.getByLabel('The broker has been paid'));
  await keyboard.press('Space');
  await send();
  await choose('Send invoice');
  await send();
  await choose('Record payment');
  await to(dialog.getByLabel('Paid by'));
  await keyboard.press('ArrowDown');
  await send();
  await seePlace({ state: 'completed-contracts', stage: 'paid', isArchived: false });
  expect(await reload(stage)).toMatchObject({ state: 'completed-contracts', stage: 'paid', money: { due: 0 } });
});
