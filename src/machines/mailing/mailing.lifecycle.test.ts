import { describe, expect, test } from 'vitest';
import { replay } from '#src/machines/replay.ts';
import type { HistoryEntry } from '#src/machines/replay.ts';
import { MAILING_MODEL_VERSION, MAILING_STATES, mailingLifecycle } from './mailing.lifecycle.ts';
import type { MailingEvent, MailingFacts, MailingState } from './mailing.lifecycle.ts';

const facts: MailingFacts = { askedAt: '2026-04-01T12:00:00.000Z', now: '2026-04-02T12:00:00.000Z' };
const late: MailingFacts = { ...facts, now: '2026-04-08T12:00:00.000Z' };
const events = {
  'mails.asked': { type: 'mails.asked', by: 'visitor', states: ['OH'] },
  'mails.changed': { type: 'mails.changed', by: 'visitor', states: ['OH'] },
  'mails.confirmed': { type: 'mails.confirmed', by: 'visitor', states: ['OH'] },
  'mails.left': { type: 'mails.left', by: 'visitor' },
  'mails.lapsed': { type: 'mails.lapsed', by: 'system' },
} satisfies { [T in MailingEvent['type']]: Extract<MailingEvent, { type: T }> };

function after(state: MailingState, event: MailingEvent, given: MailingFacts): string {
  const verdict = mailingLifecycle.judge(state, given, event);
  return verdict.may ? verdict.next : '-';
}
const table = (given: MailingFacts) =>
  MAILING_STATES.map((state) => [state, ...Object.values(events).map((event) => after(state, event, given))]);

test('every state and event, while the question may be answered and after', () => {
  //                             asked         changed       confirmed     left            lapsed
  expect(table(facts)).toEqual([
    ['unsubscribed', 'pending', '-', '-', '-', '-'],
    ['pending', 'pending', '-', 'subscribed', 'unsubscribed', '-'],
    ['subscribed', 'subscribed', 'subscribed', 'subscribed', 'unsubscribed', '-'],
  ]);
  expect(table(late)).toEqual([
    ['unsubscribed', 'pending', '-', '-', '-', '-'],
    ['pending', 'pending', '-', '-', 'unsubscribed', 'unsubscribed'],
    ['subscribed', 'subscribed', 'subscribed', '-', 'unsubscribed', '-'],
  ]);
});

describe('why not', () => {
  const why = (state: MailingState, event: MailingEvent, given = facts) => {
    const verdict = mailingLifecycle.judge(state, given, event);
    return verdict.may ? 'may' : `${verdict.because}: ${verdict.unmet.join(', ')}`;
  };

  test('nobody is put on the list by somebody else, or without a state', () => {
    expect(why('pending', { ...events['mails.confirmed'], by: 'agent' })).toBe('role: the visitor does it');
    expect(why('pending', { ...events['mails.confirmed'], states: [] })).toBe(
      'requirements: at least one state is chosen',
    );
    expect(why('unsubscribed', { ...events['mails.asked'], states: [] })).toBe(
      'requirements: at least one state is chosen',
    );
    expect(why('unsubscribed', events['mails.confirmed'])).toBe('state: ');
    expect(why('pending', events['mails.confirmed'], late)).toBe('requirements: the question is not older than 7 days');
    expect(why('pending', { ...events['mails.lapsed'], by: 'visitor' }, late)).toBe('role: the clock does it');
  });
});

describe('a history', () => {
  const entry = (sequence: number, event: MailingEvent, from: MailingState, to: MailingState): HistoryEntry => ({
    sequence,
    event: event.type,
    judged: event,
    facts,
    model_version: MAILING_MODEL_VERSION,
    from_state: from,
    to_state: to,
  });
  const history = [
    entry(1, events['mails.asked'], 'unsubscribed', 'pending'),
    entry(2, events['mails.confirmed'], 'pending', 'subscribed'),
    entry(3, events['mails.left'], 'subscribed', 'unsubscribed'),
  ];

  test('folds to where the mailbox stands', () =>
    expect(history.map((_, index) => replay(mailingLifecycle, history.slice(0, index + 1)))).toEqual([
      'pending',
      'subscribed',
      'unsubscribed',
    ]));

  test.each<[string, HistoryEntry[], string]>([
    ['a gap', [history[0]!, history[2]!], 'sequence'],
    ['a jump', [entry(1, events['mails.confirmed'], 'pending', 'subscribed')], 'leaves'],
    ['what the lifecycle forbids', [entry(1, events['mails.confirmed'], 'unsubscribed', 'subscribed')], 'lifecycle'],
    ['another end', [entry(1, events['mails.asked'], 'unsubscribed', 'subscribed')], 'lands'],
    ['another event', [{ ...history[0]!, event: 'mails.left' }], 'judged'],
  ])('%s is found', (_, entries, word) => expect(() => replay(mailingLifecycle, entries)).toThrow(word));
});
