import { canCome, givenFor, nextOf, verdictOf } from '../models/path-model.ts';
import type { Asked, By, PathModel, Verdict } from '../models/path-model.ts';
import type { Role } from '#src/machines/lifecycle.ts';
import type { Walk } from './walk.ts';

/** One event sent in one place: valid, by somebody else, or with one requirement unmet. */
export interface Move {
  event: string;
  /** The key of the place. */
  from: string;
  by?: By;
  broken?: string;
}

const ROLES: readonly Role[] = ['agent', 'carrier', 'client', 'mover', 'assistant', 'visitor', 'system'];

export function askedBy(model: PathModel, { event: name, by, broken }: Move): Asked {
  const given = givenFor(model, name);
  if (by) return { ...given, event: { ...given.event, by } };
  return broken ? model.breaks[broken]!(given) : given;
}

export interface Outcome {
  /** The key of the place where it ends; the same as `from` if it was refused. */
  to: string;
  verdict: Verdict;
}

/** Models do not change, and the same is asked by each strategy and by what measures its coverage. */
const outcomes = new WeakMap<PathModel, Map<string, Outcome>>();

export function outcomeOf({ model, places }: Pick<Walk, 'model' | 'places'>, move: Move): Outcome {
  const known = outcomes.get(model) ?? new Map<string, Outcome>();
  outcomes.set(model, known);
  const key = [move.from, move.event, move.by, move.broken].join('\n');
  const found = known.get(key);
  if (found) return found;
  const asked = askedBy(model, move);
  const place = places.get(move.from);
  const verdict = verdictOf(model, place, asked);
  const outcome = { to: verdict.may ? model.keyOf(nextOf(model, place, asked)) : move.from, verdict };
  known.set(key, outcome);
  return outcome;
}

/** The requirements of an event in a place: those because of which it is refused when they are unmet. */
export function needsOf(walk: Walk, from: string, event: string): string[] {
  return Object.keys(walk.model.breaks).filter((broken) => {
    const { verdict } = outcomeOf(walk, { event, from, broken });
    return !verdict.may && verdict.because === 'requirements' && verdict.unmet.includes(broken);
  });
}

/** The model's events that can be tried in a place. */
export const comingIn = ({ model, places }: Walk, from: string): string[] =>
  Object.keys(model.events).filter((event) => canCome(model, places.get(from), givenFor(model, event)));

/**
 * Everything that a place refuses: events that do not happen there, people who may not, and unmet requirements. What
 * lacks the same comes together, so that it is taken away once for all of them.
 */
export function refusedIn(walk: Walk, from: string): Move[] {
  const moves = comingIn(walk, from).flatMap((event): Move[] => {
    const { verdict } = outcomeOf(walk, { event, from });
    if (!verdict.may) return [{ event, from }];
    // A flow has one screen, with one person in front of it.
    const stranger =
      walk.model.kind === 'lifecycle' &&
      ROLES.find((by) => {
        const asked = outcomeOf(walk, { event, from, by }).verdict;
        return !asked.may && asked.because === 'role';
      });
    return [
      ...(stranger ? [{ event, from, by: stranger }] : []),
      ...needsOf(walk, from, event).map((broken) => ({ event, from, broken })),
    ];
  });
  return [...Map.groupBy(moves, ({ broken }) => broken ?? '')]
    .toSorted(([a], [b]) => Number(a !== '') - Number(b !== ''))
    .flatMap(([, alike]) => alike);
}
