import type { RunReport } from './report-html.ts';
import type { CaseResult, StepResult } from './walk-case.ts';

/** In the format of continuous integration: a suite for each model, a case for each path, its steps as the output. */
export function toJunit({ against, cases, startedAt, milliseconds, problems }: RunReport): string {
  const suites = [...Map.groupBy(cases, ({ model }) => model)];
  const failures = cases.filter(({ status }) => status === 'failed').length;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${xml(`Paths against ${against}`)}" tests="${cases.length + problems.length}" failures="${failures}" errors="${problems.length}" time="${seconds(milliseconds)}">
${suites.map(([model, own]) => suiteOf(model, own, startedAt)).join('\n')}${problems.length > 0 ? `\n${problemsOf(problems)}` : ''}
</testsuites>
`;
}

function suiteOf(model: string, cases: readonly CaseResult[], startedAt: string): string {
  const count = (status: CaseResult['status']) => cases.filter((one) => one.status === status).length;
  const time = cases.flatMap(({ steps }) => steps).reduce((sum, step) => sum + step.milliseconds, 0);
  const head = `name="${xml(model)}" timestamp="${startedAt.slice(0, 19)}" tests="${cases.length}" failures="${count('failed')}" errors="0" skipped="${count('skipped')}" time="${seconds(time)}"`;
  return `  <testsuite ${head}>\n${cases.map(caseOf).join('\n')}\n  </testsuite>`;
}

function caseOf({ id, title, model, surface, status, steps }: CaseResult): string {
  const ending = steps.find((step) => step.status === status && status !== 'passed');
  const message = ending ? `${ending.sentence} ${ending.message ?? ''}` : '';
  const outcome =
    status === 'failed'
      ? `      <failure message="${xml(message)}">${xml(message)}</failure>\n`
      : status === 'skipped'
        ? `      <skipped message="${xml(message)}"/>\n`
        : '';
  const time = steps.reduce((sum, step) => sum + step.milliseconds, 0);
  return `    <testcase classname="${xml(`${model}.${surface}`)}" name="${xml(`${id}: ${title}`)}" time="${seconds(time)}">\n${outcome}      <system-out>${xml(steps.map(lineOf).join('\n'))}</system-out>\n    </testcase>`;
}

/** Screenshots in the form that continuous integration recognizes as attachments of a case. */
function lineOf({ status, sentence, message, screenshots }: StepResult, index: number): string {
  const why = message === null ? '' : `\n   ${message}`;
  return `${index + 1}. ${status}: ${sentence}${why}${screenshots.map(({ file }) => `\n[[ATTACHMENT|${file}]]`).join('')}`;
}

const problemsOf = (problems: readonly string[]): string =>
  `  <testsuite name="run" tests="${problems.length}" failures="0" errors="${problems.length}" skipped="0" time="0">\n${problems.map((problem) => `    <testcase classname="run" name="the run itself" time="0"><error message="${xml(problem)}"/></testcase>`).join('\n')}\n  </testsuite>`;

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);

/** XML 1.0 allows most control characters not even when escaped. */
function xml(value: string): string {
  // oxlint-disable-next-line no-control-regex
  const kept = value.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '');
  return kept
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;');
}
