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

/** Where somebody stands in a flow. */
export interface FlowPlace {
  /** Null before the screen is opened, where there are several ways of opening it. */
  snapshot: AnyMachineSnapshot | null;
  /** Actors that run and have answered: nobody answers twice. */
  answered: readonly string[];
}

interface FlowEvent {
  type: string;
  by: By;
}

/**
 * The machine of a screen, walked by pure transitions. What happens to it are the gestures of a person, the answers of
 * the actors that it invokes (by `server`), and time that passes (by `clock`).
 */
export interface FlowModel extends Base {
  kind: 'flow';
  /** Nothing of a flow is kept: it has none. */
  version: null;
  start: FlowPlace;
  keyOf: (place: unknown) => string;
  nameOf: (place: unknown) => string;
  /** What an event finds: the machine's snapshot, or null where it cannot come about or nothing is open yet. */
  asked: (place: FlowPlace, event: FlowEvent) => AnyMachineSnapshot | null;
  /** Whether the event can come about at all: an answer to nothing, or a clock that does not run, is nothing to refuse. */
  canCome: (place: FlowPlace, event: FlowEvent) => boolean;
  verdict: (place: FlowPlace, event: FlowEvent) => Verdict;
  /** Every snapshot on the way of an event that may happen, the last one where it ends. */
  snapshotsOn: (place: FlowPlace, event: FlowEvent) => AnyMachineSnapshot[];
  next: (place: FlowPlace, event: FlowEvent) => FlowPlace;
  /** The same flow over another machine, of another revision. */
  over: (machine: AnyStateMachine) => FlowModel;
}

/** What can be inferred of a machine's type: a state, an event or an actor that a model forgets does not compile. */
type Parts<M> =
  // oxlint-disable-next-line no-explicit-any
  M extends StateMachine<any, infer E, any, infer A, any, infer G, any, infer V, any, any, any, any, any, any>
    ? { event: E; actor: A; guard: G; value: V }
    : never;
type Own<E> = E extends { type: `xstate.${string}` } ? never : E;
type OwnOf<M> = Extract<Own<Parts<M>['event']>, { type: string }>;
type GuardOf<M> = Parts<M>['guard'] extends { type: infer T extends string } ? T : never;
/** The places of a flow that its machine alone decides, by their keys. */
export type PlaceOf<M> = Leaves<Parts<M>['value']>;
// oxlint-disable-next-line no-explicit-any
type AnyPromise = PromiseActorLogic<any, any, any>;

/** A gesture; what it carries, where it carries something. */
type Gesture<E> =
  Exclude<keyof E, 'type'> extends never
    ? string | { does: string; by?: By }
    : { does: string; by?: By; with: Omit<E, 'type'> };

/**
 * An answer of each kind that the machine tells apart, by what the kind is called. `does` goes on after "The server".
 * `only`: of an actor that is invoked under several names, the ones that can answer so.
 */
interface Answers<Output> {
  done: Record<string, { does: string; output: Output; only?: readonly string[] }>;
  error: Record<string, { does: string; error: unknown; only?: readonly string[] }>;
}

interface FlowInput<M extends AnyStateMachine> {
  id: string;
  title: string;
  machine: M;
  /** Whose screen it is. */
  person: Role;
  input?: InputFrom<M>;
  /** Several ways of opening the screen: the walk then begins before it. `does` goes on after the person. */
  openings?: Record<string, { does: string; input: InputFrom<M> }>;
  /** Of each leaf state, for people. */
  names: Record<Leaves<Parts<M>['value']>, string>;
  /** What of the context decides later on, in words: part of a place's key and of its name. */
  aspects?: (snapshot: SnapshotFrom<M>) => string[];
  events: { [T in OwnOf<M>['type']]: Gesture<Extract<OwnOf<M>, { type: T }>> };
  /** More payloads of an event than one, by a name of their own. */
  more?: Record<string, { does: string; by?: By; event: OwnOf<M> }>;
  /** By the source of the actor. Actors that answer with events of the machine itself are not among them. */
  answers: {
    [A in Parts<M>['actor'] as A extends { src: infer S extends string; logic: AnyPromise } ? S : never]: A extends {
      logic: infer L extends AnyPromise;
    }
      ? Answers<OutputFrom<L>>
      : never;
  };
  /** Time that passes, by what it is called. `isWhole`: a tick that is repeated until it leads on. */
  delays?: Record<string, { type: `xstate.${string}`; does: string; isWhole?: boolean }>;
  /** How a guard on what an event carries is left unmet. */
  breaks?: { [G in GuardOf<M>]?: (event: OwnOf<M>) => object };
  /** What the event finds where the machine alone does not say it; null where it cannot come about, or is not modeled. */
  world?: (snapshot: SnapshotFrom<M>, event: { type: string }) => SnapshotFrom<M> | null;
  /** A snapshot that stands for all of the same place. */
  settle?: (snapshot: SnapshotFrom<M>) => SnapshotFrom<M>;
}

/** As many ticks as any wait has. */
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
    // Nothing may listen to an answer, and a transition may do nothing: they come about all the same.
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

/** A drawing has one person, who is not named; all others are. */
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
