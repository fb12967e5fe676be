import { expect, test } from 'vitest';
import { registerContract } from '#src/api/openapi.ts';
import { registerHealth } from './health.ts';
import { createHttp } from './http.ts';

const token = 'a-long-metrics-token';

test.each([
  [{ token: null, isPublic: true }, undefined, 200],
  [{ token: null, isPublic: false }, undefined, 404],
  [{ token, isPublic: true }, undefined, 404],
  [{ token, isPublic: false }, 'Bearer another-metrics-token', 404],
  [{ token, isPublic: false }, token, 404],
  [{ token, isPublic: false }, `Bearer ${token}`, 200],
])('with %o, /metrics answers "%s" with %i', async (metrics, authorization, status) => {
  const app = createHttp(false);
  registerHealth(app, null, metrics);
  const answer = await app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} });
  expect(answer.statusCode).toBe(status);
  expect(answer.body.includes('process_cpu')).toBe(status === 200);
});

test.each([
  [true, 200],
  [false, 404],
])('a contract that is public (%s) answers %i', async (isPublic, status) => {
  const app = createHttp(false);
  await registerContract(app, { isPublic });
  expect((await app.inject('/api/frontend/openapi.json')).statusCode).toBe(status);
});
