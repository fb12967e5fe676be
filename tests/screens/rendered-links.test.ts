import { get, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Browser, Page } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#src/demo/demo-accounts.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { startSession } from '#tests/paths/agent-page.ts';
import { type Application, call, startApplication } from '#tests/platform/application.ts';
import { newPage, openPage, testBrowser } from '#tests/platform/chromium.ts';
import { seen } from '#tests/platform/seen.ts';
import { clientLinks } from './client-links.ts';

/** Pages behind a link, as the server renders them for guests before the application has loaded. */
const PHONE = {
  viewport: { width: 412, height: 823 },
  isMobile: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
} as const;
/** That of the server: in another one, the times that it cannot know would take up another width. */
const timezoneId = Intl.DateTimeFormat().resolvedOptions().timeZone;
const LAPTOP = { viewport: { width: 1280, height: 900 } } as const;

let application: Application;
let browser: Browser;
let pages: Record<string, string>;
let token: string;

beforeAll(async () => {
  application = await startApplication({ demoData: true, environment: { PARTS: 'api,gateway,web' } });
  browser = await testBrowser();
  const { body } = await call<{ access_token: string }>(application, 'POST', 'agent/token', {
    body: new URLSearchParams({ username: 'agent@demo.test', password: DEMO_PASSWORD }),
  });
  token = body.access_token;
  const links = await clientLinks(application, token);
  const { client } = hrefs;
  pages = {
    portal: `/move/${links.portal}`,
    chat: client.chat(links.chat),
    payment: client.payment(links.pay),
    'move details': client.sharedLead(links.shared),
    estimate: client.estimate(links.estimate),
    'agreement to sign': client.agreementSign(links.toSign),
    'signed agreement': client.agreementSigned(links.signed),
    'the link again': client.agreementSendEmail(links.toSign),
    'quote of a mover': client.stateQuote(links.quote),
    'dead link': client.estimate('a-link-that-nobody-was-given-0123'),
    'agreement without a link': client.agreementSign(''),
    'link to confirm': '/auth/lead-portal/verification-sent',
    'nothing to confirm': '/auth/agent-portal/verification-sent',
    'set-up that is done': '/setup',
    'no page': '/agent-portal/no-such-page',
    invitation: '/auth/agent-portal/invitation?token=a-link-that-nobody-was-given-0123',
    unsubscribe: '/email/unsubscribe?email=nobody%40nowhere.example',
    'purchase that is unknown': '/marketplace/details?token=a-link-that-nobody-was-given-0123',
  };
  // Opening one for the first time is news, after which it is read again.
  const { page, close } = await openPage(browser);
  for (const path of Object.values(pages)) await open(page, path);
  await close();
});

/** Like `fetch`, which sets a `Sec-Fetch-Mode` of its own. */
const fetched = (url: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
    get(url, { headers }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, headers: response.headers, body }), reject);
    }).on('error', reject);
  });

/** Keeps the application from loading until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let letCome = () => {};
  const called = new Promise<void>((resolve) => (letCome = resolve));
  await page.unroute('**/*.js');
  await page.route('**/*.js', async (route) => {
    await called;
    await route.continue();
  });
  return letCome;
}

const allow = [/404/];
const open = async (page: Page, path: string) => page.goto(application.url + path, { waitUntil: 'networkidle' });

test.each([
  ['a phone', PHONE],
  ['a laptop', LAPTOP],
])(
  'what %s shows before the application is there is what it shows then, and nothing is requested twice',
  { timeout: 120_000 },
  async (_name, device) => {
    const [before, after] = await Promise.all(
      [false, true].map((javaScriptEnabled) => newPage(browser, { javaScriptEnabled, allow, timezoneId, ...device })),
    );
    const late: string[] = [];
    let requested: string[] = [];
    after!.on('request', (request) => {
      if (request.url().endsWith('/graphql')) requested.push(request.postData() ?? '');
    });
    await after!.addInitScript(() => {
      new PerformanceObserver((list) => {
        Object.assign(globalThis, { largest: list.getEntries().at(-1)!.startTime });
      }).observe({ type: 'largest-contentful-paint', buffered: true });
    });
    for (const [name, path] of Object.entries(pages)) {
      requested = [];
      const letCome = await holdScripts(after!);
      await Promise.all([
        before!.goto(application.url + path),
        after!.goto(application.url + path, { waitUntil: 'commit' }),
      ]);
      await after!.waitForFunction(() => 'largest' in globalThis && document.fonts.status === 'loaded');
      const loaded = await after!.evaluate(async () => {
        for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
        return performance.now();
      });
      letCome();
      await seen(after!.locator('#first-paint')).toHaveCount(0);
      await after!.waitForLoadState('networkidle');
      const answers = before!.locator('#first-answers');
      const answered = (await answers.count()) > 0 ? ((await answers.textContent()) ?? '') : '';
      const again = requested.filter((body) => answered.includes(/sha256:\w+/.exec(body)?.[0] ?? body));
      expect(again, `${name} requests what it was given`).toEqual([]);
      await before!.getByText('This page is slow to load.').evaluate((note) => note.remove());
      await seen(async () => {
        const [drawn, shown] = await Promise.all([
          before!.locator('#first-paint').screenshot({ mask: [before!.locator('time')] }),
          after!.locator('#root').screenshot({ caret: 'hide', mask: [after!.locator('time')] }),
        ]);
        expect(drawn.equals(shown), name).toBe(true);
      }).toPass({ timeout: 5000 });
      const largest = await after!.evaluate(() => (globalThis as unknown as { largest: number }).largest);
      if (largest > loaded) late.push(name);
    }
    // What a phone takes for the moment when the page was there (Largest Contentful Paint). In an agreement, it depends
    // on its text whether a paragraph takes more room in Inter than in the fallback.
    expect(device === PHONE ? late.filter((name) => name !== 'agreement to sign') : []).toEqual([]);
  },
);

test('a button that is pressed too early is pressed once the application is there', async () => {
  const page = await newPage(browser, { ...PHONE, allow });
  const letCome = await holdScripts(page);
  await page.goto(application.url + pages.estimate!, { waitUntil: 'commit' });
  const accept = page.getByRole('button', { name: /^Accept \$/ });
  await accept.click();
  await seen(accept).toHaveCSS('opacity', '0.6');
  expect(await page.getByRole('dialog').count()).toBe(0);
  letCome();
  await seen(page.getByRole('dialog').getByRole('button', { name: 'Accept' })).toBeVisible();
});

test('what is written too early is not lost', async () => {
  const page = await newPage(browser, { ...PHONE, allow });
  for (const [path, label, written] of [
    [pages.chat!, 'Message', 'We also have a piano.'],
    [pages['link to confirm']!, 'Email', 'nobody@nowhere.example'],
  ] as const) {
    const letCome = await holdScripts(page);
    await page.goto(application.url + path, { waitUntil: 'commit' });
    await page.locator('#first-paint').getByRole('textbox', { name: label }).fill(written);
    letCome();
    await seen(page.locator('#first-paint')).toHaveCount(0);
    await seen(page.getByRole('textbox', { name: label })).toHaveValue(written);
  }
});

test('what happens between the rendering and the application is not missed', async () => {
  const page = await newPage(browser, { ...PHONE, allow });
  const letCome = await holdScripts(page);
  await page.goto(application.url + pages.chat!, { waitUntil: 'commit' });
  const { id } = await application.database.kysely
    .selectFrom('chat')
    .select('id')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const taken = await call(application, 'POST', `ai-chat/${id}/take`, { token, body: {} });
  expect(taken.status, JSON.stringify(taken.body)).toBe(200);
  const { body } = await call<{ messages: { sequence: number }[] }>(application, 'GET', `ai-chat/${id}`, { token });
  const answer = { text: 'Dana here, I have your list.', seen: body.messages.at(-1)!.sequence };
  expect((await call(application, 'POST', `ai-chat/${id}/answer`, { token, body: answer })).status).toBe(200);
  letCome();
  await seen(page.getByText(answer.text)).toBeVisible();
});

test('a link is rendered for whoever opens it, not for a program that fetches it, and is never stored', async () => {
  const url = application.url + pages.payment!;
  const visit = { 'sec-fetch-mode': 'navigate' };
  const opened = await fetched(url, visit);
  expect(opened.headers['cache-control']).toBe('no-store');
  expect(opened.body).toContain('Price of your move');
  for (const headers of [undefined, { 'sec-fetch-mode': 'cors' }, { ...visit, cookie: 'access-token=nonsense' }])
    expect((await fetched(url, headers)).body).not.toContain('Price of your move');
});

test('an agreement that has been signed leads to what follows', async () => {
  const signed = new URL(application.url + pages['signed agreement']!).searchParams.get('token')!;
  const { status, headers } = await fetched(application.url + hrefs.client.agreementSign(signed), {
    'sec-fetch-mode': 'navigate',
  });
  expect([status, headers.location]).toEqual([302, pages['signed agreement']]);
});

test('a tab that remembers a mail does not ask for the address first', async () => {
  const page = await newPage(browser, { allow });
  await page.goto(application.url + pages['link to confirm']!);
  await page.evaluate(() =>
    sessionStorage.setItem('auth:sent-confirmation', JSON.stringify({ email: 'me@nowhere.example', at: Date.now() })),
  );
  const letCome = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await seen(page.locator('#first-paint')).toBeHidden();
  letCome();
  await seen(page.getByText('me@nowhere.example')).toBeVisible();
});

test('an agent who opens a client’s link sees it, too', async () => {
  const page = await newPage(browser);
  await startSession(page, application.url, 'agent-portal', 'agent@demo.test', DEMO_PASSWORD);
  await page.goto(application.url + pages.estimate!);
  await seen(page.getByRole('heading', { name: 'Your moving estimate' })).toBeVisible();
});
