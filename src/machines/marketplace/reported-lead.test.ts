import { expect, test } from 'vitest';
import { mayDecide, refusalOf, standingOf } from './reported-lead.ts';

const row = {
  off_market_at: '2026-11-26T10:00:00.000Z',
  off_market_reason: 'already-hired' as const,
  off_market_confirmed_by: null,
};

test('a row stands where its columns say', () => {
  expect(
    [
      { ...row, off_market_at: null, off_market_reason: null },
      row,
      { ...row, off_market_confirmed_by: 'buyers' },
      { ...row, off_market_confirmed_by: 'brokerage' },
      { ...row, off_market_reason: 'hired' as const },
    ].map(standingOf),
  ).toEqual(['for-sale', 'hidden', 'agreed', 'confirmed', 'hired']);
});

test('what is reported may be confirmed once, and put back at any time', () => {
  const standings = ['for-sale', 'hidden', 'agreed', 'confirmed', 'hired'] as const;
  expect(standings.filter((standing) => mayDecide(standing, 'confirm', false))).toEqual(['hidden', 'agreed']);
  expect(standings.filter((standing) => mayDecide(standing, 'reject', false))).toEqual([
    'hidden',
    'agreed',
    'confirmed',
  ]);
  expect(refusalOf({ ...row, off_market_confirmed_by: 'brokerage' }, 'confirm', 'H-1')).toBe(
    'H-1 is confirmed already.',
  );
  expect(refusalOf(row, 'confirm', 'H-1')).toBeNull();
});

test('only a wrong number is corrected, before and after it is confirmed', () => {
  const wrong = { ...row, off_market_reason: 'wrong-number' as const };
  expect(refusalOf(wrong, 'correct', 'H-1')).toBeNull();
  expect(refusalOf({ ...wrong, off_market_confirmed_by: 'brokerage' }, 'correct', 'H-1')).toBeNull();
  expect(refusalOf(row, 'correct', 'H-1')).toBe('H-1 was not taken off the marketplace for its phone number.');
});
