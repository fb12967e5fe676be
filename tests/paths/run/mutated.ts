/** The test file of `npm run paths -- mutate --through api`: a product whose lifecycles have a mistake. */
import { beforeAll, describe, inject, test } from 'vitest';
import { lifecycles } from '../models/all.ts';
import { casesOf, drawMutants } from '../tool/mutant-cases.ts';
import type { Mutant } from '../tool/mutate.ts';
import type { Case } from '../tool/cases.ts';
import type { Driver } from './driver.ts';
import { judgeBy } from './mutated-lifecycle.ts';
import { walkCase } from './walk-case.ts';
import { ownWorld } from './world.ts';
import type { World } from './world.ts';
import { MINUTE } from '#src/machines/calendar/durations.ts';

export interface MutationOrder {
  models: string[];
  count: number;
  seed: number;
}

/** What the product's own cases found out about one mistake. */
export interface MutantResult {
  model: string;
  mutant: string;
  kind: Mutant['kind'];
  /** The case that noticed it, and its message; null if none did. */
  caughtBy: { title: string; message: string } | null;
  /** How many steps were made with the mistake in the product, and what could not be tried. */
  tried: number;
  skipped: string[];
}

declare module 'vitest' {
  interface ProvidedContext {
    mutations: MutationOrder;
  }
  interface TaskMeta {
    mutant?: MutantResult;
  }
}

const { models, count, seed } = inject('mutations');
const drawn = drawMutants(
  lifecycles.filter(({ id }) => models.includes(id)),
  { count, seed },
);
for (const [model, mutants] of Map.groupBy(drawn, ({ model: one }) => one)) {
  const { driver } = (await import(`../drivers/${model.id}.api.ts`)) as { driver: Driver };
  describe(model.id, () => {
    let world: World;
    beforeAll(async () => void (world = await ownWorld(driver.environment)));

    for (const { mutant } of mutants)
      test(mutant.name, { timeout: 5 * MINUTE }, async ({ task }) => {
        const result: MutantResult = {
          model: model.id,
          mutant: mutant.name,
          kind: mutant.kind,
          caughtBy: null,
          tried: 0,
          skipped: [],
        };
        task.meta.mutant = result;
        for (const one of casesOf(model, mutant)) {
          const message = await mistakeIn(one, mutant, result);
          if (message === null) continue;
          // A case that also fails without the mistake has noticed something else.
          const otherwise = await faultOf(one);
          if (otherwise === null) return void (result.caughtBy = { title: one.title, message });
          result.skipped.push(`Also without the mistake: ${otherwise}`);
        }
      });

    async function mistakeIn(one: Case, mutant: Mutant, result: MutantResult): Promise<string | null> {
      const restore = judgeBy(model.id, mutant.machine);
      try {
        return await faultOf(one, result);
      } finally {
        restore();
      }
    }

    async function faultOf(one: Case, result?: MutantResult): Promise<string | null> {
      const { steps } = await walkCase(driver, world, one, { folder: null, walked: new Set() });
      if (result) {
        result.tried += steps.filter(({ status }) => status === 'passed' || status === 'failed').length;
        result.skipped.push(...steps.flatMap(({ status, message }) => (status === 'skipped' ? (message ?? '') : [])));
      }
      return steps.find(({ status }) => status === 'failed')?.message ?? null;
    }
  });
}
