import type { AnyStateNode } from 'xstate';
import { givenFor } from '../models/path-model.ts';
import type { LawModel } from '../models/path-model.ts';
import type { Definition } from './law.ts';
import { walkOf } from './walk.ts';

const pathOf = (node: AnyStateNode | undefined): string => node?.path.join('.') ?? '';

/** What people call a transition: of an event with several payloads, those that are seen to take it. */
export function wordsFor(model: LawModel): (definition: Definition) => string[] {
  const { edges, places } = walkOf(model);
  const seen = new Map<string, Set<string>>();
  const keyOf = (state: string, type: string, target: string | null) => [state, type, target ?? ''].join('\n');
  for (const { from, event: name } of edges) {
    const { event, facts } = givenFor(model, name);
    for (const { source, target } of model.machine.getTransitionData(model.snapshot(places.get(from), facts) as never, event)) {
      const key = keyOf(pathOf(source), event.type, pathOf(target?.[0]));
      seen.set(key, (seen.get(key) ?? new Set()).add(model.events[name]!.does));
    }
  }
  return ({ state, event: type, target }) => {
    const said = seen.get(keyOf(state, type, target));
    return said ? [...said] : [Object.values(model.events).find(({ event }) => event.type === type)?.does ?? type];
  };
}
