import { useSyncExternalStore } from 'react';

/** Since when what is on the screen is known; null while the server answers. */
let asOf: string | null = null;
const listeners = new Set<() => void>();

function set(instant: string | null): void {
  if (instant === asOf) return;
  asOf = instant;
  listeners.forEach((listener) => listener());
}

/** Something that was kept is shown: the oldest of it counts. */
export const showsKept = (at: string): void => set(asOf === null || at < asOf ? at : asOf);
/** The server has answered. */
export const showsNews = (): void => set(null);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useAsOf = (): string | null => useSyncExternalStore(subscribe, () => asOf);
