import type { Browser } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { hrefs } from '#src/views/hrefs.ts';
import { insertLoads } from '#tests/api/load-rows.ts';
import { inDays } from '#tests/api/carrier-api.ts';
import { signIn } from '#tests/paths/agent-page.ts';
import { newLead } from '#tests/paths/api-gestures.ts';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { violationsOf } from '#tests/platform/axe.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';
import { layoutProblemsOf } from '#tests/platform/layout.ts';
import { seen } from '#tests/platform/seen.ts';

/** A carrier posts where a truck is empty, and what that brings the carrier and the brokerage. */
let application: Application;
let browser: Browser;

interface Truck {
  id: string;
  version: number;
  place: string;
  first_day: string;
  last_day: string;
}

beforeAll(async () => {
  application = await startApplication();
  browser = await testBrowser();
});

test('a truck is posted on a phone, leads to its loads, is seen beside a lead, and withdrawn', async () => {
  const carrier = await signedIn(application, 'carrier', 'Empty Vans');
  const agent = await signedIn(application, 'agent', 'Alex Agent');
  const on = { date: inDays(20), last: inDays(22) };
  await insertLoads(application, {
    near: { from: '43055', to: '78701', ...on },
    far: { from: '98101', to: '78701', ...on },
  });
  const page = await newPage(browser, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    allow: [/status of 409/],
  });
  await signIn(page, application.url, 'load-board', carrier.email);
  await seen(page.getByText('Seattle, WA')).toBeVisible();
  await page.getByRole('link', { name: 'Trucks', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'My empty trucks' });
  await dialog.getByRole('button', { name: 'Post truck' }).click();
  await seen(dialog.getByText('Choose where the truck is empty.')).toBeVisible();
  await dialog.getByLabel('Empty in').fill('43215');
  await page.getByRole('option', { name: /43215/ }).click();
  await dialog.getByLabel('Wants to go to').fill('Tex');
  await page.getByRole('option', { name: /^Texas Anywhere/ }).click();
  await dialog.getByLabel('From', { exact: true }).fill(inDays(20));
  // A dialog closed by mistake keeps what was typed.
  await dialog.getByRole('button', { name: 'Close' }).click();
  await seen(dialog).toBeHidden();
  await page.getByRole('link', { name: 'Trucks', exact: true }).click();
  await seen(dialog.getByLabel('Empty in')).toHaveValue('43215');
  await seen(dialog.getByLabel('Wants to go to')).toHaveValue('Texas');
  // A date that nobody can read is not saved as none.
  await dialog.getByLabel('To', { exact: true }).fill('13/45');
  await dialog.getByRole('button', { name: 'Post truck' }).click();
  await seen(dialog.getByLabel('To', { exact: true })).toBeFocused();
  await seen(dialog.getByText('Write a date like Dec 4 or 12/4.')).toBeVisible();
  await dialog.getByLabel('To', { exact: true }).fill(inDays(22));
  await dialog.getByRole('button', { name: 'Post truck' }).click();
  const list = dialog.getByRole('list', { name: 'Posted trucks' });
  await seen(list.getByText(/^Columbus, OH/)).toBeVisible();
  await seen(list.getByText(/Going to Texas/)).toBeVisible();
  const said = page.getByRole('button', { name: 'Dismiss' });
  while ((await said.count()) > 0) await said.first().click();
  expect(await violationsOf(page)).toEqual([]);
  expect(await layoutProblemsOf(page)).toEqual([]);

  // Changed in the office meanwhile: what only they changed is taken over; where both made changes, the person is
  // asked.
  const edit = list.getByRole('button', { name: 'Change the truck in Columbus' });
  await edit.click();
  await list.getByLabel('Note for the broker').fill('Liftgate');
  const { body: posted } = await call<{ trucks: [Truck] }>(application, 'GET', 'carrier/trucks', {
    token: carrier.token,
  });
  const [{ id, version, place, first_day, last_day }] = posted.trucks;
  const office = { place, first_day, last_day, destination: 'TX', radius_miles: 150, weight_lb: 9000, note: 'Ramp' };
  const { status } = await call(application, 'PATCH', `carrier/trucks/${id}`, {
    token: carrier.token,
    body: { version, ...office, alert: 'at-once', channel: 'mail' },
  });
  expect(status).toBe(200);
  await list.getByRole('button', { name: 'Save truck' }).click();
  const news = list.getByRole('alert').filter({ hasText: 'Someone changed this truck' });
  await seen(news).toContainText('Their changes are in the form now: Room for, lb.');
  await seen(list.getByRole('button', { name: 'Save truck' })).toBeDisabled();
  await news.getByRole('button', { name: 'Mine: Liftgate' }).click();
  await list.getByRole('button', { name: 'Save truck' }).click();
  await seen(page.getByText('Truck saved')).toBeVisible();
  await seen(list.getByText('Liftgate')).toBeVisible();
  await seen(list.getByText(/9,000 lb/)).toBeVisible();

  await list.getByRole('link', { name: '1 load fits' }).click();
  await seen(dialog).toBeHidden();
  await seen(page.getByText('Newark, OH')).toBeVisible();
  await seen(page.getByText('Seattle, WA')).toBeHidden();
  await seen(page.getByText(/^Deadhead 3\d mi$/)).toBeVisible();

  const desk = await newPage(browser, { viewport: { width: 1280, height: 900 }, hasTouch: false });
  await signIn(desk, application.url, 'agent-portal', agent.email);
  const { body: lead } = await call<{ id: string }>(application, 'POST', 'agent-lead/', {
    token: agent.token,
    body: newLead('client@mail.example'),
  });
  await desk.goto(application.url + hrefs.agent.lead(lead.id, 'nearest-carriers'));
  await seen(desk.getByText(/Columbus, OH · .* · Going to Texas/)).toBeVisible();
  await desk.goto(application.url + hrefs.agent.carriers({ truck: '1', near: '43055', within: '50' }));
  await seen(desk.getByRole('link', { name: /^Empty Vans/ })).toBeVisible();
  await seen(desk.getByText(/Empty: Columbus, OH/)).toBeVisible();

  await page.getByRole('link', { name: 'Trucks', exact: true }).click();
  await list.getByRole('button', { name: 'Withdraw the truck in Columbus' }).click();
  await page.getByRole('button', { name: 'Withdraw truck', exact: true }).click();
  await seen(dialog.getByRole('button', { name: 'Post truck' })).toBeVisible();
  await seen(desk.getByText(/Empty: Columbus, OH/)).toBeHidden();
});
