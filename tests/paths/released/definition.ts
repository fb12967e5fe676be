import type { LifecycleModel } from '../models/path-model.ts';
import { definitionsOf, statesOf } from '../tool/lifecycle.ts';
import { walkOf } from '../tool/walk.ts';

/** A lifecycle as it was released: the places that rows may be in, and what leads where under which conditions. */
export interface Definition {
  model: string;
  version: number;
  /** The key of the place where every record begins. */
  start: string;
  /** The keys of everything that can be reached. */
  places: string[];
  /** `live.new: quote.sent -> live.quote-sent, if an agent does it, the estimate has a total above zero` */
  transitions: string[];
  /** `authority.pending: blocks bid` */
  tags: string[];
}

/** The same lifecycle always gives the same definition, whatever the order in its file. */
export function definitionOf(model: LifecycleModel): Definition {
  const { start, places } = walkOf(model);
  const transitions = definitionsOf(model.machine)
    .map(({ state, event, target, guards }) => ({
      from: `${state || 'any state'}: ${event}`,
      line: `${state || 'any state'}: ${event} -> ${target ?? 'stays'}${guards.length > 0 ? `, if ${guards.join(', ')}` : ''}`,
    }))
    // Among several transitions for one event, the first whose guards hold is taken, so they keep their order.
    .toSorted((a, b) => compare(a.from, b.from));
  return {
    model: model.id,
    version: model.version,
    start,
    places: [...places.keys()].toSorted(compare),
    transitions: transitions.map(({ line }) => line),
    tags: statesOf(model.machine)
      .flatMap(({ path, tags }) => (tags as string[]).map((tag) => `${path.join('.')}: ${tag}`))
      .toSorted(compare),
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** What is in one definition but not in the other, line by line; empty if they are the same. */
export function differences(before: Definition, now: Definition): string[] {
  const kinds = ['places', 'transitions', 'tags'] as const;
  const lines = kinds.flatMap((kind) => [
    ...before[kind].filter((line) => !now[kind].includes(line)).map((line) => `- ${line}`),
    ...now[kind].filter((line) => !before[kind].includes(line)).map((line) => `+ ${line}`),
  ]);
  if (before.start !== now.start) lines.unshift(`- begins in ${before.start}`, `+ begins in ${now.start}`);
  if (lines.length > 0) return lines;
  return kinds.flatMap((kind) => (before[kind].join('\n') === now[kind].join('\n') ? [] : [`  the order of ${kind}`]));
}
