import { createContext, use, useEffect, useEffectEvent } from 'react';

/** Said instead of single changes where nobody knows any more what was missed: all that is shown is read again. */
const EVERYTHING = 'everything';

/** Something changed on the server: which kind of thing, and which one. Nothing more travels. */
export interface Change {
  sequence: number;
  noun: string;
  id: string;
}

/** Tells every listener of every change; answers how to stop listening. */
export type LiveSource = (listener: (change: Change) => void) => () => void;

export const LiveContext = createContext<LiveSource | null>(null);

/** Changes come in bursts (one transition touches a lead, its bids, its history): they are read again once. */
const SETTLE_MS = 250;

/** Calls `again` after a change of this noun, or of the one thing with this id. */
export function useLive(noun: string, again: () => void, id?: string): void {
  const source = use(LiveContext);
  const read = useEffectEvent(again);
  useEffect(() => {
    if (!source) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = source((change) => {
      const isMeant = change.noun === noun && (id === undefined || change.id === id);
      if (!isMeant && change.noun !== EVERYTHING) return;
      clearTimeout(timer);
      timer = setTimeout(() => read(), SETTLE_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [source, noun, id]);
}
