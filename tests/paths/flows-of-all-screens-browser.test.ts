import { describe } from 'vitest';
import { driver as lightbox } from './drivers/lightbox.screens.ts';
import { notificationBy } from './drivers/notification.screens.ts';
import { driver as notifications } from './drivers/notifications.screens.ts';
import { driver as resend } from './drivers/resend.screens.ts';
import { walkSuite } from './run/suite.ts';
import { oneWorld } from './run/world.ts';

/** What belongs to no screen alone: notifications, pictures, and a mail that is asked for again. */
const world = oneWorld();

// Every two transitions that follow each other: what was held goes on with the rest of its time.
describe('notification by pointer', () => {
  walkSuite(notificationBy('pointer'), world, { strategies: ['pairs'], kinds: ['states', 'transitions'], uncovered: [] });
});

describe('notification by keyboard', () => {
  walkSuite(notificationBy('keyboard'), world, { strategies: ['tour'], kinds: ['states', 'transitions'], uncovered: [] });
});

describe('notifications', () => {
  // No screen clears them: whoever goes to another one can still read them.
  const uncovered = ['Nothing', 1, 2, 3, 4, 5].map((count) => `${count} shown --notifications.cleared--> Nothing shown`);
  walkSuite(notifications, world, { strategies: ['shortest'], only: ({ steps }) => steps.every(({ event }) => event !== 'notifications.cleared'), kinds: ['states', 'transitions'], uncovered });
});

describe('lightbox', () => {
  walkSuite(lightbox, world, { strategies: ['tour'], kinds: ['states', 'transitions'], uncovered: [] });
});

describe('resend', () => {
  walkSuite(resend, world, { strategies: ['tour', 'refused'], uncovered: [] });
});
