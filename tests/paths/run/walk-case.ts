import { join } from 'node:path';
import type { Case, CaseStep } from '../tool/cases.ts';
import type { Driver, Surface } from './driver.ts';
import { NotHere } from './world.ts';
import type { World } from './world.ts';

/** `unreached`: an earlier step ended the case. */
export type StepStatus = 'passed' | 'failed' | 'skipped' | 'unreached';

export interface StepResult {
  sentence: string;
  event: string;
  from: string;
  to: string;
  status: StepStatus;
  /** Why it failed or was skipped. */
  message: string | null;
  /** Of the pages that were open when it failed: file names in the folder of the report. */
  screenshots: { who: string; file: string }[];
  milliseconds: number;
}

export interface CaseResult {
  id: string;
  title: string;
  model: string;
  surface: Surface;
  status: 'passed' | 'failed' | 'skipped';
  steps: StepResult[];
}

export interface WalkOptions {
  /** The folder for screenshots; none are taken without it. */
  folder: string | null;
  /** What was already walked on this surface: done faster the next time, if the driver can. */
  walked: Set<string>;
}

/**
 * Walks one case on its own record. A step that fails or cannot be done ends the case; a refusal that cannot be tried
 * does not.
 */
export async function walkCase<Stage>(
  driver: Driver<Stage>,
  world: World,
  { id, title, steps }: Case,
  { folder, walked }: WalkOptions,
): Promise<CaseResult> {
  const results: StepResult[] = steps.map(({ sentence, event, from, to }) => ({
    sentence,
    event,
    from,
    to,
    status: 'unreached',
    message: null,
    screenshots: [],
    milliseconds: 0,
  }));
  const status = await walk();
  return { id, title, model: driver.model.id, surface: driver.surface, status, steps: results };

  async function walk(): Promise<CaseResult['status']> {
    let held = await begun();
    if (held === null) return results[0]!.status as 'failed' | 'skipped';
    let spoiled: { stage: Stage } | null = null;
    const way: CaseStep[] = [];
    for (const [index, step] of steps.entries()) {
      const outcome = await timed(index, async () => {
        const record: { stage: Stage } =
          spoiled && driver.lacks?.(spoiled.stage, step) ? spoiled : (held ??= await again(way));
        if (step.verdict.may) return perform(record, step);
        // Leaving a requirement unmet may change the record, which must not affect the next step, unless it needs the same.
        if (step.broken !== null) held = null;
        const isUnchanged = await driver.refuse(record.stage, step);
        if (isUnchanged) held = record;
        else spoiled = record;
      });
      if (outcome === 'failed') return 'failed';
      if (outcome === 'skipped' && step.verdict.may) return 'skipped';
      if (step.verdict.may) way.push(step);
    }
    const complaints = await world.endCase();
    if (complaints.length === 0) return results.some(({ status }) => status === 'passed') ? 'passed' : 'skipped';
    Object.assign(results.at(-1)!, { status: 'failed', message: `A page complained: ${complaints.join('\n')}` });
    return 'failed';
  }

  async function begun(): Promise<{ stage: Stage } | null> {
    let stage: { stage: Stage } | null = null;
    await timed(0, async () => {
      stage = { stage: await driver.begin(world) };
    });
    results[0]!.status = stage ? 'unreached' : results[0]!.status;
    return stage;
  }

  async function again(way: readonly CaseStep[]): Promise<{ stage: Stage }> {
    const fresh = { stage: await driver.begin(world) };
    for (const step of way) await perform(fresh, step);
    return fresh;
  }

  async function perform({ stage }: { stage: Stage }, step: CaseStep): Promise<void> {
    const names = driver.takes?.(step) ?? [`${step.from} ${step.event}`];
    if (driver.faster && names.every((name) => walked.has(name))) return driver.faster(stage, step);
    await driver.act(stage, step);
    await driver.see(stage, step);
    for (const name of names) walked.add(name);
  }

  async function timed(index: number, act: () => Promise<void>): Promise<StepStatus> {
    const result = results[index]!;
    const start = performance.now();
    try {
      await act();
      result.status = 'passed';
    } catch (error) {
      result.status = error instanceof NotHere ? 'skipped' : 'failed';
      result.message = error instanceof Error ? error.message : String(error);
      if (result.status === 'failed') result.screenshots = await photographs(index);
      if (result.status === 'failed' || steps[index]!.verdict.may) await world.endCase();
    }
    result.milliseconds = Math.round(performance.now() - start);
    return result.status;
  }

  async function photographs(index: number): Promise<StepResult['screenshots']> {
    if (folder === null) return [];
    const taken: StepResult['screenshots'] = [];
    for (const [number, { who, page }] of world.pages().entries()) {
      const file = `${id}-step-${index + 1}-${number + 1}-${who}.png`;
      // A closed page gives no screenshot; the failure itself is what matters.
      const isTaken = await page.screenshot({ path: join(folder, file), timeout: 5000 }).then(
        () => true,
        () => false,
      );
      if (isTaken) taken.push({ who, file });
    }
    return taken;
  }
}
