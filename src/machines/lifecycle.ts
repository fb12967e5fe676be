import { and, not, or, transition } from 'xstate';
import type { AnyStateMachine, ContextFrom, EventFromLogic, EventObject, SnapshotFrom, StateValue } from 'xstate';

/**
 * What every lifecycle shares: a pure XState machine is asked whether an event may happen to a record, and if not, why
 * not. Its guards are phrases ("the client has an email address"), so an unmet guard is its own explanation.
 *
 * The machine is read once per state into a table of event, candidates, guards and target, because a list of leads asks
 * thousands of questions a second. The machine stays the only source: a test holds the table against XState itself.
 */

/** Who does something. `system` stands for the clock and the worker. */
export type Role = 'agent' | 'carrier' | 'client' | 'mover' | 'assistant' | 'visitor' | 'system';

/** Guards whose phrase ends with these words say who may do it; an unmet one is a matter of rights, not of requirements. */
const ROLE_GUARD = / does it$/;

export interface Refusal {
  may: false;
  /** `state`: nothing of the kind happens here. `role`: somebody else may. `requirements`: not yet. */
  because: 'state' | 'role' | 'requirements';
  /** The phrases that do not hold, fit to show a person. */
  unmet: string[];
}

/** `next` is the state afterwards, the same one where the event changes none. */
export type Verdict<State = unknown> = { may: true; next: State } | Refusal;

interface Definition<Machine extends AnyStateMachine, State, Facts> {
  /** Whose lifecycle it is, as a sentence names it: `the lead`. */
  what: string;
  machine: Machine;
  /** Raised with every change of a state, transition or guard. */
  version: number;
  /** The state of a new record; null where each history begins in the state that its first entry names. */
  start: State | null;
  /** The entry, no event of the lifecycle, with which every history begins; left out where there is none. */
  creation?: string;
  /** The machine's own value for the state of a row. */
  valueOf: (state: State) => StateValue;
  /** What a state that is set aside returns to, as XState keeps it. */
  historyOf?: (state: State) => Record<string, unknown>;
  /** What the guards read, from what the rows say; the facts themselves where left out. */
  contextOf?: (state: State, facts: Facts) => ContextFrom<Machine>;
  stateOf: (snapshot: SnapshotFrom<Machine>) => State;
  /** What a state is called in histories, errors and keys; another name for each state. */
  nameOf: (state: State) => string;
  /** The state of such a name, also of one that an older version had; left out where nothing is kept by its name. */
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
  /** @throws Error where the lifecycle keeps nothing by its name */
  stateNamed: (name: string) => State;
  stateOf: (snapshot: SnapshotFrom<Machine>) => State;
  /** As it was defined, for a lifecycle that differs in its machine alone. */
  definition: object;
  /** The machine as it is for a record in this state, for what draws or walks it. */
  snapshot: (state: State, facts: Facts) => SnapshotFrom<Machine>;
  /** Judges one event on a record. Pure. */
  judge: (state: State, facts: Facts, event: Event) => Verdict<State>;
  /** The same of what a history keeps as JSON. */
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
    // Which candidates are taken decides the target, so XState is asked once for each choice. All who ask are given the
    // same answer, so nobody may write on it.
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

/** Why nothing would come of an event in a snapshot of any machine, such as a screen's flow; null where something would. */
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
  /** Its number among those of the event in this state. */
  index: number;
  guard: Guard | null;
}

/** The candidates of one active node; those of nodes inside come before its own, as in XState. */
interface NodeCandidates {
  own: Candidate[];
  inside: NodeCandidates[];
}

interface StateTable<State> {
  nodes: LooseNode[];
  byEvent: Map<string, { root: NodeCandidates; all: Candidate[]; targets: Map<string, State> }>;
}

/** The active nodes of a snapshot, outer ones first. */
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

/** The numbers of the candidates that are taken: the first that holds of each innermost state, else of those around it. */
function enabled({ own, inside }: NodeCandidates, scope: Scope): number[] {
  const inner = inside.flatMap((one) => enabled(one, scope));
  if (inner.length > 0) return inner;
  const first = own.find(({ guard }) => guard === null || holds(guard, scope));
  return first ? [first.index] : [];
}

function refusalOf(candidates: readonly Candidate[], scope: Scope): Refusal {
  // Of several ways that the event could go, the reasons are those of the nearest one that this role may take.
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

/** `and`, `or` and `not` of guards are functions that hold their parts and share one check each. */
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

/** A lifecycle moves by events alone: nothing in it waits, runs by itself or follows from a state. */
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
 * What is missing for a guard to hold (`wanted`), or not to; empty where nothing is. Of several ways that would do, the
 * one that lacks least is told.
 */
function missingFor(guard: Guard | null, wanted: boolean, scope: Scope): string[] {
  if (guard === null) return [];
  if (guard.op === 'not') return missingFor(guard.part, !wanted, scope);
  if (guard.op === 'is') return holds(guard, scope) === wanted ? [] : [wanted ? guard.phrase : negated(guard.phrase)];
  const lists = guard.parts.map((part) => missingFor(part, wanted, scope));
  // That not all hold needs one that does not; that not one of them holds needs all of them not to.
  return (guard.op === 'and') === wanted ? lists.flat() : leastOf(lists);
}

const leastOf = (lists: readonly string[][]): string[] =>
  lists.toSorted((one, other) => one.length - other.length)[0] ?? [];

/** "the lead is archived" -> "the lead is not archived". */
function negated(phrase: string): string {
  const turned = phrase.replace(/ (is|are|was|were|can|may|will|must) (?!not )/, ' $1 not ');
  return turned === phrase ? `it is not the case that ${phrase}` : turned;
}

/** The guards on one transition, in the order in which they are asked, whatever they are combined with. */
function phrasesOf(guard: LooseGuard | undefined): string[] {
  if (!guard) return [];
  if (typeof guard === 'string') return [guard];
  return typeof guard === 'function' ? ((guard as Combined).guards ?? []).flatMap(phrasesOf) : [guard.type];
}

/** Every guard phrase that a lifecycle names on an event in any state, for lists and tests. */
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
