import { useSyncExternalStore } from 'react';

/** What the server renders a page for: it does not know the window, but the kind of device. */
export const rendersFor = { phone: false };

/** A media query for the window's width, matching the stylesheet's. */
function useWindow(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const window = matchMedia(query);
      window.addEventListener('change', listener);
      return () => window.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
    import.meta.env.SSR ? () => query.includes('min') !== rendersFor.phone : undefined,
  );
}

/** Whether there is room for two columns: a phone need not load what it does not show. The stylesheet's `lg`. */
export const useWide = (): boolean => useWindow('(min-width: 64rem)');

/** Whether there is only room for one short line at a time: below the stylesheet's `sm`. */
export const usePhone = (): boolean => useWindow('(width < 40rem)');
