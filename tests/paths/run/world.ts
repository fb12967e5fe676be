import type { Page } from '@playwright/test';
import type { Platform } from '#src/machines/session/session.user.ts';
import { PASSWORD, call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { openPage, testBrowser } from '#tests/platform/chromium.ts';
import type { OpenPage, PageOptions } from '#tests/platform/chromium.ts';
import { PEOPLE } from './accounts.ts';
import type { Accounts, Person } from './accounts.ts';
import { MINUTE } from '#src/machines/calendar/durations.ts';

/** Not an error: this cannot be tried in this world. The message says why, for the report. */
export class NotHere extends Error {}

/** The product in this process, with access to its database and clock. */
export interface Own extends Application {
  /** Milliseconds by which the product's clock runs ahead. */
  clock: { ahead: number };
}

/** Where cases are run: a product started for them, or an existing deployment. */
export interface World {
  url: string;
  /** @throws NotHere in a deployment, which gives no such access */
  own: (what: string) => Own;
  /** Signed in; the same account each time. @throws NotHere if there is no account for this person */
  account: (person: Person) => Promise<Account>;
  /** For people who sign in as a step of a case. @throws NotHere if there is no account for this person */
  passwordOf: (person: Person) => string;
  /** That person's page, signed in by hand; the same page each time. */
  page: (person: Person) => Promise<Page>;
  /** A page of somebody without an account, on a phone by default, open until the case is over. */
  guestPage: (options?: PageOptions) => Promise<Page>;
  /** The open pages, with their owners. */
  pages: () => readonly { who: string; page: Page }[];
  /** Errors that the pages may log in this case, such as a canceled request. */
  allow: (complaint: RegExp) => void;
  /** The errors that the pages logged since the last call; also closes the pages of guests. */
  endCase: () => Promise<string[]>;
}

/** Tokens expire after 15 minutes; a case takes less than five. */
const RENEWED_AFTER = 8 * MINUTE;

interface Ground {
  url: string;
  own: World['own'];
  find: (person: Person) => Promise<Account>;
  passwordOf: (person: Person) => string;
}

/** Starts the product on its own database. Call it at the top of a test file or in `beforeAll`. */
export async function ownWorld(environment: Record<string, string> = {}): Promise<World> {
  const clock = { ahead: 0 };
  const application = await startApplication({ environment, now: () => new Date(Date.now() + clock.ahead) });
  const own = { ...application, clock };
  const made = new Map<Person, Promise<Account>>();
  const find = (person: Person): Promise<Account> => {
    const { role, name, of } = PEOPLE[person];
    if (!made.has(person))
      made.set(
        person,
        of
          ? find(of).then(({ businessId }) => signedIn(application, role, name, {}, { businessId }))
          : signedIn(application, role, name),
      );
    return made.get(person)!;
  };
  return worldOn({ url: application.url, own: () => own, find, passwordOf: () => PASSWORD });
}

/** One product for several suites of a test file. */
export function oneWorld(environment: Record<string, string> = {}): () => Promise<World> {
  let opened: Promise<World> | undefined;
  return () => (opened ??= ownWorld(environment));
}

/** A deployment, with the accounts provided for this. Only its public addresses are used. */
export function deployment(url: string, accounts: Accounts): World {
  const given = (person: Person) => {
    const account = accounts[person];
    if (!account) throw new NotHere(`The accounts have no "${person}".`);
    return account;
  };
  const site = { url };
  return worldOn({
    url,
    own: (what) => {
      throw new NotHere(`A deployment does not let a test ${what}.`);
    },
    passwordOf: (person) => given(person).password,
    find: async (person) => {
      const { email, password } = given(person);
      const token = await signInTo(site, person, email, password);
      if (PEOPLE[person].role !== 'carrier') return { id: '', email, token, carrierId: '', businessId: null };
      const { body } = await call<{ id: string; gaps: string[] }>(site, 'GET', 'carrier/profile', { token });
      if (body.gaps.length > 0) throw new NotHere(`The carrier ${email} may not bid: ${body.gaps.join('; ')}.`);
      return { id: '', email, token, carrierId: body.id, businessId: null };
    },
  });
}

async function signInTo(
  site: Pick<Application, 'url'>,
  person: Person,
  username: string,
  password: string,
): Promise<string> {
  const { role } = PEOPLE[person];
  const portal = role === 'mover' || role === 'assistant' ? 'user' : role;
  const { status, body } = await call<{ access_token?: string; detail?: string }>(site, 'POST', `${portal}/token`, {
    body: new URLSearchParams({ username, password }),
  });
  if (!body.access_token)
    throw new Error(`${username} could not be signed in as ${role}: ${status} ${body.detail ?? ''}`);
  return body.access_token;
}

export const PLATFORMS: Record<'agent' | 'carrier' | 'mover' | 'assistant', Platform> = {
  agent: 'agent-portal',
  carrier: 'load-board',
  mover: 'lead-portal',
  assistant: 'lead-portal',
};

function worldOn({ url, own, find, passwordOf }: Ground): World {
  const accounts = new Map<Person, { account: Account; at: number }>();
  const pages = new Map<Person, Promise<OpenPage>>();
  const allowed: RegExp[] = [];
  let guests: OpenPage[] = [];
  let opened: { who: string; page: Page }[] = [];
  const open = async (options: Parameters<typeof openPage>[1]) => openPage(await testBrowser(), options);

  const account: World['account'] = async (person) => {
    const known = accounts.get(person);
    if (known && Date.now() - known.at < RENEWED_AFTER) return known.account;
    const found = known?.account ?? (await find(person));
    if (known) found.token = await signInTo({ url }, person, found.email, passwordOf(person));
    accounts.set(person, { account: found, at: Date.now() });
    return found;
  };

  async function signedInPage(person: Person): Promise<OpenPage> {
    const { email } = await account(person);
    const { role } = PEOPLE[person];
    const tab = await open({
      viewport: role === 'carrier' ? { width: 390, height: 844 } : { width: 1280, height: 900 },
    });
    await tab.page.goto(`${url}/auth/${PLATFORMS[role]}/login`);
    await tab.page.getByLabel('Email').fill(email);
    await tab.page.getByLabel('Password', { exact: true }).fill(passwordOf(person));
    await tab.page.getByRole('button', { name: 'Sign in' }).click();
    await tab.page.waitForURL((address) => !address.pathname.startsWith('/auth/'));
    opened.push({ who: person, page: tab.page });
    return tab;
  }

  return {
    url,
    own,
    account,
    passwordOf,
    page: async (person) => {
      const known = pages.get(person) ?? signedInPage(person);
      pages.set(person, known);
      return (await known).page;
    },
    guestPage: async (options = {}) => {
      const tab = await open({ viewport: { width: 360, height: 740 }, ...options });
      guests.push(tab);
      opened.push({ who: 'guest', page: tab.page });
      return tab.page;
    },
    pages: () => opened,
    allow: (complaint) => void allowed.push(complaint),
    endCase: async () => {
      const complaints = (await Promise.all(pages.values())).flatMap((tab) => tab.complaints.splice(0));
      for (const guest of guests) {
        complaints.push(...guest.complaints);
        await guest.close();
      }
      opened = opened.filter(({ page }) => !guests.some((guest) => guest.page === page));
      guests = [];
      const expected = allowed.splice(0);
      return complaints.filter((complaint) => !expected.some((one) => one.test(complaint)));
    },
  };
}
