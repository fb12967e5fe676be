import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { useWrite } from '#src/views/ui/use-write.ts';
import type { ChatAtHand } from './use-agent-chat.ts';

/**
 * A transition that needs nothing but the chat. `done` is the message if the screen itself shows no result; a refusal
 * is shown, and the chat is reloaded.
 */
export function useChatMove({ chat, write: send, reload }: ChatAtHand) {
  const { busy, write } = useWrite();
  const move = <Data>(mutation: TypedDocumentNode<Data, { id: string }>, done: string | null): Promise<boolean> =>
    write({
      send: () => send(mutation, { id: chat.id }, crypto.randomUUID()),
      ...(done ? { done } : {}),
      failed: 'Nothing changed. Check your connection, then try again.',
      refused: reload,
    });
  return { busy: busy !== null, move };
}
