import { and, setup } from 'xstate';
import { defineLifecycle } from '../lifecycle.ts';
import type { Role } from '../lifecycle.ts';
import { addDays } from '../calendar/days.ts';

/**
 * A carrier's truck that is empty in a place on some days.
 *
 * posted     agents see it near leads, and the carrier sees matching loads
 * withdrawn  the carrier withdrew it
 * passed     its last day is over
 *
 * A withdrawn or passed truck stays that way: the next one is posted anew. Posting is judged like a change. Increment
 * the version with every change of a state, transition, or guard.
 */
export const TRUCK_MODEL_VERSION = 1;

/** How far ahead a truck can be posted, and how many per carrier at a time. */
export const AHEAD_DAYS = 90;
export const MOST_TRUCKS = 20;

export interface TruckFacts {
  /** Dates at the brokerage and from the row, as YYYY-MM-DD. */
  today: string;
  lastDay: string;
}

export type TruckEvent = { by: Role } & (
  | { type: 'truck.changed'; first: string; last: string }
  | { type: 'truck.withdrawn' }
  | { type: 'truck.passed' }
);

const truckMachine = setup({
  types: { context: {} as TruckFacts, events: {} as TruckEvent, input: {} as TruckFacts },
  guards: {
    'the carrier does it': ({ event }) => event.by === 'carrier',
    'the clock does it': ({ event }) => event.by === 'system',
    'the last day is not before the first': ({ event }) => 'first' in event && event.last >= event.first,
    'the last day is today or later': ({ context, event }) => 'last' in event && event.last >= context.today,
    [`the last day is within ${AHEAD_DAYS} days`]: ({ context, event }) =>
      'last' in event && event.last <= addDays(context.today, AHEAD_DAYS),
    'its last day is over': ({ context }) => context.lastDay < context.today,
  },
}).createMachine({
  id: 'truck',
  context: ({ input }) => input,
  initial: 'posted',
  states: {
    posted: {
      on: {
        'truck.changed': {
          target: 'posted',
          guard: and([
            'the carrier does it',
            'the last day is not before the first',
            'the last day is today or later',
            `the last day is within ${AHEAD_DAYS} days`,
          ]),
        },
        'truck.withdrawn': { target: 'withdrawn', guard: 'the carrier does it' },
        'truck.passed': { target: 'passed', guard: and(['the clock does it', 'its last day is over']) },
      },
    },
    withdrawn: {},
    passed: {},
  },
});

export const TRUCK_STATES = ['posted', 'withdrawn', 'passed'] as const;
export type TruckState = (typeof TRUCK_STATES)[number];

export const truckLifecycle = defineLifecycle({
  what: 'the truck',
  machine: truckMachine,
  version: TRUCK_MODEL_VERSION,
  start: 'posted' as TruckState,
  creation: 'truck.posted',
  valueOf: (state) => state,
  stateOf: ({ value }) => value as TruckState,
  nameOf: (state) => state,
  stateNamed: (name) => name as TruckState,
});
