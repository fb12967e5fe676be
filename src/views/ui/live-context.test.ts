import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenSettled } from './live-context.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** For changes at these times, the times of the reactions, in milliseconds from the first change. */
function actedAt(moments: readonly number[]): number[] {
  const start = Date.now();
  const acted: number[] = [];
  const settled = whenSettled(() => acted.push(Date.now() - start));
  for (const moment of moments) {
    vi.advanceTimersByTime(start + moment - Date.now());
    settled.heard();
  }
  vi.advanceTimersByTime(5000);
  return acted;
}
const every = (milliseconds: number, until: number) =>
  Array.from({ length: until / milliseconds }, (_, index) => index * milliseconds);

test('a short burst is read once, when it is over', () => {
  expect(actedAt([0, 50, 100])).toEqual([350]);
});

test('a burst that does not end starves nobody: it is read every second, and no more often', () => {
  const acted = actedAt(every(100, 5000));
  const pauses = acted.map((at, index) => at - (acted[index - 1] ?? 0));
  expect(acted.length).toBeGreaterThanOrEqual(5);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(1100);
  expect(Math.min(...pauses.slice(1))).toBeGreaterThanOrEqual(1000);
});

test('what follows soon after a change waits for its second, what comes later does not', () => {
  expect(actedAt([0, 600, 3000])).toEqual([250, 1250, 3250]);
});

test('who stops listening reads nothing more', () => {
  const act = vi.fn<() => void>();
  const settled = whenSettled(act);
  settled.heard();
  settled.forget();
  vi.advanceTimersByTime(5000);
  expect(act).not.toHaveBeenCalled();
});
