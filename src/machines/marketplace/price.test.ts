import { expect, test } from 'vitest';
import { moveSizes } from '../state-lead/move-sizes.ts';
import { PRICE_STEP, ageInDays, priceOf } from './price.ts';

const plain = { size: 'two-bedroom', miles: 50, ageDays: 0 } as const;

test('the base price is that of two bedrooms, near and new', () => {
  expect(priceOf(plain, 1200)).toBe(1200);
});

test.each([
  [{ miles: 99.9 }, 1200],
  [{ miles: 100 }, 1400],
  [{ miles: 500 }, 1600],
  [{ ageDays: 2 }, 1200],
  [{ ageDays: 3 }, 950],
  [{ ageDays: 7 }, 700],
  [{ ageDays: 29 }, 500],
  [{ size: 'few-items' }, 700],
  [{ size: 'five-bedroom', miles: 2000 }, 3100],
] as const)('%o costs %d', (change, cents) => {
  expect(priceOf({ ...plain, ...change }, 1200)).toBe(cents);
});

test('no price is less than one step, or no multiple of it, whatever is configured', () => {
  for (const base of [100, 333, 1200, 999_999, 1_000_000]) {
    for (const size of moveSizes) {
      for (const [miles, ageDays] of [
        [0, 0],
        [100, 3],
        [500, 14],
        [5000, 30],
      ] as const) {
        const price = priceOf({ size, miles, ageDays }, base);
        expect(price % PRICE_STEP).toBe(0);
        expect(price).toBeGreaterThanOrEqual(PRICE_STEP);
      }
    }
  }
});

test('a lead does not become dearer with age, nor cheaper with distance', () => {
  for (let day = 1; day < 31; day += 1)
    expect(priceOf({ ...plain, ageDays: day }, 1200)).toBeLessThanOrEqual(
      priceOf({ ...plain, ageDays: day - 1 }, 1200),
    );
  for (let miles = 10; miles < 3000; miles += 10)
    expect(priceOf({ ...plain, miles }, 1200)).toBeGreaterThanOrEqual(priceOf({ ...plain, miles: miles - 10 }, 1200));
});

test('whole days, and none before it came', () => {
  expect(ageInDays('2026-03-01T10:00:00Z', '2026-03-04T09:59:59Z')).toBe(2);
  expect(ageInDays('2026-03-01T10:00:00Z', '2026-03-04T10:00:00Z')).toBe(3);
  expect(ageInDays('2026-03-01T10:00:00Z', '2026-03-01T09:00:00Z')).toBe(0);
});
