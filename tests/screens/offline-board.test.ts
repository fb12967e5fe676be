import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from '@playwright/test';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { hrefs } from '#src/views/hrefs.ts';
import { insertLoads } from '#tests/api/load-rows.ts';
import { signIn } from '#tests/paths/agent-page.ts';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';
import { violationsOf } from '#tests/platform/axe.ts';
import { layoutProblemsOf } from '#tests/platform/layout.ts';
import { seen } from '#tests/platform/seen.ts';
import { call, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';

/** The carrier's portal on a phone that loses its connection. */
let application: Application;
let who: People;
let job: Stage;
let browser: Browser;

const PHONE = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  allow: [/ERR_FAILED|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|net::/],
};

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  await insertLoads(application, { denver: { from: '80202', to: '10001', lb: 3000 } });
  job = await signedJob();
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

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** The service worker has cached everything that it keeps. */
const isReady = (page: Page) =>
  seen
    .poll(() =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/load-board/'))?.active?.state),
    )
    .toBe('activated');

const keptNames = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('board-answers:')));

const firstLoad = (page: Page, table: string) => page.getByRole('table', { name: table }).getByRole('link').first();

test(
  'the board and a job are read without a connection, and are right again once there is one',
  { timeout: 120_000 },
  async () => {
    const page = await newPage(browser, PHONE);
    await signIn(page, application.url, 'load-board', who.carrier.email);
    await seen(firstLoad(page, 'Available loads')).toContainText('Denver');
    await isReady(page);
    await page.goto(application.url + hrefs.board.leads('open', { load: job.lead.id }));
    await seen(page.getByRole('dialog').first().getByText('Stops')).toBeVisible();

    await page.context().setOffline(true);
    await page.reload();
    const age = page.getByText(/^You’re offline\. What you see is as of \d{1,2}:\d\d [AP]M\.$/).first();
    await seen(age).toBeVisible();
    await seen(page.getByRole('dialog').first().getByText('Stops')).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    expect(await layoutProblemsOf(page)).toEqual([]);
    await page.goto(application.url + hrefs.board.leads('available'));
    await seen(firstLoad(page, 'Available loads')).toContainText('Denver');
    await seen(age).toBeVisible();
    // What was never loaded is not made up.
    await page.goto(application.url + hrefs.board.leads('completed'));
    await seen(page.getByText('The loads could not be loaded')).toBeVisible();
    await page.goto(application.url + hrefs.board.leads('available'));
    await seen(age).toBeVisible();

    await page.context().setOffline(false);
    await seen(age).toBeHidden();
    await page.reload();
    await seen(firstLoad(page, 'Available loads')).toContainText('Denver');
    await seen(age).toBeHidden();
  },
);

test('a server that cannot be reached is asked again until it answers', { timeout: 60_000 }, async () => {
  const page = await newPage(browser, PHONE);
  await signIn(page, application.url, 'load-board', who.carrier.email);
  await seen(firstLoad(page, 'Available loads')).toContainText('Denver');
  await isReady(page);
  let isCut = true;
  await page.route('**/graphql', (route) => (isCut ? route.abort() : route.continue()));
  await page.reload();
  const note = page.getByText(/^Can’t reach the server\. What you see is as of/).first();
  await seen(note).toBeVisible();
  isCut = false;
  await seen(note).toBeHidden({ timeout: 20_000 });
});

test(
  'a step and a paper made without a connection are kept, and sent once, whichever page is open by then',
  { timeout: 120_000 },
  async () => {
    const page = await newPage(browser, { ...PHONE, allow: [...PHONE.allow, /\/job\/paper: .*status of 422/] });
    const sent: string[] = [];
    page.on('request', (request) => {
      const body = request.postData() ?? '';
      if (body.includes('"StepJob"')) sent.push(body);
    });
    await signIn(page, application.url, 'load-board', who.carrier.email);
    await isReady(page);
    await page.goto(application.url + hrefs.board.leads('open', { load: job.lead.id }));
    const sheet = page.getByRole('dialog').first();
    await seen(sheet.getByText('Stops')).toBeVisible();
    await page.context().setOffline(true);
    await seen(sheet.getByText(/^You’re offline\./)).toBeVisible();
    await sheet.getByRole('button', { name: 'I’m on my way' }).click();
    await page
      .getByRole('dialog', { name: /^On the way before / })
      .getByRole('button', { name: 'I’m on my way' })
      .click();
    const unsent = sheet.getByText('On the way: not sent yet');
    await seen(unsent).toBeVisible();
    await seen(sheet.getByRole('button', { name: 'I’m on my way' })).toHaveCount(0);
    await page.reload();
    await seen(unsent).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    expect(await layoutProblemsOf(page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await seen(unsent).toBeVisible();

    await page.goto(application.url + hrefs.board.leads('available'));
    await seen(firstLoad(page, 'Available loads')).toContainText('Denver');
    await page.getByRole('button', { name: /^Signed in as/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    const question = page.getByRole('dialog', { name: 'Sign out before everything is sent?' });
    await seen(question).toContainText('Signing out deletes it.');
    expect(await layoutProblemsOf(page)).toEqual([]);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await seen(question).toHaveCount(0);
    sent.length = 0;
    const before = new Date().toISOString();
    await page.context().setOffline(false);
    await seen(page.getByText('Saved: On the way')).toBeVisible();
    await page.goto(application.url + hrefs.board.leads('open', { load: job.lead.id }));
    await seen(sheet.getByRole('button', { name: 'I’ve picked up the load' })).toBeVisible();
    await seen(unsent).toHaveCount(0);
    expect(sent).toHaveLength(1);
    const {
      id,
      version,
      departed_at: departedAt,
    } = await application.database.kysely
      .selectFrom('carrier_job')
      .select(['id', 'version', 'departed_at'])
      .where('lead_id', '=', job.lead.id)
      .executeTakeFirstOrThrow();
    expect(new Date(departedAt!).toISOString() < before).toBe(true);

    // The desk has recorded the step meanwhile: the carrier gets no refusal.
    await page.context().setOffline(true);
    await sheet.getByRole('button', { name: 'I’ve picked up the load' }).click();
    // The agreed day is still ahead.
    await page
      .getByRole('dialog', { name: /^Picked up before / })
      .getByRole('button', { name: 'I’ve picked up the load' })
      .click();
    await seen(sheet.getByText('Picked up: not sent yet')).toBeVisible();
    const photo = { name: 'Truck.png', mimeType: 'image/png', buffer: PIXEL };
    await sheet.getByLabel('What is it?').selectOption({ label: 'Photo' });
    await sheet.locator('input[type=file]').last().setInputFiles(photo);
    const waiting = sheet.getByRole('list', { name: 'Uploads' }).getByRole('listitem');
    await seen(waiting).toContainText('Not sent yet');
    await seen(waiting).toContainText('It’s kept on this device');
    // Phones drop pages while the camera is open.
    await page.reload();
    await seen(waiting).toHaveCount(1);
    await seen(waiting).toContainText('Not sent yet');
    await sheet.getByRole('button', { name: 'Remove Truck.png' }).click();
    await seen(waiting).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await seen(waiting).toContainText('Not sent yet');
    expect(await violationsOf(page)).toEqual([]);
    expect(await layoutProblemsOf(page)).toEqual([]);
    const { status } = await call(application, 'POST', `agent-lead/job/${id}/step`, {
      token: who.agent.token,
      body: { step: 'picked-up', version },
    });
    expect(status).toBe(200);
    await page.context().setOffline(false);
    await seen(sheet.getByRole('button', { name: 'I’ve delivered the load' })).toBeVisible();
    await seen(sheet.getByText('Picked up: not sent yet')).toHaveCount(0);
    await seen(sheet.getByRole('list', { name: 'Papers and photos' }).getByRole('link')).toHaveCount(1);
    await seen(page.getByRole('alert')).toHaveCount(0);

    // A paper is also sent from another page.
    await page.context().setOffline(true);
    await sheet.getByLabel('What is it?').selectOption({ label: 'Bill of lading' });
    await sheet.locator('input[type=file]').last().setInputFiles(photo);
    await seen(waiting).toContainText('Not sent yet');
    await page.goto(application.url + hrefs.board.leads('available'));
    await seen(firstLoad(page, 'Available loads')).toContainText('Denver');
    await page.context().setOffline(false);
    await seen(page.getByText('Sent: Bill of lading')).toBeVisible();
    await page.goto(application.url + hrefs.board.leads('open', { load: job.lead.id }));
    await seen(sheet.getByRole('list', { name: 'Papers and photos' }).getByRole('link')).toHaveCount(2);
    await seen(waiting).toHaveCount(0);
    const papers = await application.database.kysely.selectFrom('carrier_job_paper').select('kind').execute();
    expect(papers.map(({ kind }) => kind).sort()).toEqual(['bill-of-lading', 'photo']);

    // One that the server refuses is said once, with its job, and then only kept for the job's own page.
    await page.context().setOffline(true);
    await sheet
      .locator('input[type=file]')
      .last()
      .setInputFiles({ ...photo, name: 'Broken.png', buffer: Buffer.of(0) });
    await seen(waiting).toContainText('Not sent yet');
    await page.goto(application.url + hrefs.board.leads('available'));
    await seen(firstLoad(page, 'Available loads')).toContainText('Denver');
    const answers: number[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/job/paper')) answers.push(response.status());
    });
    await page.context().setOffline(false);
    await seen(page.getByText(/^Job L-\d+: /)).toBeVisible();
    await page.goto(application.url + hrefs.board.leads('open', { load: job.lead.id }));
    await seen(waiting).toContainText('Failed');
    await sheet.getByRole('button', { name: 'Remove Broken.png' }).click();
    await seen(waiting).toHaveCount(0);
    expect(answers).toEqual([expect.toSatisfy((status: number) => status >= 400 && status < 500)]);
  },
);

test('what was kept goes with the session, and nobody else is shown it', { timeout: 120_000 }, async () => {
  // A server of its own, which is really gone in the end: a browser that is set offline starts the worker before the
  // setting reaches it, and the worker's first request may still be answered.
  const server = await startApplication();
  const { carrier, agent } = await people(server);
  const page = await newPage(browser, { ...PHONE, allow: [/net::|Failed to fetch dynamically|status of 503/] });
  await signIn(page, server.url, 'load-board', carrier.email);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await isReady(page);
  await seen.poll(() => keptNames(page)).toEqual([`board-answers:${carrier.id}`]);
  await page
    .getByRole('button', { name: /^Account of|^Your account|Swift|Carrier/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await seen.poll(() => keptNames(page)).toEqual([]);

  // Somebody else signs in on the same device, without the first person having signed out.
  await signIn(page, server.url, 'load-board', carrier.email);
  await seen.poll(() => keptNames(page)).toHaveLength(1);
  await page.context().clearCookies();
  await signIn(page, server.url, 'agent-portal', agent.email);
  await seen.poll(() => keptNames(page)).toEqual([]);
  await server.stop();
  await page.goto(server.url + hrefs.board.leads('available'));
  await seen(page.getByRole('heading', { name: 'Can’t reach the server' })).toBeVisible();
});

test('a newer build reaches a device with the worker on its next visit', { timeout: 120_000 }, async () => {
  let isNewer = false;
  // A proxy in front of the server, because the browser's request for a worker's script cannot be intercepted by a
  // test.
  const front = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://front');
    void fetch(application.url + request.url, { headers: { accept: request.headers.accept ?? '*/*' } }).then(
      async (answer) => {
        const body = Buffer.from(await answer.arrayBuffer());
        const named = (text: string) =>
          text.replace('<title>', '<title>Newer: ').replace('BUILD = "', 'BUILD = "newer-');
        const isText = pathname.startsWith('/load-board/') && !pathname.endsWith('.png');
        response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
        response.end(isNewer && isText ? named(body.toString()) : body);
      },
    );
  });
  await new Promise<void>((settle) => front.listen(0, '127.0.0.1', settle));
  onTestFinished(() => void front.close());
  const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}/load-board/leads/available`;
  const page = await newPage(browser, { ...PHONE, allow: [/.*/] });
  await page.goto(url);
  await page.evaluate(() => navigator.serviceWorker.register('/load-board/worker.js', { scope: '/load-board/' }));
  await isReady(page);
  const shells = async () =>
    (await page.evaluate(() => caches.keys())).filter((name) => name.startsWith('board-shell:'));
  expect(await shells()).toEqual([expect.not.stringContaining('newer-')]);

  isNewer = true;
  const response = await page.goto(url);
  expect(await response!.text()).toContain('<title>Newer: ');
  await seen.poll(shells).toEqual([expect.stringContaining('newer-')]);
});

test('pages of other portals have no worker, and a browser without any works', { timeout: 120_000 }, async () => {
  const page = await newPage(browser, { ...PHONE, serviceWorkers: 'block', allow: [...PHONE.allow, /Service Worker/] });
  await page.addInitScript('delete Navigator.prototype.serviceWorker; delete globalThis.caches');
  await signIn(page, application.url, 'load-board', who.carrier.email);
  await seen(firstLoad(page, 'Available loads')).toContainText('Denver');
  await page.reload();
  await seen(firstLoad(page, 'Available loads')).toContainText('Denver');

  const desk = await newPage(browser);
  await signIn(desk, application.url, 'agent-portal', who.agent.email);
  await desk.getByRole('heading', { level: 1 }).waitFor();
  expect(await desk.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  expect(await desk.evaluate(() => document.querySelector('link[rel=manifest]'))).toBeNull();
});

test('the app is described, with icons of the sizes that it names', async () => {
  const answer = await fetch(`${application.url}/load-board/app.webmanifest`);
  expect(answer.headers.get('content-type')).toContain('application/manifest+json');
  const { scope, icons } = (await answer.json()) as { scope: string; icons: { src: string; sizes: string }[] };
  expect(scope).toBe('/load-board/');
  for (const { src, sizes } of icons) {
    const png = Buffer.from(await (await fetch(application.url + src)).arrayBuffer());
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes);
  }
  const worker = await fetch(`${application.url}/load-board/worker.js`);
  expect(worker.headers.get('cache-control')).toBe('no-cache');
  expect(worker.headers.get('x-content-type-options')).toBe('nosniff');
});
