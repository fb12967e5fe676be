import type { AnyStateNode } from 'xstate';
import { askedBy, outcomeOf } from './moves.ts';
import type { Asked, Move } from './moves.ts';
import { definitionsOf, phrasesOf } from './law.ts';
import type { Guard } from './law.ts';
import { edgeName } from './walk.ts';
import type { Walk } from './walk.ts';

/** What there is of a kind, and by name what no case took. */
export interface Covered {
  all: number;
  missing: string[];
}

export interface Coverage {
  states: Covered;
  /** Of the reachable places: a place and an event that happens there. */
  transitions: Covered;
  /** Of every transition as the law defines it: each guard seen to hold, and seen not to. */
  guards: Covered;
  /** A place and an event that is refused there, however well filled in. */
  refusals: Covered;
}

export function coverageOf(walk: Walk, paths: readonly (readonly Move[])[]): Coverage {
  const moves = [...new Map(paths.flat().map((move) => [JSON.stringify(move), move])).values()].map((move) => ({ move, ...outcomeOf(walk, move) }));
  const open = new Set(walk.edges.map(({ from, event }) => pairOf(from, event)));
  const pairs = [...walk.places.keys()].flatMap((from) => Object.keys(walk.model.events).map((event) => pairOf(from, event)));
  return {
    states: compared([...walk.places.keys()], [walk.start, ...moves.flatMap(({ move, to }) => [move.from, to])]),
    transitions: compared(walk.edges.map(edgeName), moves.filter(({ verdict }) => verdict.may).map(({ move, to }) => edgeName({ ...move, to }))),
    guards: compared(guardsOf(walk), moves.flatMap(({ move }) => guardsSeen(walk, move))),
    refusals: compared(pairs.filter((pair) => !open.has(pair)), moves.filter(({ verdict }) => !verdict.may).map(({ move }) => pairOf(move.from, move.event))),
  };
}

const pairOf = (place: string, event: string): string => `${place}: ${event}`;

function compared(all: readonly string[], seen: readonly string[]): Covered {
  const had = new Set(seen);
  const names = [...new Set(all)];
  return { all: names.length, missing: names.filter((name) => !had.has(name)) };
}

const outcomeName = (state: string, event: string, phrase: string, holds: boolean): string => `${state || 'any state'}: ${event}: ${phrase} (${holds ? 'holds' : 'does not hold'})`;

function guardsOf({ model }: Walk): string[] {
  return definitionsOf(model.machine).flatMap(({ state, event, guards }) => guards.flatMap((phrase) => [true, false].map((holds) => outcomeName(state, event, phrase, holds))));
}

interface LooseMachine {
  implementations: { guards: Record<string, (scope: { context: unknown; event: unknown }, params: unknown) => boolean> };
}
interface Snapshot {
  context: unknown;
  machine: LooseMachine;
  _nodes: (AnyStateNode & { transitions: Map<string, { guard: Guard | undefined }[]> })[];
}

/** How each guard on the event answers in this place, those too that XState did not come to ask. */
function guardsSeen(walk: Walk, move: Move): string[] {
  const asked = askedBy(walk.model, move);
  const snapshot = walk.model.snapshot(walk.places.get(move.from), asked.facts) as Snapshot;
  return snapshot._nodes.flatMap((node) =>
    (node.transitions.get(asked.event.type) ?? []).flatMap(({ guard }) =>
      partsOf(guard).map((part) => outcomeName(node.path.join('.'), asked.event.type, phrasesOf(part).join(' and '), holds(part, snapshot, asked))),
    ),
  );
}

/** The guards that must all hold. */
const partsOf = (guard: Guard | undefined): Guard[] => (typeof guard === 'function' && guard.name === 'and' ? guard.guards!.flatMap(partsOf) : guard ? [guard] : []);

function holds(guard: Guard, snapshot: Snapshot, asked: Asked): boolean {
  if (typeof guard === 'function') {
    const inner = (guard.guards ?? []).map((one) => holds(one, snapshot, asked));
    if (guard.name === 'not') return !inner[0];
    return guard.name === 'or' ? inner.includes(true) : !inner.includes(false);
  }
  const { type, params } = typeof guard === 'string' ? { type: guard, params: undefined } : { params: undefined, ...guard };
  const scope = { context: snapshot.context, event: asked.event };
  const given = typeof params === 'function' ? (params as (from: typeof scope) => unknown)(scope) : params;
  return snapshot.machine.implementations.guards[type]!(scope, given);
}

/** As lines: how much of each kind, and what is missing, by name. */
export function coverageAsText(coverage: Coverage): string {
  return Object.entries(coverage)
    .map(([kind, { all, missing }]: [string, Covered]) => [`${kind.padEnd(12)} ${all - missing.length} of ${all}`, ...missing.map((name) => `  not covered: ${name}`)].join('\n'))
    .join('\n');
}
