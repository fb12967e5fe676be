import { useEffect } from 'react';

/** The title of the browser tab, which a screen reader also reads first on a new page. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Lead Platform`;
  }, [title]);
}
