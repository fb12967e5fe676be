import { useLayoutEffect } from 'react';

/**
 * Gives the page, and the bar above it, all of the window's width: for a board or a diagram. Not `main:has(…)` in the
 * stylesheet: with it, the browser recalculates the styles of a whole page whenever an element is added to it.
 */
export function useFullWidth(): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--container-page', 'none');
    return () => void style.removeProperty('--container-page');
  }, []);
}
