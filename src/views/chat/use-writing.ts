import { use, useEffect, useRef, useState } from 'react';
import { LiveContext } from '#src/views/ui/live-context.ts';

const SHOWN_MS = 5_000;
const TELL_EVERY_MS = 3_000;
/** Within this time an agent's own "is writing" comes back from the server. */
const ECHO_MS = 1_500;

/** The moment of the last own "is writing"; none yet is 0. */
export type ToldAt = { current: number };

/**
 * Whether somebody is writing, for some seconds after each sign of it. It ends with `said`: when that changes, what
 * was being written is there. Without an id it is about the one chat that this page hears of.
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

/** Tells the others, now and then, that this person is writing. */
export function useTellWriting(tell: () => Promise<unknown>, toldAt: ToldAt): () => void {
  return () => {
    if (Date.now() - toldAt.current < TELL_EVERY_MS) return;
    toldAt.current = Date.now();
    // Nobody is worse off for not knowing it.
    void tell().catch(() => {});
  };
}
