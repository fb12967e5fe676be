import { useEffect, useState } from 'react';

/**
 * True from the first effect on. A dialog that is mounted already open does not know yet what lies behind it, and
 * would leave that alive for the keyboard and for screen readers; so dialogs open one step after they are mounted.
 */
export function useMounted(): boolean {
  const [isMounted, setIsMounted] = useState(false);
  // It is about the mounting itself; there is nothing to derive it from.
  // oxlint-disable-next-line react/set-state-in-effect
  useEffect(() => setIsMounted(true), []);
  return isMounted;
}
