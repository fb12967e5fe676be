import { and, setup } from 'xstate';
import { defineLifecycle } from '../lifecycle.ts';
import type { Role } from '../lifecycle.ts';

/**
 * A carrier's bid on a posted load.
 *
 * active     valid until the award; the carrier may revise or withdraw it, and an agent may ask for another amount
 * withdrawn  the carrier withdrew it, or declined the job it had won
 * lost       another carrier has the award, or the load left the board
 * awarded    this one won
 *
 * Whether the load takes bids at all is decided by the lead's lifecycle; this one follows it. Increment the version
 * with every change of a state, transition, or guard.
 */
export const BID_MODEL_VERSION = 2;

export type BidEvent = { by: Role } & (
  | { type: 'bid.revised' }
  /** In cents: what the agent asks for, and what the carrier has offered. */
  | { type: 'bid.countered'; asked: number; offered: number }
  | { type: 'bid.withdrawn' }
  | { type: 'bid.lost' }
  | { type: 'bid.awarded' }
  | { type: 'bid.award-declined' }
  | { type: 'bid.award-withdrawn' }
  | { type: 'bid.reopened' }
);

const bidMachine = setup({
  types: { events: {} as BidEvent },
  actions: { 'the bid takes the new terms': () => {}, 'the carrier is asked': () => {} },
  guards: {
    'a carrier does it': ({ event }) => event.by === 'carrier',
    'an agent does it': ({ event }) => event.by === 'agent',
    'another amount than the bid is asked for': ({ event }) =>
      'asked' in event && event.asked > 0 && event.asked !== event.offered,
  },
}).createMachine({
  id: 'bid',
  initial: 'active',
  states: {
    active: {
      on: {
        'bid.revised': { guard: 'a carrier does it', actions: 'the bid takes the new terms' },
        'bid.countered': {
          guard: and(['an agent does it', 'another amount than the bid is asked for']),
          actions: 'the carrier is asked',
        },
        'bid.withdrawn': { target: 'withdrawn', guard: 'a carrier does it' },
        'bid.awarded': { target: 'awarded', guard: 'an agent does it' },
        'bid.lost': 'lost',
      },
    },
    awarded: {
      on: {
        'bid.award-declined': { target: 'withdrawn', guard: 'a carrier does it' },
        'bid.award-withdrawn': { target: 'lost', guard: 'an agent does it' },
      },
    },
    // When an award ends, the load returns to the board, and the bids that lost to it become active again.
    lost: { on: { 'bid.reopened': 'active' } },
    withdrawn: {},
  },
});

export const BID_STATES = ['active', 'withdrawn', 'lost', 'awarded'] as const;
export type BidState = (typeof BID_STATES)[number];

export const bidLifecycle = defineLifecycle({
  what: 'the bid',
  machine: bidMachine,
  version: BID_MODEL_VERSION,
  start: 'active' as BidState,
  valueOf: (state) => state,
  stateOf: ({ value }) => value as BidState,
  nameOf: (state) => state,
});
