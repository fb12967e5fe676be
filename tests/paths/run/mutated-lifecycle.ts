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

/** Whether the product can be made to judge by another machine there, and be walked through its API. */
export const canBeMutated = (id: string): boolean => judging.has(id) && drivenThrough('api').includes(id);

/** Lets the product in this process judge by another machine, until what is returned is called. */
export function judgeBy(id: string, machine: AnyStateMachine): () => void {
  const lifecycle = judging.get(id)!;
  const { judge, snapshot } = lifecycle;
  const definition = lifecycle.definition as Parameters<typeof defineLifecycle>[0];
  // A state that was set aside is remembered as nodes, of which each machine has its own.
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
