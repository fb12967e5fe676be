import type { Coverage, Covered } from '../tool/coverage.ts';
import type { CaseResult, StepResult } from './walk-case.ts';

export interface RunReport {
  /** `the API of a product of its own`, or an address. */
  against: string;
  strategies: readonly string[];
  /** For random walks. */
  seed: number | null;
  /** UTC, ISO 8601. */
  startedAt: string;
  milliseconds: number;
  cases: CaseResult[];
  coverage: { model: string; surface: string; coverage: Coverage }[];
  /** What went wrong outside of a case. */
  problems: string[];
}

const text = (value: string | number): string =>
  String(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
const duration = (milliseconds: number): string =>
  milliseconds < 1000
    ? `${milliseconds} ms`
    : milliseconds < 60_000
      ? `${(milliseconds / 1000).toFixed(1)} s`
      : `${Math.floor(milliseconds / 60_000)} min ${Math.round((milliseconds % 60_000) / 1000)} s`;

const WORDS = { passed: 'Passed', failed: 'Failed', skipped: 'Skipped', unreached: 'Not reached' } as const;

const STYLE = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); --soft: color-mix(in srgb, currentColor 6%, transparent); --good: #1a7f37; --bad: #c62828; --idle: #8a6d00 }
@media (prefers-color-scheme: dark) { :root { --good: #4ac26b; --bad: #ff7b72; --idle: #d4a72c } }
* { box-sizing: border-box }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 68rem; padding: 2rem 1rem 4rem }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem } h2 { font-size: 1.2rem; margin: 2.5rem 0 .75rem }
dl.sum { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin: 1.25rem 0 } dl.sum div { min-width: 5rem } dl.sum dt { font-size: .85rem; opacity: .75 } dl.sum dd { margin: 0; font-size: 1.5rem; font-variant-numeric: tabular-nums }
details { border-top: 1px solid var(--line) } details:last-of-type { border-bottom: 1px solid var(--line) }
summary { cursor: pointer; padding: .6rem .25rem; display: grid; grid-template-columns: 6.5rem 1fr auto; gap: .75rem; align-items: baseline } summary:hover { background: var(--soft) }
.time { opacity: .75; font-variant-numeric: tabular-nums; white-space: nowrap } .id { opacity: .75; font-size: .85rem; display: block; overflow-wrap: anywhere }
.passed { color: var(--good) } .failed { color: var(--bad) } .skipped, .unreached { color: var(--idle) } .mark { font-weight: 600 }
ol { margin: 0 0 1rem; padding-left: 2rem } li { padding: .2rem 0; overflow-wrap: anywhere } li .mark { font-size: .85rem; margin-right: .4rem }
pre { background: var(--soft); border-left: 3px solid var(--bad); padding: .6rem .8rem; margin: .4rem 0; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .875rem } pre.why { border-color: var(--idle) }
figure { margin: .6rem 0; display: inline-block; max-width: 100% } figure img { display: block; max-width: 100%; border: 1px solid var(--line) } figcaption { font-size: .85rem; opacity: .75 }
.table { overflow-x: auto } table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .45rem .75rem .45rem .25rem; border-bottom: 1px solid var(--line); vertical-align: top } td.n { font-variant-numeric: tabular-nums; white-space: nowrap }
td ul { margin: .3rem 0 0; padding-left: 1.2rem } td summary { display: list-item; list-style: inside disclosure-closed; padding: .15rem 0; font-size: .85rem; white-space: nowrap } td details[open] > summary { list-style-type: disclosure-open } td details { border: 0 !important } td ul { white-space: normal; min-width: 14rem; overflow-wrap: anywhere; font-size: .85rem }
@media (max-width: 40rem) { summary { grid-template-columns: 1fr auto } summary .mark { grid-column: 1 / -1 } }
@media print { details > * { display: block } }
`;

/** The report as one page that needs no other files except the screenshots next to it. */
export function toHtml(report: RunReport): string {
  const count = (status: CaseResult['status']) => report.cases.filter((one) => one.status === status).length;
  const sums = [
    ['Cases', report.cases.length],
    ['Passed', count('passed')],
    ['Failed', count('failed')],
    ['Skipped', count('skipped')],
    ['Time', duration(report.milliseconds)],
  ] as const;
  const ordered = [...report.cases].sort((a, b) => rank(a) - rank(b));
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Paths: ${count('passed')} passed, ${count('failed')} failed</title>
<style>${STYLE}</style>
<h1>Paths against ${text(report.against)}</h1>
<p>Strategies: ${text(report.strategies.join(', '))}${report.seed === null ? '' : `, seed ${report.seed}`}. Begun ${text(report.startedAt.slice(0, 16).replace('T', ' '))} UTC.</p>
<dl class="sum">${sums.map(([name, value]) => `<div><dt>${name}</dt><dd>${text(value)}</dd></div>`).join('')}</dl>
${report.problems.length > 0 ? `<h2>What went wrong before or beside the cases</h2>${report.problems.map((problem) => `<pre>${text(problem)}</pre>`).join('')}` : ''}
<h2>Coverage of what passed</h2>
${report.coverage.length > 0 ? coverageTable(report.coverage) : '<p>No case came to its end.</p>'}
<h2>Cases</h2>
${ordered.length > 0 ? ordered.map(caseSection).join('\n') : '<p>There is no case.</p>'}
</html>
`;
}

/** What somebody has to look at comes first. */
const rank = ({ status }: CaseResult): number => ['failed', 'skipped', 'passed'].indexOf(status);

function coverageTable(rows: RunReport['coverage']): string {
  const kinds = ['states', 'transitions', 'guards', 'refusals'] as const;
  const cell = ({ all, missing }: Covered): string => {
    const sum = `${all - missing.length} of ${all}`;
    if (missing.length === 0) return `<td class="n">${sum}</td>`;
    return `<td class="n">${sum}<details><summary>${missing.length} missing</summary><ul>${missing.map((name) => `<li>${text(name)}</li>`).join('')}</ul></details></td>`;
  };
  return `<div class="table"><table><thead><tr><th>Model</th>${kinds.map((kind) => `<th>${kind[0]!.toUpperCase()}${kind.slice(1)}</th>`).join('')}</tr></thead>
<tbody>${rows.map(({ model, surface, coverage }) => `<tr><th scope="row">${text(model)} (${text(surface)})</th>${kinds.map((kind) => cell(coverage[kind])).join('')}</tr>`).join('')}</tbody></table></div>`;
}

function caseSection({ id, title, status, steps }: CaseResult): string {
  const time = steps.reduce((sum, step) => sum + step.milliseconds, 0);
  return `<details${status === 'failed' ? ' open' : ''}><summary><span class="mark ${status}">${WORDS[status]}</span><span>${text(title)}<span class="id">${text(id)}</span></span><span class="time">${duration(time)}</span></summary>
<ol>${steps.map(stepItem).join('')}</ol></details>`;
}

function stepItem({ sentence, status, message, screenshots }: StepResult): string {
  const mark = `<span class="mark ${status}">${WORDS[status]}</span>`;
  const why = message === null ? '' : `<pre${status === 'failed' ? '' : ' class="why"'}>${text(message)}</pre>`;
  const images = screenshots
    .map(
      ({ who, file }) =>
        `<figure><img src="${encodeURIComponent(file)}" alt="The page of ${text(who)} when the step failed" loading="lazy"><figcaption>${text(who)}</figcaption></figure>`,
    )
    .join('');
  return `<li>${mark}${text(sentence)}${why}${images}</li>`;
}
