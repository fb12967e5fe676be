import type { Notification } from '#src/machines/notification/notification.machine.ts';
import { notificationsMachine } from '#src/machines/notification/notifications.machine.ts';
import type { NotificationRef } from '#src/machines/notification/notifications.machine.ts';
import { flowModel } from './flow-model.ts';

const notification = (id: string): Notification => ({ id, title: 'The lead is saved', color: 'green' });
/** One notification of the stack, which is not run here: the walk itself decides when it is gone. */
const standIn = (index: number, status: 'active' | 'done') =>
  ({
    getSnapshot: () => ({ status, context: { notification: notification(`shown ${index}`) } }),
  }) as unknown as NotificationRef;

/** What matters about the shown notifications is their number: the first is the oldest, whose time is over first. */
export const notifications = flowModel({
  id: 'notifications',
  title: 'Stack of notifications',
  machine: notificationsMachine,
  person: 'agent',
  names: {},
  aspects: ({ context: { shown } }) => [shown.length === 0 ? 'Nothing shown' : `${shown.length} shown`],
  events: {
    'notification.raised': { does: 'does something that is told', with: { notification: notification('new') } },
  },
  more: {
    'notification.raised again': {
      does: 'does what is told there already',
      event: { type: 'notification.raised', notification: notification('shown 0') },
    },
  },
  answers: {},
  delays: {
    'the time of the oldest is over': {
      type: 'xstate.done.actor.oldest',
      does: 'ends the time of the oldest notification',
    },
  },
  world: (snapshot, event) => {
    const { shown } = snapshot.context;
    const isOver = event.type.startsWith('xstate.done');
    const isAgain = 'notification' in event && (event.notification as Notification).id !== 'new';
    if (shown.length === 0 && (isOver || isAgain)) return null;
    return {
      ...snapshot,
      context: { shown: shown.map((_, index) => standIn(index, isOver && index === 0 ? 'done' : 'active')) },
    } as typeof snapshot;
  },
});
