import type { Locator, Page } from '@playwright/test';
import type { EventFromLogic } from 'xstate';
import { NOTIFICATION_MS } from '#src/machines/notification/notification.machine.ts';
import type { notificationMachine } from '#src/machines/notification/notification.machine.ts';
import { seen } from '#tests/platform/seen.ts';
import { call } from '#tests/platform/application.ts';
import { agentPage } from '../agent-page.ts';
import { newLead } from '../api-gestures.ts';
import type { PlaceOf } from '../models/flow-model.ts';
import { notification } from '../models/notification.model.ts';
import type { World } from '../run/world.ts';
import { screenDriver } from './screen-driver.ts';
import type { Gesture } from './screen-driver.ts';
import { MINUTE } from '#src/machines/calendar/durations.ts';

interface Stage {
  page: Page;
  toast: Locator;
  /** Milliseconds left of its time. */
  left: number;
}

const CLIENT = 'Casey Client';

/** An agent who saves a lead. Time stands still, except when the case lets it pass. */
async function begin(world: World): Promise<Stage> {
  const { token } = await world.account('agent2');
  const { body: lead } = await call<{ id: string }>(world, 'POST', 'agent-lead/', { token, body: newLead(null) });
  const page = await world.page('agent2');
  await page.clock.resume();
  const desk = agentPage(page, world.url);
  await desk.open(lead.id);
  await desk.choose('Edit lead');
  await desk.dialog.getByLabel(/^Notes/).fill('Piano on the second floor');
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
  await desk.dialog.getByRole('button', { name: /^Save/ }).click();
  const toast = page.getByRole('group', { name: `${CLIENT} saved` });
  await seen(toast).toBeVisible();
  await page.clock.runFor(500);
  await seen(desk.dialog).toHaveCount(0);
  return { page, toast, left: NOTIFICATION_MS - 500 };
}

const dismiss = ({ toast }: Stage): Locator => toast.getByRole('button', { name: 'Dismiss' });

/** Lets some of its time pass first, to distinguish between resuming the rest and starting over. */
async function spend(stage: Stage): Promise<void> {
  await stage.page.clock.runFor(1000);
  stage.left -= 1000;
}

type Hands = Record<EventFromLogic<typeof notificationMachine>['type'], Gesture<Stage>>;

const HANDS: Record<'pointer' | 'keyboard', Hands> = {
  pointer: {
    'notification.held': ({ toast }) => toast.hover(),
    'notification.released': ({ page }) => page.mouse.move(10, 10),
    'notification.dismissed': (stage) => dismiss(stage).click(),
  },
  keyboard: {
    'notification.held': (stage) => dismiss(stage).focus(),
    'notification.released': (stage) => dismiss(stage).blur(),
    'notification.dismissed': ({ page }) => page.keyboard.press('Escape'),
  },
};

const PLACES: Record<PlaceOf<typeof notificationMachine>, (stage: Stage) => Promise<void>> = {
  shown: ({ toast }) => seen(toast).toBeVisible(),
  held: async ({ page, toast }) => {
    await page.clock.runFor(MINUTE);
    await seen(toast).toBeVisible();
  },
  gone: ({ toast }) => seen(toast).toHaveCount(0),
};

/** The notification about a lead that was saved. */
export const notificationBy = (hands: keyof typeof HANDS) =>
  screenDriver<Stage, EventFromLogic<typeof notificationMachine>['type']>({
    model: notification,
    environment: {},
    begin,
    gestures: {
      ...HANDS[hands],
      'notification.held': async (stage, step) => {
        await spend(stage);
        await HANDS[hands]['notification.held'](stage, step);
      },
      // With voice control, a button is activated without moving there.
      'notification.dismissed': (stage, step) =>
        step.from === 'held'
          ? HANDS[hands]['notification.dismissed'](stage, step)
          : dismiss(stage).dispatchEvent('click'),
    },
    more: {
      'its time runs out': async ({ page, toast, left }) => {
        await page.clock.runFor(left - 1);
        await seen(toast).toBeVisible();
        await page.clock.runFor(1);
      },
    },
    see: (stage, { to }) => PLACES[to as keyof typeof PLACES](stage),
  });

/** For a standalone run. */
export const driver = notificationBy('pointer');
