import type { Browser, Page } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { agentPage, startSession } from '#tests/paths/agent-page.ts';
import { newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';
import { seen } from '#tests/platform/seen.ts';
import { call, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';

/** What others do appears by itself, even if responses arrive late or the connection was lost. */
let application: Application;
let who: People;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  browser = await testBrowser();
});

async function followUp(stage: Stage, reason: string): Promise<void> {
  const { status } = await call(application, 'POST', `agent-lead/${stage.lead.id}/follow_up`, {
    token: who.agent2.token,
    body: { version: stage.lead.version, date: '2099-12-31', reason },
  });
  expect(status).toBe(200);
  await reload(stage);
}

const reason = (page: Page, text: string) => page.getByRole('main').getByText(text).first();

const LAPTOP = { viewport: { width: 1280, height: 900 } };

test('a board reads of a change the lead that has changed, once for all columns', { timeout: 60_000 }, async () => {
  const stage = await newStage(application, who);
  const page = await newPage(browser, { viewport: { width: 2400, height: 1200 } });
  await startSession(page, application.url, 'agent-portal', who.agent.email);
  const heard = page.waitForEvent('websocket');
  await page.goto(`${application.url}/agent-portal/leads/new?view=board`);
  await heard;
  const column = (name: string) => page.getByRole('region', { name, exact: true });
  const card = column('New').getByRole('article').filter({ hasText: 'Casey Client' }).first();
  await seen(card).toBeVisible();
  await page.waitForLoadState('networkidle');
  const asked: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    const { operationName, variables } = (request.postDataJSON() ?? {}) as Record<string, Record<string, unknown>>;
    if (String(operationName) === 'AgentLeads') asked.push(variables!);
  });
  await followUp(stage, 'Seen on the board');
  await seen(column('Follow-up')).toContainText('Seen on the board');
  expect(asked.map(({ ids }) => ids)).toEqual([[stage.lead.id]]);
});

test('a change that comes while an older one is being read is not missed', { timeout: 60_000 }, async () => {
  const stage = await newStage(application, who);
  const page = await newPage(browser, LAPTOP);
  await page.clock.install();
  let told = 0;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => void (told += String(payload).includes(stage.lead.id) ? 1 : 0)),
  );
  await startSession(page, application.url, 'agent-portal', who.agent.email);
  await agentPage(page, application.url).open(stage.lead.id);

  const [first, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let asked = 0;
  await page.route('**/graphql', async (route) => {
    const { operationName } = route.request().postDataJSON() as { operationName?: string };
    if (operationName !== 'LeadPage') return route.continue();
    asked += 1;
    const response = await route.fetch();
    if (asked === 1) {
      first.resolve();
      await released.promise;
    }
    await route.fulfill({ response });
  });
  await followUp(stage, 'The older reason');
  await first.promise;
  const before = told;
  await followUp(stage, 'The newer reason');
  // The page is notified of the newer change while it still waits for a response with only the older one.
  await seen.poll(() => told).toBeGreaterThan(before);
  await page.clock.runFor(1000);
  released.resolve();
  await seen(reason(page, 'The newer reason')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
});

test('a change between the first reading and the live connection is not missed', { timeout: 60_000 }, async () => {
  const stage = await newStage(application, who);
  const page = await newPage(browser, LAPTOP);
  const changed = Promise.withResolvers<void>();
  await page.routeWebSocket('**/graphql', async (socket) => {
    await changed.promise;
    const server = socket.connectToServer();
    socket.onMessage((message) => server.send(message));
  });
  await startSession(page, application.url, 'agent-portal', who.agent.email);
  await agentPage(page, application.url).open(stage.lead.id);
  await followUp(stage, 'Before anybody listened');
  await seen(page.getByText('Before anybody listened')).toHaveCount(0);
  changed.resolve();
  await seen(reason(page, 'Before anybody listened')).toBeVisible();
});

test.each([
  ['that has seen changes goes on from the last one', true],
  ['that has seen none hears what has changed since it was opened', false],
])('after a lost connection a page %s', { timeout: 60_000 }, async (_, hasSeenOne) => {
  const stage = await newStage(application, who);
  const page = await newPage(browser, { ...LAPTOP, allow: [/WebSocket/] });
  let isCut = false;
  let cut: () => void = () => {};
  const [opened, tried] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.routeWebSocket('**/graphql', (socket) => {
    // “Going away”: what a browser reports when the network is gone.
    cut = () => void socket.close({ code: 1001 });
    if (isCut) {
      cut();
      return tried.resolve();
    }
    socket.connectToServer();
    opened.resolve();
  });
  await startSession(page, application.url, 'agent-portal', who.agent.email);
  await agentPage(page, application.url).open(stage.lead.id);
  await opened.promise;
  if (hasSeenOne) {
    await followUp(stage, 'While it was connected');
    await seen(reason(page, 'While it was connected')).toBeVisible();
  }
  isCut = true;
  cut();
  await tried.promise;
  await followUp(stage, 'While nobody could see it');
  isCut = false;
  await seen(reason(page, 'While nobody could see it')).toBeVisible({ timeout: 20_000 });
});
