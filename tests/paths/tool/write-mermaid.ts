import type { AnyStateNode } from 'xstate';
import type { PathModel } from '../models/path-model.ts';
import { wordsFor } from './event-words.ts';
import { ALWAYS, definitionsOf, isStateless, stateName } from './lifecycle.ts';

/** The lifecycle as a Mermaid state diagram, for documents whose viewer renders it. */
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
    // The label of automatic transitions and answers already contains their conditions.
    const needs =
      event === ALWAYS || event.startsWith('xstate.done.') || event.startsWith('xstate.error.')
        ? []
        : guards.filter((phrase) => !phrase.endsWith(' does it'));
    const label = plain(`${words(definition).join(' / ')}${needs.length > 0 ? ` [${needs.join(', ')}]` : ''}`);
    // Events handled in any state are listed separately; Mermaid has no arrow from a whole diagram.
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
  // Regions are drawn as frames side by side, because Mermaid accepts its dashed separator only inside a frame.
  for (const child of Object.values(node.states)) {
    const id = idOf(child.path.join('.'));
    const name = child.type === 'history' ? 'back to where it was' : stateName(child);
    lines.push(`${indent}state "${plain(name)}" as ${id}`);
    if (Object.keys(child.states).length > 0)
      lines.push(`${indent}state ${id} {`, ...statesIn(child, depth + 1), `${indent}}`);
  }
  return lines;
}

/** Mermaid accepts letters, digits, and underscores; `end` and the like are reserved words. */
const idOf = (path: string): string => `s_${path.replaceAll(/[^\w]/g, '_')}`;

/** Escapes what Mermaid would interpret as syntax. */
const plain = (text: string): string =>
  text.replaceAll(';', ',').replaceAll(':', ' -').replaceAll('"', "'").replaceAll('#', '');
