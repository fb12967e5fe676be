import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { COVERED } from './covered.ts';
import { toHtml } from './report-html.ts';
import { toJunit } from './report-junit.ts';
import type { RunReport } from './report-html.ts';

/**
 * Reports the progress of a run, one line per case, and writes `report.html`, `junit.xml`, and `report.json` at the
 * end.
 */
export class RunReporter implements Reporter {
  private done = 0;
  private all = 0;
  private readonly startedAt = new Date();
  /** Whether nothing failed and something passed; known at the end of the run. */
  isFine = false;
  private readonly head: Pick<RunReport, 'against' | 'strategies' | 'seed'> & { folder: string };

  constructor(head: RunReporter['head']) {
    this.head = head;
  }

  onInit(): void {
    console.error(
      `Against ${this.head.against}; strategies ${this.head.strategies.join(', ')}${this.head.seed === null ? '' : `, seed ${this.head.seed}`}`,
    );
  }

  onTestModuleCollected(module: TestModule): void {
    this.all += [...module.children.allTests()].filter(isCase).length;
  }

  onTestCaseResult(test: TestCase): void {
    if (!isCase(test)) return;
    const { walked } = test.meta();
    const problem =
      walked?.steps.find(({ status }) => status === 'failed') ??
      walked?.steps.find(({ status }) => status === 'skipped');
    const state = walked?.status ?? test.result().state;
    const why =
      problem && state !== 'passed' ? `\n    ${problem.sentence}\n    ${problem.message?.split('\n')[0]}` : '';
    console.error(
      `${String((this.done += 1)).padStart(String(this.all).length)}/${this.all} ${state.padEnd(7)} ${test.name}${why}`,
    );
  }

  async onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): Promise<void> {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const suites = modules.flatMap((module) => [...module.children.allSuites()]);
    const report: RunReport = {
      ...this.head,
      startedAt: this.startedAt.toISOString(),
      milliseconds: Date.now() - this.startedAt.getTime(),
      cases: tests.flatMap((test) => test.meta().walked ?? []),
      coverage: tests.flatMap((test) => test.meta().covered ?? []),
      // What went wrong outside of a case: the product did not start, or an account could not sign in.
      problems: [
        ...errors,
        ...modules.flatMap((module) => module.errors()),
        ...suites.flatMap((suite) => suite.errors()),
      ].map((error) => (error as Error).message ?? String(error)),
    };
    await mkdir(this.head.folder, { recursive: true });
    await writeFile(join(this.head.folder, 'report.html'), toHtml(report));
    await writeFile(join(this.head.folder, 'junit.xml'), toJunit(report));
    await writeFile(join(this.head.folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
    const count = (status: string) => report.cases.filter((one) => one.status === status).length;
    this.isFine = report.problems.length === 0 && count('failed') === 0 && count('passed') > 0;
    for (const problem of report.problems) console.error(`problem: ${problem}`);
    console.error(
      `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped; ${join(this.head.folder, 'report.html')}`,
    );
  }
}

const isCase = (test: TestCase): boolean => test.name !== COVERED;
