import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { useState } from 'react';
import { useNotify } from '#src/views/ui/notify-context.ts';
import type { ChatAtHand } from './use-agent-chat.ts';

/** One step of the lifecycle that needs nothing but the chat. `done` is said where the screen itself does not; what is refused is told, and the chat is read again. */
export function useChatMove({ chat, write, reload }: ChatAtHand) {
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  async function move<Data>(mutation: TypedDocumentNode<Data, { id: string }>, done: string | null): Promise<boolean> {
    setBusy(true);
    try {
      await write(mutation, { id: chat.id }, crypto.randomUUID());
      if (done) notify.done(done);
      return true;
    } catch (error) {
      notify.failed(error, 'Nothing changed. Check your connection, then try again.');
      reload();
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { busy, move };
}
