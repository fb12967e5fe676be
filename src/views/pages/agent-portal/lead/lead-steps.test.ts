import { expect, test } from 'vitest';
import { stepsOf } from './lead-steps.ts';

const way = [
  'new',
  'quote-sent',
  'contract-sent',
  'contracted',
  'award-carrier',
  'open-contracts',
  'completed-contracts',
];
const history = (...states: string[]) =>
  states.map((toState, index) => ({ toState, at: `2026-11-${10 + index}T12:00:00Z` }));
const shown = (lead: Parameters<typeof stepsOf>[0]) =>
  stepsOf(lead).map(({ label, state, note }) => `${label} ${state}${note ? ' dated' : ''}`);

test('after a carrier declined, the lead stands on the board again and what comes after is ahead, whatever was reached before', () => {
  const lead = { state: 'award_carrier', stage: null, history: history(...way.slice(0, 6), 'award-carrier') } as const;
  expect(shown(lead)).toEqual([
    'New done dated',
    'Quote sent done dated',
    'Contract sent done dated',
    'Contracted done dated',
    'Bidding current dated',
    'Booked ahead',
    'Completed ahead',
  ]);
});

test('after the client declined, the lead is at its follow-up, and nothing after it is done', () => {
  const lead = {
    state: 'follow_up',
    stage: null,
    history: history('new', 'quote-sent', 'contract-sent', 'follow-up'),
  } as const;
  const steps = shown(lead);
  expect(steps.filter((step) => step.includes('current'))).toEqual([
    expect.stringMatching(/^Follow.up current dated$/),
  ]);
  expect(
    steps.slice(steps.findIndex((step) => step.includes('current')) + 1).every((step) => step.endsWith('ahead')),
  ).toBe(true);
});

test('of a paid lead every step is done, the last one too', () => {
  const lead = { state: 'completed_contracts', stage: 'paid', history: history(...way) } as const;
  expect(shown(lead).every((step) => step.endsWith('done dated'))).toBe(true);
  expect(shown({ ...lead, stage: 'invoiced' }).at(-1)).toBe('Completed current dated');
});
