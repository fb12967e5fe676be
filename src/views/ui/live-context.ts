import { createContext, use, useEffect, useEffectEvent } from 'react';

/** Reported instead of single changes if it is unknown what was missed: everything shown is loaded again. */
export const EVERYTHING = 'everything';

/** Something changed on the server: its kind and its id. Nothing else is sent. */
export interface Change {
  sequence: number;
  noun: string;
  id: string;
}

/** Notifies every listener of every change; returns a function to unsubscribe. */
export type LiveSource = (listener: (change: Change) => void) => () => void;

export const LiveContext = createContext<LiveSource | null>(null);

/** Changes come in bursts (one transition affects a lead, its bids, its history): load them once. */
const SETTLE_MS = 250;
/** The interval of reloads during continuous changes: nobody can follow more, and every viewer sends requests. */
const PACE_MS = 1000;
/** With more changes than this, they are no longer reported individually. */
const MOST_CHANGED = 50;

/**
 * Calls `again` after a change of this noun, or of the one record with this id. It receives the ids that changed, or
 * null if any may have.
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

/** Calls `act` when no change arrived for a moment, and periodically while changes continue. */
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
