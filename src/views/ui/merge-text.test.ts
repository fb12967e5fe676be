import { expect, test } from 'vitest';
import { mergeText } from './merge-text.ts';

const BASE = ['Intro', '', '## Rates {#rates}', 'We charge $10.', '', '## Claims', 'Write to us.', ''];
const text = (...lines: string[]) => lines.join('\n');
const changed = (from: readonly string[], line: string, to: string) =>
  text(...from.map((one) => (one === line ? to : one)));
const base = text(...BASE);

test('lines are of whoever changed them', () => {
  const mine = changed(BASE, 'Intro', 'Welcome');
  const theirs = text(...BASE, 'Call us.');
  const merged = mergeText({ base, text: mine }, theirs);
  expect(merged.conflicts).toEqual([]);
  expect(merged.hasTaken).toBe(true);
  expect(merged.text).toBe(changed([...BASE, 'Call us.'], 'Intro', 'Welcome'));
  // Compared with what is saved now, only my own changes remain.
  expect(merged.base).toBe(theirs);
});

test('without news a text stays as it was typed', () => {
  const mine = changed(BASE, 'Intro', 'Welcome');
  expect(mergeText({ base, text: mine }, base)).toMatchObject({ base, text: mine, conflicts: [], hasTaken: false });
});

test('what both changed is asked about, one by one, by its section', () => {
  const mine = changed(changed(BASE, 'We charge $10.', 'We charge $12.').split('\n'), 'Write to us.', 'Call us.');
  const theirs = changed(changed(BASE, 'We charge $10.', 'We charge $15.').split('\n'), 'Write to us.', 'Mail us.');
  const first = mergeText({ base, text: mine }, theirs);
  expect(first.sections).toEqual(['Rates', 'Claims']);
  expect(first.conflicts).toEqual([
    { path: '0', mine: 'We charge $12.', theirs: 'We charge $15.' },
    { path: '1', mine: 'Call us.', theirs: 'Mail us.' },
  ]);
  // Until a decision, nothing of either version is lost.
  expect(first).toMatchObject({ base, text: mine, hasTaken: false });

  const second = mergeText(first.choose(first.conflicts[0]!, 'theirs'), theirs);
  expect(second.conflicts).toEqual([{ path: '0', mine: 'Call us.', theirs: 'Mail us.' }]);
  const third = mergeText(second.choose(second.conflicts[0]!, 'mine'), theirs);
  expect(third.conflicts).toEqual([]);
  expect(third.base).toBe(theirs);
  expect(third.text).toBe(changed(theirs.split('\n'), 'Mail us.', 'Call us.'));
});

test('a section that one removed and the other changed is asked about', () => {
  const mine = text(...BASE.slice(0, 5));
  const theirs = changed(BASE, 'Write to us.', 'Mail us.');
  const { conflicts, choose } = mergeText({ base, text: mine }, theirs);
  expect(conflicts).toHaveLength(1);
  expect(conflicts[0]!.theirs).toContain('Mail us.');
  expect(mergeText(choose(conflicts[0]!, 'theirs'), theirs)).toMatchObject({ text: theirs, conflicts: [] });
});
