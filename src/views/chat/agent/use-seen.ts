import { useEffect, useEffectEvent, useRef } from 'react';
import { MarkChatSeenDocument } from '#src/generated/graphql/graphql.ts';
import type { ChatAtHand } from './use-agent-chat.ts';

/**
 * Messages an agent has on the screen are marked as read for all agents, so that nobody reads them twice. A hidden tab
 * marks nothing.
 */
export function useSeen({ chat, write }: ChatAtHand): void {
  const { id, unread, lastSequence } = chat;
  const marked = useRef(0);
  const mark = useEffectEvent(() => {
    if (unread === 0 || document.visibilityState !== 'visible' || marked.current >= lastSequence) return;
    marked.current = lastSequence;
    // It then stays unread until the next message or view.
    write(MarkChatSeenDocument, { id, sequence: lastSequence }).catch(() => (marked.current = 0));
  });
  useEffect(() => {
    mark();
    const look = () => mark();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [id, unread, lastSequence]);
}
