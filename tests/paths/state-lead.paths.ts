import { getNextSnapshot } from 'xstate';
import { createTestModel } from 'xstate/graph';
import { STATE_LEAD_STATES, standingOf, stateLeadLifecycle, stateLeadSnapshot } from '#src/machines/state-lead/state-lead.lifecycle.ts';
import type { StateLeadEvent, StateLeadFacts, StateLeadStanding } from '#src/machines/state-lead/state-lead.lifecycle.ts';

export type StateLeadEventType = StateLeadEvent['type'];

/** Facts under which every guard that only looks at facts holds: the paths then meet every state and transition. */
const favourable: StateLeadFacts = { hasSubscription: true, clientEmail: 'client@mail.example', quoteValidUntil: '2999-12-31', today: '2000-01-01' };

/** Each event by whoever it belongs to, well filled in; one that is missing does not compile. */
export const EVENTS = {
  'contact.made': { type: 'contact.made', by: 'mover' },
  'note.written': { type: 'note.written', by: 'mover' },
  'quote.sent': { type: 'quote.sent', by: 'mover', amount: 1, validUntil: '2999-12-31' },
  'quote.accepted': { type: 'quote.accepted', by: 'client' },
  'quote.declined': { type: 'quote.declined', by: 'client' },
  'lead.archived': { type: 'lead.archived', by: 'mover' },
  'lead.restored': { type: 'lead.restored', by: 'mover' },
} as const satisfies { [T in StateLeadEventType]: Extract<StateLeadEvent, { type: T }> };
export const EVENT_TYPES = Object.keys(EVENTS) as StateLeadEventType[];

export interface StateLeadStep {
  event: StateLeadEventType;
  from: StateLeadStanding;
  to: StateLeadStanding;
}

export const START: StateLeadStanding = { state: 'fresh', isArchived: false };
export const nameOf = ({ state, isArchived }: StateLeadStanding): string => state + (isArchived ? ' (archived)' : '');
/** Where, and what; where it leads is for the law to say. */
export const transitionName = ({ from, event }: Pick<StateLeadStep, 'from' | 'event'>): string => `${nameOf(from)} --${event}-->`;

/** Every place a record can stand in, read off the law. */
export const allPlaces: StateLeadStanding[] = STATE_LEAD_STATES.flatMap((state) => [false, true].map((isArchived) => ({ state, isArchived })));
const accepts = (place: StateLeadStanding, type: StateLeadEventType): boolean => stateLeadSnapshot(place, favourable).can(EVENTS[type]);

/** Every place and event, by whether the law takes it there. */
export const allPairs = (taken: boolean): { from: StateLeadStanding; event: StateLeadEventType }[] =>
  allPlaces.flatMap((from) => EVENT_TYPES.filter((event) => accepts(from, event) === taken).map((event) => ({ from, event })));

type Snapshot = ReturnType<typeof stateLeadSnapshot>;

/** The shelf's guard reads the context, as the server fills it from the row: a step is judged from its row's place. */
const snapshotAt = (place: StateLeadStanding): Snapshot => stateLeadSnapshot(place, favourable);

function shortestPaths(): StateLeadStep[][] {
  const model = createTestModel(stateLeadLifecycle);
  const paths = model.getShortestPaths({
    input: { ...favourable, isArchived: false },
    events: EVENT_TYPES.map((type) => EVENTS[type]),
    filterEvents: (state: Snapshot, event: StateLeadEvent) => snapshotAt(standingOf(state)).can(event),
    limit: 2000,
  } as never);
  return paths.map((path) => {
    // A step carries the state that its event led to; the first one is the machine's own start.
    const steps = path.steps.filter((step) => !step.event.type.startsWith('xstate.'));
    return steps.map((step, index) => ({
      event: step.event.type as StateLeadEventType,
      from: index === 0 ? START : standingOf(steps[index - 1]!.state as never),
      to: standingOf(step.state as never),
    }));
  });
}

/** The first steps that lead to a place. */
export function wayTo(place: StateLeadStanding): StateLeadStep[] {
  if (nameOf(place) === nameOf(START)) return [];
  const ways = shortestPaths().flatMap((path) => path.map((_, index) => path.slice(0, index + 1)));
  return ways.filter((way) => nameOf(way.at(-1)!.to) === nameOf(place)).sort((a, b) => a.length - b.length)[0]!;
}

/**
 * Paths of the law that together take every transition: the shortest ones that the graph gives, and for each transition
 * that those leave out, since it leads to where a shorter way leads or back to where it began, the way there and then it.
 */
export function stateLeadPaths(): StateLeadStep[][] {
  const paths = shortestPaths().filter((path) => path.length > 0);
  const taken = new Set(paths.flat().map(transitionName));
  const left = allPairs(true).filter((pair) => !taken.has(transitionName(pair)));
  return [...paths, ...left.map(({ from, event }) => [...wayTo(from), { event, from, to: standingOf(getNextSnapshot(stateLeadLifecycle, snapshotAt(from), EVENTS[event])) }])];
}
