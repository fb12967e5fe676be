import { use, useEffect, useRef, useState } from 'react';
import { LiveContext } from '#src/views/ui/live-context.ts';

const SHOWN_MS = 5_000;
const TELL_EVERY_MS = 3_000;
/** The time within which an agent's own typing notification comes back from the server. */
const ECHO_MS = 1_500;

/** The time of the last own typing notification; 0 for none. */
export type ToldAt = { current: number };

/**
 * Whether someone is typing, for a few seconds after each notification. It ends when `said` changes, since the message
 * has arrived. Without an id, it is about the only chat that this page is notified of.
 */
export function useWriting(
  noun: 'chat-typing' | 'chat-agent-typing',
  chatId: string | undefined,
  said: string | undefined,
  toldAt?: ToldAt,
): boolean {
  const source = use(LiveContext);
  const [writing, setWriting] = useState<{ before: string | undefined } | null>(null);
  const newest = useRef(said);
  useEffect(() => {
    newest.current = said;
  }, [said]);
  useEffect(() => {
    if (!source) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = source((change) => {
      if (change.noun !== noun || (chatId !== undefined && change.id !== chatId)) return;
      if (toldAt && Date.now() - toldAt.current < ECHO_MS) return;
      setWriting({ before: newest.current });
      clearTimeout(timer);
      timer = setTimeout(() => setWriting(null), SHOWN_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [source, noun, chatId, toldAt]);
  return writing !== null && writing.before === said;
}

/** Notifies the others periodically that this person is typing. */
export function useTellWriting(tell: () => Promise<unknown>, toldAt: ToldAt): () => void {
  return () => {
    if (Date.now() - toldAt.current < TELL_EVERY_MS) return;
    toldAt.current = Date.now();
    // A missed notification does no harm.
    void tell().catch(() => {});
  };
}
