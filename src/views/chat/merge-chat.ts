import type { ChatMessage } from './chat-types.ts';

interface Versioned {
  version: number;
  messages: readonly ChatMessage[];
}

/**
 * What is shown together with what was answered: each message once, in its order, in its newest form. An answer that
 * was overtaken on its way adds only messages that are unknown.
 */
export function merged<Chat extends Versioned>(before: Chat, answer: Chat): Chat {
  const isNews = answer.version >= before.version;
  const [older, newer] = isNews ? [before, answer] : [answer, before];
  const messages = new Map([...older.messages, ...newer.messages].map((message) => [message.id, message]));
  return { ...newer, messages: [...messages.values()].toSorted((a, b) => a.sequence - b.sequence) };
}
