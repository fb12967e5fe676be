import { setup } from 'xstate';
import { defineLifecycle } from '../lifecycle.ts';
import type { Role } from '../lifecycle.ts';

/**
 * A carrier's bid on a posted load.
 *
 * active     valid until the award; the carrier may revise or withdraw it
 * withdrawn  the carrier withdrew it, or declined the job it had won
 * lost       another carrier has the award, or the load left the board
 * awarded    this one won
 *
 * Whether the load takes bids at all is decided by the lead's lifecycle; this one follows it. Increment the version
 * with every change of a state, transition, or guard.
 */
export const BID_MODEL_VERSION = 1;

export type BidEvent = { by: Role } & (
  | { type: 'bid.revised' }
  | { type: 'bid.withdrawn' }
  | { type: 'bid.lost' }
  | { type: 'bid.awarded' }
  | { type: 'bid.award-declined' }
  | { type: 'bid.award-withdrawn' }
  | { type: 'bid.reopened' }
);

const bidMachine = setup({
  types: { events: {} as BidEvent },
  actions: { 'the bid takes the new terms': () => {} },
  guards: {
    'a carrier does it': ({ event }) => event.by === 'carrier',
    'an agent does it': ({ event }) => event.by === 'agent',
  },
}).createMachine({
  id: 'bid',
  initial: 'active',
  states: {
    active: {
      on: {
        'bid.revised': { guard: 'a carrier does it', actions: 'the bid takes the new terms' },
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
