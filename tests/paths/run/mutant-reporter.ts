import type { Reporter, TestCase, TestSuite } from 'vitest/node';
import type { MutantResult } from './mutated.ts';

/** Reports for each mistake whether the product's cases noticed it, as soon as that is known. */
export class MutantReporter implements Reporter {
  readonly results: MutantResult[] = [];
  /** Mistakes without a result: the case that fails with them also fails without, or the product did not start. */
  readonly unclear: string[] = [];

  onTestCaseResult(test: TestCase): void {
    const { mutant } = test.meta();
    const { state, errors = [] } = test.result();
    if (!mutant || state === 'failed') {
      this.unclear.push(`${test.fullName}: ${errors.map(({ message }) => message).join('; ') || state}`);
      console.log(`UNCLEAR  ${this.unclear.at(-1)!}`);
      return;
    }
    this.results.push(mutant);
    const { caughtBy, model, mutant: name, tried } = mutant;
    const what = caughtBy ? `${caughtBy.title}: ${caughtBy.message.split('\n')[0]!.slice(0, 160)}` : `${tried} steps`;
    console.log(`${caughtBy ? 'caught  ' : 'SURVIVED'} ${model}: ${name}\n    ${what}`);
  }

  onTestSuiteResult(suite: TestSuite): void {
    for (const { message } of suite.errors()) this.unclear.push(`${suite.fullName}: ${message}`);
  }

  onTestRunEnd(_: readonly unknown[], errors: readonly { message: string }[]): void {
    for (const { message } of errors) this.unclear.push(message);
  }
}

/** How many were noticed, by kind and by lifecycle. */
export function mutantsAsText({ results, unclear }: MutantReporter): string {
  const line = (name: string, some: readonly MutantResult[]): string => {
    const caught = some.filter(({ caughtBy }) => caughtBy !== null).length;
    return `${name.padEnd(14)} ${caught} of ${some.length} caught (${((caught / some.length) * 100).toFixed(1)} %)`;
  };
  const grouped = (of: (one: MutantResult) => string): string[] =>
    [...Map.groupBy(results, of)].map(([name, some]) => line(name, some));
  const survivors = results.filter(({ caughtBy }) => caughtBy === null);
  return [
    ...grouped(({ kind }) => kind),
    ...grouped(({ model }) => model),
    line('all', results),
    ...survivors.map(({ model, mutant, tried, skipped }) => {
      const untried = [...new Set(skipped)].map((why) => `\n    not tried: ${why}`).join('');
      return `  survived: ${model}: ${mutant} (${tried} steps)${untried}`;
    }),
    ...unclear.map((what) => `  unclear: ${what}`),
  ].join('\n');
}
