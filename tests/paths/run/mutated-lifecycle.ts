import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { defineLifecycle } from '#src/machines/lifecycle.ts';
import { drivenThrough } from '../drivers/surfaces.ts';

type AnyLifecycle = ReturnType<typeof defineLifecycle>;

const machines = join(import.meta.dirname, '../../../src/machines');

/** Every lifecycle, by its id. */
const judging = new Map<string, AnyLifecycle>();
for (const file of globSync('*/*.lifecycle.ts', { cwd: machines })) {
  const module = (await import(join(machines, file))) as Record<string, unknown>;
  for (const value of Object.values(module))
    if (typeof value === 'object' && value !== null && 'judge' in value)
      judging.set((value as AnyLifecycle).id, value as AnyLifecycle);
}

/** Whether the product can be made to use another machine for it, and be walked through its API. */
export const canBeMutated = (id: string): boolean => judging.has(id) && drivenThrough('api').includes(id);

/** Makes the product in this process use another machine, until the returned function is called. */
export function judgeBy(id: string, machine: AnyStateMachine): () => void {
  const lifecycle = judging.get(id)!;
  const { judge, snapshot } = lifecycle;
  const definition = lifecycle.definition as Parameters<typeof defineLifecycle>[0];
  // A history state is stored as nodes, and each machine has its own.
  const historyOf = (state: unknown) =>
    Object.fromEntries(
      Object.entries(definition.historyOf?.(state) ?? {}).map(([node, remembered]) => [
        node,
        (remembered as AnyStateNode[]).map((one) => machine.getStateNodeById(one.id)),
      ]),
    );
  const mutated = defineLifecycle({ ...definition, machine, historyOf });
  Object.assign(lifecycle, { judge: mutated.judge, snapshot: mutated.snapshot });
  return () => void Object.assign(lifecycle, { judge, snapshot });
}
