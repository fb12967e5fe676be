import { createContext, use, useEffect, useEffectEvent } from 'react';

/** Said instead of single changes where nobody knows any more what was missed: all that is shown is read again. */
export const EVERYTHING = 'everything';

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
/** In a burst without an end they are read again so often all the same. */
const LONGEST_WAIT_MS = 500;

/** Calls `again` after a change of this noun, or of the one thing with this id. */
export function useLive(noun: string, again: () => void, id?: string): void {
  const source = use(LiveContext);
  const read = useEffectEvent(again);
  useEffect(() => {
    if (!source) return;
    const settled = whenSettled(() => read());
    const stop = source((change) => {
      const isMeant = change.noun === noun && (id === undefined || change.id === id);
      if (isMeant || change.noun === EVERYTHING) settled.heard();
    });
    return () => {
      settled.forget();
      stop();
    };
  }, [source, noun, id]);
}

/** Calls `act` when nothing more was heard for a moment, and in a burst that does not end now and then. */
export function whenSettled(act: () => void): { heard: () => void; forget: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since: number | null = null;
  return {
    heard() {
      since ??= Date.now();
      clearTimeout(timer);
      timer = setTimeout(
        () => {
          since = null;
          act();
        },
        Math.max(0, Math.min(SETTLE_MS, since + LONGEST_WAIT_MS - Date.now())),
      );
    },
    forget: () => clearTimeout(timer),
  };
}
