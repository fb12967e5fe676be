import { and, not, or, transition } from 'xstate';
import type { AnyStateMachine, ContextFrom, EventFromLogic, EventObject, SnapshotFrom, StateValue } from 'xstate';

/**
 * Shared by every lifecycle: a pure XState machine decides whether an event may happen to a record, and if not, why.
 * Guards are named by phrases ("the client has an email address"), so an unmet guard explains itself.
 *
 * Each state is compiled once into a table of events, candidates, guards, and targets, because a list of leads requires
 * thousands of decisions per second. The machine remains the only source: a test compares the table with XState itself.
 */

/** Who does something. `system` is the clock and the worker. */
export type Role = 'agent' | 'carrier' | 'client' | 'mover' | 'assistant' | 'visitor' | 'system';

/** A guard whose phrase ends with these words checks who may do it; an unmet one is about rights, not requirements. */
const ROLE_GUARD = / does it$/;

export interface Refusal {
  may: false;
  /** `state`: the event does not exist in this state. `role`: someone else may do it. `requirements`: not yet. */
  because: 'state' | 'role' | 'requirements';
  /** The phrases that do not hold, ready to display. */
  unmet: string[];
}

/** `next` is the state afterwards; the same state if the event does not change it. */
export type Verdict<State = unknown> = { may: true; next: State } | Refusal;

interface Definition<Machine extends AnyStateMachine, State, Facts> {
  /** The kind of record, as used in sentences: `the lead`. */
  what: string;
  machine: Machine;
  /** Incremented with every change of a state, transition, or guard. */
  version: number;
  /** The state of a new record; null if each history starts in the state named by its first entry. */
  start: State | null;
  /** The entry that begins every history, which is not an event of the lifecycle; omitted if there is none. */
  creation?: string;
  /** The XState state value for a row's state. */
  valueOf: (state: State) => StateValue;
  /** The XState history value: what a record that is set aside returns to. */
  historyOf?: (state: State) => Record<string, unknown>;
  /** What the guards read, derived from the facts; defaults to the facts themselves. */
  contextOf?: (state: State, facts: Facts) => ContextFrom<Machine>;
  stateOf: (snapshot: SnapshotFrom<Machine>) => State;
  /** The name of a state in histories, errors, and keys; unique for each state. */
  nameOf: (state: State) => string;
  /** The state with this name, including names from older versions; omitted if nothing is stored by name. */
  stateNamed?: (name: string) => State;
}

export interface Lifecycle<State, Facts, Event extends EventObject, Machine extends AnyStateMachine = AnyStateMachine> {
  id: string;
  what: string;
  machine: Machine;
  version: number;
  start: State | null;
  creation: string | undefined;
  nameOf: (state: State) => string;
  /** @throws Error if the lifecycle stores nothing by name */
  stateNamed: (name: string) => State;
  stateOf: (snapshot: SnapshotFrom<Machine>) => State;
  /** The original definition, for a lifecycle that differs only in its machine. */
  definition: object;
  /** The machine's snapshot for a record in this state, for drawing or traversing it. */
  snapshot: (state: State, facts: Facts) => SnapshotFrom<Machine>;
  /** Judges one event on a record. Pure. */
  judge: (state: State, facts: Facts, event: Event) => Verdict<State>;
  /** Like `judge`, for facts and events stored as JSON in a history. */
  judgeKept: (state: State, facts: unknown, event: EventObject) => Verdict<State>;
}

export function defineLifecycle<Machine extends AnyStateMachine, State, Facts = ContextFrom<Machine>>(
  definition: Definition<Machine, State, Facts>,
): Lifecycle<State, Facts, EventFromLogic<Machine>, Machine> {
  const { what, machine, version, start, creation, valueOf, historyOf, contextOf, stateOf, nameOf } = definition;
  const unnamed = (): never => {
    throw new Error(`The states of ${machine.id} are not kept by their names.`);
  };
  const { stateNamed = unnamed } = definition;
  mustDecideAtOnce(machine.root);
  const guards = compiledGuards(machine);
  const tables = new Map<string, StateTable<State>>();

  const context = (state: State, facts: Facts): unknown => (contextOf ? contextOf(state, facts) : facts);
  const snapshot = (state: State, facts: Facts) =>
    machine.resolveState({
      value: valueOf(state),
      context: context(state, facts),
      historyValue: historyOf?.(state),
    } as never) as SnapshotFrom<Machine>;
  function tableOf(state: State, facts: Facts): StateTable<State> {
    const key = nameOf(state);
    let table = tables.get(key);
    if (!table) tables.set(key, (table = { nodes: activeNodes(snapshot(state, facts)), byEvent: new Map() }));
    return table;
  }

  function judge(state: State, facts: Facts, event: EventFromLogic<Machine>): Verdict<State> {
    const table = tableOf(state, facts);
    let row = table.byEvent.get(event.type);
    if (!row)
      table.byEvent.set(event.type, (row = { ...candidatesFor(table.nodes, event.type, guards), targets: new Map() }));
    if (row.all.length === 0) return { may: false, because: 'state', unmet: [] };
    const scope: Scope = { context: context(state, facts), event };
    const taken = enabled(row.root, scope);
    if (taken.length === 0) return refusalOf(row.all, scope);
    const key = taken.join();
    let next = row.targets.get(key);
    // The chosen candidates determine the target, so XState runs only once per choice. The result is shared by all
    // callers, hence frozen.
    if (next === undefined) {
      next = Object.freeze(stateOf(transition(machine, snapshot(state, facts), event)[0]));
      row.targets.set(key, next);
    }
    return { may: true, next };
  }

  return {
    id: machine.id,
    what,
    machine,
    version,
    start,
    creation,
    nameOf,
    stateNamed,
    stateOf,
    definition,
    snapshot,
    judge,
    judgeKept: (state, facts, event) => judge(state, facts as Facts, event as EventFromLogic<Machine>),
  };
}

/**
 * Why an event would do nothing in a snapshot of any machine, such as a screen's flow; null if it would do something.
 */
export function refusalAt(snapshot: SnapshotFrom<AnyStateMachine>, event: EventObject): Refusal | null {
  const { machine, context } = snapshot;
  const { root, all } = candidatesFor(activeNodes(snapshot), event.type, compiledGuards(machine));
  if (all.length === 0) return { may: false, because: 'state', unmet: [] };
  return enabled(root, { context, event }).length > 0 ? null : refusalOf(all, { context, event });
}

interface Scope {
  context: unknown;
  event: EventObject;
}

interface GuardReference {
  type: string;
  params?: unknown;
}
type LooseGuard = string | GuardReference | ((...args: never[]) => unknown);
interface LooseTransition {
  guard?: LooseGuard;
}
interface LooseNode {
  key: string;
  path: string[];
  type: string;
  parent?: LooseNode;
  transitions: Map<string, LooseTransition[]>;
  states: Record<string, LooseNode>;
  always?: unknown[];
  invoke: unknown[];
}

interface Candidate {
  /** Its index among the event's candidates in this state. */
  index: number;
  guard: Guard | null;
}

/** The candidates of one active node; those of its child nodes take precedence, as in XState. */
interface NodeCandidates {
  own: Candidate[];
  inside: NodeCandidates[];
}

interface StateTable<State> {
  nodes: LooseNode[];
  byEvent: Map<string, { root: NodeCandidates; all: Candidate[]; targets: Map<string, State> }>;
}

/** The active nodes of a snapshot, outermost first. */
const activeNodes = (snapshot: unknown): LooseNode[] => (snapshot as { _nodes: LooseNode[] })._nodes;

function candidatesFor(
  nodes: readonly LooseNode[],
  event: string,
  guards: (guard: LooseGuard | undefined) => Guard | null,
): { root: NodeCandidates; all: Candidate[] } {
  const all: Candidate[] = [];
  const owned = new Map<LooseNode, NodeCandidates>();
  for (const node of nodes) {
    const first = all.length;
    for (const { guard } of node.transitions.get(event) ?? []) all.push({ index: all.length, guard: guards(guard) });
    owned.set(node, { own: all.slice(first), inside: [] });
  }
  for (const node of nodes) if (node.parent) owned.get(node.parent)!.inside.push(owned.get(node)!);
  return { root: owned.get(nodes[0]!)!, all };
}

/** The indexes of the candidates taken: the first enabled one of each innermost state, otherwise of its ancestors. */
function enabled({ own, inside }: NodeCandidates, scope: Scope): number[] {
  const inner = inside.flatMap((one) => enabled(one, scope));
  if (inner.length > 0) return inner;
  const first = own.find(({ guard }) => guard === null || holds(guard, scope));
  return first ? [first.index] : [];
}

function refusalOf(candidates: readonly Candidate[], scope: Scope): Refusal {
  // If the event has several candidates, report the unmet guards of the closest one that this role may take.
  const ways = candidates.map(({ guard }) => missingFor(guard, true, scope));
  const own = ways.filter((unmet) => !unmet.some((phrase) => ROLE_GUARD.test(phrase)));
  if (own.length === 0)
    return { may: false, because: 'role', unmet: [ways[0]!.find((phrase) => ROLE_GUARD.test(phrase))!] };
  return { may: false, because: 'requirements', unmet: leastOf(own) };
}

type Guard =
  | { op: 'is'; phrase: string; check: (scope: Scope, params: unknown) => boolean; params: unknown }
  | { op: 'not'; part: Guard }
  | { op: 'and' | 'or'; parts: Guard[] };

/** `and`, `or`, and `not` of guards are functions that hold their parts; all of a kind share one `check`. */
interface Combined {
  check?: unknown;
  guards?: LooseGuard[];
}
const checkOf = (guard: unknown): unknown => (guard as Combined).check;
const AND = checkOf(and([]));
const OR = checkOf(or([]));
const NOT = checkOf(not('any'));

function compiledGuards(machine: AnyStateMachine): (guard: LooseGuard | undefined) => Guard | null {
  const checks = machine.implementations.guards as Record<string, (scope: Scope, params: unknown) => boolean>;
  const compiled = (guard: LooseGuard): Guard => {
    if (typeof guard === 'function') {
      const { check, guards = [] } = guard as Combined;
      if (check === NOT) return { op: 'not', part: compiled(guards[0]!) };
      if (check === AND || check === OR) return { op: check === AND ? 'and' : 'or', parts: guards.map(compiled) };
      throw new Error(`A guard of ${machine.id} has no phrase, so nobody could be told why it does not hold.`);
    }
    const { type, params } = typeof guard === 'string' ? ({ type: guard } as GuardReference) : guard;
    const check = checks[type];
    if (!check) throw new Error(`${machine.id} names a guard that it does not have: ${type}.`);
    return { op: 'is', phrase: type, check, params };
  };
  return (guard) => (guard === undefined ? null : compiled(guard));
}

/** A lifecycle changes only by events: nothing in it waits, runs by itself, or transitions automatically. */
function mustDecideAtOnce(node: LooseNode): void {
  const moves =
    (node.always?.length ?? 0) +
    node.invoke.length +
    [...node.transitions.keys()].filter((event) => event.startsWith('xstate.') || event.includes('*')).length;
  if (moves > 0) throw new Error(`${node.path.join('.')} moves by itself, which a lifecycle does not.`);
  for (const inner of Object.values(node.states)) mustDecideAtOnce(inner);
}

function holds(guard: Guard, scope: Scope): boolean {
  if (guard.op === 'is')
    return guard.check(
      scope,
      typeof guard.params === 'function' ? (guard.params as (scope: Scope) => unknown)(scope) : guard.params,
    );
  if (guard.op === 'not') return !holds(guard.part, scope);
  return guard.op === 'and'
    ? guard.parts.every((part) => holds(part, scope))
    : guard.parts.some((part) => holds(part, scope));
}

/**
 * What is missing for a guard to hold (`wanted`) or not to hold; empty if nothing. Among alternatives, the one that
 * lacks the least is reported.
 */
function missingFor(guard: Guard | null, wanted: boolean, scope: Scope): string[] {
  if (guard === null) return [];
  if (guard.op === 'not') return missingFor(guard.part, !wanted, scope);
  if (guard.op === 'is') return holds(guard, scope) === wanted ? [] : [wanted ? guard.phrase : negated(guard.phrase)];
  const lists = guard.parts.map((part) => missingFor(part, wanted, scope));
  // "Not all hold" needs just one to fail; "none holds" needs all of them to fail.
  return (guard.op === 'and') === wanted ? lists.flat() : leastOf(lists);
}

const leastOf = (lists: readonly string[][]): string[] =>
  lists.toSorted((one, other) => one.length - other.length)[0] ?? [];

/** "the lead is archived" -> "the lead is not archived". */
function negated(phrase: string): string {
  const turned = phrase.replace(/ (is|are|was|were|can|may|will|must) (?!not )/, ' $1 not ');
  return turned === phrase ? `it is not the case that ${phrase}` : turned;
}

/** The guards of one transition, in evaluation order, however they are combined. */
function phrasesOf(guard: LooseGuard | undefined): string[] {
  if (!guard) return [];
  if (typeof guard === 'string') return [guard];
  return typeof guard === 'function' ? ((guard as Combined).guards ?? []).flatMap(phrasesOf) : [guard.type];
}

/** Every guard phrase that a lifecycle uses, by event and state, for lists and tests. */
export function guardsOf(machine: AnyStateMachine): { state: string; event: string; guards: string[] }[] {
  const rows: { state: string; event: string; guards: string[] }[] = [];
  const visit = (node: LooseNode) => {
    for (const [event, list] of node.transitions)
      for (const { guard } of list) rows.push({ state: node.path.join('.'), event, guards: phrasesOf(guard) });
    for (const child of Object.values(node.states)) visit(child);
  };
  visit(machine.root);
  return rows;
}
