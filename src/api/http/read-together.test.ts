import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createReadsTogether } from './read-together.ts';

test('who asks the same at the same time is answered by one read, which begins after all of them; the next one reads anew', async () => {
  const together = createReadsTogether<number>();
  let value = 0;
  let reads = 0;
  const read = async () => {
    reads += 1;
    return value;
  };
  const first = together('a', read);
  await sleep(5);
  value = 1;
  const others = [together('a', read), together('b', read)];
  expect(await Promise.all([first, ...others])).toEqual([1, 1, 1]);
  expect(reads).toBe(2);
  value = 2;
  expect(await together('a', read)).toBe(2);
});

test('one that fails fails for all, and is asked again', async () => {
  const together = createReadsTogether<number>();
  const failing = async () => Promise.reject(new Error('away'));
  const all = await Promise.allSettled([together('a', failing), together('a', failing)]);
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await together('a', async () => 1)).toBe(1);
});
