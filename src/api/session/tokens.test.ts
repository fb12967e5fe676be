import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTokens } from './tokens.ts';
import { MINUTE } from '#src/machines/calendar/durations.ts';

const sessionSecret = 'a-secret-of-at-least-thirty-two-characters';
let time = Date.parse('2030-01-01T00:00:00Z');
const tokens = createTokens({ sessionSecret, now: () => new Date(time) });
const row = {
  id: '0198f2aa-0000-7000-8000-000000000001',
  account_id: '0198f2aa-0000-7000-8000-000000000002',
  family_id: '0198f2aa-0000-7000-8000-000000000003',
  expires_at: '2030-01-31T00:00:00.000Z',
};

test('an access token names its account and session for fifteen minutes', () => {
  const token = tokens.access(row);
  expect(tokens.readAccess(token)).toMatchObject({ sub: row.account_id, sid: row.id });
  time += 15 * MINUTE;
  expect(tokens.readAccess(token)).toBeNull();
  time -= 15 * MINUTE;
});

test('one kind of token is worthless in the place of the other', () => {
  expect(tokens.readAccess(tokens.refresh(row, 'agent'))).toBeNull();
  expect(tokens.readRefresh(tokens.access(row))).toBeNull();
});

test('the same row makes the same refresh token, whenever it is asked', () => {
  const before = tokens.refresh(row, 'agent');
  time += 5_000;
  expect(tokens.refresh(row, 'agent')).toBe(before);
  time -= 5_000;
});

test.each(['none', 'HS384', 'RS256'])('a token that claims the algorithm %s is refused', (alg) => {
  const [, payload] = tokens.access(row).split('.');
  const header = encode({ alg, typ: 'access+jwt' });
  const hash = alg === 'HS384' ? 'sha384' : 'sha256';
  const signature = createHmac(hash, sessionSecret).update(`${header}.${payload}`).digest('base64url');
  expect(tokens.readAccess(`${header}.${payload}.${alg === 'none' ? '' : signature}`)).toBeNull();
});

test('an edited token and another secret are refused', () => {
  const [header, payload, signature] = tokens.refresh(row, 'carrier').split('.');
  const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()) as object;
  expect(tokens.readRefresh(`${header}.${encode({ ...claims, role: 'agent' })}.${signature}`)).toBeNull();
  const others = createTokens({ sessionSecret: `another-${sessionSecret}`, now: () => new Date(time) });
  expect(tokens.readAccess(others.access(row))).toBeNull();
  expect(tokens.readAccess('')).toBeNull();
});

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

test('a secret that was replaced still verifies, and signs nothing more', () => {
  const now = () => new Date(time);
  const newest = `newest-${sessionSecret}`;
  const before = { access: tokens.access(row), refresh: tokens.refresh(row, 'agent') };
  const rotated = createTokens({ sessionSecret: `${newest},${sessionSecret}`, now });
  expect(rotated.readAccess(before.access)?.sub).toBe(row.account_id);
  expect(rotated.readRefresh(before.refresh)?.jti).toBe(row.id);
  // A node that starts later has only the newest one.
  const after = createTokens({ sessionSecret: newest, now });
  expect(after.readAccess(rotated.access(row))?.sub).toBe(row.account_id);
  expect(after.readRefresh(rotated.refresh(row, 'agent'))?.jti).toBe(row.id);
  expect([after.readAccess(before.access), after.readRefresh(before.refresh)]).toEqual([null, null]);
  expect(rotated.refreshAgain(row, 'agent', (one) => one === before.refresh)).toBe(before.refresh);
  expect(after.refreshAgain(row, 'agent', (one) => one === before.refresh)).toBeUndefined();
});
