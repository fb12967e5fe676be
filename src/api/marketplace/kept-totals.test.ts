import { expect, test } from 'vitest';
import { createTotals } from './kept-totals.ts';

function world(first: number) {
  const at = { now: 0, total: first, counted: 0 };
  const totals = createTotals(() => at.now);
  const ask = (question = 'all') =>
    totals(question, () => {
      at.counted += 1;
      return Promise.resolve(at.total);
    });
  return { at, totals, ask };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('few are counted for everybody', async () => {
  const { at, ask } = world(999);
  expect(await ask()).toBe(999);
  at.total = 998;
  expect(await ask()).toBe(998);
});

test('many are counted once in ten seconds, by what was asked for, and nobody waits for the next count', async () => {
  const { at, ask } = world(28_800);
  await ask();
  at.total = 28_700;
  at.now = 9_999;
  expect([await ask(), at.counted]).toEqual([28_800, 1]);
  expect([await ask('Ohio'), at.counted]).toEqual([28_700, 2]);
  at.now = 10_000;
  expect(await Promise.all([ask(), ask()])).toEqual([28_800, 28_800]);
  await settled();
  expect([await ask(), at.counted]).toEqual([28_700, 3]);
});

test('what has become few is counted for everybody again', async () => {
  const { at, ask } = world(1000);
  await ask();
  [at.total, at.now] = [10, 10_000];
  await ask();
  await settled();
  at.total = 9;
  expect(await ask()).toBe(9);
});

test('after a minute somebody waits for it', async () => {
  const { at, ask } = world(28_800);
  await ask();
  [at.total, at.now] = [5000, 60_000];
  expect(await ask()).toBe(5000);
});

test('a count that failed is made anew by who asks next', async () => {
  const { at, totals, ask } = world(28_800);
  await ask();
  at.now = 10_000;
  expect(await totals('all', () => Promise.reject(new Error('gone')))).toBe(28_800);
  await settled();
  at.total = 28_799;
  expect(await ask()).toBe(28_799);
});
