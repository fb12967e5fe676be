import type { Browser, BrowserContext, Page, Worker } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '#src/api/database/ids.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { startPushService } from '#tests/api/push-service.ts';
import type { FakeDevice } from '#tests/api/push-service.ts';
import { signIn } from '#tests/paths/agent-page.ts';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';
import { call, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';
import { seen } from '#tests/platform/seen.ts';

/**
 * The whole path of a notification: turned on in the settings, sent by the server, shown by the service worker, and
 * pressed. Headless Chromium has neither a push service nor a place to show notifications, so this test replaces both:
 * it decrypts what the server sends, and the browser delivers it to the worker (`ServiceWorker.deliverPushMessage`).
 */
let application: Application;
let who: People;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  browser = await testBrowser();
});

async function signedJob(): Promise<Stage> {
  const stage = await newStage(application, who);
  for (const event of [
    'quote.sent',
    'contract.sent',
    'contract.marked-signed',
    'carrier.special-awarded',
    'carrier.signed',
  ] as const) {
    await reload(stage);
    expect((await gestures[event](stage)).status).toBeLessThan(300);
  }
  return stage;
}

async function say(stage: Stage, text: string): Promise<void> {
  const { id } = await application.database.kysely
    .selectFrom('carrier_job')
    .select('id')
    .where('lead_id', '=', stage.lead.id)
    .executeTakeFirstOrThrow();
  const { status } = await call(application, 'POST', `agent-lead/job/${id}/messages`, {
    token: who.agent.token,
    body: { text },
    headers: { 'idempotency-key': newId() },
  });
  expect(status).toBe(200);
}

/** The browser's part of a subscription, pointing to the push service of this test. */
async function subscribesAt(page: Page, { keys }: FakeDevice): Promise<void> {
  await page.addInitScript(({ endpoint, p256dh, auth }) => {
    const subscription = {
      options: {},
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: () => Promise.resolve(true),
    } as unknown as PushSubscription;
    PushManager.prototype.subscribe = () => Promise.resolve(subscription);
    PushManager.prototype.getSubscription = () => Promise.resolve(null);
    Object.defineProperty(Notification, 'permission', { value: 'granted' });
    Notification.requestPermission = () => Promise.resolve('granted');
  }, keys);
}

/** Delivers data to the worker, as the browser does when its push service has a message. */
async function deliverer(page: Page): Promise<(data: string) => Promise<void>> {
  const cdp = await page.context().newCDPSession(page);
  const registered = new Promise<string>((settle) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.endsWith('/load-board/'));
      if (own) settle(own.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  const registrationId = await registered;
  return async (data) =>
    void (await cdp.send('ServiceWorker.deliverPushMessage', { origin: application.url, registrationId, data }));
}

interface Shown {
  title: string;
  body: string;
  tag: string;
  icon: string;
  data: unknown;
}
interface Screen {
  shown: Shown[];
  /** The effects of a press: the windows that were opened, and how often one was focused. */
  opened: string[];
  focused: number;
}
type WorkerWithScreen = typeof globalThis & {
  screenOfTest: Screen;
  registration: ServiceWorkerRegistration;
  clients: { openWindow: (url: string) => Promise<unknown> };
  WindowClient: { prototype: { focus: () => Promise<unknown> } };
};

/** The worker with a fake screen for its notifications, because opening and focusing a window require a real press. */
async function boardWorker(context: BrowserContext): Promise<Worker> {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await worker.evaluate(() => {
    const scope = globalThis as WorkerWithScreen;
    const screen: Screen = { shown: [], opened: [], focused: 0 };
    scope.screenOfTest = screen;
    scope.registration.showNotification = (title, { body = '', tag = '', icon = '', data } = {}) => {
      screen.shown = [...screen.shown.filter((other) => other.tag !== tag), { title, body, tag, icon, data }];
      return Promise.resolve();
    };
    scope.clients.openWindow = (url) => Promise.resolve(screen.opened.push(url));
    scope.WindowClient.prototype.focus = function focus() {
      screen.focused += 1;
      return Promise.resolve(this);
    };
  });
  return worker;
}

const screenOf = (worker: Worker) => worker.evaluate(() => (globalThis as WorkerWithScreen).screenOfTest);

/** Presses the one notification. */
async function press(worker: Worker): Promise<void> {
  await worker.evaluate(() => {
    const { screenOfTest: screen } = globalThis as WorkerWithScreen;
    const notification = { data: screen.shown[0]!.data, close: () => void screen.shown.shift() };
    const waitUntil = (): void => {};
    globalThis.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }));
  });
}

test('a message is shown by the device, and a press leads to its job', { timeout: 120_000 }, async () => {
  const stage = await signedJob();
  const device = (await startPushService()).device();
  const page = await newPage(browser);
  await subscribesAt(page, device);
  await signIn(page, application.url, 'load-board', who.carrier.email);
  // Only a page opened after the worker is active is one of the worker's windows.
  await seen
    .poll(() =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/load-board/'))?.active?.state),
    )
    .toBe('activated');
  await page.goto(application.url + hrefs.board.settings('account'));
  await page.getByRole('button', { name: 'Turn on notifications' }).click();
  await seen(page.getByText('Notifications are on for this device.')).toBeVisible();
  const deliver = await deliverer(page);
  const worker = await boardWorker(page.context());

  await say(stage, 'The gate code is 4711');
  await seen.poll(() => device.notes.length).toBe(1);
  await deliver(JSON.stringify(device.notes[0]!.note));
  const note = {
    title: `New message about job ${await referenceOf(stage)}`,
    body: expect.stringMatching(/^From /) as string,
    tag: `message-${stage.lead.id}`,
    icon: '/load-board/icon-192.png',
    data: { path: hrefs.board.leads('open', { load: stage.lead.id }) },
  };
  await seen.poll(async () => (await screenOf(worker)).shown.length).toBe(1);
  expect((await screenOf(worker)).shown).toEqual([note]);

  // In the window that is already open.
  await press(worker);
  await page.waitForURL(application.url + note.data.path);
  await seen(page.getByRole('dialog').first().getByText('Stops')).toBeVisible();
  await seen.poll(() => screenOf(worker)).toEqual({ shown: [], opened: [], focused: 1 });

  // Without a window of the portal, a new one is opened, and never for an address outside the portal.
  await page.goto(application.url + hrefs.login('agent-portal'));
  for (const path of [note.data.path, 'https://elsewhere.example/load-board/', '/agent-portal/leads/new']) {
    await deliver(JSON.stringify({ ...device.notes[0]!.note, path }));
    await seen.poll(async () => (await screenOf(worker)).shown.length).toBe(1);
    await press(worker);
    await seen.poll(async () => (await screenOf(worker)).shown.length).toBe(0);
  }
  await seen
    .poll(async () => (await screenOf(worker)).opened)
    .toEqual([application.url + note.data.path, ...Array<string>(2).fill(hrefs.board.leads('available'))]);

  await page.goto(application.url + hrefs.board.settings('account'));
  await page.getByRole('button', { name: 'Turn off' }).click();
  await seen(page.getByRole('button', { name: 'Turn on notifications' })).toBeVisible();
  await say(stage, 'Never mind');
  const waiting = await application.database.pool.query(
    `select 1 from pgboss.job where name = 'push.deliver' and state in ('created', 'retry', 'active')`,
  );
  expect(waiting.rows).toEqual([]);
  expect(device.notes).toHaveLength(1);
});

async function referenceOf({ lead: { id } }: Stage): Promise<string> {
  const { reference } = await application.database.kysely
    .selectFrom('agent_lead')
    .select('reference')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return reference;
}
