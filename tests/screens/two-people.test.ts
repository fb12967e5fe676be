import type { Browser, Page } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { agentPage, startSession } from '#tests/paths/agent-page.ts';
import { boardPage } from '#tests/paths/board-page.ts';
import { gestures, newEstimate, newLead, newStage, people, reload, standingBid } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';
import { seen } from '#tests/platform/seen.ts';
import { call, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';

/** Two people edit one record: no edit is lost, and nobody is bound by a price that was not on the screen. */
let application: Application;
let who: People;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  browser = await testBrowser();
});

async function agentAt(
  stage: Stage,
  email = who.agent.email,
): Promise<{ page: Page; screen: ReturnType<typeof agentPage> }> {
  const page = await newPage(browser, {
    viewport: { width: 1280, height: 900 },
    allow: [/409/, /status of 4/, /ERR_FAILED/],
  });
  await startSession(page, application.url, 'agent-portal', email);
  const screen = agentPage(page, application.url);
  await screen.open(stage.lead.id);
  return { page, screen };
}

const leadOf = async (stage: Stage) =>
  (await reload(stage)) as unknown as {
    client: { name: string; phone: string };
    notes: string | null;
    version: number;
  };
const colleague = async (stage: Stage, body: object) => {
  const { version } = await reload(stage);
  const answer = await call(application, 'PATCH', `agent-lead/${stage.lead.id}`, {
    token: who.agent2.token,
    body: { version, ...body },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};

test('an edit takes over what only the colleague changed, asks where both changed the same, and writes over nothing', async () => {
  const stage = await newStage(application, who);
  const { page, screen } = await agentAt(stage);
  await screen.choose('Edit lead');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Notes/).fill('Mine');
  await dialog.getByLabel(/^Packing/).selectOption('Partial packing');
  await dialog.getByLabel(/^Special items/).fill('A piano');
  await colleague(stage, {
    client: { name: 'Casey Novák', email: stage.clientEmail, phone: '+16145550100', zone: 'America/New_York' },
    notes: 'Theirs',
    packing: 'full',
  });
  await dialog.getByRole('button', { name: 'Save lead' }).click();
  const notice = dialog.getByRole('alert').filter({ hasText: 'Someone changed this lead' });
  await seen(notice).toBeInViewport();
  await seen(notice).toContainText('Their changes are in the form now: Name');
  await seen(dialog.getByRole('button', { name: 'Save lead' })).toBeDisabled();
  // Closing decides nothing: the draft asks again.
  await page.reload();
  await screen.open(stage.lead.id);
  await screen.choose('Edit lead');
  await seen(notice).toContainText('You both changed these');
  await seen(dialog.getByRole('button', { name: 'Save lead' })).toBeDisabled();
  await seen(dialog.getByLabel('Name', { exact: true })).toHaveValue('Casey Novák');
  expect(await leadOf(stage)).toMatchObject({ notes: 'Theirs' });
  await seen(notice.getByRole('button', { name: 'Theirs: Full packing' })).toHaveAccessibleDescription('Packing');
  await notice.getByRole('button', { name: 'Mine: Partial packing' }).click();
  await notice.getByRole('button', { name: 'Theirs: Theirs' }).click();
  await dialog.getByRole('button', { name: 'Save lead' }).click();
  await seen(dialog).toHaveCount(0);
  expect(await leadOf(stage)).toMatchObject({
    client: { name: 'Casey Novák' },
    notes: 'Theirs',
    packing: 'partial',
    special_items: 'A piano',
  });
});

test('a draft that was begun from an older version is merged with what was saved since; another person never sees it, and it goes at sign-out', async () => {
  const stage = await newStage(application, who);
  const { page, screen } = await agentAt(stage);
  await screen.choose('Edit lead');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Special items/).fill('A harp');
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft')));
  const drafts = async () => (await kept()).filter((key) => !key.endsWith(':recent-leads'));
  await seen.poll(drafts).toEqual([`draft-of:${who.agent.id}:lead:${stage.lead.id}`]);
  await colleague(stage, { notes: 'Of the colleague' });
  await page.reload();
  await screen.open(stage.lead.id);
  await screen.choose('Edit lead');
  await seen(dialog.getByLabel(/^Notes/)).toHaveValue('Of the colleague');
  await seen(dialog.getByLabel(/^Special items/)).toHaveValue('A harp');
  await dialog.getByRole('button', { name: 'Save lead' }).click();
  await seen(dialog).toHaveCount(0);
  expect(await leadOf(stage)).toMatchObject({ notes: 'Of the colleague', special_items: 'A harp' });
  await screen.choose('Edit lead');
  await dialog.getByLabel(/^Special items/).fill('Two harps');
  await seen.poll(drafts).toHaveLength(1);
  await page.evaluate(() => localStorage.setItem('draft:lead:new', '{}'));
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /Ann Agent/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/login/);
  await seen.poll(kept).toEqual([]);
});

test('"Send as quote" sends the version whose button was pressed', async () => {
  const stage = await newStage(application, who);
  await call(application, 'POST', `agent-lead/${stage.lead.id}/estimates`, {
    token: who.agent.token,
    body: { ...newEstimate, lines: [{ ...newEstimate.lines[0], rate: 100_000 }] },
  });
  const { page } = await agentAt(stage);
  await page.getByText('Version 1', { exact: true }).click();
  await page.getByRole('button', { name: 'Send as quote' }).last().click();
  const dialog = page.getByRole('dialog');
  await seen(dialog.getByRole('radio', { name: /\$3,400\.00, version 1/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Send quote' }).click();
  await seen(dialog).toHaveCount(0);
  expect(await reload(stage)).toMatchObject({ quote: { total: 340_000, number: 1 } });
});

test('a bid that its carrier revised while the agent looked at it is shown with both prices, and awarded only when chosen again', async () => {
  const stage = await newStage(application, who);
  for (const event of ['quote.sent', 'contract.sent', 'contract.signed', 'load.posted'] as const) {
    expect((await gestures[event](stage)).status).toBeLessThan(300);
    await reload(stage);
  }
  await standingBid(stage);
  const { page, screen } = await agentAt(stage);
  await screen.choose('Award carrier');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio').first().check();
  await seen(dialog.getByRole('button', { name: 'Award for $2,500.00' })).toBeEnabled();
  expect((await gestures['bid.revised'](stage)).status).toBe(200);
  const award = dialog.getByRole('button', { name: /^Award for/ });
  // The update may have arrived already; otherwise, the server refuses.
  if (await award.isEnabled()) await award.click({ timeout: 3000 }).catch(() => {});
  await seen(dialog.getByText(/The bid changed: was \$2,500\.00.*now \$2,400\.00/)).toBeVisible();
  expect(await reload(stage)).toMatchObject({ state: 'award-carrier' });
  await dialog.getByRole('button', { name: 'Choose it for $2,400.00' }).click();
  await dialog.getByRole('button', { name: 'Award for $2,400.00' }).click();
  await seen(dialog).toHaveCount(0);
  expect(await reload(stage)).toMatchObject({ state: 'open-contracts', contract: { award_amount: 240_000 } });
});

test('who is about to award a load sees that a colleague has awarded it, and to whom', async () => {
  const stage = await newStage(application, who);
  for (const event of ['quote.sent', 'contract.sent', 'contract.signed', 'load.posted'] as const) {
    expect((await gestures[event](stage)).status).toBeLessThan(300);
    await reload(stage);
  }
  await standingBid(stage);
  const { page, screen } = await agentAt(stage);
  await screen.choose('Award carrier');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio').first().check();
  expect((await gestures['carrier.awarded'](stage)).status).toBe(200);
  await seen(dialog.getByRole('alert')).toHaveText(/This load was awarded to Swift Vans LLC for \$2,500\.00/);
  await seen(dialog.getByText(/No bids yet|withdrew/)).toHaveCount(0);
  await seen(dialog.getByRole('button', { name: /^Award/ })).toBeDisabled();
});

test('a load that the broker changed while a carrier wrote its bid is shown as it was and is; the bid waits, also through a reload, and is placed for the load of now', async () => {
  const stage = await newStage(application, who);
  for (const event of ['quote.sent', 'contract.sent', 'contract.signed', 'load.posted'] as const) {
    expect((await gestures[event](stage)).status).toBeLessThan(300);
    await reload(stage);
  }
  const page = await newPage(browser, { viewport: { width: 360, height: 800 }, allow: [/409/, /status of 4/] });
  await startSession(page, application.url, 'load-board', who.carrier.email);
  const board = boardPage(page, application.url);
  await board.openLoad(stage.lead.id);
  await page.getByLabel('Your price').fill('2500');
  await page.getByLabel(/^Note to the broker/).fill('Two men');
  const stops = newLead(null).stops as object[];
  await colleague(stage, { stops: stops.map((stop) => ({ ...stop, floor: 4, has_elevator: false })) });
  const place = page.getByRole('button', { name: 'Place bid' });
  // The update may have arrived already; otherwise, the server refuses.
  if (await place.isEnabled()) await place.click({ timeout: 3000 }).catch(() => {});
  const notice = page.getByRole('alert').filter({ hasText: 'The broker changed this load since you saw it' });
  await seen(notice).toContainText(/Stops: was Pick-up: Columbus.*; now Pick-up: Columbus, OH 43215, floor 4/);
  await seen(place).toBeDisabled();
  await board.openLoad(stage.lead.id);
  await seen(notice).toContainText(/floor 4/i);
  await seen(page.getByLabel('Your price')).toHaveValue(/2,?500/);
  const bids = async () =>
    (
      await call<{ amount: number; note: string }[]>(application, 'GET', `agent-lead/bid/?lead_id=${stage.lead.id}`, {
        token: who.agent.token,
      })
    ).body;
  expect(await bids()).toEqual([]);
  await notice.getByRole('button', { name: 'Bid on the changed load' }).click();
  await seen(notice).toHaveCount(0);
  await place.click();
  await board.seeBid('2500');
  expect(await bids()).toMatchObject([{ amount: 250_000, note: 'Two men' }]);
});

test('many leads at once: what a colleague changed is tried again with what it is now, and what was done without an answer is done', async () => {
  const [changed, lost] = [await newStage(application, who), await newStage(application, who)];
  const set = (stage: Stage, client_name: string) =>
    application.database.kysely
      .updateTable('agent_lead')
      .set({ client_name })
      .where('id', '=', stage.lead.id)
      .execute();
  await set(changed, 'Bulk Changed');
  await set(lost, 'Bulk Lost');
  const { page } = await agentAt(changed);
  await page.goto(`${application.url}/agent-portal/leads/new`);
  for (const name of ['Bulk Changed', 'Bulk Lost'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Archive' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Asked twice');
  const row = (name: string) => dialog.getByRole('listitem').filter({ hasText: name });
  let archivals = 0;
  await page.route('**/graphql', async (route) => {
    const sent = route.request().postData() ?? '';
    if (!sent.includes('Asked twice')) return route.fallback();
    archivals += 1;
    if (!sent.includes(lost.lead.id)) return route.fallback();
    // The request is carried out, but its response is lost.
    await route.fetch();
    return route.abort();
  });
  await colleague(changed, { notes: 'Changed since it was chosen' });
  await dialog.getByRole('button', { name: 'Archive 2 leads' }).click();
  await seen(row('Bulk Changed')).toContainText('Not done');
  await seen(row('Bulk Lost')).toContainText('Not done');
  expect([(await reload(changed)).is_archived, (await reload(lost)).is_archived]).toEqual([false, true]);
  await dialog.getByRole('button', { name: 'Try those again' }).click();
  await seen(row('Bulk Changed')).toContainText('Archived');
  await seen(row('Bulk Lost')).toContainText('Archived');
  expect(await reload(changed)).toMatchObject({ is_archived: true, notes: 'Changed since it was chosen' });
  // The lead whose response was lost was not archived a second time.
  expect(archivals).toBe(3);
});

test('an estimate that a colleague changed is merged line by line; a discount is taken off, not added', async () => {
  const stage = await newStage(application, who);
  const { page } = await agentAt(stage);
  await page.getByRole('button', { name: 'More for version 1' }).click();
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '+ Discount' }).click();
  await seen(dialog.getByLabel('Quantity').last()).toHaveValue('1');
  const rate = dialog.getByLabel('Rate').last();
  await seen(rate).toBeFocused();
  await page.keyboard.type('100');
  await seen(dialog.getByText('Total $3,300.00')).toBeVisible();
  await page.keyboard.press('Tab');
  await seen(rate).toHaveValue('-100.00');
  const id = stage.lead.estimates[0]!.id;
  expect(
    (
      await call(application, 'PUT', `agent-lead/estimates/${id}`, {
        token: who.agent2.token,
        body: { ...newEstimate, broker_fee: 30_000 },
      })
    ).status,
  ).toBe(200);
  await dialog.getByRole('button', { name: 'Save estimate' }).click();
  await seen(dialog.getByRole('alert')).toContainText('Their changes are in the form now: Broker fee');
  await dialog.getByRole('button', { name: 'Save estimate' }).click();
  await seen(dialog).toHaveCount(0);
  const { estimates } = (await reload(stage)) as unknown as {
    estimates: { total: number; broker_fee: number; lines: { rate: number }[] }[];
  };
  expect(estimates.map(({ total, broker_fee, lines }) => [total, broker_fee, lines.at(-1)!.rate])).toEqual([
    [335_000, 30_000, -10_000],
  ]);
});

test('nobody is told of their own change: the page shows it, and the next form begins with it, before it is read again', async () => {
  const stage = await newStage(application, who);
  // A lead has money once it is contracted.
  for (const event of ['quote.sent', 'contract.sent', 'contract.marked-signed'] as const) {
    await reload(stage);
    expect((await gestures[event](stage)).status).toBe(200);
  }
  const { page, screen } = await agentAt(stage);
  const released = Promise.withResolvers<void>();
  let held = 0;
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('"LeadPage"')) {
      held += 1;
      await released.promise;
    }
    await route.continue();
  });
  await screen.gestures['lead.archived']();
  await screen.seePlace({ state: 'contracted', stage: null, isArchived: true });
  await screen.gestures['lead.restored']();
  await screen.seePlace({ state: 'contracted', stage: null, isArchived: false });
  expect(held).toBeGreaterThan(0);
  released.resolve();
  await page.unrouteAll({ behavior: 'wait' });
});
