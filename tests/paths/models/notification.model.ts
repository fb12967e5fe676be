import { notificationMachine } from '#src/machines/notification/notification.machine.ts';
import { flowModel } from './flow-model.ts';

export const notification = flowModel({
  id: 'notification',
  title: 'Notification in the corner of the screen',
  machine: notificationMachine,
  person: 'agent',
  input: { notification: { id: 'saved', title: 'The lead is saved', color: 'green' } },
  names: { shown: 'Shown', held: 'Held', gone: 'Gone' },
  events: {
    'notification.held': 'rests on the notification',
    'notification.released': 'leaves the notification',
    'notification.dismissed': 'dismisses the notification',
  },
  answers: {},
  delays: {
    'its time runs out': {
      type: 'xstate.after.remaining.notification.shown',
      does: 'ends the time of the notification',
    },
  },
});
