import { expect, test } from 'vitest';
import { isSignerName } from './signer-name.ts';

test.each([
  ['Casey Client', true],
  ['Bo', true],
  ['J. R.', true],
  ['O’Neil', true],
  ['李明', true],
  ['Ève', true],
  ['x', false],
  ['X.', false],
  [' ', false],
  ['', false],
  ['12 34', false],
  ['---', false],
  ['👍👍', false],
])('“%s” is a name that can be signed with: %s', (text, isOne) => {
  expect(isSignerName(text)).toBe(isOne);
});
