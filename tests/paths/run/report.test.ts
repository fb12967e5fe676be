import { describe, expect, test } from 'vitest';
import { accountsFrom } from './accounts.ts';
import { differences } from './differences.ts';
import { toHtml } from './report-html.ts';
import type { RunReport } from './report-html.ts';
import { toJunit } from './report-junit.ts';
import type { CaseResult, StepResult } from './walk-case.ts';

const step = (change: Partial<StepResult> = {}): StepResult => ({
  sentence: 'Agent Ann <b>calls</b> → done.',
  event: 'call',
  from: 'a',
  to: 'b',
  status: 'passed',
  message: null,
  screenshots: [],
  milliseconds: 12,
  ...change,
});
const walked = (id: string, status: CaseResult['status'], steps: StepResult[]): CaseResult => ({
  id,
  title: `Title of ${id}`,
  model: 'lead',
  surface: 'screens',
  status,
  steps,
});
const covered = { all: 2, missing: [] };
const report: RunReport = {
  against: 'https://staging.example (screens)',
  strategies: ['random'],
  seed: 7,
  startedAt: '2030-01-02T03:04:05.000Z',
  milliseconds: 61_000,
  cases: [
    walked('one', 'passed', [step()]),
    walked('two', 'skipped', [step({ status: 'skipped', message: 'No mailbox.' })]),
    walked('three', 'failed', [
      step(),
      step({ status: 'failed', message: 'Broke & "bent"\u0007', screenshots: [{ who: 'agent', file: 'three-1.png' }] }),
      step({ status: 'unreached' }),
    ]),
  ],
  coverage: [
    {
      model: 'lead',
      surface: 'screens',
      coverage: {
        states: covered,
        transitions: covered,
        guards: { all: 3, missing: ['a: call: it is <day>'] },
        refusals: covered,
      },
    },
  ],
  problems: ['The product did not start.'],
};

describe('the report to read', () => {
  const html = toHtml(report);

  test('what failed comes first, with its reason and its screenshot, and nothing in it is markup', () => {
    expect(html.indexOf('Title of three')).toBeLessThan(html.indexOf('Title of two'));
    expect(html.indexOf('Title of two')).toBeLessThan(html.indexOf('Title of one'));
    expect(html).toContain('<img src="three-1.png" alt="The page of agent when the step failed"');
    expect(html).toContain('Broke &amp; &quot;bent&quot;');
    expect(html).not.toContain('<b>calls</b>');
    expect(html).toContain('Agent Ann &lt;b&gt;calls&lt;/b&gt;');
  });

  test('it says what it ran against, with which seed, what is missing, and what went wrong beside the cases', () => {
    expect(html).toContain('Paths against https://staging.example (screens)');
    expect(html).toContain('random, seed 7. Begun 2030-01-02 03:04 UTC.');
    expect(html).toContain(
      '2 of 3<details><summary>1 missing</summary><ul><li>a: call: it is &lt;day&gt;</li></ul></details>',
    );
    expect(html).toContain('The product did not start.');
    expect(html).toContain('<dt>Time</dt><dd>1 min 1 s</dd>');
  });
});

test('the report for continuous integration counts, names each step, and is XML', () => {
  const xml = toJunit(report);
  expect(xml).toContain('tests="4" failures="1" errors="1" time="61.000"');
  expect(xml).toContain(
    '<testsuite name="lead" timestamp="2030-01-02T03:04:05" tests="3" failures="1" errors="0" skipped="1" time="0.060">',
  );
  expect(xml).toContain('<skipped message="Agent Ann &lt;b&gt;calls&lt;/b&gt; → done. No mailbox."/>');
  expect(xml).toContain(
    '2. failed: Agent Ann &lt;b&gt;calls&lt;/b&gt; → done.&#10;   Broke &amp; &quot;bent&quot;&#10;[[ATTACHMENT|three-1.png]]&#10;3. unreached:',
  );
  expect(xml).not.toContain('\u0007');
  expect(xml.match(/<testcase /g)).toHaveLength(4);
  expect(xml.match(/<\/testcase>/g)).toHaveLength(4);
});

test.each([
  ['no', 'The accounts are no JSON.'],
  ['[]', 'The accounts are an object with some of: agent, agent2, carrier, carrier2, mover, assistant.'],
  [
    '{"boss": {"email": "a", "password": "b"}}',
    'The accounts name "boss"; known are agent, agent2, carrier, carrier2, mover, assistant.',
  ],
  ['{"agent": {"email": "a"}}', 'The account "agent" needs "email" and "password".'],
  ['{"agent": null}', 'The account "agent" needs "email" and "password".'],
])('accounts like %s are refused with a sentence', (text, sentence) => {
  expect(() => accountsFrom(text)).toThrow(sentence);
});

test('some of the accounts are enough', () => {
  expect(accountsFrom('{"carrier": {"email": "c@test.example", "password": "secret"}}')).toEqual({
    carrier: { email: 'c@test.example', password: 'secret' },
  });
});

test('differences name where, and from what to what', () => {
  expect(differences({ a: [1, { b: 2 }], c: 3 }, { a: [1, { b: 4 }], d: null })).toEqual([
    'a.1.b: 2 -> 4',
    'c: 3 -> nothing',
    'd: nothing -> null',
  ]);
  expect(differences([{ a: 1 }], [{ a: 1 }])).toEqual([]);
});
