import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AgentLeadEventType } from '#src/machines/agent-lead/agent-lead.events.ts';
import { startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { launchBrowser, newPage } from '#tests/platform/chromium.ts';
import { agentPage, signIn } from './agent-page.ts';
import type { AgentPage } from './agent-page.ts';
import { agentLeadPaths, allTransitions, nameOf, stepName, transitionName } from './agent-lead.paths.ts';
import type { PathStep } from './agent-lead.paths.ts';
import { boardPage } from './board-page.ts';
import type { BoardPage } from './board-page.ts';
import { clientPage } from './client-page.ts';
import { expectPlace, gestures as apiGestures, newStage, people, reload, standingBid } from './api-gestures.ts';
import type { People, Stage } from './api-gestures.ts';

/**
 * Walks the law through the screens: each transition once by the gesture of the person whose event it is, in Chromium,
 * and the place asserted on the agent's screen. The way to where a transition begins, once walked by hand, goes through
 * the API.
 */
let application: Application;
let who: People;
let browser: Browser;
const walked = new Set<string>();

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  browser = await launchBrowser();
});
afterAll(async () => browser?.close());

interface Screens {
  agent: AgentPage;
  carrier: BoardPage;
  carrier2: BoardPage;
}

const byAgent =
  (event: keyof AgentPage['gestures']) =>
  ({ agent }: Screens): Promise<void> =>
    agent.gestures[event]();

/** A gesture on the screens for every event of the law: a new event without one does not compile. */
const gestures: Record<AgentLeadEventType, (screens: Screens, stage: Stage) => Promise<void>> = {
  'lead.edited': byAgent('lead.edited'),
  'lead.archived': byAgent('lead.archived'),
  'lead.restored': byAgent('lead.restored'),
  'lead.followed-up': byAgent('lead.followed-up'),
  'quote.sent': byAgent('quote.sent'),
  'contract.sent': byAgent('contract.sent'),
  'contract.marked-signed': byAgent('contract.marked-signed'),
  'load.posted': byAgent('load.posted'),
  'load.taken-off': byAgent('load.taken-off'),
  'award.withdrawn': byAgent('award.withdrawn'),
  'contract.closed': byAgent('contract.closed'),
  'invoice.sent': byAgent('invoice.sent'),
  'payment.recorded': byAgent('payment.recorded'),
  'carrier.awarded': async ({ agent }, stage) => {
    await standingBid(stage);
    await agent.open(stage.lead.id);
    await agent.gestures['carrier.awarded']();
  },
  'carrier.special-awarded': ({ agent }) => agent.specialAward('Swift Vans'),
  'contract.signed': async (_, stage) => (await clientOf(stage)).sign(),
  'contract.declined': async (_, stage) => (await clientOf(stage)).decline('Too expensive'),
  'bid.placed': ({ carrier2 }, stage) => carrier2.placeBid(stage.lead.id, '2600'),
  'bid.revised': async ({ carrier }, stage) => {
    await standingBid(stage);
    await carrier.reviseBid(stage.lead.id, '2400');
  },
  'bid.withdrawn': async ({ carrier }, stage) => {
    await standingBid(stage);
    await carrier.withdrawBid(stage.lead.id);
  },
  'carrier.signed': ({ carrier }, stage) => carrier.signJob(stage.lead.id, 'Sam Swift'),
  'carrier.declined': ({ carrier }, stage) => carrier.declineJob(stage.lead.id, 'Truck broke down'),
};

async function clientOf(stage: Stage) {
  const page = await newPage(browser, { viewport: { width: 360, height: 740 } });
  return clientPage(page, application, stage.clientEmail);
}

async function throughTheApi(stage: Stage, step: PathStep): Promise<void> {
  const { status, body } = await apiGestures[step.event](stage);
  expect(status, `${stepName(step)}: ${JSON.stringify(body)}`).toBeLessThan(300);
  await reload(stage);
}

test('each transition of the law once by hand, through the screens of agent, carrier and client', { timeout: 600_000 }, async () => {
  const [agentTab, carrierTab, carrier2Tab] = await Promise.all([newPage(browser, { viewport: { width: 1280, height: 900 } }), newPage(browser), newPage(browser)]);
  await signIn(agentTab!, application.url, 'agent-portal', who.agent.email);
  await signIn(carrierTab!, application.url, 'load-board', who.carrier.email);
  await signIn(carrier2Tab!, application.url, 'load-board', who.carrier2.email);
  const screens: Screens = { agent: agentPage(agentTab!, application.url), carrier: boardPage(carrierTab!, application.url), carrier2: boardPage(carrier2Tab!, application.url) };
  const places = new Set<string>();

  for (const path of agentLeadPaths()) {
    const stage = await newStage(application, who);
    for (const step of path) {
      if (walked.has(transitionName(step))) {
        await throughTheApi(stage, step);
        continue;
      }
      await screens.agent.open(stage.lead.id);
      await screens.agent.seePlace(step.from);
      try {
        await gestures[step.event](screens, stage);
        await screens.agent.seePlace(step.to);
      } catch (error) {
        throw new Error(`${stepName(step)} on the screens: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      }
      await expectPlace(stage, step.to);
      walked.add(transitionName(step));
      places.add(nameOf(step.to));
    }
  }
  expect(allTransitions().filter((transition) => !walked.has(transition))).toEqual([]);
  console.log(`${walked.size} transitions and ${places.size} places walked in Chromium`);
});
