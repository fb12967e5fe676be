import { expect, test } from 'vitest';
import { mayDecide, refusalOf, standingOf } from './reported-lead.ts';

const row = {
  off_market_at: '2026-11-26T10:00:00.000Z',
  off_market_reason: 'already-hired',
  off_market_confirmed_by: null,
};

test('a row stands where its columns say', () => {
  expect(
    [
      { ...row, off_market_at: null, off_market_reason: null },
      row,
      { ...row, off_market_confirmed_by: 'buyers' },
      { ...row, off_market_confirmed_by: 'brokerage' },
      { ...row, off_market_reason: 'hired' },
    ].map(standingOf),
  ).toEqual(['for-sale', 'hidden', 'agreed', 'confirmed', 'hired']);
});

test('what is reported may be confirmed once, and put back at any time', () => {
  const standings = ['for-sale', 'hidden', 'agreed', 'confirmed', 'hired'] as const;
  expect(standings.filter((standing) => mayDecide(standing, 'confirm'))).toEqual(['hidden', 'agreed']);
  expect(standings.filter((standing) => mayDecide(standing, 'reject'))).toEqual(['hidden', 'agreed', 'confirmed']);
  expect(refusalOf('confirmed', 'confirm', 'H-1')).toBe('H-1 is confirmed already.');
  expect(refusalOf('hidden', 'confirm', 'H-1')).toBeNull();
});
