import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { request } from 'undici';
import { beforeAll, expect, test } from 'vitest';
import { budgets, neededBy, readManifest } from '../../scripts/budgets.ts';
import { MINUTE } from '#src/machines/calendar/durations.ts';
import { routes } from '#src/machines/session/routes.ts';
import type { Platform } from '#src/machines/session/session.user.ts';
import { root } from '#src/root.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { createPreloads } from '#src/web/preloads.ts';
import { type Application, call, PASSWORD, signedIn, startApplication } from '#tests/platform/application.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';
import { startSession } from '#tests/paths/agent-page.ts';
import { countReceived } from '#tests/platform/wire.ts';

/** The scripts and styles that a browser loads from the product as served, until an agent sees the first list. */
const BROWSER = join(root, 'dist/browser');

let application: Application;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  browser = await testBrowser();
});

test('the sign-in page and the first list hold their budgets on the wire, compressed', async () => {
  const agent = await signedIn(application, 'agent', 'Dana Reyes');
  const page = await newPage(browser);
  const received = await countReceived(page);
  await page.goto(application.url + hrefs.login('agent-portal'), { waitUntil: 'networkidle' });
  const inline = await received.inlineStyles();
  expect(inline).toBeGreaterThan(4);
  await page.getByLabel('Email').fill(agent.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname === hrefs.agent.leads('new'));
  await page.getByRole('heading', { level: 1, name: 'Leads' }).waitFor();
  expect(received.plain).toEqual([]);
  // What a row's menu and later screens need is loaded later: on a slow machine, possibly before it is checked here.
  for (const { page: of, files, budget } of neededBy(readManifest())) {
    const size = received.kilobytes(files) + inline;
    console.log(`On the wire: ${of} ${size.toFixed(1)} kB.`);
    expect(received.missing(files)).toEqual([expect.stringMatching(/^assets\/base-.*\.css$/)]);
    // A size of zero would fit every budget.
    expect(size).toBeGreaterThan(40);
    expect(size).toBeLessThan(budget);
  }
});

test('who comes without a session is asked for nothing else: no session is read, and no portal comes along', async () => {
  const page = await newPage(browser);
  const received = await countReceived(page);
  const asked: string[] = [];
  page.on('request', (request) => request.url().endsWith('/graphql') && asked.push(request.postData() ?? ''));
  await page.goto(application.url + hrefs.login('agent-portal'), { waitUntil: 'networkidle' });
  expect(asked).toEqual([]);
  // Once loaded, it fetches the other styles (3.4 kB) and five modules of 0.5 kB; the smallest portal is 14 kB.
  expect(received.all()).toBeLessThan(budgets.signIn + 7);
  await page.getByLabel('Email').focus();
  // The styles are in the document.
  await expect
    .poll(() => received.missing(neededBy(readManifest())[1]!.files).filter((file) => !file.endsWith('.css')))
    .toEqual([]);
});

test('only the page of somebody who goes there says that nobody is signed in', async () => {
  const html = async (headers: Record<string, string>) =>
    (await request(application.url + hrefs.agent.leads('new'), { headers })).body.text();
  const cookie = 'access-token=a.b.c';
  const scripts = /<link rel="modulepreload"[^>]*data-provider/;
  const guest = await html({ 'sec-fetch-mode': 'navigate' });
  expect(guest).toContain('<html data-guest ');
  expect(guest).not.toMatch(scripts);
  const member = await html({ 'sec-fetch-mode': 'navigate', cookie });
  expect(member).not.toContain('data-guest');
  expect(member).toMatch(scripts);
  // The carriers' portal caches such a page for whoever signs in later.
  expect(await html({ 'sec-fetch-mode': 'cors' })).not.toContain('data-guest');
});

test('the page of a member brings their session along, renewed if need be, for no cache to keep', async () => {
  const now = new Date();
  const clock = { ms: 0 };
  const later = await startApplication({ now: () => new Date(now.getTime() + clock.ms) });
  const agent = await signedIn(later, 'agent', 'Dana Reyes');
  const page = await newPage(browser);
  await startSession(page, later.url, 'agent-portal', agent.email);
  const asked: string[] = [];
  page.on('request', (request) => request.url().endsWith('/graphql') && asked.push(request.postData() ?? ''));
  const pages = async () => {
    const response = await page.goto(later.url + hrefs.agent.leads('new'));
    await page.getByRole('heading', { level: 1, name: 'Leads' }).waitFor();
    return { headers: await response!.allHeaders(), text: await response!.text() };
  };
  const first = await pages();
  expect(first.text).toContain('"name":"Dana Reyes"');
  expect(first.headers['cache-control']).toBe('no-store');
  expect(first.headers['set-cookie']).toBeUndefined();
  clock.ms += 16 * MINUTE;
  const renewed = await pages();
  expect(renewed.text).toContain('"name":"Dana Reyes"');
  expect(renewed.headers['set-cookie']).toMatch(/access-token=[^;]+;.*\nrefresh-token=/);
  expect(asked.length).toBeGreaterThan(4);
  expect(asked.filter((one) => one.includes('query Session'))).toEqual([]);
  // Whoever else asks for the page, even with the cookies, gets that of nobody.
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const other = await request(later.url + hrefs.agent.leads('new'), {
    headers: { cookie, 'sec-fetch-mode': 'cors' },
  });
  expect(await other.body.text()).not.toContain('Dana Reyes');
});

test('a session that has ended since is not part of the page', async () => {
  const agent = await signedIn(application, 'agent', 'Gone Gina');
  const page = await newPage(browser);
  await startSession(page, application.url, 'agent-portal', agent.email);
  await application.database.kysely.deleteFrom('refresh_token').where('account_id', '=', agent.id).execute();
  await page.goto(application.url + hrefs.agent.leads('new'));
  await page.waitForURL((url) => url.pathname === hrefs.login('agent-portal'));
  expect(await page.context().cookies()).toEqual([]);
});

test('every screen and view with files of its own is fetched with its page', () => {
  const html = readFileSync(join(BROWSER, 'index.html'), 'utf8');
  const linked = createPreloads(BROWSER, html);
  const pages = routes.map(({ path }) => linked(path.replaceAll(/:\w+/g, 'x'), false)).join('');
  const manifest: Record<string, { file: string } | undefined> = readManifest();
  const missing = Object.keys(manifest).filter(
    (source) =>
      /^src\/views\/pages\/.*-(?:page|screen|view)\.tsx$/.test(source) && !pages.includes(manifest[source]!.file),
  );
  expect(missing).toEqual([]);
  expect(linked(hrefs.agent.lead('x', 'files'), false)).toMatch(/lead-page-.*files-view-/);
  expect(linked(hrefs.agent.lead('x', 'files'), false)).not.toMatch(/info-view-/);
});

test('no page requests the same twice', async () => {
  const agent = await signedIn(application, 'agent', 'Dana Reyes');
  const mover = await signedIn(application, 'mover', 'Mona Mover');
  const carrier = await signedIn(application, 'carrier', 'Swift Vans LLC');
  const { body: lead } = await call<{ id: string }>(application, 'POST', 'agent-lead/', {
    token: agent.token,
    body: { source: 'Phone', client: { name: 'Casey Client', phone: '+16145550100' } },
  });
  const asked: string[] = [];
  const signIn = async (platform: Platform, email: string) => {
    const page = await newPage(browser);
    await startSession(page, application.url, platform, email);
    // While one response is still out, others arrive.
    await page.route('**/graphql', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      await route.continue();
    });
    page.on('request', (one) => {
      if (!one.url().endsWith('/graphql')) return;
      const { operationName, variables } = JSON.parse(one.postData()!) as { operationName: string; variables: object };
      asked.push(`${operationName} ${JSON.stringify(variables)}`);
    });
    return page;
  };
  const agents = await signIn('agent-portal', agent.email);
  const movers = await signIn('lead-portal', mover.email);
  const carriers = await signIn('load-board', carrier.email);
  for (const [page, path] of [
    [agents, hrefs.agent.leads('new')],
    [agents, hrefs.agent.lead(lead.id)],
    [agents, `${hrefs.agent.leads('new')}?view=board`],
    [agents, hrefs.agent.chats()],
    [agents, hrefs.agent.brokerage('agreements')],
    [movers, hrefs.mover.leads()],
    [carriers, hrefs.board.leads('available')],
  ] as const) {
    asked.length = 0;
    await page.goto(application.url + path, { waitUntil: 'networkidle' });
    expect(new URL(page.url()).pathname).toBe(path.split('?')[0]);
    expect(asked.length, path).toBeGreaterThan(2);
    expect(
      asked.filter((one, index) => asked.indexOf(one) !== index),
      path,
    ).toEqual([]);
  }
});

test.each([
  '/marketplace',
  '/marketplace/orders',
  '/auth/load-board/forgot-password',
  '/auth/load-board/signup',
  '/privacy-policy',
  '/email/marketplace-subscribe',
])('%s loads neither a portal nor Apollo for somebody without a session', async (path) => {
  const page = await newPage(browser);
  const received = await countReceived(page);
  await page.goto(application.url + path, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const [signIn, list] = neededBy(readManifest());
  const ofPortals = [...list!.files].filter((file) => !signIn!.files.has(file) && !file.startsWith('assets/open-'));
  expect(ofPortals.length).toBeGreaterThan(3);
  expect(received.missing(new Set(ofPortals))).toEqual(ofPortals);
  expect(received.all()).toBeLessThan(142);
});

test.each([hrefs.login('agent-portal'), hrefs.signUp['lead-portal'], '/marketplace', '/privacy-policy'])(
  '%s is painted by the document alone; scripts come afterwards',
  async (path) => {
    const { headers, body } = await request(application.url + path, { headers: { 'sec-fetch-mode': 'navigate' } });
    const html = await body.text();
    expect(html).not.toMatch(/<script [^>]*src=|rel="modulepreload"|rel="stylesheet" crossorigin href="[^"]+">/);
    // Nothing inline runs or styles but what the policy names.
    const policy = String(headers['content-security-policy']);
    for (const [, tag, text] of html.matchAll(/<(style|script)>(.*?)<\/\1>/gs)) {
      const [of] = policy.split('; ').filter((part) => part.startsWith(`${tag}-src`));
      expect(of).toContain(`'sha256-${createHash('sha256').update(text!).digest('base64')}'`);
    }
    expect(policy).not.toContain('unsafe-inline');
    // Without scripts the page is styled, and requests nothing but images and the font.
    const still = await newPage(browser, { javaScriptEnabled: false });
    const requested: string[] = [];
    still.on('request', (one) => requested.push(`${one.resourceType()} ${one.url()}`));
    await still.goto(application.url + path);
    expect(requested.filter((one) => /^(?:stylesheet|script)/.test(one))).toEqual([]);
    expect(await still.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Inter');
  },
);

test('a page opened in the background loads, too', async () => {
  const page = await newPage(browser);
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { get: () => true });
    window.requestAnimationFrame = () => 0;
  });
  await page.goto(application.url + hrefs.login('agent-portal'));
  await page.locator('#root:not([hidden])').getByLabel('Email').waitFor();
});

test('the arrow between two places does not fetch the second font; a character that it has does', async () => {
  const page = await newPage(browser);
  const fonts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'font' && fonts.push(request.url()));
  await page.goto(application.url + hrefs.privacyPolicy(), { waitUntil: 'networkidle' });
  const show = (text: string) =>
    page.evaluate(async (shown) => {
      document.querySelector('h1')!.append(shown);
      await document.fonts.ready;
    }, text);
  await show('Columbus, OH → Austin, TX');
  expect(fonts).toHaveLength(1);
  await show('©');
  expect(fonts).toHaveLength(2);
});
