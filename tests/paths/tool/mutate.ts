import { and, createMachine, not } from 'xstate';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import type { LifecycleModel } from '../models/path-model.ts';
import { overMachine, phrasesOf, statesOf } from './lifecycle.ts';
import type { Guard } from './lifecycle.ts';
import { outcomeOf, refusedIn } from './moves.ts';
import type { Move, Outcome } from './moves.ts';
import { walkOf } from './walk.ts';
import type { Walk } from './walk.ts';

/** A lifecycle with one mistake in it, and the name of the mistake. */
export interface Mutant {
  name: string;
  kind: 'dropped' | 'added' | 'negated' | 'swapped';
  machine: AnyStateMachine;
  /** The type of the event that it handles differently, and the path of the state where it does. */
  event: string;
  state: readonly string[];
}

interface LooseTransition {
  target?: string | undefined;
  guard?: Guard;
}
interface LooseState {
  on?: Record<string, string | LooseTransition | (string | LooseTransition)[]>;
  states?: Record<string, LooseState>;
}

const listOf = (transitions: NonNullable<LooseState['on']>[string] | undefined): LooseTransition[] =>
  (transitions === undefined ? [] : Array.isArray(transitions) ? transitions : [transitions]).map((one) =>
    typeof one === 'string' ? { target: one } : one,
  );

/** A copy of the definition with one state changed; functions and guards stay the same. */
function changed(
  definition: LooseState,
  [key, ...path]: readonly string[],
  change: (state: LooseState) => LooseState,
): LooseState {
  if (key === undefined) return change(definition);
  return { ...definition, states: { ...definition.states, [key]: changed(definition.states![key]!, path, change) } };
}

const withTransitions = (state: LooseState, event: string, transitions: LooseTransition[]): LooseState => ({
  ...state,
  on: { ...state.on, [event]: transitions },
});

/** A wrong target for a transition: the state next to the right one. */
function neighborOf(node: AnyStateNode): AnyStateNode | undefined {
  const beside = Object.values(node.parent?.states ?? {}).filter(
    (state: AnyStateNode) => state.type !== 'history',
  ) as AnyStateNode[];
  return beside.length > 1 ? beside[(beside.indexOf(node) + 1) % beside.length] : undefined;
}

/** Every lifecycle that differs from this one in one thing: dropped, added, negated, or swapped. */
export function mutantsOf(machine: AnyStateMachine): Mutant[] {
  const make = (
    kind: Mutant['kind'],
    name: string,
    event: string,
    node: AnyStateNode,
    change: (state: LooseState) => LooseState,
  ): Mutant => ({
    kind,
    name: `${kind} ${name}`,
    event,
    state: node.path,
    machine: createMachine(
      changed(machine.config as LooseState, node.path, change) as never,
      machine.implementations as never,
    ),
  });
  const nodes = [machine.root, ...statesOf(machine)].filter(({ type }) => type !== 'history');
  const events = [...new Set(nodes.flatMap(({ ownEvents }) => ownEvents as string[]))];
  return nodes.flatMap((node) => {
    const place = node.path.join('.') || 'any state';
    const own = events.flatMap((event) => {
      const transitions = listOf((node.config as LooseState).on?.[event]);
      return transitions.flatMap((one, index) => {
        const name = `${place}: ${event}${transitions.length > 1 ? ` (${index + 1})` : ''}`;
        const replace = (other: LooseTransition[]) => (state: LooseState) =>
          withTransitions(state, event, transitions.toSpliced(index, 1, ...other));
        const goal = (node.transitions.get(event) as { target?: AnyStateNode[] }[])[index]!.target?.[0];
        const wrong = neighborOf(goal ?? node);
        return [
          make('dropped', name, event, node, replace([])),
          ...negationsOf(one.guard).map(({ phrase, guard }) =>
            make('negated', `${name}: ${phrase}`, event, node, replace([{ ...one, guard }])),
          ),
          ...(wrong
            ? [
                make(
                  'swapped',
                  `${name} -> ${wrong.path.join('.')}`,
                  event,
                  node,
                  replace([{ ...one, target: `#${wrong.id}` }]),
                ),
              ]
            : []),
        ];
      });
    });
    return [...own, ...additionsTo(node, events, make)];
  });
}

/** For each phrase of the guard, the guard with that phrase negated. */
function negationsOf(guard: Guard | undefined): { phrase: string; guard: Guard }[] {
  if (!guard) return [];
  if (typeof guard === 'function' && guard.name === 'and') {
    const parts = guard.guards!;
    return parts.flatMap((one, index) =>
      negationsOf(one).map(({ phrase, guard: turned }) => ({
        phrase,
        guard: and(parts.toSpliced(index, 1, turned) as never) as unknown as Guard,
      })),
    );
  }
  return [{ phrase: phrasesOf(guard).join(' and '), guard: not(guard as never) as unknown as Guard }];
}

/** Each event that a state does not handle, accepted there without a guard. */
function additionsTo(
  node: AnyStateNode,
  events: readonly string[],
  make: (
    kind: Mutant['kind'],
    name: string,
    event: string,
    node: AnyStateNode,
    change: (state: LooseState) => LooseState,
  ) => Mutant,
): Mutant[] {
  const goal = neighborOf(node);
  if (Object.keys(node.states).length > 0 || !goal) return [];
  const known = (one: AnyStateNode | undefined): string[] =>
    one ? [...(one.ownEvents as string[]), ...known(one.parent)] : [];
  return events
    .filter((event) => !known(node).includes(event))
    .map((event) =>
      make('added', `${node.path.join('.')}: ${event} -> ${goal.path.join('.')}`, event, node, (state) =>
        withTransitions(state, event, [{ target: `#${goal.id}` }]),
      ),
    );
}

/** One thing that the cases try in the lifecycle, and the answer of the unchanged lifecycle. */
interface Expectation {
  move: Move;
  expected: string;
}

export const answerOf = ({ to, verdict }: Outcome): string =>
  verdict.may ? `-> ${to}` : `refused: ${verdict.because}: ${verdict.unmet.join(', ')}`;

const answerIfMay = (outcome: Outcome): string | null => (outcome.verdict.may ? answerOf(outcome) : null);

/** Every place and event: valid, by somebody who may not, and with each requirement unmet. */
function expectationsOf(walk: Walk): Expectation[] {
  const taken = walk.edges.map(({ event, from }) => ({ event, from }));
  // With a requirement unmet, an event can also lead to a different place.
  const elsewhere = walk.edges.flatMap(({ event, from, to }) =>
    Object.keys(walk.model.breaks)
      .map((broken) => ({ event, from, broken }))
      .filter((move) => ![answerOf({ to, verdict: { may: true } }), null].includes(answerIfMay(outcomeOf(walk, move)))),
  );
  return [...taken, ...[...walk.places.keys()].flatMap((from) => refusedIn(walk, from)), ...elsewhere].map((move) => ({
    move,
    expected: answerOf(outcomeOf(walk, move)),
  }));
}

export interface MutationReport {
  model: string;
  mutants: number;
  survivors: string[];
}

/** Makes every mutant of a lifecycle, and tries in it what the cases of the true one try. */
export function mutate(model: LifecycleModel): MutationReport {
  const walk = walkOf(model);
  const expectations = expectationsOf(walk);
  const mutants = mutantsOf(model.machine);
  const survivors = mutants.filter(({ machine }) => {
    const mutated = { model: overMachine(model, machine), places: walk.places };
    return expectations.every(({ move, expected }) => answerIn(mutated, move) === expected);
  });
  return { model: model.id, mutants: mutants.length, survivors: survivors.map(({ name }) => name) };
}

/** A mistake may also make the lifecycle throw: that counts as noticed. */
export function answerIn(walk: Pick<Walk, 'model' | 'places'>, move: Move): string {
  try {
    return answerOf(outcomeOf(walk, move));
  } catch (error) {
    return String(error);
  }
}

/** The percentage of mistakes that must be noticed. */
export const LEAST = 95;

export const caughtOf = ({ mutants, survivors }: Pick<MutationReport, 'mutants' | 'survivors'>): number =>
  ((mutants - survivors.length) / mutants) * 100;

export function mutationsAsText(reports: readonly MutationReport[]): string {
  const line = (name: string, report: Pick<MutationReport, 'mutants' | 'survivors'>) =>
    `${name.padEnd(14)} ${report.mutants - report.survivors.length} of ${report.mutants} caught (${caughtOf(report).toFixed(1)} %)`;
  const lines = reports.flatMap((report) => [
    line(report.model, report),
    ...report.survivors.map((name) => `  survived: ${name}`),
  ]);
  const all = {
    mutants: reports.reduce((sum, { mutants }) => sum + mutants, 0),
    survivors: reports.flatMap(({ survivors }) => survivors),
  };
  return [...lines, ...(reports.length > 1 ? [line('all', all)] : [])].join('\n');
}
