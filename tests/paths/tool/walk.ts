import { fromTransition } from 'xstate';
import { getAdjacencyMap, getShortestPaths } from 'xstate/graph';
import { stepFrom } from '../models/path-model.ts';
import type { PathModel, Step } from '../models/path-model.ts';

/** One transition of a model: places by their keys, the event by its name in the model. */
export interface Edge {
  event: string;
  from: string;
  to: string;
}

/** Everything that can be reached in a model with valid events. */
export interface Walk {
  model: PathModel;
  start: string;
  places: ReadonlyMap<string, unknown>;
  edges: readonly Edge[];
  /** A shortest path to each place; an empty one to the start. */
  ways: ReadonlyMap<string, readonly Edge[]>;
}

/** More places than this are not a workflow for people: the model then counts something in its places. */
const MAX_PLACES = 2000;

interface Reached {
  state: { context: unknown };
  transitions: Record<string, { event: { type: string }; state: { context: unknown } }>;
}

/** Models do not change, so each is walked only once. */
const walks = new WeakMap<PathModel, Walk>();

/** @throws Error if a model has more places than people could walk */
export function walkOf(model: PathModel): Walk {
  const walk = walks.get(model) ?? walkAll(model);
  walks.set(model, walk);
  return walk;
}

function walkAll(model: PathModel): Walk {
  // The same place and event come up several times, under the same key.
  const known = new Map<string, Step | null>();
  const stepIn = (place: unknown, event: string): Step | null => {
    const key = `${model.keyOf(place)}\n${event}`;
    if (!known.has(key)) known.set(key, stepFrom(model, place, event));
    return known.get(key)!;
  };
  // Only the place is the state here, not the machine's snapshot: a stale context would multiply the states.
  const logic = fromTransition(
    (place: unknown, { type }: { type: string }) => stepIn(place, type)?.to ?? place,
    model.start,
  );
  const options = {
    events: Object.keys(model.events).map((type) => ({ type })),
    serializeState: (snapshot: { context: unknown }) => model.keyOf(snapshot.context),
    filterEvents: (snapshot: { context: unknown }, { type }: { type: string }) =>
      stepIn(snapshot.context, type) !== null,
    limit: MAX_PLACES * 100,
  } as never;
  const keyOf = (snapshot: { context: unknown }) => model.keyOf(snapshot.context);
  const map: Reached[] = Object.values(getAdjacencyMap(logic, options));
  if (map.length > MAX_PLACES)
    throw new Error(`${model.id} has ${map.length} places; ${MAX_PLACES} at most can be walked.`);
  const edges = map.flatMap(({ state, transitions }) =>
    Object.values(transitions).map(({ event, state: to }) => ({
      event: event.type,
      from: keyOf(state),
      to: keyOf(to),
    })),
  );
  const ways = getShortestPaths(logic, options).map(({ state, steps }) => {
    // A step contains the state that its event led to; the first one is the start.
    const keys = steps.map((step) => keyOf(step.state));
    return [
      keyOf(state),
      steps.slice(1).map(({ event }, index) => ({ event: event.type, from: keys[index]!, to: keys[index + 1]! })),
    ] as const;
  });
  return {
    model,
    start: model.keyOf(model.start),
    places: new Map(map.map(({ state }) => [keyOf(state), state.context])),
    edges,
    ways: new Map(ways),
  };
}

export const edgesFrom = ({ edges }: Walk, from: string): Edge[] => edges.filter((edge) => edge.from === from);

/** As a line for comparing and reading: `new --quote.sent--> quote-sent`. */
export const edgeName = ({ from, event, to }: Edge): string => `${from} --${event}--> ${to}`;
