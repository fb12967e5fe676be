import type { Definition } from './law.ts';
import { walkOf } from './walk.ts';
import type { LawModel } from '../models/path-model.ts';

/** What people call a transition. Of an event with several payloads, those that were seen to lead this way. */
export function wordsFor(model: LawModel): (definition: Definition) => string[] {
  const walk = walkOf(model);
  const active = new Map([...walk.places].map(([key, place]) => [key, (model.snapshot(place, model.facts) as { _nodes: { path: string[] }[] })._nodes.map(({ path }) => path.join('.'))]));
  return ({ state, event: type, target }) => {
    const names = Object.entries(model.events).filter(([, { event }]) => event.type === type);
    const seen = names.filter(([name]) => walk.edges.some(({ event, from, to }) => event === name && active.get(from)!.includes(state) && (target === null ? from === to : active.get(to)!.includes(target))));
    const said = (names.length > 1 && seen.length > 0 ? seen : names.slice(0, 1)).map(([, { does }]) => does);
    return said.length > 0 ? said : [type];
  };
}
