import type { Browser } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { startSession } from '#tests/paths/agent-page.ts';
import { gestures, newStage, people, reload, standingBid } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';
import { boardPage } from '#tests/paths/board-page.ts';
import { layoutProblemsOf } from '#tests/platform/layout.ts';
import { call, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';
import { seen } from '#tests/platform/seen.ts';

/** What a carrier reads about its own bids. */
let application: Application;
let who: People;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  browser = await testBrowser();
});

const REASON = 'The client changed the dates of the move and the broker has to find another carrier. '.repeat(2).trim();

async function posted(): Promise<Stage> {
  const stage = await newStage(application, who);
  for (const event of ['quote.sent', 'contract.sent', 'contract.marked-signed', 'load.posted'] as const) {
    await reload(stage);
    expect((await gestures[event](stage)).status, event).toBeLessThan(300);
  }
  await reload(stage);
  return stage;
}

async function withBid(): Promise<Stage> {
  const stage = await posted();
  await standingBid(stage);
  await reload(stage);
  return stage;
}

test('an award that was withdrawn with a long reason reads well on a phone, and usual news are not cut off on a laptop', async () => {
  await withBid();
  const stage = await withBid();
  expect((await gestures['carrier.awarded'](stage)).status).toBe(200);
  await reload(stage);
  const withdrawn = await call(application, 'POST', `agent-lead/${stage.lead.id}/carrier/withdraw`, {
    token: who.agent.token,
    body: { version: stage.lead.version, reason: REASON },
  });
  expect(withdrawn.status).toBe(200);
  const page = await newPage(browser, { viewport: { width: 360, height: 740 } });
  await startSession(page, application.url, 'load-board', who.carrier.email);
  await page.goto(`${application.url}/load-board/leads/available?mine=1`);
  await seen(page.getByText(REASON)).toBeVisible();
  expect(await layoutProblemsOf(page)).toEqual([]);

  await page.setViewportSize({ width: 1280, height: 800 });
  const news = page.getByText('The broker has not seen it yet');
  await seen(news).toBeVisible();
  expect(await news.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
  await page.goto(`${application.url}/load-board/leads/available?mine=1&load=${stage.lead.id}`);
  await seen(page.getByText(/^Your bid of .* is no longer active$/)).toBeVisible();
});

test.each([
  ['that it had not bid on', posted, false],
  ['that it had bid on', withBid, true],
])(
  'a bid being typed on a load %s stays when the load leaves the board, and goes on when it comes back',
  async (_, begin, hasBid) => {
    const stage = await begin();
    const page = await newPage(browser, { viewport: { width: 360, height: 740 }, allow: [/status of 404/] });
    await startSession(page, application.url, 'load-board', who.carrier.email);
    await boardPage(page, application.url).openLoad(stage.lead.id);
    const sheet = page.getByRole('dialog').first();
    if (hasBid) await sheet.getByRole('button', { name: 'Revise' }).click();
    await sheet.getByLabel('Your price').fill('3120.50');
    await sheet.getByLabel('Note to the broker').fill('Two men and a lift gate.');

    expect((await gestures['load.taken-off'](stage)).status).toBe(200);
    const unsent = sheet.getByRole('alert').filter({ hasText: 'The load left the board' });
    await seen(unsent).toContainText('You typed $3,120.50');
    await seen(unsent).toContainText('“Two men and a lift gate.”');
    expect(await layoutProblemsOf(page)).toEqual([]);

    await reload(stage);
    expect((await gestures['load.posted'](stage)).status).toBe(200);
    // A bid that stood was lost with the board.
    await seen(sheet.getByRole('button', { name: 'Place bid' })).toBeVisible();
    await seen(sheet.getByLabel('Your price')).toHaveValue('3,120.50');
    await seen(sheet.getByLabel('Note to the broker')).toHaveValue('Two men and a lift gate.');
  },
);

test('a counter-offer reaches the carrier at once, and is taken with one press', { timeout: 60_000 }, async () => {
  const stage = await withBid();
  const agent = await newPage(browser, { viewport: { width: 1280, height: 900 } });
  await startSession(agent, application.url, 'agent-portal', who.agent.email);
  await agent.goto(`${application.url}/agent-portal/lead/${stage.lead.id}/info`);
  const carrier = await newPage(browser, { viewport: { width: 360, height: 740 } });
  await startSession(carrier, application.url, 'load-board', who.carrier.email);
  await boardPage(carrier, application.url).openLoad(stage.lead.id);
  const sheet = carrier.getByRole('dialog').first();
  await seen(sheet.getByText('$2,500.00')).toBeVisible();

  await agent.getByRole('button', { name: 'Counter the bid of Swift Vans LLC' }).click();
  const dialog = agent.getByRole('dialog');
  await dialog.getByLabel('Your amount').fill('2500');
  await dialog.getByRole('button', { name: 'Send counter-offer' }).click();
  await seen(dialog.getByText('This is what the carrier has bid. Award it.').first()).toBeVisible();
  await dialog.getByLabel('Your amount').fill('2310.50');
  await dialog.getByLabel('Message to the carrier').fill('Could you do it for this?');
  // What was typed is still there after the dialog was closed.
  await agent.keyboard.press('Escape');
  await seen(dialog).toHaveCount(0);
  await agent.getByRole('button', { name: 'Counter the bid of Swift Vans LLC' }).click();
  await seen(dialog.getByLabel('Message to the carrier')).toHaveValue('Could you do it for this?');
  await dialog.getByLabel('Your amount').fill('2310.50');
  await dialog.getByRole('button', { name: 'Send counter-offer' }).click();
  await seen(dialog).toHaveCount(0);
  await seen(agent.getByText(/^You asked for \$2,310\.50 just now: “Could you do it for this\?”$/)).toBeVisible();
  await seen(agent.getByText('made Swift Vans LLC a counter-offer')).toBeVisible();

  await seen(sheet.getByText('The broker asks if you would take it for $2,310.50')).toBeVisible();
  await seen(sheet.getByText('“Could you do it for this?”')).toBeVisible();
  expect(await layoutProblemsOf(carrier)).toEqual([]);
  await sheet.getByRole('button', { name: 'Bid $2,310.50' }).click();
  await seen(carrier.getByText('Your bid of $2,310.50 is placed')).toBeVisible();
  await seen(sheet.getByText(/^The broker asks if/)).toHaveCount(0);
  await seen(agent.getByRole('button', { name: 'Award to Swift Vans LLC' })).toBeVisible();
  await seen(agent.getByText('$2,310.50', { exact: true })).toBeVisible();
  await seen(agent.getByText(/^You asked for/)).toHaveCount(0);
});
