import type { Browser, Page } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#src/demo/demo-accounts.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { startSession } from '#tests/paths/agent-page.ts';
import { seen } from '#tests/platform/seen.ts';
import { startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { violationsOf } from '#tests/platform/axe.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';

/** From a lead to the carriers near it: invited to bid, called, opened, awarded. */
let application: Application;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication({ demoData: true });
  browser = await testBrowser();
});

async function open(path: string, viewport = { width: 1280, height: 900 }): Promise<Page> {
  const page = await newPage(browser, { viewport, reducedMotion: 'reduce' });
  await startSession(page, application.url, 'agent-portal', 'agent@demo.test', DEMO_PASSWORD);
  await page.goto(application.url + path);
  return page;
}

/** A load on the board with bids of carriers that can be awarded; `nth` of them. */
async function loadWithBids(nth: number) {
  const { kysely } = application.database;
  const leads = await kysely
    .selectFrom('agent_lead')
    .innerJoin('bid', 'bid.lead_id', 'agent_lead.id')
    .innerJoin('carrier', 'carrier.id', 'bid.carrier_id')
    .select([
      'agent_lead.id',
      'bid.id as bidId',
      'bid.amount',
      'carrier.legal_name as carrier',
      'carrier.id as carrierId',
    ])
    .where('agent_lead.state', '=', 'award-carrier')
    .where('is_archived', '=', false)
    .where('bid.state', '=', 'active')
    .where('carrier.authority', '=', 'active')
    .orderBy('agent_lead.id')
    .orderBy('bid.amount')
    .execute();
  const ids = [...new Set(leads.map(({ id }) => id))];
  return leads.filter(({ id }) => id === ids[nth]);
}

test('the nearest carriers are invited to bid: one, then several', { timeout: 120_000 }, async () => {
  const { id } = (await loadWithBids(0))[0]!;
  const page = await open(hrefs.agent.lead(id));
  await page
    .getByRole('navigation', { name: 'Views of this lead' })
    .getByRole('link', { name: 'Nearest carriers' })
    .click();
  const rows = page.getByRole('main').locator('section', { hasText: 'Nearest carriers' }).getByRole('listitem');
  const single = page.getByRole('button', { name: /^Invite (?!to bid)/ });
  await seen(single.first()).toBeVisible();
  const label = (await single.first().getAttribute('aria-label'))!;
  const name = label.slice('Invite '.length);
  await single.first().click();
  await seen(page.getByText('1 carrier invited to bid')).toBeVisible();
  const invited = rows.filter({ hasText: name });
  await seen(invited.getByText(/^Invited by /)).toBeVisible();
  await seen(page.getByRole('button', { name: label, exact: true })).toHaveCount(0);

  const left = await single.count();
  expect(left).toBeGreaterThan(5);
  await page.getByRole('button', { name: 'Select nearest 5' }).click();
  await page.getByRole('button', { name: 'Invite 5 carriers to bid' }).click();
  await seen(page.getByText('5 carriers invited to bid')).toBeVisible();
  await seen(rows.filter({ hasText: 'Invited by' })).toHaveCount(6);
  await seen(single).toHaveCount(left - 5);
  const { kysely } = application.database;
  const kept = await kysely.selectFrom('bid_invitation').select('carrier_id').where('lead_id', '=', id).execute();
  expect(kept).toHaveLength(6);
  expect(await violationsOf(page)).toEqual([]);

  await page.reload();
  await seen(rows.filter({ hasText: 'Invited by' })).toHaveCount(6);
  await page.getByRole('link', { name, exact: true }).click();
  await seen(page.getByRole('heading', { level: 1 })).toHaveText(name);
});

test('a load on the board with no bid leads on to the carriers to invite', { timeout: 60_000 }, async () => {
  const { id } = await application.database.kysely
    .selectFrom('agent_lead')
    .select('id')
    .where('state', '=', 'award-carrier')
    .where('is_archived', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bid')
            .select('bid.id')
            .whereRef('bid.lead_id', '=', 'agent_lead.id')
            .where('bid.state', '=', 'active'),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirstOrThrow();
  const page = await open(hrefs.agent.lead(id));
  await page.getByRole('link', { name: 'Invite carriers' }).click();
  await seen(page.getByRole('button', { name: 'Select nearest 5' })).toBeVisible();
  await seen(page.getByRole('link', { name: 'Invite carriers' })).toHaveCount(0);
});

test('on a phone the list fits, and a carrier is a tap away', { timeout: 120_000 }, async () => {
  const { id } = (await loadWithBids(1))[0]!;
  const page = await open(hrefs.agent.lead(id, 'nearest-carriers'), { width: 360, height: 740 });
  await seen(page.getByRole('button', { name: /^Invite (?!to bid)/ }).first()).toBeVisible();
  await seen(page.locator('a[href^="tel:"]').first()).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  expect(await violationsOf(page)).toEqual([]);
});

test('a bid leads to its award: from the list, and from the address of its mail', { timeout: 120_000 }, async () => {
  const bids = await loadWithBids(1);
  const { id, bidId, carrier } = bids.at(-1)!;
  const page = await open(hrefs.agent.lead(id));
  const card = page.getByRole('main').locator('section', { hasText: /^Bids/ });
  const dialog = page.getByRole('dialog');
  const chosen = dialog.locator('label', { hasText: carrier }).getByRole('radio');
  await card.getByRole('button', { name: `Award to ${carrier}` }).click();
  await seen(chosen).toBeChecked();
  await seen(dialog.locator('label', { hasText: carrier })).toContainText(/margin -?\$/);
  await seen(dialog.locator('label', { hasText: carrier })).toContainText(/jobs? done|under way|No jobs with us yet/);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.goto(`${application.url}/agent-portal/lead/${id}/info?award=${bidId}`);
  await seen(chosen).toBeChecked();
  await seen(page).toHaveURL(new RegExp(`${id}/info$`));
  await dialog.getByRole('button', { name: /^Award for / }).click();
  await seen(page.getByText(/^Carrier awarded for /)).toBeVisible();
  const { awarded_carrier_id } = await application.database.kysely
    .selectFrom('contract')
    .select('awarded_carrier_id')
    .where('lead_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(awarded_carrier_id).toBe(bids.at(-1)!.carrierId);
});

test('a carrier near by is awarded from the list without a bid', { timeout: 120_000 }, async () => {
  const { id } = (await loadWithBids(0))[0]!;
  const withBid = (await loadWithBids(0)).map(({ carrier }) => carrier);
  const page = await open(hrefs.agent.lead(id, 'nearest-carriers'));
  const award = page.getByRole('button', { name: /^Award to / });
  await seen(award.first()).toBeVisible();
  const names = await award.evaluateAll((all) =>
    all.map((one) => one.getAttribute('aria-label')!.slice('Award to '.length)),
  );
  const name = names.find((one) => !withBid.includes(one))!;
  await page.getByRole('button', { name: `Award to ${name}`, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await seen(dialog.getByLabel('Carrier', { exact: true })).toHaveValue(name);
  await seen(dialog.getByText(/jobs? done|under way|No jobs with us yet/)).toBeVisible();
  await dialog.getByLabel('Carrier pay, all-inclusive').fill('1');
  await seen(dialog.getByText(/margin \$/)).toBeVisible();
});
