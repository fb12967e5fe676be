import { useEffect, useEffectEvent, useRef } from 'react';

/** Calls `onNear` when it comes within a screen of being seen: the next page is there before the person is. */
export function NearEnd({ onNear }: { onNear: () => void }) {
  const mark = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(onNear);
  useEffect(() => {
    // On a busy page several reports come at once, the last one being how it is now.
    const observer = new IntersectionObserver((entries) => entries.at(-1)!.isIntersecting && near(), {
      rootMargin: '100%',
    });
    if (mark.current) observer.observe(mark.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={mark} aria-hidden className="h-px" />;
}
