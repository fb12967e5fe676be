import type { AnyStateNode } from 'xstate';
import type { PathModel } from '../models/path-model.ts';
import { wordsFor } from './event-words.ts';
import { ALWAYS, definitionsOf, isStateless, stateName } from './lifecycle.ts';

/** The lifecycle as a Mermaid state diagram, for documents that draw it where they are read. */
export function toMermaid(model: PathModel): string {
  const { title, machine } = model;
  const words = wordsFor(model);
  const lines = [
    '---',
    `title: ${JSON.stringify(title)}`,
    '---',
    'stateDiagram-v2',
    '  direction LR',
    ...statesIn(machine.root, 1),
  ];
  for (const definition of definitionsOf(machine)) {
    const { state, event, target, guards } = definition;
    // What goes on by itself, and what is answered, is called by what leads there.
    const needs =
      event === ALWAYS || event.startsWith('xstate.done.') || event.startsWith('xstate.error.')
        ? []
        : guards.filter((phrase) => !phrase.endsWith(' does it'));
    const label = plain(`${words(definition).join(' / ')}${needs.length > 0 ? ` [${needs.join(', ')}]` : ''}`);
    // What happens in any state is said beside it; Mermaid has no line from a whole diagram.
    if (state === '' && !isStateless(machine))
      lines.push(`  %% in any state: ${label}${target ? ` -> ${target}` : ''}`);
    else lines.push(`  ${idOf(state)} --> ${idOf(target ?? state)} : ${label}`);
  }
  return `${lines.join('\n')}\n`;
}

function statesIn(node: AnyStateNode, depth: number): string[] {
  const indent = '  '.repeat(depth);
  const lines: string[] = [];
  if (depth === 1 && node.type === 'atomic') return [`${indent}state "${plain(node.key)}" as ${idOf('')}`];
  const first = node.type === 'parallel' ? undefined : node.initial.target[0];
  if (first) lines.push(`${indent}[*] --> ${idOf(first.path.join('.'))}`);
  // Regions are frames side by side: Mermaid takes its line of dashes inside of a frame only.
  for (const child of Object.values(node.states)) {
    const id = idOf(child.path.join('.'));
    const name = child.type === 'history' ? 'back to where it was' : stateName(child);
    lines.push(`${indent}state "${plain(name)}" as ${id}`);
    if (Object.keys(child.states).length > 0)
      lines.push(`${indent}state ${id} {`, ...statesIn(child, depth + 1), `${indent}}`);
  }
  return lines;
}

/** Mermaid takes letters, digits and underscores; `end` and the like are words of its own. */
const idOf = (path: string): string => `s_${path.replaceAll(/[^\w]/g, '_')}`;

/** What Mermaid would take for its own signs. */
const plain = (text: string): string =>
  text.replaceAll(';', ',').replaceAll(':', ' -').replaceAll('"', "'").replaceAll('#', '');
