import { expect, test } from 'vitest';
import { addDays } from '#src/machines/calendar/days.ts';
import { today } from '#src/views/ui/dates.ts';
import { bidNews, jobState, type LoadRow, payState, startOf, windowText } from './load-names.ts';

const withBid = (bid: Partial<NonNullable<LoadRow['bid']>>) => bidNews({ bid, award: null, tab: null } as LoadRow);

test('the news of a bid speaks to the carrier', () => {
  expect(withBid({ state: 'withdrawn', lostReason: null })).toBe('You withdrew it');
  expect(withBid({ state: 'withdrawn', lostReason: 'declined by the carrier' })).toBe('You declined the job');
  expect(withBid({ state: 'lost', lostReason: 'the load went to another carrier' })).toBe(
    'The load went to another carrier',
  );
});

test('a signed job shows its step, and a delivered one when it is paid', () => {
  const job = (award: Partial<NonNullable<LoadRow['award']>>) => jobState({ award } as LoadRow)?.word;
  expect(job({ stage: 'awaiting_carrier', agreementState: 'sent', jobState: null })).toBe('Agreement to sign');
  expect(job({ stage: 'in_progress', jobState: 'not_started' })).toBe('Not started');
  expect(job({ stage: 'in_progress', jobState: 'picked_up' })).toBe('Picked up');
  const pay = { state: 'overdue', dueOn: '2026-10-21', today: '2026-11-27' } as const;
  expect(payState({ pay } as LoadRow)).toMatchObject({ word: 'Overdue', news: '37 days late' });
});

test('a day and a range beside it both have their year only where it would be ambiguous', () => {
  const soon = addDays(today(), 60);
  const year = soon.slice(0, 4);
  expect(windowText({ moveDate: soon, moveDateLast: null })).not.toContain(year);
  expect(windowText({ moveDate: soon, moveDateLast: addDays(soon, 2) })).not.toContain(year);
  expect(windowText({ moveDate: '2020-05-04', moveDateLast: null })).toBe('Mon, May 4, 2020');
  expect(windowText({ moveDate: '2020-05-04', moveDateLast: '2020-05-06' })).toContain('2020');
});

test('a job started when the carrier reported its pick-up; otherwise there is only the planned day', () => {
  const of = (award: Partial<NonNullable<LoadRow['award']>>) => startOf({ award } as LoadRow);
  const [startDate, pickedUpAt] = ['2020-05-04', '2020-05-06T17:00:00.000Z'];
  expect(of({ startDate, pickedUpAt })).toEqual({ day: 'Wed, May 6, 2020', isPlanned: false });
  expect(of({ startDate, pickedUpAt: null })).toEqual({ day: 'Mon, May 4, 2020', isPlanned: true });
  expect([of({ startDate: null, pickedUpAt: null }), startOf({ award: null })]).toEqual([null, null]);
});
