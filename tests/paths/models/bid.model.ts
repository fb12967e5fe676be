import { BID_MODEL_VERSION, bidLifecycle } from '#src/machines/bid/bid.lifecycle.ts';
import type { BidState } from '#src/machines/bid/bid.lifecycle.ts';
import { lifecycleModel } from './path-model.ts';

export const bid = lifecycleModel({
  id: 'bid',
  title: 'Bid of a carrier on a load',
  machine: bidLifecycle.machine,
  version: BID_MODEL_VERSION,
  start: 'active' as BidState,
  facts: {},
  snapshot: bidLifecycle.snapshot,
  placeOf: bidLifecycle.stateOf,
  keyOf: (place) => place,
  names: { active: 'Active', withdrawn: 'Withdrawn', lost: 'Lost', awarded: 'Awarded' },
  nameOf: (place, names) => names[place],
  events: {
    'bid.revised': { does: 'revises the bid', event: { type: 'bid.revised', by: 'carrier' } },
    'bid.countered': {
      does: 'asks for another amount',
      event: { type: 'bid.countered', by: 'agent', asked: 230_000, offered: 250_000 },
    },
    'bid.withdrawn': { does: 'withdraws the bid', event: { type: 'bid.withdrawn', by: 'carrier' } },
    'bid.lost': {
      does: 'lets the bid lose to another, or to the end of the posting',
      event: { type: 'bid.lost', by: 'system' },
    },
    'bid.awarded': { does: 'awards the job to the bid', event: { type: 'bid.awarded', by: 'agent' } },
    'bid.award-declined': { does: 'declines the job', event: { type: 'bid.award-declined', by: 'carrier' } },
    'bid.award-withdrawn': { does: 'withdraws the award', event: { type: 'bid.award-withdrawn', by: 'agent' } },
    'bid.reopened': { does: 'opens the bid again with the load', event: { type: 'bid.reopened', by: 'system' } },
  },
  breaks: {
    'another amount than the bid is asked for': ({ event, facts }) => ({
      event: { ...event, asked: 250_000 } as never,
      facts,
    }),
  },
  rows: { table: 'bid', state: 'state' },
});
