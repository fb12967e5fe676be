import { AHEAD_DAYS, TRUCK_MODEL_VERSION, truckLifecycle } from '#src/machines/truck/truck.lifecycle.ts';
import type { TruckFacts, TruckState } from '#src/machines/truck/truck.lifecycle.ts';
import { lifecycleModel } from './path-model.ts';

const facts: TruckFacts = { today: '2030-01-10', lastDay: '2030-01-12' };

export const truck = lifecycleModel({
  id: 'truck',
  title: 'An empty truck',
  machine: truckLifecycle.machine,
  version: TRUCK_MODEL_VERSION,
  start: 'posted' as TruckState,
  facts,
  snapshot: truckLifecycle.snapshot,
  placeOf: truckLifecycle.stateOf,
  keyOf: (place) => place,
  names: { posted: 'Posted', withdrawn: 'Withdrawn', passed: 'Passed' },
  nameOf: (place, names) => names[place],
  events: {
    'truck.changed': {
      does: 'changes the days',
      event: { type: 'truck.changed', by: 'carrier', first: '2030-01-11', last: '2030-01-13' },
    },
    'truck.withdrawn': { does: 'withdraws the truck', event: { type: 'truck.withdrawn', by: 'carrier' } },
    'truck.passed': {
      does: 'sees that its last day is over',
      event: { type: 'truck.passed', by: 'system' },
      facts: { lastDay: '2030-01-09' },
    },
  },
  breaks: {
    'the last day is not before the first': ({ event, facts: given }) => ({
      event: 'first' in event ? { ...event, first: '2030-01-14' } : event,
      facts: given,
    }),
    'the last day is today or later': ({ event, facts: given }) => ({
      event: 'first' in event ? { ...event, first: '2030-01-05', last: '2030-01-06' } : event,
      facts: given,
    }),
    [`the last day is within ${AHEAD_DAYS} days`]: ({ event, facts: given }) => ({
      event: 'first' in event ? { ...event, last: '2031-01-01' } : event,
      facts: given,
    }),
    'its last day is over': ({ event, facts: given }) => ({ event, facts: { ...given, lastDay: '2030-01-12' } }),
  },
  rows: { table: 'truck', state: 'state' },
});
