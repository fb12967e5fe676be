import { RESCHEDULE_MODEL_VERSION, rescheduleLifecycle } from '#src/machines/reschedule/reschedule.lifecycle.ts';
import type { RescheduleFacts, RescheduleState } from '#src/machines/reschedule/reschedule.lifecycle.ts';
import { lifecycleModel } from './path-model.ts';

const facts: RescheduleFacts = { isAhead: true, today: '2030-01-01' };

export const reschedule = lifecycleModel({
  id: 'reschedule',
  title: 'A client’s wish for other dates',
  machine: rescheduleLifecycle.machine,
  version: RESCHEDULE_MODEL_VERSION,
  start: 'quiet' as RescheduleState,
  facts,
  snapshot: rescheduleLifecycle.snapshot,
  placeOf: rescheduleLifecycle.stateOf,
  keyOf: (place) => place,
  names: { quiet: 'Nothing asked', asked: 'Asked', accepted: 'Accepted', declined: 'Declined' },
  nameOf: (place, names) => names[place],
  events: {
    'days.asked': {
      does: 'asks for other dates',
      event: { type: 'days.asked', by: 'client', first: '2030-02-04', last: '2030-02-06', reason: 'The closing moved' },
    },
    'days.withdrawn': { does: 'takes the request back', event: { type: 'days.withdrawn', by: 'client' } },
    'days.accepted': { does: 'accepts the dates', event: { type: 'days.accepted', by: 'agent' } },
    'days.declined': {
      does: 'declines the dates',
      event: { type: 'days.declined', by: 'agent', reason: 'All trucks are taken' },
    },
  },
  breaks: {
    'the move is still ahead': ({ event, facts: given }) => ({ event, facts: { ...given, isAhead: false } }),
    'the first day is today or later': ({ event, facts: given }) => ({
      event: 'first' in event ? { ...event, first: '2029-12-31' } : event,
      facts: given,
    }),
    'the last day is not before the first': ({ event, facts: given }) => ({
      event: 'first' in event ? { ...event, last: '2030-02-03' } : event,
      facts: given,
    }),
    'a reason is given': ({ event, facts: given }) => ({
      event: 'reason' in event ? { ...event, reason: '' } : event,
      facts: given,
    }),
  },
  rows: { table: 'reschedule', state: 'state' },
});
