import type { AnyStateNode } from 'xstate';
import { askedIn, givenFor } from '../models/path-model.ts';
import type { PathModel } from '../models/path-model.ts';
import { ALWAYS, definitionsOf } from './lifecycle.ts';
import type { Definition } from './lifecycle.ts';
import { walkOf } from './walk.ts';

const pathOf = (node: AnyStateNode | undefined): string => node?.path.join('.') ?? '';

/** What people call a transition: for an event with several payloads, those that were seen to take it. */
export function wordsFor(model: PathModel): (definition: Definition) => string[] {
  const { edges, places } = walkOf(model);
  const seen = new Map<string, Set<string>>();
  const keyOf = (state: string, type: string, target: string | null) => [state, type, target ?? ''].join('\n');
  for (const { from, event: name } of edges) {
    const given = givenFor(model, name);
    const snapshot = askedIn(model, places.get(from), given);
    for (const { source, target, eventType } of snapshot
      ? model.machine.getTransitionData(snapshot as never, given.event)
      : []) {
      const key = keyOf(pathOf(source), eventType, pathOf(target?.[0]));
      const { does, drawn = does } = model.events[name]!;
      seen.set(key, (seen.get(key) ?? new Set()).add(drawn));
    }
  }
  const definitions = definitionsOf(model.machine);
  return ({ state, event: type, target, guards }) => {
    if (type === ALWAYS) return [guards.length > 0 ? `if ${guards.join(' and ')}` : 'otherwise'];
    const said = seen.get(keyOf(state, type, target));
    if (said && said.size > 1 && type.startsWith('xstate.done.actor.')) {
      const others = definitions.filter((one) => one.state === state && one.event === type && one.target !== target);
      const [words, ...more] = answersInShort([...said], { isAny: others.length === 0 });
      // The answer alone may not determine which of two transitions is taken.
      const isShared = others.some((one) =>
        [...(seen.get(keyOf(state, type, one.target)) ?? [])].some((word) => said.has(word)),
      );
      return isShared && guards.length > 0
        ? [`${[words, ...more].join(', or ')}, if ${guards.join(' and ')}`]
        : [words!, ...more];
    }
    return said ? [...said] : [Object.values(model.events).find(({ event }) => event.type === type)?.does ?? type];
  };
}

/** Up to this many answers that lead to the same place are named; if there are more, the first represents all. */
const NAMED = 3;

function answersInShort(answers: string[], { isAny }: { isAny: boolean }): string[] {
  if (isAny) return [answers[0]!.split(':')[0]!];
  return answers.length > NAMED ? [`${answers[0]}, or ${answers.length - 1} others`] : answers;
}
