import { useEffect, useEffectEvent, useState } from 'react';

/** After the end, `onEnd` is repeated at this interval, because clocks differ. */
const AGAIN_MS = 3000;

/**
 * Whole seconds until an instant, at least 0; `onEnd` is called at the end, and repeatedly until the instant changes.
 */
export function useCountdown(until: string, onEnd: () => void): number {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Math.ceil((Date.parse(until) - now) / 1000));
  const isOver = left === 0;
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (!isOver) return;
    end();
    const timer = setInterval(() => end(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [isOver]);
  return left;
}

/** "9:05". */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
