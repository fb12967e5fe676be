import type { Browser, Page } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { hrefs } from '#src/views/hrefs.ts';
import { signIn } from '#tests/paths/agent-page.ts';
import { seen } from '#tests/platform/seen.ts';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { violationsOf } from '#tests/platform/axe.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';

/** A mover chooses where the business works: whole states, cities, or both. */
let application: Application;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  browser = await testBrowser();
});

const chosen = async ({ token }: Account) =>
  (
    await call<{ cities: { city: string }[]; radius_miles: number | null; states: string[] }>(
      application,
      'GET',
      'user/settings/top-cities',
      { token },
    )
  ).body;
const chips = (page: Page) => page.getByRole('list', { name: 'Chosen states' }).getByRole('listitem');

async function fine(page: Page): Promise<void> {
  const violations = await violationsOf(page);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
}

test.each([1280, 360])(
  'states alone pass the gate, at %i px and by the keyboard',
  { timeout: 90_000 },
  async (width) => {
    const mover = await signedIn(
      application,
      'mover',
      `Stella States ${width}`,
      {},
      { business: { subscription: 'active', top_cities_chosen_at: null } },
    );
    const page = await newPage(browser, { viewport: { width, height: 800 } });
    await signIn(page, application.url, 'lead-portal', mover.email);
    await seen(page.getByRole('heading', { level: 1 })).toHaveText('Where do you work?');
    await page.getByRole('button', { name: 'Continue' }).click();
    await seen(page.getByText('Choose at least one state or city.')).toBeVisible();

    const field = page.getByRole('combobox', { name: 'Whole states' });
    await field.click();
    const names = await page.getByRole('option').allTextContents();
    expect(names).toHaveLength(51);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
    // Pressed before the list has updated to the typed letters, Enter selects nothing from the old list.
    await field.pressSequentially('texa');
    await page.keyboard.press('Enter');
    await seen(page.getByRole('option').or(chips(page))).toHaveText([/^Texas/]);
    if ((await chips(page).count()) === 0) await page.keyboard.press('Enter');
    await seen(chips(page)).toHaveText(['Texas']);
    // The field keeps the focus for the next entry.
    await seen(field).toBeFocused();
    await page.keyboard.type('ark');
    await seen(page.getByRole('option')).toHaveText([/^Arkansas/]);
    await page.keyboard.press('Enter');
    await field.fill('utah');
    await page.getByRole('option', { name: 'Utah' }).click();
    await seen(chips(page)).toHaveText(['Arkansas', 'Texas', 'Utah']);
    // Once chosen, it is no longer offered.
    await field.fill('utah');
    await seen(page.getByText('Nothing found.')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove Utah' }).focus();
    await page.keyboard.press('Enter');
    await seen(page.getByText('2 states chosen')).toBeVisible();
    await seen(page.getByLabel('Radius around each city')).toHaveCount(0);
    await fine(page);

    // The selection survives a reload.
    await page.reload();
    await seen(chips(page)).toHaveText(['Arkansas', 'Texas']);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { level: 1, name: 'Leads' }).waitFor();
    expect(await chosen(mover)).toEqual({ cities: [], radius_miles: null, states: ['AR', 'TX'] });

    await page.goto(application.url + hrefs.mover.settings('mover', 'area'));
    const section = page.getByRole('region', { name: 'Where you work', exact: true });
    await seen(section.getByText('Arkansas · Texas')).toBeVisible();
    await section.getByRole('button', { name: 'Change' }).click();
    await section.getByRole('button', { name: 'Remove Texas' }).click();
    await section.getByLabel('Cities in').fill('ohi');
    await page.getByRole('option', { name: /Ohio/ }).click();
    await section.getByLabel('Cincinnati, OH').check();
    await seen(section.getByText('1 state and 1 city chosen')).toBeVisible();
    await section.getByRole('button', { name: 'Save my area' }).click();
    await seen(section.getByText('Cincinnati, OH within 50 miles')).toBeVisible();
    expect(await chosen(mover)).toMatchObject({ cities: [{ city: 'Cincinnati' }], radius_miles: 50, states: ['AR'] });
    await fine(page);
  },
);

test.each([1280, 360])('cities come before the trial, which says what is there, at %i px', async (width) => {
  const mover = await signedIn(
    application,
    'mover',
    `Nina New ${width}`,
    {},
    {
      business: {
        subscription: 'inactive',
        used_trial: false,
        card_added: false,
        trial_ends_at: null,
        top_cities_chosen_at: null,
      },
    },
  );
  const page = await newPage(browser, { viewport: { width, height: 800 } });
  await signIn(page, application.url, 'lead-portal', mover.email);
  await seen(page.getByText('Step 2 of 3')).toBeVisible();
  // The area comes before the trial, whatever is typed into the address bar.
  await page.goto(application.url + hrefs.mover.subscribe());
  await seen(page.getByRole('heading', { level: 1 })).toHaveText('Where do you work?');
  const field = page.getByRole('combobox', { name: 'Add a city' });
  await field.fill('43215');
  await page.getByRole('option', { name: 'Columbus, OH' }).click();
  await seen(page.getByText(/leads? (here )?in the last 30 days/)).toBeVisible();
  // It is kept until it is saved.
  await page.reload();
  await seen(page.getByRole('button', { name: 'Remove Columbus, OH' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await seen(page.getByRole('heading', { level: 1 })).toHaveText('Start your free trial');
  await seen(page.getByText('Step 3 of 3')).toBeVisible();
  await seen(page.getByRole('region', { name: 'Your area' })).toHaveText(
    /Your area: 1 city.*leads? (here )?in the last 30 days/,
  );
  await fine(page);

  // The area can be changed from there, and the sign-up continues where it was left.
  await page.getByRole('button', { name: 'Change' }).click();
  await seen(page.getByRole('heading', { level: 1 })).toHaveText('Where do you work?');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('button', { name: 'Change' }).click();
  await field.fill('Dayton');
  await page.getByRole('option', { name: 'Dayton, OH' }).click();
  await page.reload();
  await seen(page.getByRole('button', { name: 'Remove Dayton, OH' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await seen(page.getByRole('region', { name: 'Your area' })).toHaveText(/Your area: 2 cities/);
  await page.getByRole('button', { name: 'Start free trial' }).click();
  await page.getByRole('heading', { level: 1, name: 'Leads' }).waitFor();
});

test(
  'a city is found by its name or ZIP code, by the location, or among those asked for a lot',
  { timeout: 90_000 },
  async () => {
    const mover = await signedIn(
      application,
      'mover',
      'Lou Locate',
      {},
      { business: { subscription: 'active', top_cities_chosen_at: null } },
    );
    const page = await newPage(browser, { viewport: { width: 360, height: 800 } });
    await page.context().grantPermissions(['geolocation']);
    await page.context().setGeolocation({ latitude: 39.7684, longitude: -86.1581 });
    await signIn(page, application.url, 'lead-portal', mover.email);
    await seen(page.getByText('Step 2 of 3')).toBeVisible();
    const field = page.getByRole('combobox', { name: 'Add a city' });
    await field.fill('Portland, Maine');
    await page.getByRole('option', { name: 'Portland, ME' }).click();
    await field.fill('43215');
    await page.getByRole('option', { name: 'Columbus, OH' }).click();
    const cities = page.getByRole('list', { name: 'Chosen cities' }).getByRole('listitem');
    await seen(cities).toHaveText(['Portland, ME', 'Columbus, OH']);
    await seen(page.getByText(/leads? (here )?in the last 30 days/)).toBeVisible();
    await page.getByRole('button', { name: 'Use my location' }).click();
    await seen(page.getByText('Indianapolis, IN is chosen.')).toBeVisible();
    const popular = page.getByRole('button', { name: /^[A-Z][\w. ]+, [A-Z]{2}$/ }).first();
    const name = (await popular.textContent())!;
    await popular.click();
    await seen(cities).toHaveText(['Portland, ME', 'Columbus, OH', 'Indianapolis, IN', name]);
    await fine(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { level: 1, name: 'Leads' }).waitFor();
    expect(await chosen(mover)).toMatchObject({ radius_miles: 50, states: [] });
  },
);
