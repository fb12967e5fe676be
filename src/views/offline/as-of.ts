import { useSyncExternalStore } from 'react';
import { useOffline } from '#src/views/ui/use-offline.ts';

/** The time of the data on the screen; null while the server responds. */
let asOf: string | null = null;
const listeners = new Set<() => void>();

function set(instant: string | null): void {
  if (instant === asOf) return;
  asOf = instant;
  listeners.forEach((listener) => listener());
}

/** Stored data is shown: the oldest of it counts. */
export const showsKept = (at: string): void => set(asOf === null || at < asOf ? at : asOf);
/** The server has responded. */
export const showsNews = (): void => set(null);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useAsOf = (): string | null => useSyncExternalStore(subscribe, () => asOf);

/** Whether there is no connection, or none that reaches the server: phones may report one although nothing gets through. */
export function useCutOff(): boolean {
  const isOffline = useOffline();
  return useAsOf() !== null || isOffline;
}
