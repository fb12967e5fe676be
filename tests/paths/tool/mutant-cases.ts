import type { AnyStateNode } from 'xstate';
import type { LifecycleModel } from '../models/path-model.ts';
import { overMachine } from './lifecycle.ts';
import { stepOf } from './cases.ts';
import type { Case } from './cases.ts';
import { outcomeOf, refusedIn } from './moves.ts';
import type { Move } from './moves.ts';
import { answerIn, answerOf, mutantsOf } from './mutate.ts';
import type { Mutant } from './mutate.ts';
import { numbersFrom } from './strategies.ts';
import { edgesFrom, walkOf } from './walk.ts';

/** That many mutants of these lifecycles, drawn at random; the same seed draws the same ones. */
export function drawMutants(
  models: readonly LifecycleModel[],
  { count, seed }: { count: number; seed: number },
): { model: LifecycleModel; mutant: Mutant }[] {
  const next = numbersFrom(seed);
  return models
    .flatMap((model) => mutantsOf(model.machine).map((mutant) => ({ model, mutant, rank: next() })))
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, count)
    .map(({ model, mutant }) => ({ model, mutant }));
}

/**
 * The minimum that the suites of the true lifecycle try of what was changed: its event in each place where the changed
 * state is active, both valid and refused. Places where the mutant answers differently come first.
 */
export function casesOf(model: LifecycleModel, { event, state, machine }: Mutant): Case[] {
  const walk = walkOf(model);
  const path = state.join('.');
  const isEvent = (move: Move): boolean => model.events[move.event]!.event.type === event;
  const isActive = (place: unknown): boolean => {
    const { _nodes: nodes } = model.snapshot(place, model.facts) as { _nodes: AnyStateNode[] };
    return nodes.some((node) => node.path.join('.') === path);
  };
  const mutated = { model: overMachine(model, machine), places: walk.places };
  return [...walk.places]
    .filter(([, place]) => isActive(place))
    .map(([from]) => {
      const moves = [...refusedIn(walk, from), ...edgesFrom(walk, from).map((edge) => ({ event: edge.event, from }))];
      const asked = moves.filter(isEvent).map((move) => ({
        move,
        differs: answerIn(mutated, move) !== answerOf(outcomeOf(walk, move)),
      }));
      return { from, way: walk.ways.get(from)!, asked };
    })
    .filter(({ asked }) => asked.length > 0)
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .flatMap(({ from, way, asked }) =>
      // An allowed event changes the record, so each has its own case; all refusals share one.
      Object.values(Object.groupBy(asked, ({ move }, index) => (isRefused(move) ? 'refused' : index))).map((group) => ({
        id: `${model.id}-mutant`,
        title: `${event} in ${from}`,
        start: walk.start,
        steps: [...way, ...group!.map(({ move }) => move)].map((move) => stepOf(walk, move)),
      })),
    );

  function isRefused(move: Move): boolean {
    return !outcomeOf(walk, move).verdict.may;
  }
}

const rankOf = ({ way, asked }: { way: readonly unknown[]; asked: readonly { differs: boolean }[] }): number =>
  (asked.some(({ differs }) => differs) ? 0 : 1000) + way.length;
