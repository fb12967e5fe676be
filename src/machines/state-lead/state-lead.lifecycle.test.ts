import { describe, expect, test } from 'vitest';
import { STATE_LEAD_STATES, stateLeadLifecycle } from './state-lead.lifecycle.ts';
import type { StateLeadEvent, StateLeadFacts, StateLeadState } from './state-lead.lifecycle.ts';

const facts: StateLeadFacts = {
  hasSubscription: true,
  clientEmail: 'casey@client.test',
  quoteValidUntil: '2026-04-10',
  hasHiredAnother: false,
  today: '2026-04-01',
};
const events = {
  'contact.made': { type: 'contact.made', by: 'mover' },
  'note.written': { type: 'note.written', by: 'assistant' },
  'quote.sent': { type: 'quote.sent', by: 'assistant', amount: 240_000, validUntil: '2026-04-10' },
  'quote.accepted': { type: 'quote.accepted', by: 'client' },
  'quote.declined': { type: 'quote.declined', by: 'client' },
  'lead.won': { type: 'lead.won', by: 'mover', value: 240_000 },
  'lead.lost': { type: 'lead.lost', by: 'assistant', reason: 'price' },
  'lead.reopened': { type: 'lead.reopened', by: 'mover' },
  'follow-up.set': { type: 'follow-up.set', by: 'mover', date: '2026-04-01' },
  'follow-up.cleared': { type: 'follow-up.cleared', by: 'mover' },
  'lead.assigned': { type: 'lead.assigned', by: 'mover', assigneeId: null },
  'lead.archived': { type: 'lead.archived', by: 'mover' },
  'lead.restored': { type: 'lead.restored', by: 'mover' },
} satisfies { [T in StateLeadEvent['type']]: Extract<StateLeadEvent, { type: T }> };
type EventType = keyof typeof events;

const ask = (state: StateLeadState, event: StateLeadEvent, isArchived = false, changed: Partial<StateLeadFacts> = {}) =>
  stateLeadLifecycle.judge({ state, isArchived }, { ...facts, ...changed }, event);

function after(state: StateLeadState, event: EventType, isArchived = false): string {
  const verdict = ask(state, events[event], isArchived);
  if (!verdict.may) return '-';
  const { next } = verdict;
  return next.isArchived === isArchived ? next.state : next.isArchived ? 'archived' : 'restored';
}

const PLANNING: EventType[] = ['follow-up.set', 'follow-up.cleared', 'lead.assigned'];

test('a follow-up and an assignee are noted in every state, and leave it as it is', () => {
  for (const event of PLANNING)
    expect(STATE_LEAD_STATES.map((state) => after(state, event))).toEqual([...STATE_LEAD_STATES]);
  for (const event of PLANNING)
    expect(STATE_LEAD_STATES.map((state) => after(state, event, true))).toEqual(STATE_LEAD_STATES.map(() => '-'));
});

test('every state and event, with everything in order', () => {
  const table = Object.fromEntries(
    STATE_LEAD_STATES.map((state) => [
      state,
      Object.fromEntries(
        (Object.keys(events) as EventType[])
          // These never change the state; they are tested next.
          .filter((event) => !PLANNING.includes(event))
          .map((event) => [event, after(state, event)])
          .filter(([, goal]) => goal !== '-'),
      ),
    ]),
  );
  expect(table).toEqual({
    fresh: {
      'contact.made': 'contacted',
      'note.written': 'fresh',
      'quote.sent': 'quoted',
      'lead.won': 'won',
      'lead.lost': 'lost',
      'lead.archived': 'archived',
    },
    contacted: {
      'note.written': 'contacted',
      'quote.sent': 'quoted',
      'lead.won': 'won',
      'lead.lost': 'lost',
      'lead.archived': 'archived',
    },
    quoted: {
      'note.written': 'quoted',
      'quote.sent': 'quoted',
      'quote.accepted': 'accepted',
      'quote.declined': 'declined',
      'lead.won': 'won',
      'lead.lost': 'lost',
      'lead.archived': 'archived',
    },
    accepted: { 'note.written': 'accepted', 'lead.won': 'won', 'lead.lost': 'lost', 'lead.archived': 'archived' },
    declined: {
      'note.written': 'declined',
      'quote.sent': 'quoted',
      'lead.won': 'won',
      'lead.lost': 'lost',
      'lead.archived': 'archived',
    },
    won: { 'note.written': 'won', 'lead.reopened': 'contacted', 'lead.archived': 'archived' },
    lost: { 'note.written': 'lost', 'lead.reopened': 'contacted', 'lead.archived': 'archived' },
  });
});

test('on the shelf it keeps its place; the client may still answer, and it may be taken back', () => {
  const on = (event: EventType) =>
    Object.fromEntries(
      STATE_LEAD_STATES.map((state) => [state, after(state, event, true)] as const).filter(([, goal]) => goal !== '-'),
    );
  expect(on('contact.made')).toEqual({});
  expect(on('quote.sent')).toEqual({});
  expect(on('quote.accepted')).toEqual({ quoted: 'accepted' });
  expect(on('lead.restored')).toEqual(Object.fromEntries(STATE_LEAD_STATES.map((state) => [state, 'restored'])));
});

describe('why not', () => {
  const why = (
    state: StateLeadState,
    event: StateLeadEvent,
    changed: Partial<StateLeadFacts> = {},
    isArchived = false,
  ) => {
    const verdict = ask(state, event, isArchived, changed);
    return verdict.may ? 'may' : `${verdict.because}: ${verdict.unmet.join(', ')}`;
  };

  test.each([
    ['contact.made', 'the subscription is active'],
    ['quote.sent', 'the subscription is active'],
    ['note.written', 'the subscription is active'],
    ['lead.archived', 'the subscription is active'],
  ] as const)('%s without a subscription', (type, phrase) =>
    expect(why('fresh', events[type], { hasSubscription: false })).toBe(`requirements: ${phrase}`),
  );

  test('a quote needs a mailbox, a price and days', () => {
    expect(why('fresh', events['quote.sent'], { clientEmail: null })).toBe(
      'requirements: the client has an email address',
    );
    expect(why('fresh', { ...events['quote.sent'], amount: 0 })).toBe('requirements: the price is above zero');
    expect(why('fresh', { ...events['quote.sent'], validUntil: '2026-03-31' })).toBe(
      'requirements: the quote is valid until today or later',
    );
    expect(why('fresh', events['quote.sent'], {}, true)).toBe('requirements: the lead is not archived');
  });

  test('an answer needs a quote that is still valid', () => {
    expect(why('quoted', events['quote.accepted'], { quoteValidUntil: '2026-03-31' })).toBe(
      'requirements: the quote is still valid',
    );
    expect(why('quoted', events['quote.declined'], { quoteValidUntil: null })).toBe(
      'requirements: the quote is still valid',
    );
    // The client does not know about the mover's subscription.
    expect(why('quoted', events['quote.accepted'], { hasSubscription: false })).toBe('may');
  });

  test('nobody does what is another’s', () => {
    expect(why('fresh', { ...events['contact.made'], by: 'client' })).toBe('role: a mover or an assistant does it');
    expect(why('quoted', { ...events['quote.accepted'], by: 'mover' })).toBe('role: the client does it');
    expect(why('fresh', { ...events['lead.archived'], by: 'agent' })).toBe('role: a mover or an assistant does it');
  });
});
