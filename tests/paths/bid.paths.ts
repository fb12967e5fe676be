import { getShortestPaths } from 'xstate/graph';
import { BID_STATES, bidLifecycle, bidSnapshot } from '#src/machines/bid/bid.lifecycle.ts';
import type { BidEvent, BidState } from '#src/machines/bid/bid.lifecycle.ts';

export type BidEventType = BidEvent['type'];

export interface BidStep {
  event: BidEventType;
  from: BidState;
  to: BidState;
}

/** Who can cause each event: a new event without one does not compile. */
const by: Record<BidEventType, BidEvent['by']> = {
  'bid.revised': 'carrier',
  'bid.withdrawn': 'carrier',
  'bid.lost': 'system',
  'bid.awarded': 'agent',
  'bid.award-declined': 'carrier',
  'bid.award-withdrawn': 'agent',
  'bid.reopened': 'system',
};
const events = (Object.keys(by) as BidEventType[]).map((type) => ({ type, by: by[type] }) as BidEvent);

/** For every transition of the law: the shortest way from a new bid to where it begins, and then the transition. */
export function bidPaths(): BidStep[][] {
  const shortest = getShortestPaths(bidLifecycle, { events, filterEvents: (state: { can: (event: BidEvent) => boolean }, event: BidEvent) => state.can(event) } as never);
  const ways = new Map<BidState, BidStep[]>(
    shortest.map((path) => {
      const taken = path.steps.filter(({ event }) => !event.type.startsWith('xstate.'));
      const steps = taken.map(({ event, state }, index) => ({
        event: event.type as BidEventType,
        from: (index === 0 ? 'active' : taken[index - 1]!.state.value) as BidState,
        to: state.value as BidState,
      }));
      return [path.state.value as BidState, steps];
    }),
  );
  return BID_STATES.flatMap((from) =>
    events.filter((event) => bidSnapshot(from).can(event)).map((event) => [...ways.get(from)!, { event: event.type, from, to: targetOf(from, event) }]),
  );
}

function targetOf(from: BidState, event: BidEvent): BidState {
  const target = bidLifecycle.states[from]!.on[event.type]?.[0]?.target?.[0];
  return (target?.key ?? from) as BidState;
}
