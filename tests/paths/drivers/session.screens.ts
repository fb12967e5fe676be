import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { SnapshotFrom } from 'xstate';
import { READ_SESSION, SIGN_IN, SIGN_OUT } from '#src/app/session-documents.ts';
import type { SessionEvent, sessionMachine } from '#src/machines/session/session.machine.ts';
import type { PortalRole } from '#src/machines/session/session.user.ts';
import { seen } from '#tests/platform/seen.ts';
import { holdRequests } from '../held-requests.ts';
import type { HeldRequests } from '../held-requests.ts';
import type { FlowPlace, PlaceOf } from '../models/flow-model.ts';
import { stepFrom } from '../models/path-model.ts';
import { session } from '../models/session.model.ts';
import { PLATFORMS } from '../run/world.ts';
import type { World } from '../run/world.ts';
import { screenDriver } from './screen-driver.ts';
import type { Gesture } from './screen-driver.ts';

interface Walker {
  page: Page;
  /** Another tab of the same browser. */
  other: Page;
  url: string;
  email: string;
  password: string;
  name: string;
  role: PortalRole;
  server: HeldRequests;
  /** The machine's place: the sentence that is shown depends on all steps so far. */
  at: FlowPlace;
}

/** Gives the browser valid cookies, as if from another tab. @returns the person's name */
async function haveCookies({
  page,
  url,
  role,
  email,
  password,
}: Pick<Walker, 'page' | 'url' | 'role' | 'email' | 'password'>): Promise<string> {
  const headers = { 'x-requested-with': 'lead-platform', origin: new URL(url).origin };
  const answer = await page.request.post(`${url}/graphql`, {
    headers,
    data: { query: SIGN_IN, variables: { platform: PLATFORMS[role].replace('-', '_'), email, password } },
  });
  const { data } = (await answer.json()) as {
    data: { signIn: { problem: string | null; user: { name: string } | null } };
  };
  if (!data.signIn.user) throw new Error(`${email} could not be signed in as ${role}: ${data.signIn.problem}`);
  return data.signIn.user.name;
}

const begin =
  (role: PortalRole) =>
  async (world: World): Promise<Walker> => {
    const { email } = await world.account(role);
    // The browser logs a canceled request as an error, and also a picture requested while the session ends.
    const page = await world.guestPage({
      viewport: { width: 1280, height: 720 },
      allow: [/ERR_FAILED/, /avatar.*401/],
    });
    const who = { page, url: world.url, role, email, password: world.passwordOf(role) };
    const name = await haveCookies(who);
    await page.context().clearCookies();
    const other = await page.context().newPage();
    await other.goto(`${world.url}/terms-of-service`);
    // A page delivered without a session does not request one, so the cookies come first.
    await haveCookies(who);
    const server = await holdRequests(page, world.url, [READ_SESSION, SIGN_IN, SIGN_OUT]);
    await page.addInitScript(dropSession);
    await page.goto(`${world.url}/auth/${PLATFORMS[role]}/login`, { waitUntil: 'commit' });
    const walker = { ...who, other, name, server, at: session.start };
    await SCREENS.restoring(walker);
    return walker;
  };

/** Leaves the page as it is when the server could not read the session in time: it then requests it. */
function dropSession(): void {
  const watch = new MutationObserver(() => {
    const served = document.getElementById('served-session');
    if (!served) return;
    served.remove();
    watch.disconnect();
  });
  watch.observe(document, { childList: true, subtree: true });
}

const unknownRole = (text: string): string => text.replace(/"role":"\w+"/, '"role":"auditor"');

async function choose({ page, name }: Walker, item: string): Promise<void> {
  await page.getByRole('button', { name: `Signed in as ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function openAccount(walker: Walker): Promise<void> {
  if (!walker.page.url().includes('/settings')) await choose(walker, 'Settings');
  if (walker.role === 'carrier' || walker.role === 'mover')
    await walker.page.getByRole('link', { name: 'Account' }).click();
}

const GESTURES: Record<SessionEvent['type'], Gesture<Walker>> = {
  'restore.retried': ({ page }) => page.getByRole('button', { name: 'Try again' }).click(),
  'credentials.entered': async ({ page, email, password }) => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  },
  'code.entered': async ({ page }) => {
    await page.getByLabel('Code').fill('123456');
    await page.getByRole('button', { name: 'Sign in' }).click();
  },
  'code.given-up': ({ page }) => page.getByRole('button', { name: 'Back' }).click(),
  'user.changed': async (walker) => {
    const { page } = walker;
    await openAccount(walker);
    const buffer = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    await page
      .getByRole('region', { name: 'Picture' })
      .getByLabel('Picture')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
    await page.getByRole('dialog').getByRole('button', { name: 'Save picture' }).click();
    await seen(page.getByRole('dialog')).toHaveCount(0);
  },
  'session.expired': async (walker) => {
    const { page } = walker;
    await openAccount(walker);
    await page.getByRole('button', { name: 'Sign out everywhere' }).waitFor();
    // Any request without a session has the same answer.
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  },
  'session.changed-elsewhere': ({ other }) => other.evaluate(() => new BroadcastChannel('session').postMessage(null)),
  'sign-out.asked': async (walker, { from }) =>
    from === 'unknownRole'
      ? walker.page.getByRole('button', { name: 'Sign out', exact: true }).click()
      : choose(walker, 'Sign out'),
};

const ANSWERS: Record<string, Gesture<Walker>> = {
  'readSession: somebody': async (walker) => {
    await haveCookies(walker);
    await walker.server.pass(READ_SESSION);
  },
  'readSession: nobody': async ({ page, server }) => {
    await page.context().clearCookies();
    await server.pass(READ_SESSION);
  },
  'readSession: an unknown role': async (walker) => {
    await haveCookies(walker);
    await walker.server.pass(READ_SESSION, { body: unknownRole });
  },
  'readSession: no answer': ({ server }) => server.cutOff(READ_SESSION),
  'signIn: accepted': ({ server }) => server.pass(SIGN_IN),
  'signIn: an unknown role': ({ server }) => server.pass(SIGN_IN, { body: unknownRole }),
  'signIn: refused': ({ server }) => server.pass(SIGN_IN, { variables: { password: 'not the right one' } }),
  // The account decides whether a code is required; the screen's part is tested with every role.
  'signIn: a code': ({ server }) =>
    server.pass(SIGN_IN, {
      variables: { password: 'not the right one' },
      body: (text) =>
        text
          .replace('"codeRequired":false', '"codeRequired":true')
          .replace(
            /"problem":"[^"]*"/,
            '"problem":"This code is not right, or was used before. Wait for the next one."',
          ),
    }),
  'signIn: no answer': ({ server }) => server.cutOff(SIGN_IN),
  'signOut: done': ({ server }) => server.pass(SIGN_OUT),
  'signOut: no answer': ({ server }) => server.cutOff(SIGN_OUT),
};

const title = (page: Page, name: string) => seen(page.getByRole('heading', { level: 1, name })).toBeVisible();
const inside = ({ page, name }: Walker) =>
  seen(page.getByRole('button', { name: `Signed in as ${name}` })).toBeVisible();

/** What is on the screen in each place of the session. */
const SCREENS: Record<PlaceOf<typeof sessionMachine>, (walker: Walker) => Promise<void>> = {
  restoring: ({ page }) => seen(page.getByRole('status').filter({ hasText: 'Loading…' })).toBeVisible(),
  unreachable: ({ page }) => title(page, 'Can’t reach the server'),
  unknownRole: ({ page }) => title(page, 'Internal Server Error'),
  signedOut: ({ page }) => seen(page.getByRole('button', { name: 'Sign in' })).toBeVisible(),
  signingIn: ({ page }) => seen(page.getByRole('button', { name: 'Signing in…' })).toBeVisible(),
  awaitingCode: async ({ page }) => {
    await seen(page.getByLabel('Code')).toBeVisible();
    await seen(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  },
  checkingCode: ({ page }) => seen(page.getByRole('button', { name: 'Checking…' })).toBeVisible(),
  'signedIn.settled': async (walker) => {
    await inside(walker);
    await seen.poll(() => walker.server.isAnythingHeld()).toBe(false);
  },
  // The sign-in page is not shown while the person is reloaded.
  'signedIn.refreshing': async (walker) => {
    await inside(walker);
    await seen.poll(() => walker.server.isHeld(READ_SESSION)).toBe(true);
  },
  signingOut: ({ page }) => seen(page.getByRole('status').filter({ hasText: 'Signing out…' })).toBeVisible(),
};

/** The session of a role through its screens. The server's responses are held until the case decides on them. */
export const sessionOf = (role: PortalRole) =>
  screenDriver<Walker, SessionEvent['type']>({
    model: session,
    environment: {},
    begin: begin(role),
    gestures: GESTURES,
    more: ANSWERS,
    async see(walker, { event, to }) {
      walker.at = stepFrom(session, walker.at, event)!.to as FlowPlace;
      await SCREENS[to.split(' (')[0] as keyof typeof SCREENS](walker);
      const { problem } = (walker.at.snapshot as SnapshotFrom<typeof sessionMachine>).context;
      if (to === 'signedOut' && problem) await seen(walker.page.getByText(problem)).toBeVisible();
    },
  });

/** For a standalone run; in the tests, every role has its own driver. */
export const driver = sessionOf('agent');
