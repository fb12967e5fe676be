import { useSyncExternalStore } from 'react';

/** What the window's width says, as the stylesheet does. */
function useWindow(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const window = matchMedia(query);
      window.addEventListener('change', listener);
      return () => window.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

/** Whether there is room for two columns: what a phone does not show, it need not load. As the stylesheet's `lg`. */
export const useWide = (): boolean => useWindow('(min-width: 64rem)');

/** Whether there is room for one short line at a time, below the stylesheet's `sm`. */
export const usePhone = (): boolean => useWindow('(width < 40rem)');
