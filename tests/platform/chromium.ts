import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import { onTestFinished } from 'vitest';
import { findChromium } from './chromium-binary.ts';
import { fastFolder } from './fast-folder.ts';
import { atFileEnd } from './file-end.ts';

const launchFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // /dev/shm is 64 MB in most containers, where a page with many images crashes.
  '--disable-dev-shm-usage',
];

/** Options of a page. `allow`: errors of the page that the test expects, such as a refused request. */
export type PageOptions = BrowserContextOptions & { allow?: readonly RegExp[] };

/** Starts a browser; `await using browser = await launchBrowser()` or `browser.close()` ends it. */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = await findChromium();
  return await chromium.launch({
    executablePath,
    // What its processes share are files in the temporary folder, thousands of them.
    env: { ...process.env, TMPDIR: await fastFolder(), ...env },
    args: launchFlags,
    timeout: 60_000,
  });
}

let shared: Promise<Browser> | undefined;

/**
 * The browser of this process, which ends with it: starting one takes longer than many tests. Its pages are closed at
 * the end of the test file.
 */
export async function testBrowser(): Promise<Browser> {
  let browser = await (shared ??= launchBrowser());
  if (!browser.isConnected()) browser = await (shared = launchBrowser());
  atFileEnd(() => Promise.all(browser.contexts().map((context) => context.close())));
  return browser;
}

export interface OpenPage {
  page: Page;
  /** Errors that the page logged, threw, or left as unhandled rejections, unless they were expected. */
  complaints: string[];
  close: () => Promise<void>;
}

/** A page with its own cookies. */
export async function openPage(browser: Browser, { allow = [], ...options }: PageOptions = {}): Promise<OpenPage> {
  const context = await browser.newContext({
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  if (options.javaScriptEnabled !== false) awaitApplication(page);
  return { page, complaints: complaintsOf(page, allow), close: () => context.close() };
}

/**
 * A page with its own cookies, closed when the running test ends. The test fails if the page logged an error, threw
 * one, or left a rejection unhandled, unless `allow` matches it. Must be called inside a test.
 */
export async function newPage(browser: Browser, options: PageOptions = {}): Promise<Page> {
  const { page, complaints, close } = await openPage(browser, options);
  onTestFinished(async () => {
    await close();
    if (complaints.length > 0) throw new Error(`The page complained:\n${complaints.join('\n')}`);
  });
  return page;
}

/**
 * `goto` and `reload` also wait until the application has started, unless the test passes `waitUntil`: server-rendered
 * pages look the same, but do not react to events yet.
 */
function awaitApplication(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  const started = () => page.locator('#first-paint').waitFor({ state: 'detached' });
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (!options?.waitUntil) await started();
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (!options?.waitUntil) await started();
    return response;
  };
}

/** From here on, the server renders no page ahead, as where the gateway runs in another process. */
export async function renderNothingAhead(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    // A request of the test itself is no navigation.
    if (route.request().isNavigationRequest()) await route.fulfill({ response: await route.fetch() });
    else await route.fallback();
  });
}

function complaintsOf(page: Page, allow: readonly RegExp[]): string[] {
  const complaints: string[] = [];
  const note = (complaint: string): void => {
    if (!allow.some((expected) => expected.test(complaint))) complaints.push(complaint);
  };
  page.on('console', (message) => {
    if (message.type() === 'error') note(`console.error at ${message.location().url}: ${message.text()}`);
  });
  // The stack is empty where none was recorded.
  page.on('pageerror', (error) => note(`uncaught: ${error.stack || `${error.name}: ${error.message}`}`));
  return complaints;
}
