import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Whether an element has room for its content; checked before painting, and whenever its width changes.
 *
 * @param needed the minimum width, in rem
 */
export function useFits(element: RefObject<HTMLElement | null>, needed: number): boolean {
  // Nothing is wider than the window, so a phone gets its layout right away instead of two in turn.
  const [width, setWidth] = useState(() => (matchMedia(`(width >= ${needed}rem)`).matches ? Infinity : 0));
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const look = () =>
      setWidth(current.clientWidth / Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
    // It also reports the first width, when the layout is done anyway: reading it here would force one more. Rendered
    // before the width is painted, so that nothing appears cut off.
    const observer = new ResizeObserver(() => flushSync(look));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width >= needed;
}
