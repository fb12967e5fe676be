import { useSyncExternalStore } from 'react';

/** As the stylesheet's `lg`. */
const QUERY = '(min-width: 64rem)';

function subscribe(listener: () => void): () => void {
  const wide = matchMedia(QUERY);
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
}

/** Whether there is room for two columns: what a phone does not show, it need not load. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(QUERY).matches);
}
