import { showMoney } from '#src/machines/amount/amounts.ts';
import { problemOf } from './problem.ts';

/** "The price changed: was $99.00, now $109.00.", for a write refused because of it; null for any other failure. */
export function priceChange(error: unknown): string | null {
  const [change] = problemOf(error).changed;
  if (typeof change?.seen !== 'number' || typeof change.now !== 'number') return null;
  return `The price changed: was ${showMoney(change.seen)}, now ${showMoney(change.now)}. Nothing was charged.`;
}
