import { useEffect } from 'react';

/** Only the shop is drawn by the server (src/web/first-paint.ts), so no other page loads what takes its place. */
export function useRevealed(): void {
  useEffect(() => {
    if (document.getElementById('first-paint')) void import('./revealed.ts').then(({ reveal }) => reveal());
  }, []);
}
