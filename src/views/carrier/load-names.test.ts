import { expect, test } from 'vitest';
import { bidNews, type LoadRow } from './load-names.ts';

const withBid = (bid: Partial<NonNullable<LoadRow['bid']>>) => bidNews({ bid, award: null, tab: null } as LoadRow);

test('the news of a bid speaks to the carrier', () => {
  expect(withBid({ state: 'withdrawn', lostReason: null })).toBe('You withdrew it');
  expect(withBid({ state: 'withdrawn', lostReason: 'declined by the carrier' })).toBe('You declined the job');
  expect(withBid({ state: 'lost', lostReason: 'the load went to another carrier' })).toBe(
    'The load went to another carrier',
  );
});
