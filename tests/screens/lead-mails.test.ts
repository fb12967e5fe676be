import type { Browser, Page } from '@playwright/test';
import { beforeAll, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#src/demo/demo-accounts.ts';
import { startSession } from '#tests/paths/agent-page.ts';
import { startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { violationsOf } from '#tests/platform/axe.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';
import { layoutProblemsOf } from '#tests/platform/layout.ts';
import { seen } from '#tests/platform/seen.ts';

/** Emails to clients: a template is written, chosen on a lead, previewed, and sent; and one email each to a list. */
let application: Application;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication({ demoData: true, environment: { PARTS: 'api,gateway,web' } });
  browser = await testBrowser();
});

async function open(viewport: { width: number; height: number }): Promise<Page> {
  const page = await newPage(browser, { viewport, reducedMotion: 'reduce' });
  await startSession(page, application.url, 'agent-portal', 'agent@demo.test', DEMO_PASSWORD);
  return page;
}
const go = (page: Page, path: string) => page.goto(`${application.url}/agent-portal/${path}`);
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const dialog = (page: Page) => page.getByRole('dialog');
const findings = async (page: Page) => [...(await violationsOf(page)), ...(await layoutProblemsOf(page))];

describe.each([
  ['laptop', { width: 1280, height: 900 }],
  ['phone', { width: 360, height: 740 }],
])('on a %s', (size, viewport) => {
  test('a template is added, an unknown blank is named, and an earlier version comes back', async () => {
    const page = await open(viewport);
    const name = `Thank you from a ${size}`;
    await go(page, 'brokerage/templates');
    await seen(page.getByText('Checking in on the quote').first()).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await button(page, 'Add a template').click();
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Subject').fill('Thank you, {{client first name}}');
    await page.getByLabel('Message').fill('Our margin is {{margin}}');
    await button(page, 'Save template').click();
    await seen(page.getByText('“{{margin}}” isn’t a known blank.').first()).toBeVisible();
    await page.getByLabel('Message').fill('Thank you for moving with {{brokerage name}}.');
    await button(page, 'Save template').click();
    await seen(button(page, 'Add a template')).toBeFocused();
    await button(page, `Edit ${name}`).click();
    await page.getByLabel('Message').fill('Thanks.');
    await button(page, 'Save template').click();
    await button(page, 'History').click();
    await button(page, `Start from it: version 1 of ${name}`).click();
    await seen(page.getByLabel('Message')).toHaveValue('Thank you for moving with {{brokerage name}}.');
    await button(page, 'Cancel').click();
    await button(page, `Remove ${name}`).click();
    await dialog(page).getByRole('button', { name: 'Remove' }).click();
    await seen(button(page, `Edit ${name}`)).toHaveCount(0);
    await page.context().close();
  });

  test('the client of a lead is emailed, and the email is read again on the lead', async () => {
    const page = await open(viewport);
    const { id, name } = await someLead(size === 'phone');
    await go(page, `lead/${id}/info`);
    await button(page, 'Email client').click();
    await dialog(page).getByLabel('Template').selectOption({ label: 'We could not reach you' });
    await seen(dialog(page).getByLabel('Message')).toHaveValue(new RegExp(`^Hello ${name.split(' ')[0]},`));
    await dialog(page).getByLabel('Subject').fill(`Calling you from a ${size}`);
    expect(await findings(page)).toEqual([]);
    await button(page, 'Preview email').click();
    const mail = page.frameLocator('iframe');
    await seen(mail.locator('p', { hasText: 'When is a good time to talk' })).toBeVisible();
    // As it will arrive: with the standard layout, although the page's policy allows no styles in markup.
    expect(await mail.locator('table table').evaluateAll(([box]) => getComputedStyle(box!).maxWidth)).toBe('600px');
    // The preview text for the inbox list.
    await seen(mail.locator('body > div')).toBeHidden();
    await seen(dialog(page).getByText('Dana Whitfield, ', { exact: false }).first()).toBeVisible();
    expect(await layoutProblemsOf(page)).toEqual([]);
    await button(page, 'Send email').click();
    await seen(dialog(page)).toHaveCount(0);
    const activity = page.getByRole('list', { name: 'Activity' });
    await activity.getByRole('button', { name: `Calling you from a ${size}` }).click();
    await seen(activity.getByText('When is a good time to talk')).toBeVisible();
    await seen(activity.getByText('Sending').first()).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.context().close();
  });
});

test('on a list, the clients of chosen leads get an email each, and who cannot is said first', async () => {
  const page = await open({ width: 1280, height: 900 });
  await go(page, 'leads/follow-up');
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
  await seen(boxes.first()).toBeVisible();
  const said = await boxes.first().evaluate((box: HTMLInputElement) => box.labels![0]!.textContent);
  const first = said.slice('Select '.length);
  await application.database.kysely
    .updateTable('agent_lead')
    .set({ client_email: null })
    .where('client_name', '=', first)
    .execute();
  for (const index of [0, 1, 2]) await boxes.nth(index).check();
  const selection = page.getByRole('region', { name: 'Selection' });
  await selection.getByRole('button', { name: 'Email' }).click();
  await dialog(page).getByLabel('Subject').fill('News for {{client first name}}');
  await dialog(page).getByLabel('Message').fill('Hello {{client first name}},\n\nwe are here.');
  await button(page, 'Preview emails').click();
  await seen(page.frameLocator('iframe').locator('p', { hasText: 'we are here.' })).toBeVisible();
  await seen(dialog(page).getByText(`${first}: The client has no email address.`).first()).toBeVisible();
  expect(await layoutProblemsOf(page)).toEqual([]);
  await button(page, /^Send \d emails?$/).click();
  await seen(button(page, 'Done')).toBeEnabled();
  await seen(dialog(page).getByText('Waiting')).toHaveCount(0);
  await seen(dialog(page).getByText('Sent').first()).toBeVisible();
  await seen(dialog(page).getByText('Not done')).toHaveCount(0);
  await page.context().close();
});

/** A lead with an email address and a follow-up. */
async function someLead(isLast: boolean): Promise<{ id: string; name: string }> {
  const { id, client_name: name } = await application.database.kysely
    .selectFrom('agent_lead')
    .select(['id', 'client_name'])
    .where('state', '=', 'follow-up')
    .where('is_archived', '=', false)
    .where('client_email', 'is not', null)
    .orderBy('id', isLast ? 'desc' : 'asc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { id, name };
}
