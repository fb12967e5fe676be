import { expect, test } from 'vitest';
import type { ChatMessage } from './chat-types.ts';
import { merged } from './merge-chat.ts';

const message = (sequence: number, fills: string[] = []): ChatMessage => ({
  id: `m${sequence}`,
  sequence,
  author: 'client',
  authorName: 'Casey',
  text: 'x',
  fills,
  photos: [],
  at: '2027-01-01T10:00:00Z',
});
const chat = (version: number, messages: ChatMessage[], stage = 'collecting') => ({ version, messages, stage });

test('what came since is added once, in its order, and a message that changed is the newer one', () => {
  const now = merged(chat(3, [message(1), message(2)]), chat(5, [message(3), message(2, ['origin'])], 'confirming'));
  expect(now).toEqual(chat(5, [message(1), message(2, ['origin']), message(3)], 'confirming'));
});

test('an answer that was overtaken changes nothing but what was missed', () => {
  const now = merged(chat(6, [message(2, ['origin']), message(4)], 'confirming'), chat(5, [message(2), message(3)]));
  expect(now).toEqual(chat(6, [message(2, ['origin']), message(3), message(4)], 'confirming'));
});

test('the same version again is told again: who has read is no change of it', () => {
  expect(merged({ ...chat(3, [message(1)]), unread: 1 }, { ...chat(3, []), unread: 0 })).toEqual({
    ...chat(3, [message(1)]),
    unread: 0,
  });
});
