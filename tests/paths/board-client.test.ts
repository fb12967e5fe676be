import type { Browser } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';
import { startSession } from './agent-page.ts';
import { expectPlace, gestures, newStage, people, reload, standingBid } from './api-gestures.ts';
import type { People, Stage } from './api-gestures.ts';
import { boardPage } from './board-page.ts';
import { clientPage } from './client-page.ts';

/**
 * A job from the client's signature to the carrier's, on their own screens, with the expected final data written out.
 */
let application: Application;
let who: People;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  browser = await testBrowser();
});

async function contractSent(): Promise<Stage> {
  const stage = await newStage(application, who);
  for (const event of ['quote.sent', 'contract.sent'] as const) {
    const answer = await gestures[event](stage);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    await reload(stage);
  }
  return stage;
}

const client = async (stage: Stage) =>
  clientPage(await newPage(browser, { viewport: { width: 360, height: 740 } }), application, stage.clientEmail);

test('a client draws a signature on a phone, and gets the sealed copy', { timeout: 120_000 }, async () => {
  const stage = await contractSent();
  const page = await client(stage);
  await page.signDrawn();
  await page.seeSignedCopy();
  await expectPlace(stage, { state: 'contracted', stage: null, isArchived: false });
});

test('looking at an agreement writes nothing; declining tells why', { timeout: 120_000 }, async () => {
  const stage = await contractSent();
  const page = await client(stage);
  await page.openContract();
  expect((await reload(stage)).contract.agreement_state).toBe('sent');
  await page.decline('Too expensive');
  await expectPlace(stage, { state: 'follow-up', stage: null, isArchived: false });
});

test(
  'a carrier bids, revises, withdraws, wins, signs, and only then sees the client',
  { timeout: 120_000 },
  async () => {
    const stage = await contractSent();
    await (await client(stage)).sign();
    await reload(stage);
    await gestures['load.posted'](stage);
    const tab = await newPage(browser, { viewport: { width: 360, height: 740 } });
    await startSession(tab, application.url, 'load-board', who.carrier.email);
    const board = boardPage(tab, application.url);

    await board.placeBid(stage.lead.id, '2600');
    await board.reviseBid(stage.lead.id, '2400.50');
    await board.withdrawBid(stage.lead.id);
    await board.placeBid(stage.lead.id, '2500');
    await expect.poll(() => tab.content()).not.toContain('Casey Client');

    await reload(stage);
    await standingBid(stage);
    await gestures['carrier.awarded'](stage);
    await board.declineJob(stage.lead.id, 'Truck broke down');
    await board.placeBid(stage.lead.id, '2700');
    await reload(stage);
    await gestures['carrier.awarded'](stage);
    await board.signJob(stage.lead.id, 'Sam Swift');
    await board.seeClient(stage.lead.id, 'Casey Client');
    await expectPlace(stage, { state: 'open-contracts', stage: 'in-progress', isArchived: false });
  },
);
