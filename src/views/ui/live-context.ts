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
/** While changes go on they are read again so often: nobody follows more, and everybody who looks asks the server. */
const PACE_MS = 1000;
/** Where more has changed than this, single changes are not worth telling apart. */
const MOST_CHANGED = 50;

/**
 * Calls `again` after a change of this noun, or of the one thing with this id, with the ids of what has changed: null
 * where it may be anything.
 */
export function useLive(
  noun: string,
  again: (changed: readonly string[] | null) => void,
  id?: string,
  pace = PACE_MS,
): void {
  const source = use(LiveContext);
  const read = useEffectEvent(again);
  useEffect(() => {
    if (!source) return;
    let changed: Set<string> | null = new Set();
    const settled = whenSettled(() => {
      const ids = changed && changed.size <= MOST_CHANGED ? [...changed] : null;
      changed = new Set();
      read(ids);
    }, pace);
    const stop = source((change) => {
      const isMeant = change.noun === noun && (id === undefined || change.id === id);
      if (change.noun === EVERYTHING) changed = null;
      else if (isMeant) changed?.add(change.id);
      else return;
      settled.heard();
    });
    return () => {
      settled.forget();
      stop();
    };
  }, [source, noun, id, pace]);
}

/** Calls `act` when nothing more was heard for a moment, and while changes go on once in a while. */
export function whenSettled(act: () => void, pace = PACE_MS): { heard: () => void; forget: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since: number | null = null;
  let acted = -Infinity;
  return {
    heard() {
      const now = Date.now();
      since ??= now;
      const due = since < acted + pace ? acted + pace : Math.min(now + SETTLE_MS, since + pace);
      clearTimeout(timer);
      timer = setTimeout(
        () => {
          since = null;
          acted = Date.now();
          act();
        },
        Math.max(0, due - now),
      );
    },
    forget: () => clearTimeout(timer),
  };
}
