import { expect, test } from 'vitest';
import { bidNews, type LoadRow, startOf } from './load-names.ts';

const withBid = (bid: Partial<NonNullable<LoadRow['bid']>>) => bidNews({ bid, award: null, tab: null } as LoadRow);

test('the news of a bid speaks to the carrier', () => {
  expect(withBid({ state: 'withdrawn', lostReason: null })).toBe('You withdrew it');
  expect(withBid({ state: 'withdrawn', lostReason: 'declined by the carrier' })).toBe('You declined the job');
  expect(withBid({ state: 'lost', lostReason: 'the load went to another carrier' })).toBe(
    'The load went to another carrier',
  );
});

test('a job started when the carrier reported its pick-up; otherwise there is only the planned day', () => {
  const of = (award: Partial<NonNullable<LoadRow['award']>>) => startOf({ award } as LoadRow);
  const [startDate, pickedUpAt] = ['2020-05-04', '2020-05-06T17:00:00.000Z'];
  expect(of({ startDate, pickedUpAt })).toEqual({ day: 'Wed, May 6, 2020', isPlanned: false });
  expect(of({ startDate, pickedUpAt: null })).toEqual({ day: 'Mon, May 4, 2020', isPlanned: true });
  expect([of({ startDate: null, pickedUpAt: null }), startOf({ award: null })]).toEqual([null, null]);
});
