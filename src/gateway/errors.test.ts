import { expect, test } from 'vitest';
import { codeOf, errorOfProblem, unavailable } from './errors.ts';

test.each([
  [400, 'INVALID'],
  [401, 'UNAUTHENTICATED'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [409, 'CONFLICT'],
  [410, 'NOT_FOUND'],
  [413, 'INVALID'],
  [415, 'INVALID'],
  [422, 'INVALID'],
  [429, 'TOO_MANY'],
  [500, 'UNAVAILABLE'],
  [503, 'UNAVAILABLE'],
  [507, 'UNAVAILABLE'],
])('a REST status %i is %s', (status, code) => {
  const error = errorOfProblem(status, { detail: 'A sentence.' });
  expect(error.message).toBe('A sentence.');
  expect(codeOf(error)).toBe(code);
  expect(error.extensions).toMatchObject({ status, detail: 'A sentence.' });
});

test('a conflict keeps where the record stands', () => {
  const body = {
    type: 'about:blank',
    title: 'Conflict',
    status: 409,
    detail: 'No.',
    state: 'contracted',
    allowed: ['post'],
    current: { id: '1' },
  };
  const { extensions } = errorOfProblem(409, body);
  expect(extensions).toEqual({
    code: 'CONFLICT',
    status: 409,
    detail: 'No.',
    state: 'contracted',
    allowed: ['post'],
    current: { id: '1' },
  });
});

test('what is no problem at all gets a sentence of ours, and causes stay inside', () => {
  expect(errorOfProblem(502, '<html>').message).toMatch(/^The service did not answer/);
  expect(JSON.stringify(unavailable(new Error('connect ECONNREFUSED 10.0.0.7')))).not.toContain('10.0.0.7');
});
