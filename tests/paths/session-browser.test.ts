import { expect as seen } from '@playwright/test';
import type { Browser, Page, Route } from '@playwright/test';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { READ_SESSION, SIGN_IN, SIGN_OUT } from '#src/app/session-documents.ts';
import { portalRoles } from '#src/machines/session/session.user.ts';
import type { PortalRole } from '#src/machines/session/session.user.ts';
import { forgetRequests } from '#tests/api/account-api.ts';
import { PASSWORD, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { launchBrowser, newPage } from '#tests/platform/chromium.ts';
import { sessionTour } from './session.paths.ts';
import type { SessionHappening, SessionPlace, SessionStep } from './session.paths.ts';

/**
 * Walks every transition of the session through the screens of each role, against the running product. What is asked
 * for is held back until the walk says how it is answered, so that every state in between can be looked at.
 */
let application: Application;
let browser: Browser;
let picture: Buffer;

beforeAll(async () => {
  application = await startApplication();
  browser = await launchBrowser();
  picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } }).png().toBuffer();
});
afterAll(async () => browser?.close());

interface Walker {
  page: Page;
  /** Another tab of the same browser. */
  other: Page;
  self: Account;
  name: string;
  role: PortalRole;
  /** The latest request of each kind that waits for its answer. */
  held: Map<string, Route>;
}

const platformOf = { agent: 'agent-portal', carrier: 'load-board', mover: 'lead-portal', assistant: 'lead-portal' } as const;

async function begin(role: PortalRole): Promise<Walker> {
  await forgetRequests(application);
  const name = `Sam ${role}`;
  const businessId = role === 'assistant' ? (await signedIn(application, 'mover', 'Mona Mover')).businessId : null;
  const self = await signedIn(application, role, name, {}, { businessId });
  // A request that is cut off is an error to the browser; so is a picture that is asked for while the session ends.
  const page = await newPage(browser, { allow: [/ERR_FAILED/, /avatar.*401/] });
  const other = await page.context().newPage();
  await other.goto(`${application.url}/terms-of-service`);
  const held = new Map<string, Route>();
  await page.route('**/graphql', (route) => {
    const { query } = route.request().postDataJSON() as { query?: string };
    return query === READ_SESSION || query === SIGN_IN || query === SIGN_OUT ? void held.set(query, route) : route.continue();
  });
  page.on('requestfailed', (request) => {
    for (const [query, route] of held) if (route.request() === request) held.delete(query);
  });
  const walker = { page, other, self, name, role, held };
  await page.goto(`${application.url}/auth/${platformOf[role]}/login`, { waitUntil: 'commit' });
  return walker;
}

/** Takes the request that waits; a later one replaces an earlier that was given up. */
async function waiting({ held }: Walker, query: string): Promise<Route> {
  await seen.poll(() => held.has(query)).toBe(true);
  const route = held.get(query)!;
  held.delete(query);
  return route;
}

/** Lets it through, with the cookies of now, and changes on the way back what `change` says. */
async function pass(walker: Walker, query: string, change: { variables?: object; body?: (text: string) => string } = {}): Promise<void> {
  const route = await waiting(walker, query);
  const request = route.request();
  const sent = request.postDataJSON() as { variables: object };
  const headers = { 'x-requested-with': 'lead-platform', origin: application.url };
  const response = await walker.page.request.post(request.url(), { headers, data: { ...sent, variables: { ...sent.variables, ...change.variables } } });
  const text = await response.text();
  await route.fulfill({ response, body: change.body ? change.body(text) : text });
}

const cutOff = async (walker: Walker, query: string) => (await waiting(walker, query)).abort();
const unknownRole = (text: string) => text.replace(/"role":"\w+"/, '"role":"auditor"');

/** Whoever sits there has cookies that are worth something, as from another tab. */
async function haveCookies({ page, self, role }: Walker): Promise<void> {
  const variables = { platform: platformOf[role].replace('-', '_'), email: self.email, password: PASSWORD };
  const headers = { 'x-requested-with': 'lead-platform', origin: application.url };
  await page.request.post(`${application.url}/graphql`, { headers, data: { query: SIGN_IN, variables } });
}

const menu = async ({ page, name }: Walker, item: string) => {
  await page.getByRole('button', { name: `Signed in as ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

/** A gesture or an answer for everything that can happen to a session: a new event without one does not compile. */
const happenings: Record<SessionHappening, (walker: Walker) => Promise<void>> = {
  'restore.retried': ({ page }) => page.getByRole('button', { name: 'Try again' }).click(),
  'credentials.entered': async ({ page, self }) => {
    await page.getByLabel('E-mail').fill(self.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
  },
  'user.changed': async (walker) => {
    const { page } = walker;
    if (!page.url().includes('/settings')) await menu(walker, 'Settings');
    if (walker.role === 'carrier') await page.getByRole('link', { name: 'Account' }).click();
    await page.getByRole('region', { name: 'Picture' }).getByLabel('Picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
    await page.getByRole('dialog').getByRole('button', { name: 'Save picture' }).click();
    await seen(page.getByRole('dialog')).toHaveCount(0);
  },
  'session.expired': async ({ page }) => {
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  },
  'session.changed-elsewhere': ({ other }) => other.evaluate(() => new BroadcastChannel('session').postMessage(null)),
  'sign-out.asked': async (walker) => {
    const button = walker.page.getByRole('button', { name: 'Sign out', exact: true });
    if (await walker.page.getByRole('heading', { name: 'Internal Server Error' }).isVisible()) await button.click();
    else await menu(walker, 'Sign out');
  },

  'readSession: somebody': async (walker) => {
    await haveCookies(walker);
    await pass(walker, READ_SESSION);
  },
  'readSession: nobody': async (walker) => {
    await walker.page.context().clearCookies();
    await pass(walker, READ_SESSION);
  },
  'readSession: an unknown role': async (walker) => {
    await haveCookies(walker);
    await pass(walker, READ_SESSION, { body: unknownRole });
  },
  'readSession: no answer': (walker) => cutOff(walker, READ_SESSION),
  'signIn: accepted': (walker) => pass(walker, SIGN_IN),
  'signIn: an unknown role': (walker) => pass(walker, SIGN_IN, { body: unknownRole }),
  'signIn: refused': (walker) => pass(walker, SIGN_IN, { variables: { password: 'not the right one' } }),
  'signIn: no answer': (walker) => cutOff(walker, SIGN_IN),
  'signOut: done': (walker) => pass(walker, SIGN_OUT),
  'signOut: no answer': (walker) => cutOff(walker, SIGN_OUT),
};

const title = (page: Page, name: string) => seen(page.getByRole('heading', { level: 1, name })).toBeVisible();
const inside = ({ page, name }: Walker) => seen(page.getByRole('button', { name: `Signed in as ${name}` })).toBeVisible();

/** What is on the screen in each place of the session. */
const screens: Record<SessionPlace, (walker: Walker) => Promise<void>> = {
  restoring: ({ page }) => seen(page.getByRole('status').filter({ hasText: 'Loading…' })).toBeVisible(),
  unreachable: ({ page }) => title(page, 'The server cannot be reached'),
  unknownRole: ({ page }) => title(page, 'Internal Server Error'),
  signedOut: ({ page }) => seen(page.getByRole('button', { name: 'Sign in' })).toBeVisible(),
  signingIn: ({ page }) => seen(page.getByRole('button', { name: 'Signing in…' })).toBeVisible(),
  'signedIn.settled': async (walker) => {
    await inside(walker);
    await seen.poll(() => walker.held.size).toBe(0);
  },
  // Nobody is shown the door while the person is read again.
  'signedIn.refreshing': async (walker) => {
    await inside(walker);
    await seen.poll(() => walker.held.has(READ_SESSION)).toBe(true);
  },
  signingOut: ({ page }) => seen(page.getByRole('status').filter({ hasText: 'Signing out…' })).toBeVisible(),
};

async function see(walker: Walker, { place, problem }: Pick<SessionStep, 'place' | 'problem'>): Promise<void> {
  await screens[place](walker);
  if (place === 'signedOut' && problem) await seen(walker.page.getByText(problem)).toBeVisible();
}

describe.each(portalRoles)('%s', (role) => {
  test('every transition of the session', { timeout: 180_000 }, async () => {
    const walker = await begin(role);
    await see(walker, { place: 'restoring', problem: null });
    const tour = sessionTour();
    for (const [index, step] of tour.entries()) {
      try {
        await happenings[step.happening]!(walker);
        await see(walker, step);
      } catch (cause) {
        const way = tour.slice(Math.max(0, index - 3), index + 1).map(({ happening, place }) => `${happening} → ${place}`);
        throw new Error(`step ${index + 1} of ${tour.length}: … ${way.join(', ')}`, { cause });
      }
    }
    expect(tour.length).toBeGreaterThan(40);
  });
});
