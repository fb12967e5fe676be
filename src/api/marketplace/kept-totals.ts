/** From here on a number stays about the same for some seconds; smaller ones are counted for everyone. */
const MANY = 1000;
const FRESH_MILLISECONDS = 10_000;
/** Up to this age a number is returned once more while it is counted anew; beyond it the request waits. */
const LONGEST_MILLISECONDS = 60_000;
const MAXIMUM_TOTALS = 500;

interface Kept {
  total: number;
  readAt: number;
  isCounting: boolean;
}

/**
 * Counting many leads takes long. Such a number is cached for some seconds, by filter, so that a page costs the same
 * however many leads are for sale. The leads themselves are always loaded.
 */
export function createTotals(clock: () => number = () => performance.now()) {
  const kept = new Map<string, Kept>();

  async function counted(question: string, count: () => Promise<number>): Promise<number> {
    const readAt = clock();
    const total = await count();
    kept.delete(question);
    if (total < MANY) return total;
    if (kept.size >= MAXIMUM_TOTALS) kept.clear();
    kept.set(question, { total, readAt, isCounting: false });
    return total;
  }

  return async (question: string, count: () => Promise<number>): Promise<number> => {
    const found = kept.get(question);
    const age = found ? clock() - found.readAt : Infinity;
    if (!found || age >= LONGEST_MILLISECONDS) return counted(question, count);
    if (age >= FRESH_MILLISECONDS && !found.isCounting) {
      found.isCounting = true;
      // The next request that waits for it gets the error.
      counted(question, count).catch(() => kept.delete(question));
    }
    return found.total;
  };
}

export type Totals = ReturnType<typeof createTotals>;
