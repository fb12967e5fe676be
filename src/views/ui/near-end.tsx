import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Calls `onNear` when it is within one screen of being visible, so that the next page is loaded before the person gets
 * there.
 */
export function NearEnd({ onNear }: { onNear: () => void }) {
  const mark = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(onNear);
  useEffect(() => {
    // On a busy page several entries arrive at once; the last one is current.
    const observer = new IntersectionObserver((entries) => entries.at(-1)!.isIntersecting && near(), {
      rootMargin: '100%',
    });
    if (mark.current) observer.observe(mark.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={mark} aria-hidden className="h-px" />;
}
