import { expect, test } from 'vitest';
import { createBounded } from './bounded.ts';
import { onBehalfOf } from './requester.ts';

const refusals = (results: PromiseSettledResult<unknown>[]) =>
  results.flatMap((result) => (result.status === 'rejected' ? [result.reason as object] : []));

test('so many at once, in order; who finds the queue full is turned away', async () => {
  const bounded = createBounded({ atOnce: 2, waiting: 5, seconds: 10 });
  const order: number[] = [];
  let running = 0;
  let most = 0;
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      bounded(async () => {
        most = Math.max(most, (running += 1));
        await new Promise((resume) => setTimeout(resume, 5));
        running -= 1;
        order.push(index);
      }),
    ),
  );
  expect(most).toBe(2);
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(refusals(results)).toHaveLength(13);
  expect(refusals(results)[0]).toMatchObject({ status: 503, extras: { retryAfter: 5 } });
});

test('who waits too long is turned away, and what fails gives its turn back', async () => {
  const bounded = createBounded({ atOnce: 1, waiting: 5, seconds: 0.02 });
  const results = await Promise.allSettled([
    bounded(() => new Promise((_, fail) => setTimeout(() => fail(new Error('broken')), 60))),
    bounded(() => Promise.resolve('late')),
  ]);
  expect(refusals(results)).toMatchObject([{ message: 'broken' }, { status: 503 }]);
  expect(await bounded(() => Promise.resolve('next'))).toBe('next');
});

const pause = () => new Promise((resume) => setTimeout(resume, 2));

test('nobody stands behind all of somebody else: one piece of each, in turn', async () => {
  const bounded = createBounded({ atOnce: 1, waiting: 50, seconds: 10 });
  const order: string[] = [];
  const ask = (who: string) =>
    onBehalfOf(who, () =>
      bounded(async () => {
        await pause();
        order.push(who);
      }),
    );
  await Promise.all([...Array.from({ length: 6 }, () => ask('a')), ask('b'), ask('c'), ask('b')]);
  expect(order.join('')).toBe('aabcabaaa');
});

test('a full queue turns away the newest of whoever has most in it', async () => {
  const bounded = createBounded({ atOnce: 1, waiting: 4, seconds: 10 });
  const done: string[] = [];
  const ask = (who: string, what: string) =>
    bounded(async () => {
      await pause();
      done.push(what);
    }, who);
  const results = await Promise.allSettled([
    ask('a', 'a1'),
    ask('a', 'a2'),
    ask('a', 'a3'),
    ask('a', 'a4'),
    ask('a', 'a5'),
    ask('a', 'a6'),
    ask('b', 'b1'),
    ask('c', 'c1'),
    ask('b', 'b2'),
    ask('d', 'd1'),
  ]);
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'd1']);
  expect(refusals(results)).toHaveLength(5);
});
