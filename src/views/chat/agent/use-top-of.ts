import { type RefObject, useLayoutEffect, useState } from 'react';

/** A box's distance from the top of the page in px, kept up to date while the content above changes. */
export function useTopOf(box: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => box.current && setTop(Math.round(box.current.getBoundingClientRect().top + window.scrollY));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [box]);
  return top;
}
