import type { Page } from '@playwright/test';
import { GATES } from '#src/machines/onboarding/onboarding.lifecycle.ts';
import type { Gate, OnboardingEvent } from '#src/machines/onboarding/onboarding.lifecycle.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { seen } from '#tests/platform/seen.ts';
import { call, signedIn } from '#tests/platform/application.ts';
import type { Account } from '#tests/platform/application.ts';
import { startSession } from '../agent-page.ts';
import { carrierSignUpPage } from '../carrier-sign-up-page.ts';
import { onboarding } from '../models/onboarding.model.ts';
import { NotHere, PLATFORMS } from '../run/world.ts';
import type { World } from '../run/world.ts';
import { screenDriver } from './screen-driver.ts';
import type { Gesture } from './screen-driver.ts';

type Newcomer = 'mover' | 'assistant' | 'carrier' | 'agent';

/** Someone on their first day. */
interface Walker {
  page: Page;
  /** The one who walks; a member of a business together with its mover. */
  self: Account;
  mover: Account | null;
  role: Newcomer;
}

interface Stage {
  world: World;
  walkers: Walker[];
}

const CONCERNS: Record<Newcomer, readonly Gate[]> = {
  mover: ['top_cities', 'subscribe'],
  assistant: ['top_cities', 'subscribe'],
  carrier: ['signup_complete'],
  agent: [],
};
const HOMES: Record<Newcomer, string> = {
  mover: 'Leads',
  assistant: 'Leads',
  agent: 'Leads',
  carrier: 'Available loads',
};
const SCREENS: Record<Gate, { path: string; heading: (role: Newcomer) => string }> = {
  subscribe: {
    path: '/subscribe',
    heading: (role) => (role === 'mover' ? 'Start your free trial' : 'Your company has not started yet'),
  },
  top_cities: { path: '/auth/lead-portal/top-cities', heading: () => 'Where do you work?' },
  signup_complete: { path: '/auth/load-board/signup-complete', heading: () => 'Complete your sign-up' },
};

export async function enter(world: World, role: Newcomer): Promise<Walker> {
  const own = world.own('begin as somebody who is new');
  const fresh = {
    business: { used_trial: false, subscription: 'inactive', trial_ends_at: null, top_cities_chosen_at: null },
  };
  const mover = role === 'mover' || role === 'assistant' ? await signedIn(own, 'mover', 'Nora New', {}, fresh) : null;
  const self =
    role === 'mover'
      ? mover!
      : await signedIn(
          own,
          role,
          'Ned New',
          { agreement_signed_at: null },
          role === 'assistant' ? { businessId: mover!.businessId } : {},
        );
  const page = await world.guestPage({ viewport: { width: 1280, height: 720 } });
  await startSession(page, world.url, PLATFORMS[role], self.email);
  return { page, self, mover, role };
}

/** Whatever page is requested, the first closed gate is shown; behind the last one, the person's own start page. */
export async function seeStanding({ page, role }: Walker, url: string, closed: readonly Gate[]): Promise<void> {
  const gate = closed.find((one) => CONCERNS[role].includes(one));
  await page.goto(`${url}/`);
  await seen(page.getByRole('heading', { level: 1 })).toHaveText(gate ? SCREENS[gate].heading(role) : HOMES[role]);
  if (gate) await seen(page).toHaveURL((address) => address.pathname === SCREENS[gate].path);
}

/** Done by the person whom the gate concerns, until it opens by itself, before anything else is loaded. */
const passing =
  (gate: Gate, act: (walker: Walker, world: World, closed: readonly Gate[]) => Promise<void>): Gesture<Stage> =>
  async ({ world, walkers }, { from }) => {
    const walker = walkers.find(({ role }) => CONCERNS[role].includes(gate));
    if (!walker) throw new NotHere('Nobody of the case has anything to do with it.');
    if (!gatesAt(from).includes(gate))
      throw new NotHere('What is chosen anew is chosen in the settings, and passes no gate.');
    await act(walker, world, gatesAt(from));
    await walker.page.waitForURL((at) => at.pathname !== SCREENS[gate].path);
  };

/** What the billing pages and the payment provider write; whoever is at the gate then reloads. */
const billed =
  (change: { card_added: true } | { subscription: 'active' }): Gesture<Stage> =>
  async ({ world, walkers }) => {
    const { businessId } = walkers.find(({ role }) => CONCERNS[role].includes('subscribe'))!.self;
    await world
      .own('bill a business')
      .database.kysely.updateTable('business')
      .set(change)
      .where('id', '=', businessId!)
      .execute();
  };

/** Whoever is not there already goes there. */
const at = async (page: Page, url: string) => void (page.url() !== url && (await page.goto(url)));

const gestures: Record<OnboardingEvent['type'], Gesture<Stage>> = {
  'trial.started': passing('subscribe', async ({ page, role, mover }, world, closed) => {
    // The screens ask for the cities first; a trial without them was started over the API.
    if (closed.includes('top_cities'))
      return void (await call(world, 'POST', 'user/subscription/', { token: mover!.token, body: {} }));
    await at(page, world.url + hrefs.mover.subscribe());
    if (role === 'mover') return page.getByRole('button', { name: 'Start free trial' }).click();
    // An assistant can only wait for the mover.
    await seen(page.getByRole('heading', { level: 1 })).toHaveText('Your company has not started yet');
    await call(world, 'POST', 'user/subscription/', { token: mover!.token, body: {} });
    await page.getByRole('button', { name: 'Check again' }).click();
  }),
  'card.added': billed({ card_added: true }),
  'subscription.activated': billed({ subscription: 'active' }),
  'top-cities.chosen': passing('top_cities', async ({ page }, { url }) => {
    await at(page, url + hrefs.mover.topCities());
    await page.getByLabel('Cities in').fill('ohi');
    await page.getByRole('option', { name: /Ohio/ }).click();
    await page.getByLabel('Cincinnati, OH').check();
    await page.getByRole('button', { name: 'Continue' }).click();
  }),
  'agreement.signed': passing('signup_complete', ({ page }, { url }) => carrierSignUpPage(page, url).complete()),
};

const gatesAt = (key: string): Gate[] => GATES.filter((gate) => key.split('+').includes(gate));

/**
 * The gates of these people on their own screens, from the first day to the open portals. A gate that concerns none of
 * them is open.
 */
export const onboardingOf = (...people: Newcomer[]) =>
  screenDriver<Stage, OnboardingEvent['type']>({
    model: { ...onboarding, start: GATES.filter((gate) => people.some((role) => CONCERNS[role].includes(gate))) },
    environment: {},
    async begin(world) {
      const walkers: Walker[] = [];
      for (const role of people) walkers.push(await enter(world, role));
      for (const walker of walkers) await seeStanding(walker, world.url, GATES);
      return { world, walkers };
    },
    gestures,
    async see({ world, walkers }, { to }) {
      for (const walker of walkers) await seeStanding(walker, world.url, gatesAt(to));
    },
  });

/** All existing gates. */
export const driver = onboardingOf('mover', 'carrier');
