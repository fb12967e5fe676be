import { problem } from './problem.ts';

/**
 * Counts what is open at this node, by any number of keys, each with its maximum.
 *
 * @returns a function that opens one more and returns how to close it, which may be called twice; it throws Problem 429
 * with `refusal`
 */
export function createOpenCounter(
  refusal: string,
  factor = 1,
): (keys: readonly (readonly [key: string, most: number])[]) => () => void {
  const open = new Map<string, number>();
  return (keys) => {
    if (keys.some(([key, most]) => (open.get(key) ?? 0) >= most * factor))
      throw problem(429, refusal, { retryAfter: 30 });
    for (const [key] of keys) open.set(key, (open.get(key) ?? 0) + 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      for (const [key] of keys) {
        const left = open.get(key)! - 1;
        if (left > 0) open.set(key, left);
        else open.delete(key);
      }
    };
  };
}
