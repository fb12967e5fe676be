import type { Browser } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { insertLoads } from '#tests/api/load-rows.ts';
import { signIn } from '#tests/paths/agent-page.ts';
import { seen as see } from '#tests/platform/seen.ts';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { layoutProblemsOf } from '#tests/platform/layout.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';

/** A carrier searches for a load: by place, by pay, on the map; the address keeps the search. */
let application: Application;
let carrier: Account;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  // Based in Columbus, Ohio.
  carrier = await signedIn(application, 'carrier', 'Swift Vans LLC');
  await insertLoads(application, {
    columbus: { from: '43215', to: '60601', lb: 4000 },
    dayton: { from: '45402', to: '43215', lb: 9000 },
    denver: { from: '80202', to: '10001', lb: 3000 },
  });
  browser = await testBrowser();
});

test('on a phone a load is three lines, and no amount or distance stands alone', async () => {
  const page = await newPage(browser, { viewport: { width: 360, height: 800 } });
  await signIn(page, application.url, 'load-board', carrier.email);
  const row = page.getByRole('row').filter({ hasText: 'Dayton, OH' });
  await see(row).toContainText(/Dayton, OH → Columbus, OH.* · \d+ mi · 9,000 lb.*Deadhead \d+ mi · /);
  expect(await row.evaluate((one) => one.getBoundingClientRect().height)).toBeLessThan(92);
  expect(await layoutProblemsOf(page)).toEqual([]);
});

test.each([1280, 360])(
  'a carrier narrows the board, by list and by map, at %i px',
  { timeout: 120_000 },
  async (width) => {
    const page = await newPage(browser, { viewport: { width, height: 800 } });
    await signIn(page, application.url, 'load-board', carrier.email);
    const loads = page.getByRole('table', { name: 'Available loads' }).getByRole('link');
    await see(loads).toHaveCount(3);
    const unfold = async () => {
      if (width < 640) await page.getByRole('button', { name: 'Filters' }).click();
    };

    await unfold();
    await page.getByRole('button', { name: 'From', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Within 50 miles of your base' }).click();
    await see(loads).toHaveText([/Columbus, OH → Chicago, IL/]);
    await page.getByRole('button', { name: 'Clear from' }).click();

    await page.getByRole('button', { name: 'From', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Near another place…' }).click();
    await page.getByRole('combobox', { name: 'Place' }).fill('Dayton, OH');
    await page.getByRole('option', { name: 'Dayton, OH' }).click();
    await page.getByLabel('Within').selectOption('25 miles');
    await page.getByRole('button', { name: 'Show loads' }).click();
    await see(loads).toHaveText([/Dayton, OH/]);
    await page.reload();
    await see(loads).toHaveText([/Dayton, OH/]);
    expect(new URL(page.url()).search).toBe('?near=Dayton%2C+OH&radius=25');
    await page.getByRole('button', { name: 'Clear all' }).click();

    await unfold();
    await page.getByRole('button', { name: 'Size', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Other size…' }).click();
    await page.getByLabel('At least, lb').fill('5000');
    await page.getByLabel('At most, lb').fill('100');
    await page.getByRole('button', { name: 'Show loads' }).click();
    await see(page.getByText('This is more than the maximum.')).toBeVisible();
    await page.getByLabel('At most, lb').fill('9000');
    await page.getByRole('button', { name: 'Show loads' }).click();
    await see(loads).toHaveText([/Dayton, OH/]);
    await page.getByRole('button', { name: 'Clear size' }).click();

    await page.getByRole('button', { name: 'Newest first' }).click();
    await page.getByRole('menuitem', { name: 'Best paid per mile' }).click();
    await see(loads).toHaveText([/Dayton/, /Columbus/, /Denver/]);

    await page.getByRole('link', { name: 'Map', exact: true }).click();
    await see(page.getByRole('img', { name: 'Map of 3 loads by place of pick-up' })).toBeVisible();
    await page.getByText('Places on the map (3)').click();
    await page.getByRole('button', { name: 'Denver, CO 1' }).click();
    await see(loads).toHaveText([/Denver/]);
    await see(page.getByText('From: the map area')).toBeVisible();
    // The other places can still be selected.
    await page.getByRole('button', { name: 'Columbus, OH 1' }).click();
    await see(loads).toHaveText([/Columbus/]);
    await page.getByRole('button', { name: 'Show the whole map' }).click();
    await see(loads).toHaveCount(3);
    // The list follows the map as it is zoomed and dragged: Denver is in the middle of the country, the others are east
    // of it.
    const map = page.getByRole('img', { name: /^Map of/ });
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    const { x, y, width: across } = (await map.boundingBox())!;
    await page.mouse.move(x + across / 2, y + 20);
    await page.mouse.down();
    await page.mouse.move(x + across / 2 + 40, y + 20, { steps: 3 });
    await page.mouse.move(x + across - 10, y + 20, { steps: 3 });
    await page.mouse.up();
    await see(loads).toHaveText([/Denver/]);
    expect(new URL(page.url()).searchParams.get('box')).toMatch(/^[\d.,-]+$/);
    await page.getByRole('button', { name: 'Show the whole country' }).click();
    await see(loads).toHaveCount(3);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  },
);

test('the form that revises a bid shows the bid as it is now, and one that is off leads to the settings', async () => {
  const own = await signedIn(application, 'carrier', 'Two Seats LLC');
  const page = await newPage(browser, { viewport: { width: 360, height: 800 }, hasTouch: true });
  await signIn(page, application.url, 'load-board', own.email);
  await page.getByRole('link', { name: /Dayton, OH/ }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Your price').fill('1500');
  await sheet.getByRole('button', { name: 'Place bid' }).click();
  await sheet.getByRole('button', { name: 'Revise' }).click();
  await see(sheet.getByText(/^Your bid now: \$1,500\.00, start /)).toBeVisible();

  // The office revises the same bid while the driver types.
  const id = new URL(page.url()).searchParams.get('load')!;
  const { body: load } = await call<{ bid: { start_date: string } }>(
    application,
    'GET',
    `carrier/agent-lead/${id}/details`,
    { token: own.token },
  );
  const { status } = await call(application, 'POST', `carrier/agent-lead/${id}/bid/place`, {
    token: own.token,
    body: { start_date: load.bid.start_date, amount: 140_000 },
  });
  expect(status).toBe(200);
  await see(sheet.getByText(/^Your bid now: \$1,400\.00, start /)).toBeVisible();
  await see(sheet.getByLabel('Your price')).toHaveValue('1,500.00');
  expect(await layoutProblemsOf(page)).toEqual([]);

  // Beside the map, too, each amount says what it is, and what became of the bid.
  const desk = await newPage(browser, { viewport: { width: 1280, height: 900 } });
  await signIn(desk, application.url, 'load-board', own.email);
  await desk.getByRole('link', { name: 'Map', exact: true }).click();
  const row = desk.getByRole('row').filter({ hasText: 'Dayton, OH' });
  await see(row).toContainText('Bid $1,400.00, not seen yet');
  await see(row).toContainText(/Deadhead \d+ mi/);
  await see(desk.getByRole('img', { name: /^Map of/ })).toBeVisible();
  expect(await layoutProblemsOf(desk)).toEqual([]);

  await application.database.kysely
    .deleteFrom('insurance_policy')
    .where('carrier_id', '=', own.carrierId)
    .where('kind', '=', 'cargo')
    .execute();
  await page.reload();
  await see(sheet.getByText('There is no cargo insurance.')).toBeVisible();
  await sheet.getByRole('link', { name: 'Open settings' }).click();
  await see(page.getByRole('heading', { name: 'Insurance' })).toBeVisible();
});
