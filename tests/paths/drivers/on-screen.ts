import type { FlowModel, FlowPlace } from '../models/flow-model.ts';
import { tourOf } from '../tool/tour.ts';
import { edgeName, edgesFrom, walkOf } from '../tool/walk.ts';
import type { Edge } from '../tool/walk.ts';

/** Gives transitions that are equivalent to whoever walks them the same name. */
export type Alike = (edge: Edge) => string;

/** The model without the transitions that are left out: neither walked nor expected in the coverage. */
function onlyWith(model: FlowModel, isKept: (from: string, event: string) => boolean): FlowModel {
  const names = new Map<object, string>(Object.entries(model.events).map(([name, { event }]) => [event, name]));
  const isThere = (place: FlowPlace, event: { type: string }) => {
    const name = names.get(event);
    return name === undefined || isKept(model.keyOf(place), name);
  };
  return {
    ...model,
    asked: (place, event) => (isThere(place, event) ? model.asked(place, event) : null),
    canCome: (place, event) => isThere(place, event) && model.canCome(place, event),
    verdict: (place, event) =>
      isThere(place, event) ? model.verdict(place, event) : { may: false, because: 'state', unmet: [] },
  };
}

/** A flow as far as its screen goes: `lacks` returns whether nothing there offers an event in a place. */
export const offered = (model: FlowModel, lacks: (from: string, event: string) => boolean): FlowModel =>
  onlyWith(model, (from, event) => !lacks(from, event));

/** Of transitions that are alike, one represents all: those of the shortest tours that take each. */
export function oncePer(model: FlowModel, alike: Alike): FlowModel {
  const walk = walkOf(model);
  const stepsFrom = (place: string) => edgesFrom(walk, place).map((step) => ({ step, to: step.to }));
  const tours = tourOf({
    start: walk.start,
    keyOf: (place: string) => place,
    stepsFrom,
    takes: (edge: Edge) => [alike(edge)],
  });
  const kept = new Set(tours.flat().map(edgeName));
  const pairs = new Set(
    walk.edges.filter((edge) => kept.has(edgeName(edge))).map(({ from, event }) => `${from}\n${event}`),
  );
  return onlyWith(model, (from, event) => pairs.has(`${from}\n${event}`));
}

/** What a model contains but a narrower one of the same flow does not; of transitions that are alike, only one. */
export function beyond(model: FlowModel, narrower: FlowModel, alike: Alike): string[] {
  const had = new Set(walkOf(narrower).edges.map(alike));
  return [...new Set(walkOf(model).edges.map(alike))].filter((name) => !had.has(name));
}
