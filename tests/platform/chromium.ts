import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import { onTestFinished } from 'vitest';
import { findChromium } from './chromium-binary.ts';

const launchFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // /dev/shm is 64 MB in most containers, where a page of many images crashes.
  '--disable-dev-shm-usage',
];

/** Options of a page. `allow`: complaints of the page that the test expects, such as a refused request. */
export type PageOptions = BrowserContextOptions & { allow?: readonly RegExp[] };

/** Starts a browser; `await using browser = await launchBrowser()` or `browser.close()` ends it. */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = await findChromium();
  return await chromium.launch({ executablePath, env: { ...process.env, ...env }, args: launchFlags, timeout: 60_000 });
}

export interface OpenPage {
  page: Page;
  /** What the page logged as an error, threw, or left rejected, unless it was expected. */
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
 * A page with its own cookies, closed when the running test ends. The test fails when the page logged an error, threw
 * one, or left a promise rejected, unless `allow` matches it. To be called inside a test.
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
 * A page that is opened until it is loaded is opened until the application is there: what the server has drawn looks the
 * same, but hears nothing. Who waits for less, looks at that.
 */
function awaitApplication(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (!options?.waitUntil) await page.locator('#first-paint').waitFor({ state: 'detached' });
    return response;
  };
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
