import { useLayoutEffect } from 'react';

/**
 * What the server has drawn gives way as soon as there is something to show in its place: not to a sign that something
 * is loading (src/web/first-paint.ts).
 */
export function useRevealed(): void {
  useLayoutEffect(() => {
    document.getElementById('first-paint')?.remove();
    document.getElementById('root')?.removeAttribute('hidden');
  }, []);
}
