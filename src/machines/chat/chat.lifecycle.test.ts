import { describe, expect, test } from 'vitest';
import { replay } from '#src/machines/replay.ts';
import type { HistoryEntry } from '#src/machines/replay.ts';
import { missingDetails } from './chat-details.ts';
import { CHAT_OWNERS, CHAT_STAGES, chatLifecycle } from './chat.lifecycle.ts';
import type { ChatEvent, ChatFacts, ChatStanding } from './chat.lifecycle.ts';

const ready: ChatFacts = { missing: 0, hasLead: true, messagesLeft: 10, newestAnswer: 4 };
const events = {
  'message.sent': { type: 'message.sent', by: 'client' },
  'answer.given': { type: 'answer.given', by: 'agent', seen: 4 },
  'details.changed': { type: 'details.changed', by: 'client' },
  'details.confirmed': { type: 'details.confirmed', by: 'client' },
  'details.applied': { type: 'details.applied', by: 'agent' },
  'summary.written': { type: 'summary.written', by: 'agent' },
  'person.requested': { type: 'person.requested', by: 'client' },
  'wait.ended': { type: 'wait.ended', by: 'system' },
  'chat.taken': { type: 'chat.taken', by: 'agent' },
  'chat.returned': { type: 'chat.returned', by: 'agent' },
  'chat.closed': { type: 'chat.closed', by: 'agent' },
  'chat.reopened': { type: 'chat.reopened', by: 'agent' },
} satisfies { [T in ChatEvent['type']]: Extract<ChatEvent, { type: T }> };
type EventType = keyof typeof events;

function after(standing: ChatStanding, event: ChatEvent, facts: Partial<ChatFacts> = {}): ChatStanding | null {
  const verdict = chatLifecycle.judge(standing, { ...ready, ...facts }, event);
  return verdict.may ? verdict.next : null;
}

const table = (region: 'stage' | 'owner', standings: readonly ChatStanding[], facts: Partial<ChatFacts> = {}) =>
  Object.fromEntries(
    standings.map((standing) => [
      standing[region],
      Object.fromEntries(
        (Object.keys(events) as EventType[])
          .map((type) => [type, after(standing, events[type], facts)?.[region]])
          .filter(([, goal]) => goal !== undefined),
      ),
    ]),
  );

test('every stage and event, with everything known', () => {
  const always = {
    'message.sent': 's',
    'summary.written': 's',
    'details.applied': 's',
    'person.requested': 's',
    'chat.taken': 's',
  };
  const stay = (stage: string) => Object.fromEntries(Object.keys(always).map((type) => [type, stage]));
  expect(
    table(
      'stage',
      CHAT_STAGES.map((stage) => ({ stage, owner: 'assistant' })),
    ),
  ).toEqual({
    collecting: { ...stay('collecting'), 'details.changed': 'confirming', 'chat.closed': 'closed' },
    confirming: {
      ...stay('confirming'),
      'details.changed': 'confirming',
      'details.confirmed': 'handed-over',
      'chat.closed': 'closed',
    },
    'handed-over': { ...stay('handed-over'), 'details.changed': 'confirming', 'chat.closed': 'closed' },
    closed: { 'summary.written': 'closed', 'details.applied': 'closed', 'chat.reopened': 'confirming' },
  });
});

test('with something missing a change leads back to collecting, and nothing is confirmed', () => {
  for (const stage of ['collecting', 'confirming', 'handed-over'] as const) {
    expect(after({ stage, owner: 'assistant' }, events['details.changed'], { missing: 1 })?.stage).toBe('collecting');
    expect(after({ stage, owner: 'assistant' }, events['details.confirmed'], { missing: 1 })).toBeNull();
  }
  expect(after({ stage: 'closed', owner: 'agent' }, events['chat.reopened'], { missing: 2 })?.stage).toBe('collecting');
});

test('who answers', () => {
  expect(
    table(
      'owner',
      CHAT_OWNERS.map((owner) => ({ stage: 'collecting', owner })),
    ),
  ).toMatchObject({
    assistant: { 'person.requested': 'handing-over', 'chat.taken': 'agent' },
    'handing-over': { 'wait.ended': 'assistant', 'chat.taken': 'agent' },
    agent: { 'answer.given': 'agent', 'chat.returned': 'assistant' },
  });
  const answers = (by: 'system' | 'agent') =>
    CHAT_OWNERS.filter((owner) => after({ stage: 'collecting', owner }, { type: 'answer.given', by, seen: 4 }));
  expect(answers('system')).toEqual(['assistant']);
  expect(answers('agent')).toEqual(['agent']);
});

describe('why not', () => {
  const why = (standing: Partial<ChatStanding>, event: ChatEvent, facts: Partial<ChatFacts> = {}) => {
    const verdict = chatLifecycle.judge(
      { stage: 'collecting', owner: 'assistant', ...standing },
      { ...ready, ...facts },
      event,
    );
    return verdict.may ? 'may' : `${verdict.because}: ${verdict.unmet.join(', ')}`;
  };
  test.each<[string, string]>([
    [why({}, events['message.sent'], { messagesLeft: 0 }), 'requirements: the client has messages left today'],
    [why({ stage: 'closed' }, events['message.sent']), 'requirements: the chat is open'],
    [why({ stage: 'closed' }, events['chat.taken']), 'requirements: the chat is open'],
    [why({ owner: 'agent' }, { ...events['answer.given'], seen: 3 }), 'requirements: every answer before was seen'],
    [why({ owner: 'agent' }, { ...events['answer.given'], by: 'system' }), 'role: an agent does it'],
    [why({}, events['details.applied'], { hasLead: false }), 'requirements: the chat belongs to a lead'],
    [why({ stage: 'confirming' }, { ...events['details.confirmed'], by: 'system' }), 'role: the client does it'],
    [why({ stage: 'confirming' }, { ...events['details.confirmed'], by: 'agent' }), 'role: the client does it'],
    [why({}, { ...events['chat.closed'], by: 'client' }), 'role: an agent does it'],
    [why({}, { ...events['chat.taken'], by: 'client' }), 'role: an agent does it'],
    [why({}, events['details.confirmed']), 'state: '],
  ])('%s', (given, expected) => expect(given).toBe(expected));
});

test('what a move needs, each need met by any of its details', () => {
  expect(missingDetails({})).toEqual(['origin', 'destination', 'move_date', 'size', 'name', 'email']);
  expect(missingDetails({ origin: 1, destination: 1, move_date: 1, inventory: [1], name: 'Ann', phone: '+1' })).toEqual(
    [],
  );
  expect(missingDetails({ origin: 1, destination: 1, move_date: 1, inventory: [], name: '', phone: null })).toEqual([
    'size',
    'name',
    'email',
  ]);
});

test('a history folds to where the chat stands, and one that could not have been does not', () => {
  const entry = (
    sequence: number,
    event: ChatEvent,
    from: ChatStanding,
    to: ChatStanding,
    facts: ChatFacts = ready,
  ): HistoryEntry => ({
    sequence,
    event: event.type,
    judged: event,
    facts,
    model_version: 1,
    from_state: chatLifecycle.nameOf(from),
    to_state: chatLifecycle.nameOf(to),
  });
  const start: ChatStanding = { stage: 'collecting', owner: 'assistant' };
  const confirming: ChatStanding = { stage: 'confirming', owner: 'assistant' };
  const taken: ChatStanding = { stage: 'confirming', owner: 'agent' };
  const entries = [
    entry(1, events['details.changed'], start, confirming),
    entry(2, events['chat.taken'], confirming, taken),
  ];
  expect(replay(chatLifecycle, entries)).toEqual(taken);
  expect(() => replay(chatLifecycle, [entries[1]!])).toThrow('Entry 2 (chat.taken): the sequence should be 1.');
  expect(() => replay(chatLifecycle, [entries[0]!, entry(2, events['chat.returned'], confirming, start)])).toThrow(
    'does not allow',
  );
  expect(() => replay(chatLifecycle, [entry(1, events['details.changed'], start, start)])).toThrow(
    'it lands in confirming',
  );
  expect(() => replay(chatLifecycle, [entries[0]!, entry(2, events['chat.taken'], start, taken)])).toThrow(
    'it leaves from collecting.assistant, but the chat stands in confirming.assistant.',
  );
});
