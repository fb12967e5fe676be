import { expect, test } from 'vitest';
import { passwordProblem, passwordStrength } from './password.ts';

const who = { email: 'owen.castillo@castillo-moving.example', name: 'Owen Castillo' };

test.each([
  ['too short', 'Gr8-x!q9z', /at least 10/],
  ['nothing', '', /at least 10/],
  ['too long', 'x1'.repeat(101), /at most 200 characters/],
  ['a common one', 'Password123', /too common/],
  ['a common one with marks', 'password-123!', /too common/],
  ['one character', 'aaaaaaaaaaaa', /too common/],
  ['a short pattern', 'abcabcabcabc', /too common/],
  ['a run', 'abcdefghijkl', /too common/],
  ['a run backwards', '9876543210', /too common/],
  ['the email', who.email, /too similar/],
  ['the part before the @, with a year', 'owen.castillo26', /too similar/],
  ['the name', 'Owen Castillo', /too similar/],
  ['the company of the email', 'castillomoving1', /too similar/],
])('%s is refused with the reason', (_what, password, reason) => {
  expect(passwordProblem(password, who)).toMatch(reason);
  expect(passwordStrength(password, who)).toBe(0);
});

test.each([
  'demo-password',
  'correct horse battery',
  'Umzug überall 10',
  'owen likes purple trucks',
  '日本語のパスワードです。',
])('%s will do', (password) => {
  expect(passwordProblem(password, who)).toBeNull();
  expect(passwordStrength(password, who)).toBeGreaterThan(0);
});

test('without knowing whose it is, only the password itself is judged', () => {
  expect(passwordProblem('owencastillo')).toBeNull();
});

test('characters are counted as people count them', () => {
  expect(passwordProblem('🚚🏠📦🛋️🪑🚛🗝️'.slice(0, 8))).toMatch(/at least/);
  expect(passwordProblem('🚚🏠📦🪑🚛🧳🛒🛏🗄🪞')).toBeNull();
});

test('longer and more mixed is stronger', () => {
  const steps = ['hqmxtrcnvb', 'hqmxtrcnvbwe', 'hqmxTrcn7bwe', 'hqmx Trcn 7bwe-lamp'].map((password) =>
    passwordStrength(password),
  );
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  expect(steps[0]).toBe(1);
  expect(steps.at(-1)).toBe(4);
});
