import { readdirSync } from 'node:fs';
import type { FlowModel } from './flow-model.ts';
import type { LifecycleModel, PathModel } from './path-model.ts';

const isModel = (value: unknown): value is PathModel =>
  typeof value === 'object' && value !== null && 'kind' in value && 'events' in value;

const names = readdirSync(import.meta.dirname).flatMap((file) => /^(.+)\.model\.ts$/.exec(file)?.[1] ?? []);
const modules = await Promise.all(
  names.map((name) => import(`./${name}.model.ts`) as Promise<Record<string, unknown>>),
);

/** Every model: each file in this folder whose name ends with `.model.ts` contains one. */
export const models: readonly PathModel[] = modules
  .flatMap((module) => Object.values(module).filter(isModel))
  .toSorted((one, other) =>
    one.kind === other.kind ? one.id.localeCompare(other.id) : other.kind.localeCompare(one.kind),
  );

/** A lifecycle under src/machines without a model fails a test. */
export const lifecycles: readonly LifecycleModel[] = models.filter((model) => model.kind === 'lifecycle');

/** A machine under src/machines without a model fails a test. */
export const flows: readonly FlowModel[] = models.filter((model) => model.kind === 'flow');
