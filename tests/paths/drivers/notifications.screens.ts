import type { Page } from '@playwright/test';
import { NOTIFICATION_MS } from '#src/machines/notification/notification.machine.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { seen } from '#tests/platform/seen.ts';
import { call } from '#tests/platform/application.ts';
import { newLead } from '../api-gestures.ts';
import { notifications } from '../models/notifications.model.ts';
import type { World } from '../run/world.ts';
import { screenDriver } from './screen-driver.ts';

export interface Stack {
  world: World;
  page: Page;
  /** Milliseconds since the page was opened; time passes only here. */
  now: number;
  /** What must be shown, the oldest first, and when its time is over. */
  told: { title: string; over: number }[];
}

/** A failure is shown once, however often it happens; a success is shown each time. */
export const FAILED = 'Error';
export const DONE = 'Link copied';
const OPERATION = 'ShareLead';
/** Time between two of them, so that they end one after the other. */
const APART = 100;
const AT_ONCE = 5;

/** An agent who shares a lead again and again. A stack is not stored, so the page stays open from case to case. */
export async function openStack(world: World): Promise<Stack> {
  const page = await world.page('agent2');
  if (!(await share(page).isVisible())) await openLead(world, page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.mouse.move(10, 10);
  // By then, all earlier notifications are gone.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2 * NOTIFICATION_MS);
  const stage: Stack = { world, page, now: 0, told: [] };
  await seeTold(stage);
  return stage;
}

async function openLead(world: World, page: Page): Promise<void> {
  const { token } = await world.account('agent2');
  const { body: lead } = await call<{ id: string }>(world, 'POST', 'agent-lead/', { token, body: newLead(null) });
  await page.clock.resume();
  await page.goto(world.url + hrefs.agent.lead(lead.id, 'info'));
  await seen(share(page)).toBeVisible();
}

export const toasts = (page: Page) => page.locator('#notifications').getByRole('group');
const share = (page: Page) => page.getByRole('button', { name: 'Share move details' });

async function pass(stage: Stack, milliseconds: number): Promise<void> {
  await stage.page.clock.runFor(milliseconds);
  stage.now += milliseconds;
}

export async function tell(stage: Stack, title: string): Promise<void> {
  const { page, world } = stage;
  await pass(stage, APART);
  if (title === FAILED) {
    world.allow(/ERR_FAILED/);
    await page.route('**/graphql', (route) =>
      (route.request().postDataJSON() as { operationName?: string }).operationName === OPERATION
        ? route.abort()
        : route.continue(),
    );
  }
  // By keyboard: a pointer would soon rest on the stack, which grows over the button.
  await share(page).press('Enter');
  stage.told = [
    ...stage.told.filter((one) => one.title === DONE || one.title !== title),
    { title, over: stage.now + NOTIFICATION_MS },
  ].slice(-AT_ONCE);
  await seeTold(stage);
  await seen(share(page)).not.toHaveAttribute('aria-busy', 'true');
  await page.unrouteAll({ behavior: 'wait' });
}

export const seeTold = ({ page, told }: Stack) =>
  seen(toasts(page).locator('p:first-child')).toHaveText(told.map(({ title }) => title));

/** The stack on the page of a lead: which notifications are shown, in which order, and for how long. */
export const driver = screenDriver<Stack, 'notification.raised'>({
  model: notifications,
  environment: {},
  begin: openStack,
  gestures: {
    // Use a notification that can be repeated first.
    'notification.raised': (stage) => tell(stage, stage.told.some(({ title }) => title === FAILED) ? DONE : FAILED),
  },
  more: {
    'notification.raised again': (stage) => tell(stage, FAILED),
    'the time of the oldest is over': async (stage) => {
      await pass(stage, stage.told[0]!.over - stage.now - 1);
      await seeTold(stage);
      await pass(stage, 1);
      stage.told.shift();
    },
  },
  async see(stage, { to }) {
    await seeTold(stage);
    const count = Number.parseInt(to, 10) || 0;
    if (stage.told.length !== count) throw new Error(`${stage.told.length} are told in place of ${count}.`);
  },
});
