/** Answers that took less than this are never cached. */
const QUICK_MILLISECONDS = 200;
/**
 * A slower answer is reused for this many times the duration of its computation, so that it takes at most a fifth of
 * one CPU.
 */
const TIMES = 4;
const LONGEST_MILLISECONDS = 20_000;

interface Kept {
  /** When its data was read. */
  readAt: number;
  serveUntil: number;
  answer: Promise<unknown>;
}

/**
 * Caches answers that are slow to compute, by name, with the age of each. A young brokerage's numbers are read at every
 * request; those of a hundred thousand leads are reused for some seconds, and concurrent requests share one
 * computation.
 */
export function keptAnswers(clock: () => number = () => performance.now()) {
  const kept = new Map<string, Kept>();
  const slow = new Set<string>();

  async function make<T>(name: string, read: () => Promise<T>): Promise<T> {
    const readAt = clock();
    const answer = read();
    // Known to be slow: requests that arrive during the computation wait for its result.
    if (slow.has(name)) kept.set(name, { readAt, serveUntil: Infinity, answer });
    try {
      const made = await answer;
      const took = clock() - readAt;
      if (took < QUICK_MILLISECONDS) {
        slow.delete(name);
        kept.delete(name);
      } else {
        slow.add(name);
        kept.set(name, { readAt, serveUntil: clock() + Math.min(took * TIMES, LONGEST_MILLISECONDS), answer });
      }
      return made;
    } catch (error) {
      kept.delete(name);
      throw error;
    }
  }

  return async <T extends object>(name: string, read: () => Promise<T>): Promise<T & { age_ms: number }> => {
    const found = kept.get(name);
    if (found && clock() < found.serveUntil) {
      const answer = (await found.answer) as T;
      return { ...answer, age_ms: Math.round(clock() - found.readAt) };
    }
    const readAt = clock();
    const answer = await make(name, read);
    return { ...answer, age_ms: Math.round(clock() - readAt) };
  };
}
