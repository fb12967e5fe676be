import { transition } from 'xstate';
import type { AnyStateMachine, StateMachine } from 'xstate';
import { guardsOf, refusalAt } from '#src/machines/lifecycle.ts';
import type { Refusal, Role } from '#src/machines/lifecycle.ts';
import type { FlowModel, FlowPlace } from './flow-model.ts';

/**
 * Every model can be walked the same way: a lifecycle decides what may happen to a record, a flow what happens on a
 * screen.
 */
export type PathModel = LifecycleModel | FlowModel;

/**
 * Who does something: people by their role; in a flow, also the server, which answers, and the clock, which lets time
 * pass.
 */
export type By = Role | 'server' | 'clock';

/** What lifecycles and flows have in common. */
export interface Base {
  id: string;
  title: string;
  machine: AnyStateMachine;
  /** By name; there may be several of one type, with different payloads. */
  events: Record<string, EventWords<{ type: string; by: By }, unknown>>;
  facts: unknown;
  /** How to violate each requirement. */
  breaks: Record<string, (given: Given<{ type: string; by: By }, unknown>) => Given<{ type: string; by: By }, unknown>>;
  /** Where its rows are stored, for finding rows in a state that no longer exists. */
  rows: {
    table: string;
    state: string;
    /** The place of the row, where the walk also remembers what another table keeps. */ placeOf?: (
      key: string,
    ) => string;
  } | null;
}

/** What can be inferred from a machine's type: a model that omits a state, an event, or a guard does not compile. */
type Parts<M> =
  // oxlint-disable-next-line no-explicit-any
  M extends StateMachine<infer C, infer E, any, any, any, infer G, any, infer V, any, any, any, any, any, any>
    ? { context: C; event: E; guard: G; value: V }
    : never;
/** The leaf states of a state value, as paths: `live.new`, `standing.none`. */
export type Leaves<V> = V extends string
  ? V
  : V extends object
    ? {
        [K in keyof V & string]: V[K] extends infer Inner
          ? Inner extends undefined
            ? never
            : `${K}.${Leaves<Inner>}`
          : never;
      }[keyof V & string]
    : never;
export type EventOf<M> = Extract<Parts<M>['event'], { type: string; by: Role }>;
type GuardOf<M> = Parts<M>['guard'] extends { type: infer T extends string } ? T : never;
/** Guards on who does something are violated by letting somebody else do it. */
export type Requirement<M> = Exclude<GuardOf<M>, `${string} does it`>;

export interface Given<Event, Facts> {
  event: Event;
  facts: Facts;
}

export interface EventWords<Event, Facts> {
  /** Continues a sentence that begins with the person: "sends the quote". */
  does: string;
  /** Valid, and by the right person. */
  event: Event;
  /** Facts that only this event needs. */
  facts?: Partial<Facts>;
  /** The event's name in a diagram, if it is shorter than `does`. */
  drawn?: string;
}

export interface LifecycleModel extends Base {
  kind: 'lifecycle';
  version: number;
  start: unknown;
  snapshot: (place: unknown, facts: unknown) => unknown;
  placeOf: (snapshot: never) => unknown;
  /** The key of a place in the model: `open-contracts.awaiting-carrier`. */
  keyOf: (place: unknown) => string;
  nameOf: (place: unknown) => string;
}

interface LifecycleInput<M, Place, Facts> {
  id: string;
  title: string;
  machine: M;
  version: number;
  start: Place;
  facts: Facts;
  snapshot: (place: Place, facts: Facts) => unknown;
  placeOf: (snapshot: never) => Place;
  keyOf: (place: Place) => string;
  /** The name that people see for each leaf state. */
  names: Record<Leaves<Parts<M>['value']>, string>;
  nameOf: (place: Place, names: Record<Leaves<Parts<M>['value']>, string>) => string;
  events: { [T in EventOf<M>['type']]: EventWords<Extract<EventOf<M>, { type: T }>, Facts> };
  /** Additional payloads of an event, each with its own name. */
  more?: Record<string, EventWords<EventOf<M>, Facts>>;
  breaks: { [G in Requirement<M>]: (given: Given<EventOf<M>, Facts>) => Given<EventOf<M>, Facts> };
  rows: LifecycleModel['rows'];
}

export function lifecycleModel<M extends AnyStateMachine, Place, Facts>(
  input: LifecycleInput<M, Place, Facts>,
): LifecycleModel {
  const { names, nameOf, more = {}, events, ...rest } = input;
  return {
    kind: 'lifecycle',
    ...rest,
    events: { ...events, ...more },
    nameOf: (place: Place) => nameOf(place, names),
  } as unknown as LifecycleModel;
}

export interface Step {
  /** The event's name in the model. */
  event: string;
  from: unknown;
  to: unknown;
}

/** An event as the model sees it: who sends it, its payload, and the facts from the rows. */
export type Asked = Given<{ type: string; by: By }, unknown>;

/** The event with the facts with which it is judged. */
export function givenFor(model: PathModel, name: string): Asked {
  const { event, facts } = model.events[name]!;
  return { event, facts: { ...(model.facts as object), ...(facts as object) } };
}

/** What a lifecycle or a flow decides on an event, regardless of the result. */
export type Verdict = { may: true } | Refusal;

export function verdictOf(model: PathModel, place: unknown, { event, facts }: Asked): Verdict {
  return model.kind === 'lifecycle'
    ? (refusalAt(model.snapshot(place, facts) as never, event) ?? { may: true })
    : model.verdict(place as FlowPlace, event);
}

/** Whether somebody could try the event there at all: always true in a lifecycle; false for an answer to no request. */
export const canCome = (model: PathModel, place: unknown, { event }: Asked): boolean =>
  model.kind === 'lifecycle' || model.canCome(place as FlowPlace, event);

/** The place to which an event leads that the verdict allows. */
export function nextOf(model: PathModel, place: unknown, { event, facts }: Asked): unknown {
  if (model.kind === 'flow') return model.next(place as FlowPlace, event);
  return model.placeOf(transition(model.machine, model.snapshot(place, facts) as never, event)[0] as never);
}

/** The machine's snapshot in which an event is judged; null if nothing is open yet. */
export const askedIn = (model: PathModel, place: unknown, { event, facts }: Asked): unknown =>
  model.kind === 'lifecycle' ? model.snapshot(place, facts) : model.asked(place as FlowPlace, event);

/** The step that an event makes from a place; null if it is refused there. */
export function stepFrom(model: PathModel, place: unknown, name: string): Step | null {
  const given = givenFor(model, name);
  return verdictOf(model, place, given).may ? { event: name, from: place, to: nextOf(model, place, given) } : null;
}

/** Every requirement that the lifecycle names, except those about who does something. */
export const requirementsOf = (model: PathModel): string[] =>
  [...new Set(guardsOf(model.machine).flatMap(({ guards }) => guards))].filter(
    (phrase) => !phrase.endsWith(' does it'),
  );

/** Every event type, as named by the lifecycle. */
export const eventTypesOf = (model: PathModel): string[] => [
  ...new Set(guardsOf(model.machine).map(({ event }) => event)),
];
