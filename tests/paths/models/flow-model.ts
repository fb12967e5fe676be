import { getInitialMicrosteps, getMicrosteps } from 'xstate';
import type {
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  InputFrom,
  OutputFrom,
  PromiseActorLogic,
  SnapshotFrom,
  StateMachine,
} from 'xstate';
import { refusalAt } from '#src/machines/lifecycle.ts';
import type { Role } from '#src/machines/lifecycle.ts';
import type { Base, By, EventWords, Leaves, Verdict } from './path-model.ts';

/** A place in a flow. */
export interface FlowPlace {
  /** Null before the screen is opened, if there are several ways to open it. */
  snapshot: AnyMachineSnapshot | null;
  /** Actors that are still running but have answered, so that none answers twice. */
  answered: readonly string[];
}

interface FlowEvent {
  type: string;
  by: By;
}

/**
 * The machine of a screen, walked by pure transitions. Its events are the gestures of a person, the answers of the
 * actors that it invokes (by `server`), and time that passes (by `clock`).
 */
export interface FlowModel extends Base {
  kind: 'flow';
  /** Flows are not stored, so they have no version. */
  version: null;
  start: FlowPlace;
  keyOf: (place: unknown) => string;
  nameOf: (place: unknown) => string;
  /** The machine's snapshot in which an event is judged; null if the event cannot occur or nothing is open yet. */
  asked: (place: FlowPlace, event: FlowEvent) => AnyMachineSnapshot | null;
  /** Whether the event can occur at all: an answer to no request, or a timer that is not running, cannot be refused. */
  canCome: (place: FlowPlace, event: FlowEvent) => boolean;
  verdict: (place: FlowPlace, event: FlowEvent) => Verdict;
  /** Every snapshot during an allowed event; the last one is its result. */
  snapshotsOn: (place: FlowPlace, event: FlowEvent) => AnyMachineSnapshot[];
  next: (place: FlowPlace, event: FlowEvent) => FlowPlace;
  /** The same flow with another machine, from another revision. */
  over: (machine: AnyStateMachine) => FlowModel;
}

/** What can be inferred from a machine's type: a model that omits a state, an event, or an actor does not compile. */
type Parts<M> =
  // oxlint-disable-next-line no-explicit-any
  M extends StateMachine<any, infer E, any, infer A, any, infer G, any, infer V, any, any, any, any, any, any>
    ? { event: E; actor: A; guard: G; value: V }
    : never;
type Own<E> = E extends { type: `xstate.${string}` } ? never : E;
type OwnOf<M> = Extract<Own<Parts<M>['event']>, { type: string }>;
type GuardOf<M> = Parts<M>['guard'] extends { type: infer T extends string } ? T : never;
/** The places of a flow that its machine alone determines, by their keys. */
export type PlaceOf<M> = Leaves<Parts<M>['value']>;
// oxlint-disable-next-line no-explicit-any
type AnyPromise = PromiseActorLogic<any, any, any>;

/** A gesture, with its payload if it has one. */
type Gesture<E> =
  Exclude<keyof E, 'type'> extends never
    ? string | { does: string; by?: By }
    : { does: string; by?: By; with: Omit<E, 'type'> };

/**
 * The kinds of answer that the machine distinguishes, by name. `does` continues a sentence that begins with "The
 * server". `only`: the names under which the actor can give this answer, if it is invoked under several.
 */
interface Answers<Output> {
  done: Record<string, { does: string; output: Output; only?: readonly string[] }>;
  error: Record<string, { does: string; error: unknown; only?: readonly string[] }>;
}

interface FlowInput<M extends AnyStateMachine> {
  id: string;
  title: string;
  machine: M;
  /** The user of the screen. */
  person: Role;
  input?: InputFrom<M>;
  /**
   * Several ways to open the screen: the walk then begins before it. `does` continues a sentence that begins with the
   * person.
   */
  openings?: Record<string, { does: string; input: InputFrom<M> }>;
  /** The name that people see for each leaf state. */
  names: Record<Leaves<Parts<M>['value']>, string>;
  /** The part of the context that affects later steps, in words: part of a place's key and name. */
  aspects?: (snapshot: SnapshotFrom<M>) => string[];
  events: { [T in OwnOf<M>['type']]: Gesture<Extract<OwnOf<M>, { type: T }>> };
  /** Additional payloads of an event, each with its own name. */
  more?: Record<string, { does: string; by?: By; event: OwnOf<M> }>;
  /** By the actor's source. Excludes actors that answer with events of the machine itself. */
  answers: {
    [A in Parts<M>['actor'] as A extends { src: infer S extends string; logic: AnyPromise } ? S : never]: A extends {
      logic: infer L extends AnyPromise;
    }
      ? Answers<OutputFrom<L>>
      : never;
  };
  /** Delays by name. `isWhole`: a tick that is repeated until it leads to another place. */
  delays?: Record<string, { type: `xstate.${string}`; does: string; isWhole?: boolean }>;
  /** How to violate a guard on an event's payload. */
  breaks?: { [G in GuardOf<M>]?: (event: OwnOf<M>) => object };
  /**
   * The snapshot that the event finds, if the machine alone does not determine it; null if it cannot occur, or is not
   * modeled.
   */
  world?: (snapshot: SnapshotFrom<M>, event: { type: string }) => SnapshotFrom<M> | null;
  /** One snapshot to represent all of the same place. */
  settle?: (snapshot: SnapshotFrom<M>) => SnapshotFrom<M>;
}

/** The most ticks that any delay has. */
const TICKS = 1000;
const CLOSED = 'not open';

const nodesOf = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(nodesOf)];
const leafOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : Object.entries(value as object)
        .map(([key, inner]) => [key, leafOf(inner)].filter(Boolean).join('.'))
        .join('+');
const answererOf = ({ type }: { type: string }): string | undefined =>
  /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(type)?.[1];

export function flowModel<M extends AnyStateMachine>(given: FlowInput<M>): FlowModel {
  return overMachine(given as unknown as LooseInput, given.machine);
}

interface LooseInput extends Pick<
  FlowInput<AnyStateMachine>,
  'id' | 'title' | 'person' | 'input' | 'openings' | 'delays'
> {
  names: Record<string, string>;
  aspects?: (snapshot: AnyMachineSnapshot) => string[];
  events: Record<string, string | { does: string; by?: By; with?: object }>;
  more?: Record<string, { does: string; by?: By; event: { type: string } }>;
  answers: Record<string, Answers<unknown>>;
  breaks?: Record<string, (event: FlowEvent) => FlowEvent>;
  world?: (snapshot: AnyMachineSnapshot, event: FlowEvent) => AnyMachineSnapshot | null;
  settle?: (snapshot: AnyMachineSnapshot) => AnyMachineSnapshot;
}

function overMachine(given: LooseInput, machine: AnyStateMachine): FlowModel {
  const {
    id,
    title,
    input,
    openings = {},
    names,
    aspects = () => [],
    delays = {},
    breaks = {},
    world = (snapshot) => snapshot,
    settle = (snapshot) => snapshot,
  } = given;
  const wholes = new Set(Object.values(delays).flatMap(({ type, isWhole }) => (isWhole ? [type as string] : [])));
  const actors = new Set(
    nodesOf(machine.root).flatMap(({ invoke }) =>
      invoke.flatMap((one) => (typeof one.src === 'string' && one.src in given.answers ? [one.id] : [])),
    ),
  );
  const wordsOf = ({ snapshot, answered }: FlowPlace) => [
    ...aspects(snapshot!),
    ...answered.map((actor) => `${actor} has answered`),
  ];
  const startedWith = (opening: unknown): AnyMachineSnapshot[] =>
    getInitialMicrosteps(machine, opening as never).map(([snapshot]) => snapshot);

  const keyOf = (place: FlowPlace): string => {
    if (!place.snapshot) return CLOSED;
    const [leaf, words] = [leafOf(place.snapshot.value), wordsOf(place).join(', ')];
    return leaf && words ? `${leaf} (${words})` : leaf || words;
  };
  const nameOf = (place: FlowPlace): string =>
    place.snapshot
      ? [names[leafOf(place.snapshot.value)], ...wordsOf(place)].filter((word) => word !== undefined).join(', ')
      : 'Not open yet';
  const asked: FlowModel['asked'] = ({ snapshot, answered }, event) => {
    if (!snapshot || event.type in openings) return null;
    const actor = answererOf(event);
    if (actor && actors.has(actor) && (!(actor in snapshot.children) || answered.includes(actor))) return null;
    return world(snapshot, event);
  };
  const verdict: FlowModel['verdict'] = (place, event) => {
    const refused: Verdict = { may: false, because: 'state', unmet: [] };
    if (!place.snapshot) return event.type in openings ? { may: true } : refused;
    const snapshot = asked(place, event);
    if (!snapshot || snapshot.status !== 'active') return refused;
    // Answers occur even if nothing handles them, as do events whose transition does nothing.
    if (actors.has(answererOf(event) ?? '') || machine.getTransitionData(snapshot as never, event).length > 0)
      return { may: true };
    return refusalAt(snapshot as never, event) ?? { may: true };
  };
  const snapshotsOn: FlowModel['snapshotsOn'] = (place, event) => {
    if (!place.snapshot) return startedWith(openings[event.type]!.input);
    const snapshots = [asked(place, event)!];
    const from = keyOf(place);
    do snapshots.push(...getMicrosteps(machine, snapshots.at(-1) as never, event).map(([snapshot]) => snapshot));
    while (
      wholes.has(event.type) &&
      snapshots.length < TICKS &&
      keyOf({ ...place, snapshot: snapshots.at(-1)! }) === from
    );
    return snapshots;
  };
  return {
    kind: 'flow',
    id,
    title,
    machine,
    version: null,
    facts: {},
    rows: null,
    start: { snapshot: given.openings ? null : settle(startedWith(input).at(-1)!), answered: [] },
    keyOf: (place) => keyOf(place as FlowPlace),
    nameOf: (place) => nameOf(place as FlowPlace),
    events: eventsOf(given, machine),
    breaks: Object.fromEntries(
      Object.entries(breaks).map(([phrase, breakIt]) => [
        phrase,
        ({ event, facts }) => ({ event: { ...event, ...breakIt(event) }, facts }),
      ]),
    ),
    asked,
    canCome: (place, event) => {
      const { snapshot } = place;
      if (!snapshot || event.type in openings) return !snapshot && event.type in openings;
      const judged = verdict(place, event);
      if (event.by === 'server' || event.by === 'clock') return judged.may || judged.because !== 'state';
      return asked(place, event) !== null;
    },
    verdict,
    snapshotsOn,
    next: (place, event) => {
      const snapshot = settle(snapshotsOn(place, event).at(-1)!);
      const has = (actor: string) =>
        (place.answered.includes(actor) || answererOf(event) === actor) &&
        snapshot.children[actor] === place.snapshot?.children[actor];
      return {
        snapshot,
        answered: Object.keys(snapshot.children).filter((actor) => snapshot.children[actor] && has(actor)),
      };
    },
    over: (other) => overMachine(given, other),
  };
}

/** A diagram has one person, who is not named; the server and the clock are. */
const drawnOf = (by: By, does: string): { drawn?: string } =>
  by === 'server' || by === 'clock' ? { drawn: `the ${by} ${does}` } : {};

function eventsOf(
  { person, openings = {}, events, more = {}, answers, delays = {} }: LooseInput,
  machine: AnyStateMachine,
): FlowModel['events'] {
  const all: [string, EventWords<FlowEvent, unknown>][] = [];
  for (const [name, { does }] of Object.entries(openings))
    all.push([name, { does, event: { type: name, by: person } }]);
  for (const [type, words] of Object.entries(events)) {
    const {
      does,
      by = person,
      with: payload,
    } = typeof words === 'string' ? { does: words } : { with: undefined, ...words };
    all.push([type, { does, ...drawnOf(by, does), event: { type, by, ...payload } }]);
  }
  for (const [name, { does, by = person, event }] of Object.entries(more))
    all.push([name, { does, ...drawnOf(by, does), event: { ...event, by } }]);
  // The same actor may be invoked under several names.
  const invoked = [
    ...new Map(nodesOf(machine.root).flatMap(({ invoke }) => invoke.map((one) => [one.id, one.src] as const))),
  ];
  for (const [id, src] of invoked) {
    const { done = {}, error = {} } = answers[src as string] ?? {};
    const mayAnswer = ({ only }: { only?: readonly string[] }) => !only || only.includes(id);
    for (const [kind, { does, output }] of Object.entries(done).filter(([, one]) => mayAnswer(one)))
      all.push([
        `${id}: ${kind}`,
        {
          does,
          drawn: `${id} answers: ${kind}`,
          event: { type: `xstate.done.actor.${id}`, by: 'server', output, actorId: id } as FlowEvent,
        },
      ]);
    for (const [kind, { does, error: thrown }] of Object.entries(error).filter(([, one]) => mayAnswer(one)))
      all.push([
        `${id}: ${kind}`,
        {
          does,
          drawn: `${id}: ${kind}`,
          event: { type: `xstate.error.actor.${id}`, by: 'server', error: thrown, actorId: id } as FlowEvent,
        },
      ]);
  }
  for (const [name, { type, does }] of Object.entries(delays))
    all.push([name, { does, drawn: name, event: { type, by: 'clock' } }]);
  return Object.fromEntries(all);
}
