import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BidState } from '#src/machines/bid/bid.lifecycle.ts';
import { call, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { launchBrowser, newPage } from '#tests/platform/chromium.ts';
import { signIn } from './agent-page.ts';
import { gestures as api, newStage, people, reload } from './api-gestures.ts';
import type { People, Stage } from './api-gestures.ts';
import { bidPaths } from './bid.paths.ts';
import type { BidEventType } from './bid.paths.ts';
import { boardPage } from './board-page.ts';
import type { BoardPage } from './board-page.ts';

/**
 * The life of a bid as its carrier sees it: what the carrier does, it does on its screen; what others do reaches the
 * open screen by itself.
 */
let application: Application;
let who: People;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  browser = await launchBrowser();
});
afterAll(async () => browser?.close());

async function elsewhere(stage: Stage, event: keyof typeof api): Promise<void> {
  const { status, body } = await api[event](stage);
  expect(status, `${event}: ${JSON.stringify(body)}`).toBeLessThan(300);
  await reload(stage);
}

async function posted(): Promise<Stage> {
  const stage = await newStage(application, who);
  for (const event of ['quote.sent', 'contract.sent', 'contract.marked-signed', 'load.posted'] as const) await elsewhere(stage, event);
  return stage;
}

/** Another carrier bids, and gets the load. */
async function awardOther(stage: Stage): Promise<void> {
  await elsewhere(stage, 'bid.placed');
  const { body } = await call<{ id: string; carrier: { id: string } }[]>(application, 'GET', `agent-lead/bid/?lead_id=${stage.lead.id}`, { token: stage.agent.token });
  const bid = body.find(({ carrier }) => carrier.id === stage.carrier2.carrierId)!;
  const { status } = await call(application, 'POST', `agent-lead/${stage.lead.id}/carrier/award`, { token: stage.agent.token, body: { version: stage.lead.version, bid_id: bid.id } });
  expect(status).toBe(200);
  await reload(stage);
}

/** Every event of the law by whom it is caused: a new one without a gesture does not compile. */
const gestures: Record<BidEventType, (board: BoardPage, stage: Stage) => Promise<void>> = {
  'bid.revised': (board, stage) => board.reviseBid(stage.lead.id, '2400'),
  'bid.withdrawn': (board, stage) => board.withdrawBid(stage.lead.id),
  'bid.lost': (_, stage) => awardOther(stage),
  'bid.awarded': (_, stage) => elsewhere(stage, 'carrier.awarded'),
  'bid.award-declined': (board, stage) => board.declineJob(stage.lead.id, 'Truck broke down'),
  'bid.award-withdrawn': (_, stage) => elsewhere(stage, 'award.withdrawn'),
  'bid.reopened': (_, stage) => elsewhere(stage, 'award.withdrawn'),
};
const byCarrier: readonly BidEventType[] = ['bid.revised', 'bid.withdrawn', 'bid.award-declined'];

test('each transition of a bid once on the screen of its carrier', { timeout: 400_000 }, async () => {
  const page = await newPage(browser, { viewport: { width: 360, height: 740 } });
  await signIn(page, application.url, 'load-board', who.carrier.email);
  const board = boardPage(page, application.url);
  const paths = bidPaths();
  expect(paths.length).toBe(7);
  const met = new Set<BidState>();

  for (const path of paths) {
    const stage = await posted();
    await board.placeBid(stage.lead.id, '2500');
    await reload(stage);
    for (const { event, from, to } of path) {
      try {
        await gestures[event](board, stage);
        if (event === 'bid.award-declined') await board.openLoad(stage.lead.id);
        await board.seeOwnBid(to);
      } catch (error) {
        throw new Error(`${from} --${event}--> ${to}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      }
      await reload(stage);
      met.add(to);
      // The next thing that others do is to reach a screen that shows the load.
      if (byCarrier.includes(event)) await board.openLoad(stage.lead.id);
    }
    await board.seeInMyBids(stage.lead.id, path.at(-1)!.to);
  }
  expect([...met].sort()).toEqual(['active', 'awarded', 'lost', 'withdrawn']);
});

test('that the broker has seen a bid shows by itself', { timeout: 120_000 }, async () => {
  const stage = await posted();
  const page = await newPage(browser);
  await signIn(page, application.url, 'load-board', who.carrier.email);
  const board = boardPage(page, application.url);
  await board.placeBid(stage.lead.id, '2500');
  await board.seeUnseen();
  const { status } = await call(application, 'POST', `agent-lead/bid/mark_as_seen?lead_id=${stage.lead.id}`, { token: who.agent.token });
  expect(status).toBe(200);
  await board.seeSeen();
});
