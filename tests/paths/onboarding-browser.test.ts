import { expect as seen } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Gate } from '#src/machines/onboarding/onboarding.lifecycle.ts';
import type { PortalRole } from '#src/machines/session/session.user.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { launchBrowser, newPage } from '#tests/platform/chromium.ts';
import { signIn } from './agent-page.ts';
import { onboardingPaths } from './onboarding.paths.ts';
import type { OnboardingEventType } from './onboarding.paths.ts';
import { carrierSignUpPage } from './carrier-sign-up-page.ts';

/** Walks the law of the onboarding through the screens: everybody's every way, from the first day to the open portal. */
let application: Application;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  browser = await launchBrowser();
});
afterAll(async () => browser?.close());

interface Walker {
  page: Page;
  /** Who walks; of a business, with its mover. */
  self: Account;
  mover: Account | null;
  role: PortalRole;
}

const url = (path: string): string => `${application.url}${path}`;

/** What the billing pages and the payment provider write. */
async function billed(self: Account, change: { card_added: true } | { subscription: 'active' }): Promise<void> {
  await application.database.kysely.updateTable('business').set(change).where('id', '=', self.businessId!).execute();
}

/** A gesture for every event of the law: a new event without one does not compile. */
const gestures: Record<OnboardingEventType, (walker: Walker) => Promise<void>> = {
  'trial.started': async ({ page, role, mover }) => {
    await page.goto(url(hrefs.mover.subscribe()));
    if (role === 'mover') return page.getByRole('button', { name: 'Start free trial' }).click();
    // An assistant can only wait for the mover.
    await seen(page.getByRole('heading', { level: 1 })).toHaveText('Your company has not started yet');
    await call(application, 'POST', 'user/subscription/', { token: mover!.token, body: {} });
    await page.getByRole('button', { name: 'Look again' }).click();
  },
  'card.added': ({ self }) => billed(self, { card_added: true }),
  'subscription.activated': ({ self }) => billed(self, { subscription: 'active' }),
  'top-cities.chosen': async ({ page }) => {
    await page.goto(url(hrefs.mover.topCities()));
    await page.getByLabel('States').fill('ohi');
    await page.getByRole('option', { name: /Ohio/ }).click();
    await page.getByLabel('Cincinnati, OH').check();
    await page.getByRole('button', { name: 'Save my cities' }).click();
  },
  'agreement.signed': ({ page }) => carrierSignUpPage(page, application.url).complete(),
};

const screens: Record<Gate, { path: string; heading: Record<'mover' | 'assistant' | 'carrier', string> | string }> = {
  subscribe: { path: '/subscribe', heading: { mover: 'Start your free trial', assistant: 'Your company has not started yet', carrier: '' } },
  top_cities: { path: '/auth/lead-portal/top-cities', heading: 'Where do you work?' },
  signup_complete: { path: '/auth/load-board/signup-complete', heading: 'Complete your sign-up' },
};
const homes: Record<PortalRole, string> = { mover: 'Leads', assistant: 'Leads', agent: 'Leads', carrier: 'Available loads' };

/** Whatever one asks for, the first closed gate is what one sees; behind the last one, one's own start page. */
async function seeStanding({ page, role }: Walker, [gate]: Gate[]): Promise<void> {
  await page.goto(url('/'));
  const title = page.getByRole('heading', { level: 1 });
  if (!gate) return seen(title).toHaveText(homes[role]);
  const { heading } = screens[gate];
  await seen(title).toHaveText(typeof heading === 'string' ? heading : heading[role as 'mover']);
  expect(new URL(page.url()).pathname).toBe(screens[gate].path);
}

async function begin(role: PortalRole): Promise<Walker> {
  const page = await newPage(browser);
  const fresh = { business: { used_trial: false, subscription: 'inactive', trial_ends_at: null, top_cities_chosen_at: null } };
  const mover = role === 'mover' || role === 'assistant' ? await signedIn(application, 'mover', 'Nora New', {}, fresh) : null;
  const others = role === 'assistant' ? { businessId: mover!.businessId } : {};
  const self = role === 'mover' ? mover! : await signedIn(application, role, 'Ned New', { agreement_signed_at: null }, others);
  await signIn(page, application.url, role === 'agent' ? 'agent-portal' : role === 'carrier' ? 'load-board' : 'lead-portal', self.email);
  return { page, self, mover, role };
}

describe.each(onboardingPaths().map((path) => [`${path.role}: ${path.steps.map(({ event }) => event).join(', ') || 'nothing to do'}`, path] as const))('%s', (_name, path) => {
  test('every gate opens in its turn', async () => {
    const walker = await begin(path.role);
    await seeStanding(walker, path.gates);
    for (const { event, gates } of path.steps) {
      await gestures[event](walker);
      // The gate lets go by itself, before anything is asked for anew.
      if (event !== 'card.added' && event !== 'subscription.activated') await walker.page.waitForURL((at) => at.pathname !== screens[gateOf[event]].path);
      await seeStanding(walker, gates);
    }
  });
});

const gateOf: Record<Exclude<OnboardingEventType, 'card.added' | 'subscription.activated'>, Gate> = {
  'trial.started': 'subscribe',
  'top-cities.chosen': 'top_cities',
  'agreement.signed': 'signup_complete',
};
