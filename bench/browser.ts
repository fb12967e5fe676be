import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { routes } from '#src/machines/session/routes.ts';
import { AGENT_LEAD_TABS } from '#src/machines/agent-lead/agent-lead.types.ts';
import { TAB_NAMES } from '#src/views/agent-lead/lead-names.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { launchBrowser, openPage } from '#tests/platform/chromium.ts';
import { countReceived } from '#tests/platform/wire.ts';
import { budgets, neededBy, readManifest } from '../scripts/budgets.ts';
import { performanceOf } from './lighthouse.ts';
import type { Vitals } from './lighthouse.ts';
import { AGENT } from './seed.ts';
import { median, met, row } from './table.ts';
import type { World } from './world.ts';

const ROUNDS = 5;
const PAGE_ROUNDS = 3;
/** Milliseconds: from pressing "Sign in" to the first rendered list; from a tap to the rendered result. */
const BUDGET = { warm: 1000, cold: 2500, interaction: 100 };
/** Lighthouse's performance score for every page, and for pages with a map. */
const SCORE = { page: 1, map: 0.95 };
const CPU = 4;
/** Round trip in milliseconds, and bytes per second: slow 4G on an open connection. */
const SLOW_4G = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
/** Lighthouse's settings for mobile when the browser does the throttling: this also delays opening connections. */
const LIGHTHOUSE_4G = { latency: 562.5, downloadThroughput: 1_474_560 / 8, uploadThroughput: 675_000 / 8 };
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
const WIDTHS = [46, 12, 10, 8, 60];
/** A screen renders the result of an action, and what follows from it, within this time. */
const SETTLE = 700;

/** What Chromium downloads, and how fast it renders. */
export async function browse(world: World, isChosen: (work: [string, unknown]) => boolean): Promise<void> {
  const browser = await launchBrowser();
  const parts = { wire, 'sign-in': signIns, interaction: interactions, pages: publicPages };
  try {
    row(WIDTHS, 'work', 'today', 'budget', '', 'besides');
    for (const [, measure] of Object.entries(parts).filter(isChosen)) await measure(browser, world);
  } finally {
    await browser.close();
  }
}

const LOGIN = hrefs.login('agent-portal');
const firstRow = (page: Page) => page.getByRole('table').locator('[data-row]').first();

async function wire(browser: Browser, { product }: World): Promise<void> {
  const { page, close } = await openPage(browser);
  const received = await countReceived(page);
  await page.goto(product + LOGIN, { waitUntil: 'networkidle' });
  const [signIn, firstList] = neededBy(readManifest());
  const show = (name: string, size: number, budget: number) =>
    row(
      WIDTHS,
      name,
      `${size.toFixed(1)} kB`,
      `${budget} kB`,
      met(size <= budget),
      `${received.all().toFixed(1)} kB in all`,
    );
  const inline = await received.inlineStyles();
  show('wire: sign-in', received.kilobytes(signIn!.files) + inline, budgets.signIn);
  await enter(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await firstRow(page).waitFor();
  await page.waitForLoadState('networkidle');
  show('wire: first list of agents', received.kilobytes(firstList!.files) + inline, budgets.firstList);
  await close();
}

async function enter(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(AGENT.email);
  await page.getByLabel('Password', { exact: true }).fill(AGENT.password);
}

async function slow(page: Page, network: typeof SLOW_4G | null): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  if (network) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', { offline: false, ...network });
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU });
  return session;
}

/** From pressing "Sign in" to the first rendered list, with an empty cache and with the cache of the previous visit. */
async function signIns(browser: Browser, { product }: World): Promise<void> {
  const times: Record<'cold' | 'warm', number[]> = { cold: [], warm: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const { page, close } = await openPage(browser, PHONE);
    for (const cache of ['cold', 'warm'] as const) times[cache].push(await signInOnce(page, product));
    await close();
  }
  for (const [cache, all] of Object.entries(times) as ['cold' | 'warm', number[]][]) {
    const time = median(all);
    const each = all.map((one) => one.toFixed(0)).join(' ');
    row(WIDTHS, `sign-in to first list, ${cache} cache`, ms(time), ms(BUDGET[cache]), met(time <= BUDGET[cache]), each);
  }
}

async function signInOnce(page: Page, product: string): Promise<number> {
  await page.context().clearCookies();
  await page.goto('about:blank');
  const session = await slow(page, SLOW_4G);
  await page.goto(product + LOGIN);
  await enter(page);
  // Measured inside the page: from the press to the frame after the first row appears.
  const drawn = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let pressed = 0;
        addEventListener('click', (event) => (pressed = event.timeStamp), { capture: true, once: true });
        new MutationObserver((_, observer) => {
          if (!document.querySelector('[data-row]')) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressed)));
        }).observe(document, { childList: true, subtree: true });
      }),
  );
  await page.getByRole('button', { name: 'Sign in' }).click({ noWaitAfter: true });
  const time = await drawn;
  await page.waitForLoadState('networkidle');
  await session.detach();
  return time;
}

/** For each interaction, the longest time from a tap to the rendered result among its steps. */
async function interactions(browser: Browser, { product, agent }: World): Promise<void> {
  const { page, close } = await openPage(browser, { viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(30_000);
  await signedIn(page.context(), product, agent);
  await page.addInitScript(() => {
    const found: [string, number][] = [];
    const moves: number[] = [];
    addEventListener('pointermove', ({ timeStamp }) => moves.push(timeStamp), true);
    addEventListener('pointerdown', () => void moves.splice(0), true);
    const observer = new PerformanceObserver((list) => {
      for (const { name, startTime, duration } of list.getEntries()) {
        // Its time is that of the press, however long it was held; what picks the card up is the movement after it.
        const waited = name === 'dragstart' ? (moves[0] ?? startTime) - startTime : 0;
        found.push([name, duration - waited]);
      }
    });
    observer.observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
    Object.assign(globalThis, { slowest: () => found.splice(0).toSorted((a, b) => b[1] - a[1])[0] ?? ['', 8] });
  });
  const list = product + hrefs.agent.leads('new');
  const acts: Record<string, { from: string; ready: () => Promise<void>; act: () => Promise<void> }> = {
    'open a lead from the list': {
      from: list,
      ready: () => firstRow(page).waitFor(),
      act: () => firstRow(page).locator('[data-open]').click(),
    },
    'switch tab': {
      from: list,
      ready: () => firstRow(page).waitFor(),
      act: () => page.getByRole('navigation', { name: 'Leads by state' }).getByRole('link').nth(2).click(),
    },
    'type in search': {
      from: list,
      async ready() {
        await firstRow(page).waitFor();
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox').waitFor();
      },
      act: () => page.keyboard.type('anna chicago', { delay: 120 }),
    },
    'drag on a full board': {
      from: `${list}?view=board`,
      async ready() {
        for (const tab of AGENT_LEAD_TABS) await column(page, tab).getByRole('article').nth(19).waitFor();
      },
      act: () => drag(page),
    },
  };
  const session = await slow(page, null);
  for (const [name, { from, ready, act }] of Object.entries(acts)) {
    const times: [string, number][] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      await page.goto(from, { waitUntil: 'networkidle' });
      await ready();
      await page.waitForTimeout(SETTLE);
      const slowest = () =>
        page.evaluate(() => (globalThis as unknown as { slowest: () => [string, number] }).slowest());
      await slowest();
      await act();
      await page.waitForTimeout(SETTLE);
      // The first round only compiles.
      if (round > 0) times.push(await slowest());
    }
    const time = median(times.map(([, duration]) => duration));
    const each = times.map(([event, duration]) => `${event} ${duration.toFixed(0)}`).join(', ');
    row(WIDTHS, `interaction: ${name}`, ms(time), ms(BUDGET.interaction), met(time <= BUDGET.interaction), each);
  }
  await session.detach();
  await close();
}

const column = (page: Page, tab: (typeof AGENT_LEAD_TABS)[number]) =>
  page.getByRole('region', { name: TAB_NAMES[tab], exact: true });

/** Across two columns and back to the start, so that nothing changes. */
async function drag(page: Page): Promise<void> {
  const centers = [];
  for (const tab of ['new', 'follow-up', 'quote-sent'] as const) {
    const box = (await column(page, tab).getByRole('article').nth(2).boundingBox())!;
    centers.push([box.x + box.width / 2, box.y + box.height / 2] as const);
  }
  const [from, ...over] = centers;
  await page.mouse.move(...from!);
  await page.mouse.down();
  for (const to of [...over, from!]) await page.mouse.move(...to, { steps: 8 });
  await page.mouse.up();
}

/** What a client opens: the links to a lead that its agent creates. */
async function clientLinks({ product, ids: [lead] }: World): Promise<string[]> {
  const post = async <T>(path: string, body: object, token = ''): Promise<T> => {
    const response = await fetch(`${product}/api/frontend/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...(token && { 'content-type': 'application/json' }) },
      body: body instanceof URLSearchParams ? body : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const form = new URLSearchParams({ username: AGENT.email, password: AGENT.password });
  const { access_token: token } = await post<{ access_token: string }>('agent/token', form);
  const links = [
    await post<{ url: string }>(`agent-lead/${lead}/share`, {}, token),
    await post<{ url: string }>(`agent-lead/${lead}/portal`, { is_mailed: false }, token),
    await post<{ url: string }>('ai-chat/', { lead_id: lead, is_mailed: false }, token),
  ];
  return links.map(({ url }) => new URL(url).pathname);
}

/** Every page that requires no sign-in, on Lighthouse's mid-range phone. */
async function publicPages(browser: Browser, world: World): Promise<void> {
  const { product } = world;
  const seen = new Set<string>();
  const paths = routes.flatMap((route) => {
    if (!('screen' in route) || typeof route.who !== 'string' || 'link' in route || route.path.includes(':')) return [];
    const screen = `${route.portal} ${route.screen}`;
    return seen.size === seen.add(screen).size ? [] : [route.path];
  });
  const places = ['/moving-leads', '/moving-leads/ohio', '/moving-leads/ohio/columbus'];
  for (const path of [...paths, ...places, ...(await clientLinks(world))]) {
    const rounds: Vitals[] = [];
    for (let round = 0; round < PAGE_ROUNDS; round++) {
      const { page, close } = await openPage(browser, PHONE);
      rounds.push(await vitals(page, product + path));
      await close();
    }
    const of = (name: keyof Vitals) => median(rounds.map((one) => one[name]));
    const typical: Vitals = { fcp: of('fcp'), lcp: of('lcp'), tbt: of('tbt'), cls: of('cls') };
    const [score, budget] = [performanceOf(typical), path === '/marketplace' ? SCORE.map : SCORE.page];
    row(
      WIDTHS,
      `page: ${path.replace(/[\w-]{24,}$/, '…')}`,
      (score * 100).toFixed(0),
      (budget * 100).toFixed(0),
      met(Math.round(score * 100) >= budget * 100),
      `first paint ${ms(typical.fcp)}, largest ${ms(typical.lcp)}, blocked ${ms(typical.tbt)}, shift ${typical.cls.toFixed(3)}`,
    );
  }
}

async function vitals(page: Page, url: string): Promise<Vitals> {
  page.setDefaultTimeout(60_000);
  await page.addInitScript(() => {
    const found = { fcp: 0, lcp: 0, tbt: 0, cls: 0 };
    const on = (type: string, read: (entry: PerformanceEntry & { value: number; hadRecentInput: boolean }) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach((entry) => read(entry as never))).observe({
        type,
        buffered: true,
      });
    on('paint', ({ name, startTime }) => {
      if (name === 'first-contentful-paint') found.fcp = startTime;
    });
    on('largest-contentful-paint', ({ startTime }) => (found.lcp = startTime));
    on('longtask', ({ duration }) => (found.tbt += Math.max(0, duration - 50)));
    on('layout-shift', ({ value, hadRecentInput }) => (found.cls += hadRecentInput ? 0 : value));
    Object.assign(globalThis, { vitals: found });
  });
  await slow(page, LIGHTHOUSE_4G);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForTimeout(SETTLE);
  return await page.evaluate(() => (globalThis as unknown as { vitals: Vitals }).vitals);
}

const ms = (time: number): string => `${time.toFixed(0)} ms`;

async function signedIn(context: BrowserContext, url: string, cookies: string): Promise<void> {
  await context.addCookies(
    cookies.split('; ').map((cookie) => {
      const [name = '', ...value] = cookie.split('=');
      return { name, value: value.join('='), url };
    }),
  );
}
