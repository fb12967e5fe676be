import { useEffect, useRef } from 'react';

/** How long content above may still load and push it down. */
const SETTLING_MS = 1500;

/**
 * For the section that the URL's `#fragment` names: scrolls to it and focuses it on arrival, and again when the link is
 * pressed again. Browsers do so only for elements present when the page loads.
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
    // The router's event for link navigation.
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
