import { transition } from 'xstate';
import type { AnyStateMachine, StateMachine } from 'xstate';
import { guardsOf, judge } from '#src/machines/law.ts';
import type { Role, Verdict } from '#src/machines/law.ts';

/** What can be inferred of a machine's type: a state, an event or a guard that a model forgets does not compile. */
// oxlint-disable-next-line no-explicit-any
type Parts<M> = M extends StateMachine<infer C, infer E, any, any, any, infer G, any, infer V, any, any, any, any, any, any> ? { context: C; event: E; guard: G; value: V } : never;
/** The leaf states of a state value, as paths: `live.new`, `standing.none`. */
type Leaves<V> = V extends string ? V : V extends object ? { [K in keyof V & string]: V[K] extends infer Inner ? (Inner extends undefined ? never : `${K}.${Leaves<Inner>}`) : never }[keyof V & string] : never;
type EventOf<M> = Extract<Parts<M>['event'], { type: string; by: Role }>;
type GuardOf<M> = Parts<M>['guard'] extends { type: infer T extends string } ? T : never;
/** Who does something is broken by letting somebody else do it. */
type Requirement<M> = Exclude<GuardOf<M>, `${string} does it`>;

export interface Given<Event, Facts> {
  event: Event;
  facts: Facts;
}

export interface EventWords<Event, Facts> {
  /** As a sentence goes on after the person: "sends the quote". */
  does: string;
  /** Well filled in, by whom it belongs to. */
  event: Event;
  /** Facts that this event needs and others do not. */
  facts?: Partial<Facts>;
}

export interface LawModel<Place = unknown, Event extends { type: string; by: Role } = { type: string; by: Role }, Facts = unknown> {
  kind: 'law';
  id: string;
  title: string;
  machine: AnyStateMachine;
  version: number;
  start: Place;
  /** Under which every guard that only looks at facts holds. */
  facts: Facts;
  snapshot: (place: Place, facts: Facts) => unknown;
  placeOf: (snapshot: never) => Place;
  /** What a place is called among the model's own: `open-contracts.awaiting-carrier`. */
  keyOf: (place: Place) => string;
  nameOf: (place: Place) => string;
  /** By name; of one type there may be several, with other payloads. */
  events: Record<string, EventWords<Event, Facts>>;
  /** How each requirement is left unmet. */
  breaks: Record<string, (given: Given<Event, Facts>) => Given<Event, Facts>>;
  /** Where its rows are, for those that stand in a state that is no more. */
  rows: { table: string; state: string } | null;
}

interface LawInput<M, Place, Facts> {
  id: string;
  title: string;
  machine: M;
  version: number;
  start: Place;
  facts: Facts;
  snapshot: (place: Place, facts: Facts) => unknown;
  placeOf: (snapshot: never) => Place;
  keyOf: (place: Place) => string;
  /** Of each leaf state, for people. */
  names: Record<Leaves<Parts<M>['value']>, string>;
  nameOf: (place: Place, names: Record<Leaves<Parts<M>['value']>, string>) => string;
  events: { [T in EventOf<M>['type']]: EventWords<Extract<EventOf<M>, { type: T }>, Facts> };
  /** More payloads of an event than one, by a name of their own. */
  more?: Record<string, EventWords<EventOf<M>, Facts>>;
  breaks: { [G in Requirement<M>]: (given: Given<EventOf<M>, Facts>) => Given<EventOf<M>, Facts> };
  rows: LawModel['rows'];
}

export function lawModel<M extends AnyStateMachine, Place, Facts>(input: LawInput<M, Place, Facts>): LawModel {
  const { names, nameOf, more = {}, events, ...rest } = input;
  return { kind: 'law', ...rest, events: { ...events, ...more }, nameOf: (place: Place) => nameOf(place, names) } as unknown as LawModel;
}

export interface Step {
  /** The name of the event among the model's. */
  event: string;
  from: unknown;
  to: unknown;
}

/** The event with the facts under which it is asked. */
export function givenFor(model: LawModel, name: string): Given<{ type: string; by: Role }, unknown> {
  const { event, facts } = model.events[name]!;
  return { event, facts: { ...(model.facts as object), ...(facts as object) } };
}

export function verdictOf(model: LawModel, place: unknown, { event, facts }: Given<{ type: string; by: Role }, unknown>): Verdict {
  return judge(model.snapshot(place, facts), event);
}

/** The step that an event makes from a place; null where the law refuses it there. */
export function stepFrom(model: LawModel, place: unknown, name: string): Step | null {
  const given = givenFor(model, name);
  const snapshot = model.snapshot(place, given.facts);
  if (!judge(snapshot, given.event).may) return null;
  return { event: name, from: place, to: model.placeOf(transition(model.machine, snapshot as never, given.event)[0] as never) };
}

/** Every requirement that the law names anywhere, without those that say who does something. */
export const requirementsOf = (model: LawModel): string[] => [...new Set(guardsOf(model.machine).flatMap(({ guards }) => guards))].filter((phrase) => !phrase.endsWith(' does it'));

/** Every event by its type, as the law names them. */
export const eventTypesOf = (model: LawModel): string[] => [...new Set(guardsOf(model.machine).map(({ event }) => event))];
