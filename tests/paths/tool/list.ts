import type { AnyStateNode } from 'xstate';
import type { PathModel } from '../models/path-model.ts';
import { transitionsOf } from './lifecycle.ts';
import { eventName, modelName } from './words.ts';

/** Every state with its tags, and its outgoing transitions with their guards. */
export function describe(model: PathModel): string {
  const lines = [`${modelName(model.id, model.version)}: ${model.title}`, ''];
  const visit = (node: AnyStateNode, depth: number): void => {
    const indent = '  '.repeat(depth);
    const tags = node.tags.length > 0 ? ` [${node.tags.join(', ')}]` : '';
    const kind = node.type === 'parallel' || node.type === 'history' ? ` (${node.type})` : '';
    lines.push(`${indent}${depth === 0 ? model.id : node.key}${kind}${tags}`);
    for (const { event, target, guards } of transitionsOf(node)) {
      lines.push(
        `${indent}    ${eventName(event)} -> ${target ?? 'stays'}${guards.length > 0 ? `   if ${guards.join(', ')}` : ''}`,
      );
    }
    for (const child of Object.values(node.states)) visit(child, depth + 1);
  };
  visit(model.machine.root, 0);
  return lines.join('\n');
}

/** One line per model: the lifecycles, then the flows. */
export function overview(models: readonly PathModel[]): string {
  const line = ({ id, version, title }: PathModel) =>
    `  ${id.padEnd(16)} ${(version === null ? '' : `v${version}`).padEnd(4)} ${title}`;
  const group = (kind: PathModel['kind'], heading: string) =>
    [heading, ...models.filter((model) => model.kind === kind).map(line)].join('\n');
  return [
    group('lifecycle', 'Lifecycles: what may happen to a record'),
    group('flow', 'Flows: what happens on a screen'),
  ].join('\n\n');
}
