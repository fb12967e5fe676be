import { beforeAll, expect, test } from 'vitest';
import { suiteOf } from '../tool/cases.ts';
import type { Case, Suite } from '../tool/cases.ts';
import { coverageOf } from '../tool/coverage.ts';
import type { Coverage, Covered } from '../tool/coverage.ts';
import type { Limits, Strategy } from '../tool/strategies.ts';
import { walkOf } from '../tool/walk.ts';
import type { Driver } from './driver.ts';
import { COVERED } from './covered.ts';
import { moveOf } from './run-move.ts';
import { walkCase } from './walk-case.ts';
import type { CaseResult } from './walk-case.ts';
import type { World } from './world.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** For a test that walks a case. */
    walked?: CaseResult;
    /** For the test that closes a suite. */
    covered?: { model: string; surface: string; coverage: Coverage };
  }
}

export interface SuiteOptions {
  strategies: readonly Strategy[];
  limits?: Partial<Limits>;
  /** The folder for screenshots of failing steps. */
  folder?: string | null;
  /** Selects the cases; all by default. */
  only?: (one: Case) => boolean;
  /** The exact names of what these cases do not cover; not checked if omitted. */
  uncovered?: readonly string[];
  /** The kinds to which this applies; all by default. */
  kinds?: readonly (keyof Coverage)[];
  /** Names that `uncovered` does not list, whether or not they are missing. */
  unlisted?: RegExp;
}

const CASE_MINUTES = 5;

/**
 * Makes a test of each case of a model, walked through the surface of its driver. Call it at the top of a test file, or
 * of a `describe`.
 */
export function walkSuite<Stage>(
  driver: Driver<Stage>,
  openWorld: () => Promise<World>,
  { strategies, limits, folder = null, only = () => true, uncovered, kinds, unlisted = /^$/ }: SuiteOptions,
): void {
  const walk = walkOf(driver.model);
  const suites: Suite[] = strategies.map((strategy) =>
    suiteOf(walk, strategy, { cases: 500, length: 20, seed: 1, ...limits }),
  );
  const walked = new Set<string>();
  const results: CaseResult[] = [];
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });

  for (const one of suites.flatMap(({ cases }) => cases).filter(only)) {
    test(`${one.id}: ${one.title}`, { timeout: CASE_MINUTES * 60_000 }, async ({ task, skip }) => {
      const result = await walkCase(driver, world, one, { folder, walked });
      task.meta.walked = result;
      results.push(result);
      const { step, message } = firstProblem(result);
      if (result.status === 'skipped') skip(message);
      expect(result.status, `${step}\n${message}`).toBe('passed');
    });
  }

  test(COVERED, ({ task }) => {
    const cases = new Map(suites.flatMap((suite) => suite.cases).map((one) => [one.id, one]));
    const passed = results.map(({ id, steps }) =>
      cases
        .get(id)!
        .steps.filter((_, index) => steps[index]!.status === 'passed')
        .map(moveOf),
    );
    const coverage = coverageOf(walk, passed);
    task.meta.covered = { model: driver.model.id, surface: driver.surface, coverage };
    if (!uncovered) return;
    const missing = Object.entries(coverage).flatMap(([kind, covered]: [string, Covered]) =>
      !kinds || kinds.includes(kind as keyof Coverage) ? covered.missing : [],
    );
    expect(missing.filter((name) => !unlisted.test(name))).toEqual(uncovered);
  });
}

function firstProblem({ steps }: CaseResult): { step: string; message: string } {
  const failed = steps.findIndex(({ status }) => status === 'failed');
  const index = failed === -1 ? steps.findIndex(({ status }) => status === 'skipped') : failed;
  const step = steps[index];
  return { step: step ? `Step ${index + 1}: ${step.sentence}` : '', message: step?.message ?? '' };
}
