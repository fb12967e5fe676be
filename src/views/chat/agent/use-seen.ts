import { useEffect, useEffectEvent, useRef } from 'react';
import { MarkChatSeenDocument } from '#src/generated/graphql/graphql.ts';
import type { ChatAtHand } from './use-agent-chat.ts';

/** What an agent has in sight is read: by everybody, so that nobody reads it twice. A hidden tab reads nothing. */
export function useSeen({ chat, write }: ChatAtHand): void {
  const { id, unread, lastSequence } = chat;
  const marked = useRef(0);
  const mark = useEffectEvent(() => {
    if (unread === 0 || document.visibilityState !== 'visible' || marked.current >= lastSequence) return;
    marked.current = lastSequence;
    // It stays unread then, until the next message or the next look.
    write(MarkChatSeenDocument, { id, sequence: lastSequence }).catch(() => (marked.current = 0));
  });
  useEffect(() => {
    mark();
    const look = () => mark();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [id, unread, lastSequence]);
}
