import type { ChatMessage } from './chat-types.ts';

interface Versioned {
  version: number;
  messages: readonly ChatMessage[];
}

/**
 * Merges a response into what is shown: each message once, in order, in its latest form. An outdated response only adds
 * messages that are missing.
 */
export function merged<Chat extends Versioned>(before: Chat, answer: Chat): Chat {
  const isNews = answer.version >= before.version;
  const [older, newer] = isNews ? [before, answer] : [answer, before];
  const messages = new Map([...older.messages, ...newer.messages].map((message) => [message.id, message]));
  return { ...newer, messages: [...messages.values()].toSorted((a, b) => a.sequence - b.sequence) };
}
