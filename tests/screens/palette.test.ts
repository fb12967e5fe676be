import type { Browser, Page } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { hrefs } from '#src/views/hrefs.ts';
import { signIn } from '#tests/paths/agent-page.ts';
import { newStage, people } from '#tests/paths/api-gestures.ts';
import type { People } from '#tests/paths/api-gestures.ts';
import { seen } from '#tests/platform/seen.ts';
import { signedIn, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';

/** Ctrl+K without a mouse: what can be done with the current lead, any page, and everything that has a name. */
let application: Application;
let who: People;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  browser = await testBrowser();
});

const field = (page: Page) => page.getByRole('combobox', { name: /^Search leads/ });
const chosen = (page: Page) => page.getByRole('option', { selected: true });

async function call(page: Page, text = ''): Promise<void> {
  // Until the frame is rendered, nothing handles its keys.
  await page.getByRole('button', { name: /^Search/ }).waitFor();
  await page.keyboard.press('Control+k');
  await field(page).fill(text);
}

async function leadPage() {
  const { id } = (await newStage(application, who)).lead;
  const lead = await application.database.kysely
    .selectFrom('agent_lead')
    .select(['id', 'reference'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const page = await newPage(browser, { viewport: { width: 1280, height: 900 } });
  await signIn(page, application.url, 'agent-portal', who.agent.email);
  const open = async () => {
    await page.goto(application.url + hrefs.agent.lead(lead.id));
    await page.getByRole('button', { name: 'More actions' }).waitFor();
  };
  await open();
  return { page, lead, open };
}

test('the next step of the lead comes first; what is off says why and does nothing', async () => {
  const { page, lead, open } = await leadPage();
  await call(page);
  const own = page.getByRole('group', { name: new RegExp(lead.reference) });
  const primary = page.locator('#content .btn-primary').first();
  await seen(chosen(page)).toHaveText((await primary.textContent())!);
  await seen(own.getByRole('option')).not.toHaveCount(0);
  await field(page).fill('set f');
  await page.keyboard.press('Enter');
  await seen(page.getByRole('dialog').getByRole('heading', { name: 'Set a follow-up' })).toBeVisible();
  await page.keyboard.press('Escape');

  await application.database.kysely
    .updateTable('agent_lead')
    .set({ client_email: null })
    .where('id', '=', lead.id)
    .execute();
  await open();
  await call(page, 'send q');
  await seen(chosen(page)).toContainText(/^Send quote.*email/);
  await seen(chosen(page)).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Enter');
  await seen(field(page)).toBeVisible();
});

test('goes to a page, a carrier, and the leads that were opened last, which a sign-out forgets', async () => {
  const { page, lead, open } = await leadPage();
  const carrier = await signedIn(application, 'carrier', 'Quill Haulage');
  await call(page, 'chats');
  await seen(chosen(page)).toHaveText('Chats');
  await page.keyboard.press('Enter');
  await page.waitForURL(application.url + hrefs.agent.chats());
  await call(page, 'quill');
  await seen(page.getByRole('group', { name: 'Carriers' }).getByRole('option')).toHaveCount(1);
  await seen(chosen(page)).toContainText('Quill Haulage');
  await page.keyboard.press('Enter');
  await page.waitForURL(application.url + hrefs.agent.carrier(carrier.carrierId));
  await call(page);
  const last = page.getByRole('group', { name: 'Opened last' });
  await seen(last.getByRole('option')).toHaveCount(1);
  await seen(last).toContainText(lead.reference);
  await page.keyboard.press('Enter');
  await page.waitForURL(application.url + hrefs.agent.lead(lead.id));
  // It is the current lead, so it is not offered as a recent one.
  await call(page);
  await seen(page.getByRole('group', { name: new RegExp(lead.reference) })).toBeVisible();
  await seen(last).toHaveCount(0);
  await page.keyboard.press('Escape');
  await seen(field(page)).toHaveCount(0);

  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByLabel('Email').waitFor();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(lead.reference);
  await signIn(page, application.url, 'agent-portal', who.agent.email);
  await call(page);
  await seen(field(page)).toBeVisible();
  await seen(page.getByRole('option')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await open();
});
