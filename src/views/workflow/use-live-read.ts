import { useEffect, useRef } from 'react';
import { useLive } from '#src/views/ui/live-context.ts';

/** Leads change in bursts, and counting them is expensive: reload at most this often. */
const EVERY_MS = 2_000;

/**
 * Reloads when leads have changed. `read` resolves to the age of its numbers in milliseconds: if they are older than
 * the change, it is called once more.
 */
export function useLiveRead(noun: 'agent-lead' | 'agent-lead-refusal', read: () => Promise<number>): void {
  const state = useRef({ last: 0, changedAt: 0, timer: null as ReturnType<typeof setTimeout> | null, isGone: false });
  const reader = useRef(read);
  useEffect(() => {
    reader.current = read;
  });

  function schedule(milliseconds: number): void {
    const now = state.current;
    if (now.timer !== null || now.isGone) return;
    now.timer = setTimeout(() => {
      now.timer = null;
      now.last = Date.now();
      reader.current().then(
        (age) => age > Date.now() - now.changedAt && schedule(EVERY_MS),
        // If it cannot be loaded, the current data stays until the next change.
        () => {},
      );
    }, milliseconds);
  }

  useLive(noun, () => {
    state.current.changedAt = Date.now();
    schedule(Math.max(0, state.current.last + EVERY_MS - Date.now()));
  });
  useEffect(() => {
    const now = state.current;
    now.isGone = false;
    return () => {
      now.isGone = true;
      if (now.timer !== null) clearTimeout(now.timer);
      now.timer = null;
    };
  }, []);
}
