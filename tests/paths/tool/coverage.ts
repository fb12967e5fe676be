import type { AnyStateNode } from 'xstate';
import { askedIn, verdictOf } from '../models/path-model.ts';
import type { Asked } from '../models/path-model.ts';
import type { FlowPlace } from '../models/flow-model.ts';
import { askedBy, comingIn, outcomeOf } from './moves.ts';
import type { Move } from './moves.ts';
import { ALWAYS, definitionsOf, phrasesOf } from './lifecycle.ts';
import type { Guard } from './lifecycle.ts';
import { edgeName } from './walk.ts';
import type { Walk } from './walk.ts';

/** How much there is of a kind, and the names of what no case took. */
export interface Covered {
  all: number;
  missing: string[];
}

export interface Coverage {
  states: Covered;
  /** A reachable place, and an event that happens there. */
  transitions: Covered;
  /** For every transition as the lifecycle defines it: each guard seen to hold, and seen not to. */
  guards: Covered;
  /** A place and an event that is refused there, however valid. */
  refusals: Covered;
}

export function coverageOf(walk: Walk, paths: readonly (readonly Move[])[]): Coverage {
  const moves = [...new Map(paths.flat().map((move) => [JSON.stringify(move), move])).values()].map((move) => ({
    move,
    ...outcomeOf(walk, move),
  }));
  const open = new Set(walk.edges.map(({ from, event }) => pairOf(from, event)));
  const pairs = [...walk.places.keys()].flatMap((from) => comingIn(walk, from).map((event) => pairOf(from, event)));
  return {
    states: compared([...walk.places.keys()], [walk.start, ...moves.flatMap(({ move, to }) => [move.from, to])]),
    transitions: compared(
      walk.edges.map(edgeName),
      moves.filter(({ verdict }) => verdict.may).map(({ move, to }) => edgeName({ ...move, to })),
    ),
    guards: compared(
      guardsOf(walk),
      moves.flatMap(({ move }) => guardsSeen(walk, move)),
    ),
    refusals: compared(
      pairs.filter((pair) => !open.has(pair)),
      moves.filter(({ verdict }) => !verdict.may).map(({ move }) => pairOf(move.from, move.event)),
    ),
  };
}

const pairOf = (place: string, event: string): string => `${place}: ${event}`;

function compared(all: readonly string[], seen: readonly string[]): Covered {
  const had = new Set(seen);
  const names = [...new Set(all)];
  return { all: names.length, missing: names.filter((name) => !had.has(name)) };
}

const outcomeName = (state: string, event: string, phrase: string, holds: boolean): string =>
  `${state || 'any state'}: ${event}: ${phrase} (${holds ? 'holds' : 'does not hold'})`;

function guardsOf({ model }: Walk): string[] {
  return definitionsOf(model.machine).flatMap(({ state, event, guards }) =>
    guards.flatMap((phrase) => [true, false].map((holds) => outcomeName(state, event, phrase, holds))),
  );
}

interface LooseMachine {
  implementations: {
    guards: Record<string, (scope: { context: unknown; event: unknown }, params: unknown) => boolean>;
  };
}
interface Guarded {
  guard?: unknown;
}
interface Snapshot {
  context: unknown;
  machine: LooseMachine;
  _nodes: (AnyStateNode & { transitions: Map<string, Guarded[]>; always?: Guarded[] })[];
}

/** How each guard on the event evaluates in this place, including those that XState did not reach. */
function guardsSeen({ model, places }: Walk, move: Move): string[] {
  const asked = askedBy(model, move);
  const place = places.get(move.from);
  const seen = (
    snapshot: Snapshot,
    type: string,
    guarded: (node: Snapshot['_nodes'][number]) => Guarded[] | undefined,
  ): string[] =>
    snapshot._nodes.flatMap((node) =>
      (guarded(node) ?? []).flatMap(({ guard }) =>
        partsOf(guard as Guard | undefined).map((part) =>
          outcomeName(node.path.join('.'), type, phrasesOf(part).join(' and '), holds(part, snapshot, asked)),
        ),
      ),
    );
  const snapshot = askedIn(model, place, asked) as Snapshot | null;
  const own = snapshot ? seen(snapshot, asked.event.type, (node) => node.transitions.get(asked.event.type)) : [];
  if (model.kind === 'lifecycle' || !verdictOf(model, place, asked).may) return own;
  // Intermediate states also evaluate the guards of their automatic transitions.
  const onTheWay = model.snapshotsOn(place as FlowPlace, asked.event) as unknown as Snapshot[];
  return [...own, ...onTheWay.flatMap((one) => seen(one, ALWAYS, ({ always }) => always))];
}

/** The guards that must all hold. */
const partsOf = (guard: Guard | undefined): Guard[] =>
  typeof guard === 'function' && guard.name === 'and' ? guard.guards!.flatMap(partsOf) : guard ? [guard] : [];

function holds(guard: Guard, snapshot: Snapshot, asked: Asked): boolean {
  if (typeof guard === 'function') {
    const inner = (guard.guards ?? []).map((one) => holds(one, snapshot, asked));
    if (guard.name === 'not') return !inner[0];
    return guard.name === 'or' ? inner.includes(true) : !inner.includes(false);
  }
  const { type, params } =
    typeof guard === 'string' ? { type: guard, params: undefined } : { params: undefined, ...guard };
  const scope = { context: snapshot.context, event: asked.event };
  const given = typeof params === 'function' ? (params as (from: typeof scope) => unknown)(scope) : params;
  return snapshot.machine.implementations.guards[type]!(scope, given);
}

/** As lines: how much of each kind, and the names of what is missing. */
export function coverageAsText(coverage: Coverage): string {
  return Object.entries(coverage)
    .map(([kind, { all, missing }]: [string, Covered]) =>
      [`${kind.padEnd(12)} ${all - missing.length} of ${all}`, ...missing.map((name) => `  not covered: ${name}`)].join(
        '\n',
      ),
    )
    .join('\n');
}
