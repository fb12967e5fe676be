import { join } from 'node:path';
import type { Browser, CDPSession, Page, Request } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#src/demo/demo-accounts.ts';
import type { LinkPurpose } from '#src/api/link/link.ts';
import { createLink } from '#src/api/link/link.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { boardSettings, boardTabs, brokerageViews, leadTabs, leadViews } from '#src/machines/session/routes.ts';
import { platforms } from '#src/machines/session/session.user.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { putProfile } from '#tests/api/carrier-api.ts';
import { startSession } from '#tests/paths/agent-page.ts';
import { clientLinks, leadIn } from './client-links.ts';
import { carrierSignUpPage } from '#tests/paths/carrier-sign-up-page.ts';
import { seen } from '#tests/platform/seen.ts';
import { call, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { violationsOf } from '#tests/platform/axe.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';
import { layoutProblemsOf } from '#tests/platform/layout.ts';
import { HOUR } from '#src/machines/calendar/durations.ts';

/**
 * Every screen on the leads of the demo, on a laptop and, resized, on a phone: no violation of WCAG 2.2 AA that a
 * program can detect, no page that scrolls sideways, and no error logged.
 */
const SIZES = { laptop: { width: 1280, height: 900 }, phone: { width: 360, height: 740 } } as const;
type Size = keyof typeof SIZES;
const sizes = Object.keys(SIZES) as Size[];
/** More widths at which each screen is checked for unreadable text: tablets, small and large laptops. */
const WIDTHS = [640, 768, 1024, 1920];
/** In pixels. A list loads more rows, the more of it is seen. */
const TALLEST_PICTURE = 3000;

interface Screen {
  path: string;
  /** What to do there before checking. */
  act?: (page: Page) => Promise<void>;
}

let application: Application;
let browser: Browser;
let token: string;

beforeAll(async () => {
  // Otherwise the worker would print the papers of two hundred leads meanwhile.
  application = await startApplication({ demoData: true, environment: { PARTS: 'api,gateway,web' } });
  browser = await testBrowser();
  const { body } = await call<{ access_token: string }>(application, 'POST', 'agent/token', {
    body: new URLSearchParams({ username: 'agent@demo.test', password: DEMO_PASSWORD }),
  });
  token = body.access_token;
});

/** The unused token of an email to an agent. */
async function mailedToken(purpose: LinkPurpose): Promise<string> {
  const { id } = await application.database.kysely
    .selectFrom('account')
    .select('id')
    .where('email', '=', 'agent@demo.test')
    .executeTakeFirstOrThrow();
  const now = new Date();
  const made = await inTransaction(application.database, (tx) =>
    createLink(tx, { purpose, subjectId: id, createdBy: null, now, expiresAt: new Date(now.getTime() + HOUR) }),
  );
  return made.token;
}

/** A job of the carrier that is signed in here. */
async function jobIn(stage: 'awaiting-carrier' | 'in-progress' | 'paid'): Promise<string> {
  const { id } = await application.database.kysely
    .selectFrom('agent_lead')
    .innerJoin('contract', 'contract.lead_id', 'agent_lead.id')
    .innerJoin('carrier', 'carrier.id', 'contract.awarded_carrier_id')
    .select('agent_lead.id')
    .where('carrier.email', '=', 'carrier@demo.test')
    .where('stage', '=', stage)
    .where('is_archived', '=', false)
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}

/** The id of a carrier of the demo. */
async function carrierNamed(name: string): Promise<string> {
  const { id } = await application.database.kysely
    .selectFrom('carrier')
    .select('id')
    .where('legal_name', '=', name)
    .executeTakeFirstOrThrow();
  return id;
}

/** The requests of each page that are in flight. */
const underway = new WeakMap<Page, Set<Request>>();

/** Whether the page is idle: no request in flight, no skeleton, no busy part. */
async function isSettled(page: Page): Promise<boolean> {
  const isDrawn = await page.evaluate(
    () =>
      document.querySelector('h1, [role=dialog] h2') !== null &&
      document.querySelector('[aria-busy=true], .bone') === null,
  );
  return isDrawn && underway.get(page)!.size === 0;
}

/** Waits until the page is idle, and still is two frames later. */
async function settled(page: Page): Promise<void> {
  await seen(async () => {
    await page.evaluate(() => new Promise((resume) => requestAnimationFrame(() => requestAnimationFrame(resume))));
    const isThere = await isSettled(page);
    seen(isThere, [...underway.get(page)!].map((request) => request.url()).join()).toBe(true);
  }).toPass({ intervals: [10], timeout: 10_000 });
}

async function findingsOf(page: Page): Promise<string[]> {
  const violations = await violationsOf(page);
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary?.replaceAll(/\s+/g, ' ')}`),
  );
  return [...found, ...(await layoutProblemsOf(page))];
}

async function look(
  page: Page,
  screens: Record<string, Screen>,
  at: readonly Size[] = sizes,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const [name, { path, act }] of Object.entries(screens)) {
    await resize(page, at[0]!);
    await page.goto(application.url + path);
    await settled(page);
    await act?.(page);
    const open = await page.locator(OVERLAY).count();
    for (const size of at) {
      await resize(page, size);
      await settled(page);
      await picture(page, name, size);
      const findings = await findingsOf(page);
      if ((await page.locator(OVERLAY).count()) !== open) findings.push('what was open has closed');
      if (findings.length > 0) found[`${name}, on a ${size}`] = findings;
    }
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      let problems = await layoutProblemsOf(page);
      // A new width may show a part of the page that is loaded first.
      if (!(await isSettled(page))) {
        await settled(page);
        problems = await layoutProblemsOf(page);
      }
      if (problems.length > 0) found[`${name}, ${width} px wide`] = problems;
      if (width === Math.max(...WIDTHS)) await picture(page, name, width);
    }
  }
  return found;
}

/**
 * For `npm run screens`: a screenshot of the whole page, if a folder for it is set. One test may visit a screen of the
 * same name twice, at two sizes.
 */
async function picture(page: Page, name: string, at: Size | number): Promise<void> {
  const folder = process.env.SCREENS;
  if (folder === undefined) return;
  const walk = expect.getState().currentTestName!.replace(/, on a .*/, '');
  const file = `${walk} - ${name}`.replaceAll(/[^\w ,-]+/g, '');
  const width = typeof at === 'number' ? at : SIZES[at].width;
  const options = { path: join(folder, `${file} ${width}.png`), animations: 'disabled' } as const;
  if (at !== 'phone') return void (await page.screenshot({ ...options, fullPage: true }));
  // Chromium has no touch screen in a screenshot of more than its window, so the window grows. What lies over the page
  // fills the window and would grow with it.
  const isCovered = (await page.locator(OVERLAY).count()) > 0;
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await resize(page, at, isCovered ? SIZES.phone.height : Math.min(height, TALLEST_PICTURE));
  await settled(page);
  await page.screenshot(options);
  await resize(page, at);
  await settled(page);
}

/** The session that switches each page's touch screen on and off. */
const touches = new WeakMap<Page, CDPSession>();
const OVERLAY = '[role=dialog]:visible, [role=menu]:visible';

/** Resizes the page to that device's screen, touch or not, without reloading it. */
async function resize(page: Page, size: Size, height: number = SIZES[size].height): Promise<void> {
  await page.setViewportSize({ width: SIZES[size].width, height });
  await touches.get(page)!.send('Emulation.setTouchEmulationEnabled', { enabled: size === 'phone' });
}

async function pageOf(allow: RegExp[] = []): Promise<Page> {
  const page = await newPage(browser, { viewport: SIZES.laptop, reducedMotion: 'reduce', allow });
  touches.set(page, await page.context().newCDPSession(page));
  const requests = new Set<Request>();
  underway.set(page, requests);
  page.on('request', (request) => requests.add(request));
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
  return page;
}

test('the looking itself finds what is wrong', { timeout: 60_000 }, async () => {
  const page = await pageOf();
  await resize(page, 'phone');
  await page.setContent(
    '<!doctype html><html lang="en"><title>Wrong</title><main><h1 style="width: 400px; color: #ccc; background: #fff">Pale and wide</h1><input></main>',
  );
  expect((await findingsOf(page)).map((finding) => finding.split(':')[0])).toEqual([
    'color-contrast',
    'label',
    'scrolls sideways',
  ]);
  await page.setContent(`<!doctype html><p style="width: 60px; overflow: hidden; white-space: nowrap">Cut off without a cue</p>
    <p style="width: 60px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">Cut off with one</p>
    <div style="width: 60px; overflow: auto; white-space: nowrap">To be scrolled to</div>
    <table><tr><td style="overflow-wrap: anywhere; width: 20px; max-width: 20px">Delivery</td></tr></table>`);
  expect(await layoutProblemsOf(page)).toEqual([
    expect.stringMatching(/^cut off: "Cut off without a cue"/),
    'broken word: "Delivery" in "Delivery"',
  ]);
});

test.each(sizes)('before the door, on a %s', { timeout: 120_000 }, async (size) => {
  const screens = Object.fromEntries<Screen>(
    platforms.map((platform) => [`sign-in, ${platform}`, { path: hrefs.login(platform) }]),
  );
  const wrong = async (page: Page) => {
    await page.getByRole('button', { name: 'Sign in' }).click();
    await seen(page.getByText('Enter your email address.')).toBeVisible();
  };
  // An address without a page responds with 404.
  const page = await pageOf([/nothing-is-here.*status of 404/]);
  expect(
    await look(
      page,
      {
        ...screens,
        'sign-in, not filled in': { path: hrefs.login('agent-portal'), act: wrong },
        'not found': { path: '/nothing-is-here' },
      },
      [size],
    ),
  ).toEqual({});
});

test('the other doors', { timeout: 120_000 }, async () => {
  const press = (name: string) => async (page: Page) => {
    await page.getByRole('button', { name }).click();
    await seen(page.locator('[aria-invalid=true]').first()).toBeVisible();
  };
  const token = 'a-token-that-nobody-was-given-0123456789-abc';
  const screens: Record<string, Screen> = {
    'forgot password': { path: hrefs.door('lead-portal', 'forgot-password'), act: press('Send the link') },
    'reset sent': {
      path: hrefs.door('load-board', 'forgot-password'),
      async act(page) {
        await page.getByLabel('Email').fill('carrier@demo.test');
        await page.getByRole('button', { name: 'Send the link' }).click();
        await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
      },
    },
    'verification sent': { path: hrefs.boardVerificationSent() },
    'new password': {
      path: hrefs.passwordNew('lead-portal', await mailedToken('password-reset')),
      act: press('Change password'),
    },
    'new password, dead': { path: hrefs.passwordNew('lead-portal', '') },
    'confirm email': { path: `/auth/confirm-email?token=${await mailedToken('email-confirm')}` },
    'confirm email, dead': { path: `/auth/confirm-email?token=${token}` },
    'confirm new email': { path: `/auth/confirm-email-change?token=${await mailedToken('email-change')}` },
    'sign up': { path: hrefs.signUp['lead-portal'], act: press('Sign up') },
    'sign up, carrier': {
      path: hrefs.signUp['load-board'],
      async act(page) {
        await page.getByLabel('Password', { exact: true }).fill('purple lantern');
        await seen(page.getByText('Good', { exact: true })).toBeVisible();
      },
    },
    'invitation, dead': { path: `/auth/lead-portal/signup-assistant?token=${token}` },
    marketplace: { path: hrefs.market.leads() },
    'marketplace, details': { path: hrefs.market.details(token) },
    unsubscribe: { path: hrefs.market.unsubscribe('somebody@mail.example') },
    'unsubscribe, dead': {
      path: hrefs.market.unsubscribe('somebody@mail.example', token),
      async act(page) {
        await page.getByText('This link no longer works').waitFor();
        await page.getByRole('button', { name: 'Email me the link' }).waitFor();
      },
    },
    'marketplace mails': { path: hrefs.market.subscribe({ states: 'OH,TX' }) },
    'marketplace mails, not filled in': {
      path: hrefs.market.subscribe(),
      async act(page) {
        await page.getByRole('button', { name: 'Get leads by email' }).click();
        await page.getByRole('alert').waitFor();
      },
    },
    'marketplace mails, asked': {
      path: hrefs.market.subscribe({ states: 'OH' }),
      async act(page) {
        await page.getByLabel('Email').fill('axe@mail.example');
        await page.getByRole('button', { name: 'Get leads by email' }).click();
        await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
      },
    },
    'marketplace mails, to confirm': {
      path: `${hrefs.market.subscribe()}?token=${await mailedToken('mailing-confirm')}`,
    },
    'an earlier privacy policy that never was': { path: `${hrefs.privacyPolicy()}?version=0` },
    'a dead link of a client': { path: hrefs.client.estimate(token) },
    'privacy policy': { path: hrefs.privacyPolicy() },
    'terms of service': { path: hrefs.termsOfService() },
    chat: { path: hrefs.client.chat('00000000-0000-4000-8000-000000000000') },
  };
  expect(await look(await pageOf(), screens)).toEqual({});
});

test.each(sizes)('the chat of a client, on a %s', { timeout: 120_000 }, async (size) => {
  const { body } = await call<{ url: string; chat: { id: string } }>(application, 'POST', 'ai-chat/', {
    token,
    body: {},
  });
  const path = new URL(body.url).pathname;
  const link = path.slice(path.lastIndexOf('/') + 1);
  const byAgent = (what: string, input?: object) =>
    call<{ last_sequence: number }>(application, 'POST', `ai-chat/${body.chat.id}/${what}`, {
      token,
      ...(input ? { body: input } : {}),
    });
  const there = (page: Page) => page.getByRole('log').getByText('Where are you moving from?').waitFor();
  /** On a phone, the details are collapsed behind a bar. */
  const details = async (page: Page) => {
    await there(page);
    if (size === 'phone') await page.getByRole('button', { name: /^Your move/ }).click();
    await page.getByRole('button', { name: /: Inventory$/ }).waitFor();
  };
  const page = await pageOf([/net::ERR_FAILED/]);
  const first: Record<string, Screen> = {
    'a new chat': { path, act: there },
    'details, one not filled in': {
      path,
      async act() {
        await details(page);
        await page.getByRole('button', { name: 'Add: Moving from' }).click();
        await page.getByRole('button', { name: 'Save' }).click();
        await seen(page.getByText('Enter a ZIP code, or a city and state: Columbus, OH.')).toBeVisible();
      },
    },
    'what goes along': {
      path,
      async act() {
        await details(page);
        await page.getByRole('button', { name: 'Add: Inventory' }).click();
        await page.getByRole('button', { name: 'Save' }).click();
        await seen(page.getByText('Add at least one item, or choose Remove.')).toBeVisible();
      },
    },
    'asking for a person': {
      path,
      async act() {
        await there(page);
        await page.getByRole('button', { name: 'Talk to a person' }).click();
        await page.getByRole('dialog').getByRole('heading').waitFor();
      },
    },
    'a photo that does not go out': {
      path,
      async act() {
        await there(page);
        await page.route('**/files/ai-chat/**', (route) => route.abort());
        await page.locator('input[type=file]').setInputFiles({
          name: 'sofa.png',
          mimeType: 'image/png',
          buffer: Buffer.from(
            'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
            'base64',
          ),
        });
        await page.getByRole('button', { name: 'Send' }).click();
        await seen(page.getByText(/^No connection/)).toBeVisible();
      },
    },
  };
  expect(await look(page, first, [size])).toEqual({});
  await page.getByRole('button', { name: 'Cancel' }).click();
  await call(application, 'PATCH', `ai-chat/client/${link}/details`, {
    body: {
      origin: { zip: '43215' },
      destination: { zip: '78701' },
      move_date: { earliest: '2098-12-14', latest: '2098-12-14' },
      size: 'studio',
      name: 'Casey',
      email: 'casey@client.test',
    },
  });
  expect(await look(page, { 'to be confirmed': { path, act: details } }, [size])).toEqual({});
  const { body: taken } = await byAgent('take');
  await byAgent('answer', { text: 'Hello, an agent here.', seen: taken.last_sequence });
  expect(await look(page, { 'an agent answers': { path, act: there } }, [size])).toEqual({});
  await byAgent('close');
  expect(await look(page, { 'a closed chat': { path, act: there } }, [size])).toEqual({});
});

test('the shop', { timeout: 120_000 }, async () => {
  const page = await pageOf();
  const cart = async () => {
    await page
      .getByRole('button', { name: /^Add: / })
      .first()
      .click();
    await page.getByRole('button', { name: 'View cart' }).click();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await seen(page.getByText('Enter an email address, such as name@example.com.').first()).toBeVisible();
  };
  const screens: Record<string, Screen> = {
    'leads for sale': { path: hrefs.market.leads() },
    'leads of a state': { path: hrefs.market.leads({ states: 'OH' }) },
    'leads on the map': { path: hrefs.market.leads({ states: 'OH,TX', view: 'map' }) },
    'no lead': { path: hrefs.market.leads({ states: 'OH', min_miles: 9999 }) },
    'a cart, not filled in': { path: hrefs.market.leads(), act: cart },
    'a dead link to leads': { path: hrefs.market.details('nobody-has-this-token-0123456789abcdef') },
  };
  expect(await look(page, screens)).toEqual({});
});

test('the lists of the agents', { timeout: 240_000 }, async () => {
  const page = await pageOf([/nothing-is-here.*status of 404/]);
  await startSession(page, application.url, 'agent-portal', 'agent@demo.test', DEMO_PASSWORD);
  const tabs = Object.fromEntries<Screen>(leadTabs.map((tab) => [tab, { path: hrefs.agent.leads(tab) }]));
  const others: Record<string, Screen> = {
    'a list without rows': { path: hrefs.agent.leads('new', { from: 'AK', to: 'HI' }) },
    board: { path: hrefs.agent.leads('new', { view: 'board' }) },
    today: { path: hrefs.agent.today({ everybody: '1' }) },
    'calendar, a week': { path: hrefs.agent.calendar({ everybody: '1' }) },
    'calendar, a month': { path: hrefs.agent.calendar({ view: 'month', everybody: '1' }) },
    'calendar, its link': {
      path: hrefs.agent.calendar(),
      async act(page) {
        await page.getByRole('button', { name: 'Subscribe' }).click();
        await page.getByRole('dialog').getByRole('radio', { name: 'My leads' }).waitFor();
      },
    },
    notifications: {
      path: hrefs.agent.archive(),
      async act(page) {
        await page.getByRole('button', { name: /^Notifications/ }).click();
        await page.getByRole('dialog').getByRole('listitem').first().waitFor();
      },
    },
    'a list of what waits': { path: hrefs.agent.leads('follow-up', { work: 'follow-up-due' }) },
    archive: { path: hrefs.agent.archive() },
    carriers: { path: hrefs.agent.carriers() },
    'carriers near a place': { path: hrefs.agent.carriers({ near: '43215', within: '500', compliant: '1' }) },
    'a carrier with jobs': { path: hrefs.agent.carrier(await carrierNamed('Buckeye & Sons Moving LLC')) },
    'a carrier that may not bid': {
      path: hrefs.agent.carrier(await carrierNamed('Big Sky Household Moving LLC')),
      async act(page) {
        await page.getByRole('button', { name: 'Add note' }).click();
        await seen(page.getByText('Write a note first.').first()).toBeVisible();
        await page.getByRole('button', { name: 'Confirm authority' }).click();
        await page.getByRole('dialog').getByRole('heading').first().waitFor();
      },
    },
    workflow: {
      path: hrefs.agent.workflow({ days: 'all' }),
      async act(page) {
        await page.locator('[data-place="live.award-carrier"]').click();
        await seen(page.getByRole('region', { name: 'Bidding' }).getByRole('link').first()).toBeVisible();
        await seen(page.locator('[aria-busy=true]')).toHaveCount(0);
      },
    },
    settings: { path: hrefs.agent.settings() },
    'not found': { path: '/agent-portal/nothing-is-here' },
  };
  expect(await look(page, { ...tabs, ...others })).toEqual({});
});

test('the office', { timeout: 240_000 }, async () => {
  const page = await pageOf();
  await startSession(page, application.url, 'agent-portal', 'agent@demo.test', DEMO_PASSWORD);
  const sections = Object.fromEntries<Screen>(
    brokerageViews.map((view) => [`brokerage, ${view}`, { path: hrefs.agent.brokerage(view) }]),
  );
  const screens: Record<string, Screen> = {
    ...sections,
    tariffs: { path: hrefs.agent.tariffs() },
    'import leads': { path: hrefs.agent.importLeads() },
    reports: { path: hrefs.agent.reports() },
    'reports of days': { path: hrefs.agent.reports({ from: '2026-01-01', to: '2026-12-31' }) },
    team: { path: hrefs.agent.team() },
    'an invitation, not filled in': {
      path: hrefs.agent.team(),
      async act(page) {
        await page.getByRole('button', { name: 'Invite an agent' }).click();
        await page.getByRole('button', { name: 'Send invitation' }).click();
        await seen(page.locator('[aria-invalid=true]').first()).toBeVisible();
      },
    },
  };
  expect(await look(page, screens)).toEqual({});
});

test('a lead and what one does with it', { timeout: 240_000 }, async () => {
  const page = await pageOf();
  await startSession(page, application.url, 'agent-portal', 'agent@demo.test', DEMO_PASSWORD);
  const [paid, bidOn, quoted, fresh] = [
    await leadIn(application, 'completed-contracts', 'paid'),
    await leadIn(application, 'award-carrier'),
    await leadIn(application, 'quote-sent'),
    await leadIn(application, 'new'),
  ];
  const views = Object.fromEntries<Screen>(
    leadViews.map((view) => [`lead, ${view}`, { path: hrefs.agent.lead(bidOn, view) }]),
  );
  const choose = (name: string) => async (page: Page) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
    await page.getByRole('dialog').getByRole('heading').first().waitFor();
    await settled(page);
  };
  const others: Record<string, Screen> = {
    'lead, paid': { path: hrefs.agent.lead(paid) },
    'lead, with files': { path: hrefs.agent.lead(quoted, 'files') },
    'lead that is not there': { path: hrefs.agent.lead('00000000-0000-7000-8000-000000000000') },
    'menu of moves': {
      path: hrefs.agent.lead(fresh),
      act: (page) => page.getByRole('button', { name: 'More actions' }).click(),
    },
    'move, follow-up': { path: hrefs.agent.lead(fresh), act: choose('Set follow-up') },
    'move, award': { path: hrefs.agent.lead(bidOn), act: choose('Award carrier') },
    'move, not filled in': {
      path: hrefs.agent.lead(fresh),
      async act(page) {
        await choose('Archive')(page);
        await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
        await seen(page.getByRole('dialog').getByText('Say why, in a few words.').first()).toBeVisible();
      },
    },
    'edit lead': { path: hrefs.agent.lead(bidOn), act: choose('Edit lead') },
    'new lead': {
      path: hrefs.agent.leads('new'),
      async act(page) {
        await page.getByRole('button', { name: 'New lead' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Add an item' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Add lead' }).click();
        await seen(page.getByRole('dialog').getByRole('alert').first()).toBeVisible();
      },
    },
    search: {
      path: hrefs.agent.leads('new'),
      async act(page) {
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox', { name: /^Search leads/ }).fill('ohio');
        await seen(page.getByRole('dialog').getByText('Searching…')).toHaveCount(0);
      },
    },
  };
  expect(await look(page, { ...views, ...others })).toEqual({});
});

test('the chats of the agents', { timeout: 120_000 }, async () => {
  const page = await pageOf();
  await startSession(page, application.url, 'agent-portal', 'agent@demo.test', DEMO_PASSWORD);
  const { kysely } = application.database;
  const chats = await kysely
    .selectFrom('chat')
    .select(['id', 'lead_id', 'owner'])
    .where('stage', '!=', 'closed')
    .execute();
  const [byItself, waiting, ofAgent] = [
    chats.find(({ lead_id }) => lead_id === null)!,
    chats.find(({ owner }) => owner === 'handing-over')!,
    chats.find(({ owner }) => owner === 'agent')!,
  ];
  const press = (name: string) => async (page: Page) => {
    await page.getByRole('button', { name }).first().click();
    await page.getByRole('dialog').getByRole('heading').first().waitFor();
    await settled(page);
  };
  const screens: Record<string, Screen> = {
    chats: { path: hrefs.agent.chats() },
    'closed chats': { path: hrefs.agent.chats({ state: 'closed' }) },
    'new chat link, not filled in': {
      path: hrefs.agent.chats(),
      async act(page) {
        await press('New chat link')(page);
        await page.getByLabel('By email').check();
        await page.getByRole('button', { name: 'Email the link' }).click();
        await seen(page.getByRole('alert').first()).toBeVisible();
      },
    },
    'a chat by itself': { path: hrefs.agent.chat(byItself.id) },
    'a chat that waits': { path: hrefs.agent.lead(waiting.lead_id!, 'chat') },
    'a chat that an agent answers': { path: hrefs.agent.lead(ofAgent.lead_id!, 'chat') },
    'a detail to correct, and the summary': {
      path: hrefs.agent.chat(byItself.id),
      async act(page) {
        await page.getByRole('button', { name: 'Edit the summary' }).click();
        await page.getByRole('button', { name: 'Change: Moving from' }).click();
      },
    },
  };
  expect(await look(page, screens)).toEqual({});
});

test('the load board', { timeout: 240_000 }, async () => {
  const page = await pageOf();
  await startSession(page, application.url, 'load-board', 'carrier@demo.test', DEMO_PASSWORD);
  const [posted, waiting, under, paid] = [
    await leadIn(application, 'award-carrier'),
    await jobIn('awaiting-carrier'),
    await jobIn('in-progress'),
    await jobIn('paid'),
  ];
  const tabs = Object.fromEntries<Screen>(boardTabs.map((tab) => [`board, ${tab}`, { path: hrefs.board.leads(tab) }]));
  const settings = Object.fromEntries<Screen>(
    boardSettings.map((view) => [`settings, ${view}`, { path: hrefs.board.settings(view) }]),
  );
  const sheet = (page: Page) => page.getByRole('dialog').getByRole('heading', { name: '→' }).waitFor();
  const others: Record<string, Screen> = {
    'load to bid on': { path: hrefs.board.leads('available', { load: posted }), act: sheet },
    'load, awarded': { path: hrefs.board.leads('open', { load: waiting }), act: sheet },
    'load, signed': { path: hrefs.board.leads('open', { load: under }), act: sheet },
    'load, done': { path: hrefs.board.leads('completed', { load: paid }), act: sheet },
    'job agreement': { path: hrefs.board.jobAgreement(waiting) },
    'job agreement to sign': {
      path: hrefs.board.jobAgreement(waiting),
      async act(page) {
        await page.getByRole('button', { name: 'Start reading' }).click();
        await page.getByRole('button', { name: 'Go to signing' }).click();
        await page.getByRole('button', { name: 'Sign', exact: true }).click();
        await seen(page.getByRole('alert').first()).toBeVisible();
      },
    },
    'job agreement, signed': { path: hrefs.board.jobAgreementSigned(under) },
  };
  expect(await look(page, { ...tabs, ...settings, ...others })).toEqual({});
});

test('the lead portal', { timeout: 120_000 }, async () => {
  const page = await pageOf();
  await startSession(page, application.url, 'lead-portal', 'mover@demo.test', DEMO_PASSWORD);
  const screens: Record<string, Screen> = {
    leads: { path: hrefs.mover.leads() },
    archive: { path: hrefs.mover.archive() },
    'top cities': { path: hrefs.mover.topCities() },
    figures: { path: hrefs.mover.figures() },
    ...Object.fromEntries(
      (['billing', 'company', 'area', 'account'] as const).map((tab) => [
        `settings, ${tab}`,
        { path: hrefs.mover.settings('mover', tab) },
      ]),
    ),
    'settings, not filled in': {
      path: hrefs.mover.settings('mover', 'account'),
      async act(page) {
        const password = page.getByRole('region', { name: 'Password' });
        await password.getByLabel('Current password').fill('short');
        await password.getByLabel('New password', { exact: true }).fill('short');
        await password.getByRole('button', { name: 'Change password' }).click();
        await seen(page.locator('[aria-invalid=true]').first()).toBeVisible();
      },
    },
  };
  expect(await look(page, screens)).toEqual({});
});

test('the first day in the lead portal', { timeout: 120_000 }, async () => {
  const page = await pageOf();
  await startSession(page, application.url, 'lead-portal', 'newmover@demo.test', DEMO_PASSWORD);
  const screens: Record<string, Screen> = {
    'top cities': {
      path: hrefs.mover.topCities(),
      async act(page) {
        await page.getByLabel('Cities in').fill('ohi');
        await page.getByRole('option', { name: /Ohio/ }).click();
        await page.getByLabel('Cincinnati, OH').check();
      },
    },
    subscribe: {
      path: hrefs.mover.topCities(),
      async act(page) {
        await page.getByRole('button', { name: 'Continue' }).click();
        await page.getByRole('heading', { level: 1, name: 'Start your free trial' }).waitFor();
      },
    },
  };
  expect(await look(page, screens)).toEqual({});
});

test('the settings of an assistant', { timeout: 120_000 }, async () => {
  const page = await pageOf();
  await startSession(page, application.url, 'lead-portal', 'assistant@demo.test', DEMO_PASSWORD);
  expect(await look(page, { settings: { path: hrefs.mover.settings('assistant') } })).toEqual({});
});

test('the sign-up of a carrier', { timeout: 240_000 }, async () => {
  const { body } = await call<{ access_token: string }>(application, 'POST', 'carrier/token', {
    body: new URLSearchParams({ username: 'newcarrier@demo.test', password: DEMO_PASSWORD }),
  });
  const newcarrier = { token: body.access_token } as Account;
  await putProfile(application, newcarrier, { legal_name: 'Lund Family Movers LLC' });
  const page = await pageOf();
  const signUp = carrierSignUpPage(page, application.url);
  await page.goto(application.url + hrefs.login('load-board'));
  await page.getByLabel('Email').fill('newcarrier@demo.test');
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await signUp.see('Your company');
  const path = hrefs.board.signupComplete();
  const wrong = () => seen(page.getByRole('alert').filter({ hasText: /Fix \d+ field/ })).toBeVisible();
  // Each screen continues where the one before left off.
  const screens: Record<string, Screen> = {
    company: { path },
    'company, not filled in': {
      path,
      async act() {
        await page.getByLabel('Street address').fill('');
        await page.getByRole('button', { name: '26 ft box truck' }).click();
        await page.getByRole('button', { name: 'Liftgate' }).click();
        await signUp.saveAndContinue();
        await wrong();
      },
    },
    'licenses, not filled in': {
      path,
      async act() {
        await page.getByLabel('Street address').fill('210 Lake Street');
        await page.getByRole('button', { name: 'Liftgate' }).click();
        await signUp.saveAndContinue();
        await page.getByRole('button', { name: 'Add a license' }).click();
        await signUp.saveAndContinue();
        await wrong();
      },
    },
    'insurance, not filled in': {
      path,
      async act() {
        await page.getByRole('button', { name: 'Remove license 1' }).click();
        await signUp.skip();
        await page.getByRole('button', { name: 'Upload policy' }).click();
        await wrong();
      },
    },
    agreement: {
      path,
      async act() {
        await signUp.skip();
        await page.getByRole('button', { name: 'Start reading' }).waitFor();
      },
    },
    'agreement to sign': {
      path,
      async act() {
        await signUp.read();
        await page.getByRole('button', { name: 'Sign', exact: true }).click();
        await wrong();
      },
    },
  };
  expect(await look(page, screens)).toEqual({});
});

test('the pages of the clients', { timeout: 120_000 }, async () => {
  const { shared, estimate, pay, toSign, signed, quote } = await clientLinks(application, token);
  const toForm = async (page: Page) => {
    await page.getByRole('button', { name: 'Start reading' }).click();
    await page.getByRole('button', { name: 'Go to signing' }).click();
    await page.getByText('Draw', { exact: true }).click();
    await page.getByRole('img', { name: 'Nothing is drawn yet' }).waitFor();
  };
  const page = await pageOf();
  const screens: Record<string, Screen> = {
    'move details': { path: hrefs.client.sharedLead(shared) },
    estimate: { path: hrefs.client.estimate(estimate) },
    payment: { path: hrefs.client.payment(pay) },
    'payment by card': {
      path: hrefs.client.payment(pay),
      async act(page) {
        await page.getByRole('button', { name: /^Pay .* by card$/ }).click();
        await page.getByLabel('Card number').waitFor();
      },
    },
    'agreement to read': { path: hrefs.client.agreementSign(toSign) },
    'agreement to sign': { path: hrefs.client.agreementSign(toSign), act: toForm },
    'agreement to decline': {
      path: hrefs.client.agreementSign(toSign),
      async act(page) {
        await page.getByRole('button', { name: 'Decline…' }).click();
        await page.getByRole('dialog').getByLabel('Reason').waitFor();
      },
    },
    'agreement, signed': { path: hrefs.client.agreementSigned(signed) },
    'the link again': { path: hrefs.client.agreementSendEmail(toSign) },
    'quote of a mover': { path: hrefs.client.stateQuote(quote) },
    'quote to accept': {
      path: hrefs.client.stateQuote(quote),
      async act(page) {
        await page.getByRole('button', { name: 'Accept…' }).click();
        await page.getByRole('dialog').getByText('will be notified').waitFor();
      },
    },
    'quote to decline': {
      path: hrefs.client.stateQuote(quote),
      async act(page) {
        await page.getByRole('button', { name: 'Decline…' }).click();
        await page.getByRole('dialog').getByLabel('Reason').waitFor();
      },
    },
    'quote, declined': {
      path: hrefs.client.stateQuote(quote),
      async act(page) {
        await page.getByRole('button', { name: 'Decline…' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Decline quote' }).click();
        await page.getByText('You declined this quote').waitFor();
      },
    },
  };
  expect(await look(page, screens)).toEqual({});
});

test('a link that is dead', { timeout: 60_000 }, async () => {
  const page = await pageOf([/404|410/]);
  expect(await look(page, { 'dead link': { path: hrefs.client.estimate('no-such-token-there-is') } })).toEqual({});
});
