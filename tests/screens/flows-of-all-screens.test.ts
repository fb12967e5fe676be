import { describe, expect, test } from 'vitest';
import { NOTIFICATION_MS } from '#src/machines/notification/notification.machine.ts';
import { seen } from '#tests/platform/seen.ts';
import { driver as lightbox } from '#tests/paths/drivers/lightbox.screens.ts';
import { notificationBy } from '#tests/paths/drivers/notification.screens.ts';
import {
  DONE,
  FAILED,
  driver as notifications,
  openStack,
  seeTold,
  tell,
  toasts,
} from '#tests/paths/drivers/notifications.screens.ts';
import { driver as resend } from '#tests/paths/drivers/resend.screens.ts';
import { driver as request } from '#tests/paths/drivers/request.screens.ts';
import { walkSuite } from '#tests/paths/run/suite.ts';
import { oneWorld } from '#tests/paths/run/world.ts';

/** What does not belong to a single screen: toasts, pictures, a form that writes, and requesting an email again. */
const world = oneWorld();

// Every two consecutive transitions: a notification that was held continues with the rest of its time.
describe('notification by pointer', () => {
  walkSuite(notificationBy('pointer'), world, {
    strategies: ['pairs'],
    kinds: ['states', 'transitions'],
    uncovered: [],
  });
});

describe('notification by keyboard', () => {
  walkSuite(notificationBy('keyboard'), world, {
    strategies: ['tour'],
    kinds: ['states', 'transitions'],
    uncovered: [],
  });
});

describe('notifications', () => {
  walkSuite(notifications, world, { strategies: ['shortest'], kinds: ['states', 'transitions'], uncovered: [] });

  test('the pointer or the focus on one holds all, also one that comes meanwhile; they go when neither is left', async () => {
    const stack = await openStack(await world());
    const { page } = stack;
    const first = toasts(page).first();
    const dismiss = first.getByRole('button', { name: 'Dismiss' });
    await tell(stack, FAILED);
    await first.hover();
    await tell(stack, DONE);
    await page.clock.runFor(2 * NOTIFICATION_MS);
    await seeTold(stack);
    await dismiss.focus();
    await page.mouse.move(10, 10);
    await page.clock.runFor(2 * NOTIFICATION_MS);
    await seeTold(stack);
    // The focus moves to the next one, which it holds in turn.
    await page.keyboard.press('Escape');
    await seeTold({ ...stack, told: stack.told.slice(1) });
    await page.clock.runFor(100);
    await seen(toasts(page).first().locator(':focus')).toHaveCount(1);
    await page.clock.runFor(2 * NOTIFICATION_MS);
    await seeTold({ ...stack, told: stack.told.slice(1) });
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.clock.runFor(NOTIFICATION_MS);
    await seeTold({ ...stack, told: [] });
    expect(await stack.world.endCase()).toEqual([]);
  });
});

describe('lightbox', () => {
  walkSuite(lightbox, world, { strategies: ['tour'], kinds: ['states', 'transitions'], uncovered: [] });
});

describe('request', () => {
  walkSuite(request, world, {
    strategies: ['tour', 'refused'],
    only: ({ id, steps }) => id.includes('tour') || steps.some(({ verdict }) => !verdict.may),
    uncovered: [],
  });
});

describe('resend', () => {
  // Cases without a refusal are covered by the tour.
  walkSuite(resend, world, {
    strategies: ['tour', 'refused'],
    only: ({ id, steps }) => id.includes('tour') || steps.some(({ verdict }) => !verdict.may),
    uncovered: [],
  });
});
