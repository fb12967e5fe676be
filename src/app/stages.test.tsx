import { text } from 'node:stream/consumers';
import { prerenderToNodeStream } from 'react-dom/static';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { createActor } from 'xstate';
import { type Route, routes, type ScreenOf } from '#src/machines/session/routes.ts';
import { type SessionContext, sessionMachine } from '#src/machines/session/session.machine.ts';
import type { SessionUser } from '#src/machines/session/session.user.ts';
import type { SessionSnapshot } from '#src/views/session/session-context.ts';
import { App } from './app.tsx';

/** Renders each session state, and every page before the portals, without a server or browser. */

const user: SessionUser = {
  id: 'u1',
  role: 'mover',
  name: 'Mo Ver',
  email: 'mo@ver.test',
  avatarUrl: null,
  carrierId: null,
  gates: [],
  subscription: 'active',
  rights: [],
};
const notify = { done: () => {}, failed: () => {} };

afterEach(() => vi.unstubAllGlobals());

interface Shown {
  value?: SessionSnapshot['value'];
  context?: Partial<SessionContext>;
  path?: string;
}

/** The page's text, with its controls in brackets. */
async function draw({ value = 'signedOut', context = {}, path = '/auth/lead-portal/login' }: Shown): Promise<string> {
  const snapshot = sessionMachine.resolveState({
    value,
    context: { user: null, problem: null, unconfirmed: false, credentials: null, ...context },
  });
  const session = createActor(sessionMachine, { snapshot });
  const [ssrPath, ssrSearch = ''] = path.split('?');
  const html = async () => {
    const { prelude } = await prerenderToNodeStream(
      <Router ssrPath={ssrPath} ssrSearch={ssrSearch}>
        <App session={session} notify={notify} />
      </Router>,
    );
    return await text(prelude);
  };
  // A portal is loaded when it is first rendered, and then its screens.
  for (let depth = 0; depth < 2; depth++) {
    await html();
    await vi.dynamicImportSettled();
  }
  return (await html())
    .replaceAll(/<(script|template)\b.*?<\/\1>/gs, '')
    .replaceAll(/<(?:button|a)\b[^>]*>(.*?)<\/(?:button|a)>/gs, ' [$1] ')
    .replaceAll(/<input\b[^>]*autoComplete="([^"]*)"[^>]*>/gi, ' ($1) ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ')
    .trim();
}

type Stage = Exclude<SessionSnapshot['value'], object>;

const stages = {
  restoring: 'Loading…',
  unreachable: 'Can’t reach the server',
  unknownRole: 'Internal Server Error',
  signedOut: '[Sign in]',
  signingIn: 'Signing in…',
  awaitingCode: 'Code',
  checkingCode: 'Checking…',
  signingOut: 'Signing out…',
} satisfies Record<Stage, string>;

test.each(Object.entries(stages))('the session, %s', async (value, words) => {
  expect(await draw({ value: value as Stage })).toContain(words);
});

test('out of reach one is not signed out, and may try again', async () => {
  expect(await draw({ value: 'unreachable' })).toBe(
    'Lead Platform Can’t reach the server If you were signed in, you still are. Check your connection, then try again. [Try again]',
  );
});

test('a role that this build has no portal for is an error with a way out', async () => {
  expect(await draw({ value: 'unknownRole', context: { user } })).toMatch(/Internal Server Error.*\[Sign out\]/);
});

describe('signing in', () => {
  test('says why the last attempt was refused', async () => {
    const words = await draw({ context: { problem: 'The email or password isn’t right.' } });
    expect(words).toContain('The email or password isn’t right.');
    expect(words).not.toContain('Send the link again');
  });

  test('offers the link again to somebody whose email is not confirmed', async () => {
    const words = await draw({
      path: '/auth/load-board/login',
      context: { problem: 'Confirm your email first.', unconfirmed: true },
    });
    expect(words).toMatch(/Confirm your email first\..*\[Send the link again\]/);
  });

  test.each(['lead-portal', 'load-board', 'agent-portal'])(
    'at the %s everybody signs in, and learns where accounts come from',
    async (platform) => {
      const shown = await draw({ path: `/auth/${platform}/login` });
      expect(shown).toMatch(
        /\[Sign up as a mover\] · \[Sign up as a carrier\] Agents ask their brokerage for access\.$/,
      );
      expect(shown).toMatch(/Email \(username\).*Password \(current-password\).*\[Forgot password\?\]/);
    },
  );
});

/** Every such page at one of its paths, as seen by someone who arrives the intended way. */
const doors = {
  login: /^Lead Platform .*Sign in Email/,
  'forgot-password': /Forgot your password\? .*Email \(username\) \[Send the link\] \[Back to sign-in\]$/,
  'reset-sent': /If there is an account for the address you entered , .*\[Use another address\]/,
  'verification-sent': /Nothing to confirm Agents don’t confirm their email address/,
  'password-new': /Choose a new password Loading…/,
  'confirm-email': /Confirm your email address Loading…/,
  'confirm-email-change': /Confirm your new email address Loading…/,
  signup:
    /Company \(organization\).*Your name \(name\).*Email \(username\).*Phone \(tel\).*Password \(new-password\).*\[terms of service\].*\[privacy policy\].*\[Sign up\]/,
  'agent-invitation': /Your invitation Loading…/,
  'signup-assistant': /Your invitation Loading…/,
  'board-signup': /\(organization\).*USDOT number.*\(name\).*\(username\).*\(tel\).*\(new-password\).*\[Sign up\]/,
} satisfies Record<ScreenOf<'auth'>, RegExp>;

test.each(Object.entries(doors))('the door %s', async (screen, words) => {
  const { path } = (routes as readonly Route[]).find((route) => route.screen === screen)!;
  expect(await draw({ path: `${path}?token=some-token` })).toMatch(words);
});

test.each(['lead-portal', 'load-board'])(
  'at the %s the page of a confirmation that nobody asked for asks for the address',
  async (platform) => {
    expect(await draw({ path: `/auth/${platform}/verification-sent` })).toMatch(
      /Confirm your email address .*\(username\) \[Send the link\]/,
    );
  },
);

test.each([
  '/auth/password-new',
  '/auth/confirm-email',
  '/auth/confirm-email-change',
  '/auth/load-board/confirm-email',
])('%s without a token is a dead link with a way on', async (path) => {
  expect(await draw({ path })).toMatch(
    /This link no longer works .*\[(Ask for a new link|Get a new link|Go to the home page)\]( \[Sign in\])?$/,
  );
});

describe('after a mail was asked for', () => {
  const keep = (kind: string, secondsAgo: number) =>
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) =>
        key === `auth:sent-${kind}`
          ? JSON.stringify({ email: 'casey@client.test', at: Date.now() - secondsAgo * 1000 })
          : null,
    });

  test('the page says the same for every address, and how long one waits for another mail', async () => {
    keep('reset', 0);
    expect(await draw({ path: '/auth/load-board/reset-sent' })).toMatch(
      /If there is an account for casey@client\.test , .*\[Send it again\] You can send it again in 30 s\./,
    );
  });

  test('after the wait it can be sent again at once', async () => {
    keep('confirmation', 60);
    const words = await draw({ path: '/auth/load-board/signup-email-verification-sent' });
    expect(words).toMatch(
      /We sent an email to casey@client\.test \. .*\[Send it again\].*\[Sign up with another address\] \[Back to sign-in\]$/,
    );
    expect(words).not.toContain('You can send it again in');
  });
});

test('what was typed of a sign-up is there again after a reload, but for the password', async () => {
  const draft = {
    companyName: 'Castillo Moving',
    name: 'Owen Castillo',
    email: 'owen@castillo.test',
    phone: '+15555550123',
  };
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => (key === 'draft:sign-up' ? JSON.stringify({ shape: 1, draft }) : null),
  });
  const session = createActor(sessionMachine, {
    snapshot: sessionMachine.resolveState({
      value: 'signedOut',
      context: { user: null, problem: null, unconfirmed: false, credentials: null },
    }),
  });
  const { prelude } = await prerenderToNodeStream(
    <Router ssrPath="/auth/lead-portal/signup">
      <App session={session} notify={notify} />
    </Router>,
  );
  const values = [...(await text(prelude)).matchAll(/<input\b[^>]*\bvalue="([^"]*)"/g)].map(([, value]) => value);
  expect(values).toEqual(['Castillo Moving', 'Owen Castillo', 'owen@castillo.test', '(555) 555-0123', '']);
});

test('an address that is nowhere in the table is a page that was not found', async () => {
  expect(await draw({ path: '/nothing-is-here' })).toMatch(/404 Page not found/);
});
