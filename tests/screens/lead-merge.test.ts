import type { Browser } from '@playwright/test';
import { beforeAll, describe, expect, test } from 'vitest';
import { startSession } from '#tests/paths/agent-page.ts';
import { newLead } from '#tests/paths/api-gestures.ts';
import { call, PASSWORD, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { violationsOf } from '#tests/platform/axe.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';
import { layoutProblemsOf } from '#tests/platform/layout.ts';
import { seen } from '#tests/platform/seen.ts';

/** Two leads of one client become one. */
let application: Application;
let browser: Browser;
let agent: Account;

beforeAll(async () => {
  application = await startApplication({ environment: { PARTS: 'api,gateway,web' } });
  agent = await signedIn(application, 'agent', 'Ann Agent');
  browser = await testBrowser();
});

async function add(name: string, phone: string, more: object = {}): Promise<{ id: string; reference: string }> {
  const body = { ...newLead('casey@mail.example'), ...more, client: { name, phone, email: 'casey@mail.example' } };
  const answer = await call<{ id: string; reference: string }>(application, 'POST', 'agent-lead/', {
    token: agent.token,
    body,
  });
  expect(answer.status).toBe(201);
  return answer.body;
}

describe.each([
  ['laptop', { width: 1280, height: 900 }, '+16145550101'],
  ['phone', { width: 360, height: 740 }, '+16145550102'],
])('on a %s', (_, viewport, phone) => {
  test('a possible duplicate is merged, field by field, and both leads say so', async () => {
    const kept = await add('Casey Client', phone);
    const other = await add('Casey B. Client', phone, { notes: 'Third floor, no elevator' });
    const page = await newPage(browser, { viewport, reducedMotion: 'reduce' });
    await startSession(page, application.url, 'agent-portal', agent.email, PASSWORD);
    await page.goto(`${application.url}/agent-portal/lead/${kept.id}/info`);
    await page.getByRole('button', { name: `Merge with ${other.reference}` }).click();
    const dialog = page.getByRole('dialog');
    await seen(dialog.getByRole('radio', { name: new RegExp(`^${kept.reference}`) })).toBeChecked();
    // What is empty in the kept lead is taken over by default.
    await seen(dialog.getByRole('radio', { name: /^Third floor, no elevator/ })).toBeChecked();
    await dialog.getByRole('radio', { name: /^Casey B. Client/ }).check();
    expect([...(await violationsOf(page)), ...(await layoutProblemsOf(page))]).toEqual([]);
    await dialog.getByRole('button', { name: `Merge into ${kept.reference}` }).click();
    await seen(page.getByRole('heading', { level: 1, name: 'Casey B. Client' })).toBeVisible();
    await seen(page.getByText(`merged ${other.reference} into this lead`)).toBeVisible();
    await seen(page.getByRole('button', { name: `Merge with ${other.reference}` })).toHaveCount(0);
    await page.getByRole('link', { name: `${other.reference} Casey B. Client` }).click();
    await seen(page.getByText('This lead is archived')).toBeVisible();
    await page
      .getByRole('link', { name: `${kept.reference} Casey B. Client` })
      .first()
      .click();
    await seen(page).toHaveURL(new RegExp(kept.id));
    await page.context().close();
  });
});

test('another lead is found by name, and merged once it is confirmed to be from the same client', async () => {
  const kept = await add('Casey Client', '+16145550103');
  const spouse = await call<{ id: string; reference: string }>(application, 'POST', 'agent-lead/', {
    token: agent.token,
    body: {
      ...newLead('robin@mail.example'),
      client: { name: 'Robin Partner', phone: '+16145550199', email: 'robin@mail.example' },
    },
  });
  expect(spouse.status).toBe(201);
  const page = await newPage(browser, { viewport: { width: 360, height: 740 } });
  await startSession(page, application.url, 'agent-portal', agent.email, PASSWORD);
  await page.goto(`${application.url}/agent-portal/lead/${kept.id}/info`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Merge with another lead…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await seen(dialog.getByRole('link', { name: 'Choose the other lead.' })).toBeVisible();
  await dialog.getByLabel('Other lead').pressSequentially('robin');
  await page.getByRole('option', { name: new RegExp(spouse.body.reference) }).click();
  expect([...(await violationsOf(page)), ...(await layoutProblemsOf(page))]).toEqual([]);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const into = dialog.getByRole('button', { name: `Merge into ${kept.reference}` });
  await into.click();
  await seen(dialog.getByRole('link', { name: 'Confirm that both leads are from the same client.' })).toBeVisible();
  await dialog.getByLabel('Casey Client and Robin Partner are the same client').check();
  expect([...(await violationsOf(page)), ...(await layoutProblemsOf(page))]).toEqual([]);
  await into.click();
  await seen(page.getByText(`merged ${spouse.body.reference} into this lead`)).toBeVisible();
  await seen(page.getByText('confirmed as the same client')).toBeVisible();
});
