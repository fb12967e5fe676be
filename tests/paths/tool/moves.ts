import { givenFor, stepFrom, verdictOf } from '../models/path-model.ts';
import type { Given, LawModel } from '../models/path-model.ts';
import type { Role, Verdict } from '#src/machines/law.ts';
import type { Walk } from './walk.ts';

/** An event as the law sees it: who sends it, what it carries, what the rows say. */
export type Asked = Given<{ type: string; by: Role }, unknown>;

/** One event sent in one place: well filled in, by somebody else, or with one requirement left unmet. */
export interface Move {
  event: string;
  /** The key of the place. */
  from: string;
  by?: Role;
  broken?: string;
}

const ROLES: readonly Role[] = ['agent', 'carrier', 'client', 'mover', 'assistant', 'visitor', 'system'];

export function askedBy(model: LawModel, { event: name, by, broken }: Move): Asked {
  const given = givenFor(model, name);
  if (by) return { ...given, event: { ...given.event, by } };
  return broken ? model.breaks[broken]!(given) : given;
}

export interface Outcome {
  /** The key of the place where it ends; that of the move where it was refused. */
  to: string;
  verdict: Verdict;
}

export function outcomeOf({ model, places }: Pick<Walk, 'model' | 'places'>, move: Move): Outcome {
  const asked = askedBy(model, move);
  const verdict = verdictOf(model, places.get(move.from), asked);
  if (!verdict.may) return { to: move.from, verdict };
  const step = stepFrom({ ...model, events: { [move.event]: { does: '', event: asked.event, facts: asked.facts as object } } }, places.get(move.from), move.event);
  return { to: model.keyOf(step!.to), verdict };
}

/** The requirements of an event in a place: those that, left unmet, have it refused for their sake. */
export function needsOf(walk: Walk, from: string, event: string): string[] {
  return Object.keys(walk.model.breaks).filter((broken) => {
    const { verdict } = outcomeOf(walk, { event, from, broken });
    return !verdict.may && verdict.because === 'requirements' && verdict.unmet.includes(broken);
  });
}

/** Everything that a place refuses: what does not happen there, who may not, and what is missing. */
export function refusedIn(walk: Walk, from: string): Move[] {
  return Object.keys(walk.model.events).flatMap((event) => {
    const { verdict } = outcomeOf(walk, { event, from });
    if (!verdict.may) return [{ event, from }];
    const stranger = ROLES.find((by) => {
      const asked = outcomeOf(walk, { event, from, by }).verdict;
      return !asked.may && asked.because === 'role';
    });
    return [...(stranger ? [{ event, from, by: stranger }] : []), ...needsOf(walk, from, event).map((broken) => ({ event, from, broken }))];
  });
}
