/** What took less than this is made anew for everybody. */
const QUICK_MILLISECONDS = 200;
/** What took longer serves this many times as long as it took to make, so that it takes a fifth of one processor at most. */
const TIMES = 4;
const LONGEST_MILLISECONDS = 20_000;

interface Kept {
  /** When its numbers were read. */
  readAt: number;
  serveUntil: number;
  answer: Promise<unknown>;
}

/**
 * Remembers answers that take long to make, by name, and says how old each is. A young brokerage's numbers are read at
 * every request; those of a hundred thousand leads serve for some seconds, and whoever asks meanwhile shares them.
 */
export function keptAnswers(clock: () => number = () => performance.now()) {
  const kept = new Map<string, Kept>();
  const slow = new Set<string>();

  async function make<T>(name: string, read: () => Promise<T>): Promise<T> {
    const readAt = clock();
    const answer = read();
    // Known to be slow: who asks while it is being made waits for the same one.
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
