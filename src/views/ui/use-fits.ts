import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Whether an element has room for its content; checked before painting, and whenever its width changes.
 *
 * @param needed the minimum width, in rem
 */
export function useFits(element: RefObject<HTMLElement | null>, needed: number): boolean {
  const [width, setWidth] = useState(Infinity);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const look = () =>
      setWidth(current.clientWidth / Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
    look();
    // Rendered before the new width is painted, so that nothing appears cut off.
    const observer = new ResizeObserver(() => flushSync(look));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width >= needed;
}
