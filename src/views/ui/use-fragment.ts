import { useEffect, useRef } from 'react';

/** How long what stands above may still load and push it down. */
const SETTLING_MS = 1500;

/**
 * For the part of a page that `#fragment` of the address names: scrolled to and focused when somebody comes by such a
 * link, and again when the link is pressed once more. A browser does so only for what is there when a page is loaded.
 */
export function useFragment(fragment: string | undefined) {
  const part = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!fragment) return;
    let observer: ResizeObserver | undefined;
    const go = () => {
      if (location.hash !== `#${fragment}`) return;
      part.current?.focus({ preventScroll: true });
      part.current?.scrollIntoView();
      observer?.disconnect();
      observer = new ResizeObserver(() => part.current?.scrollIntoView());
      observer.observe(document.body);
      setTimeout(() => observer?.disconnect(), SETTLING_MS);
    };
    go();
    // The router's own event for a link.
    addEventListener('pushState', go);
    addEventListener('hashchange', go);
    return () => {
      observer?.disconnect();
      removeEventListener('pushState', go);
      removeEventListener('hashchange', go);
    };
  }, [fragment]);
  return part;
}
