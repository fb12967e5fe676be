import type { Verdict } from '../models/path-model.ts';
import { canCome, givenFor, verdictOf } from '../models/path-model.ts';
import type { Asked, By, PathModel } from '../models/path-model.ts';
import { askedBy, needsOf, outcomeOf } from './moves.ts';
import type { Move } from './moves.ts';
import { choose } from './strategies.ts';
import type { Limits, Strategy } from './strategies.ts';
import { personOf, reasonOf, recordOf } from './words.ts';
import { edgesFrom } from './walk.ts';
import type { Walk } from './walk.ts';

/** An event that the state handles, but that this record is not ready for. */
export interface Off {
  event: string;
  does: string;
  until: string[];
}

/** One step, complete: enough to carry it out by hand or with a tool. */
export interface CaseStep {
  model: string;
  /** The event's name in the model. */
  event: string;
  person: string;
  by: By;
  does: string;
  /** What is sent, and the facts with which the lifecycle judged it. */
  asked: Asked;
  broken: string | null;
  from: string;
  to: string;
  /** The name that people see for `to`. */
  place: string;
  verdict: Verdict;
  sentence: string;
  off: Off[];
}

export interface Case {
  id: string;
  title: string;
  start: string;
  steps: CaseStep[];
}

/** What may happen in a place, and the requirements of each event. */
export interface PlaceOffer {
  key: string;
  place: string;
  allows: { event: string; person: string; does: string; to: string; needs: string[] }[];
}

export interface Suite {
  model: string;
  title: string;
  kind: PathModel['kind'];
  /** Null for a flow, because flows are not stored. */
  version: number | null;
  strategy: Strategy;
  /** For random walks. */
  seed: number | null;
  /** Whether there are more cases than requested. */
  isCut: boolean;
  cases: Case[];
  /** For every reachable place. */
  places: PlaceOffer[];
}

export function suiteOf(walk: Walk, strategy: Strategy, limits: Limits): Suite {
  const { model } = walk;
  const { paths, isCut } = choose(walk, strategy, limits);
  const width = String(paths.length).length;
  // The same step occurs in many cases, and judging every other event after it is slow.
  const known = new Map<string, CaseStep>();
  const stepFor = (move: Move): CaseStep => {
    const key = [move.from, move.event, move.by, move.broken].join('\n');
    const step = known.get(key) ?? stepOf(walk, move);
    known.set(key, step);
    return step;
  };
  return {
    model: model.id,
    title: model.title,
    kind: model.kind,
    version: model.version,
    strategy,
    seed: strategy === 'random' ? limits.seed : null,
    isCut,
    cases: paths.map((path, index) =>
      caseOf(walk, path.map(stepFor), `${model.id}-${strategy}-${String(index + 1).padStart(width, '0')}`),
    ),
    places: [...walk.places.keys()].map((key) => offerOf(walk, key)),
  };
}

function caseOf(walk: Walk, steps: CaseStep[], id: string): Case {
  const { verdict, place, person, does } = steps.at(-1)!;
  return {
    id,
    title: `${place}: ${verdict.may ? `${person} ${does}` : `what is ${walk.model.kind === 'lifecycle' ? 'refused' : 'not possible'} there`}`,
    start: nameOf(walk, walk.start),
    steps,
  };
}

function offerOf(walk: Walk, key: string): PlaceOffer {
  const { model } = walk;
  const allows = edgesFrom(walk, key).map(({ event, to }) => ({
    event,
    person: personOf(model, model.events[event]!.event),
    does: model.events[event]!.does,
    to: nameOf(walk, to),
    needs: needsOf(walk, key, event),
  }));
  return { key, place: nameOf(walk, key), allows };
}

const nameOf = ({ model, places }: Walk, key: string): string => model.nameOf(places.get(key));

/** Turns a move into a step of a case. */
export function stepOf(walk: Walk, move: Move): CaseStep {
  const { model } = walk;
  const asked = askedBy(model, move);
  const { to, verdict } = outcomeOf(walk, move);
  const person = personOf(model, asked.event);
  const { does } = model.events[move.event]!;
  const place = nameOf(walk, to);
  const step = {
    model: model.id,
    event: move.event,
    person,
    by: asked.event.by,
    does,
    asked,
    broken: move.broken ?? null,
    from: move.from,
    to,
    place,
    verdict,
  };
  // For the event that was just refused, the sentence already says why.
  const off = offIn(walk, to, asked.facts).filter(({ event }) => verdict.may || event !== move.event);
  return { ...step, sentence: sentenceOf(walk, step), off };
}

function sentenceOf(
  { model }: Walk,
  { person, does, from, to, place, verdict }: Omit<CaseStep, 'sentence' | 'off'>,
): string {
  const reason = reasonOf(model, verdict);
  return `${person} ${does} → ${reason ? `${reason}; ` : ''}${recordOf(model)} ${from === to ? 'stays' : 'stands'} in ${place}.`;
}

/** What the place handles but these facts do not yet allow. */
function offIn({ model, places }: Pick<Walk, 'model' | 'places'>, place: string, facts: unknown): Off[] {
  return Object.entries(model.events).flatMap(([name, { event, does }]) => {
    if (!canCome(model, places.get(place), givenFor(model, name))) return [];
    const verdict = verdictOf(model, places.get(place), { event, facts });
    return !verdict.may && verdict.because === 'requirements' ? [{ event: name, does, until: verdict.unmet }] : [];
  });
}
