import { useCallback, useEffectEvent } from 'react';

/** Calls `onNear` when it comes within a screen of being seen: the next page is there before the person is. */
export function NearEnd({ onNear }: { onNear: () => void }) {
  const near = useEffectEvent(onNear);
  const watch = useCallback((node: HTMLElement | null) => {
    if (!node) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && near(), { rootMargin: '100%' });
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  return <div ref={watch} aria-hidden className="h-px" />;
}
