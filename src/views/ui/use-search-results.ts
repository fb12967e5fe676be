import { useEffect, useEffectEvent, useState } from 'react';

export type Search<T> = (text: string, signal: AbortSignal) => readonly T[] | Promise<readonly T[]>;

interface Found<T> {
  options: readonly T[];
  /** The text that the results are for; it lags behind the input while a search runs. */
  of: string | null;
  status: 'idle' | 'searching' | 'found' | 'failed';
}

const IDLE: Found<never> = { options: [], of: null, status: 'idle' };

const PAUSE_MS = 150;

/** Searches a list that is already loaded. */
export function searchIn<T extends { label: string }>(options: readonly T[]): Search<T> {
  return (text) => {
    const wanted = text.trim().toLowerCase();
    return options.filter((option) => option.label.toLowerCase().includes(wanted));
  };
}

/** Searches shortly after the last key. An older response never replaces a newer one. `text` null means closed. */
export function useSearchResults<T>(search: Search<T>, text: string | null): Found<T> {
  const [found, setFound] = useState<Found<T>>(IDLE);
  // An inline search is a new function on every render; only a new text triggers a search.
  const ask = useEffectEvent(search);
  useEffect(() => {
    if (text === null) return;
    const stop = new AbortController();
    const run = async () => {
      try {
        const answer = ask(text, stop.signal);
        if (answer instanceof Promise) setFound(({ options, of }) => ({ options, of, status: 'searching' }));
        const options = await answer;
        if (!stop.signal.aborted) setFound({ options, of: text, status: 'found' });
      } catch {
        if (!stop.signal.aborted) setFound({ options: [], of: text, status: 'failed' });
      }
    };
    const timer = setTimeout(() => void run(), text === '' ? 0 : PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text]);
  return text === null ? IDLE : found;
}
