import { expect, test } from 'vitest';
import { keptAnswers } from './kept-answers.ts';
import { MINUTE } from '#src/machines/calendar/durations.ts';

/** A clock that each read advances by the time that the read takes. */
function world(took: number) {
  const at = { now: 1000, made: 0 };
  const kept = keptAnswers(() => at.now);
  const read = () =>
    kept('numbers', () => {
      at.made += 1;
      at.now += took;
      return Promise.resolve({ count: at.made });
    });
  return { at, read };
}

test('what is made quickly is made anew for everybody', async () => {
  const { read } = world(20);
  expect([await read(), await read()]).toEqual([
    { count: 1, age_ms: 20 },
    { count: 2, age_ms: 20 },
  ]);
});

test('what takes long serves four times as long as it took, and says how old it is', async () => {
  const { at, read } = world(500);
  expect(await read()).toEqual({ count: 1, age_ms: 500 });
  at.now += 1999;
  expect(await read()).toEqual({ count: 1, age_ms: 2499 });
  at.now += 1;
  expect(await read()).toEqual({ count: 2, age_ms: 500 });
});

test('however long it took, it serves for 20 seconds at most', async () => {
  const { at, read } = world(MINUTE);
  await read();
  at.now += 20_001;
  expect(await read()).toMatchObject({ count: 2 });
});

test('those who ask for something slow while it is being made share it', async () => {
  let now = 0;
  let made = 0;
  const kept = keptAnswers(() => now);
  let release = (): void => {};
  const read = () =>
    kept('numbers', async () => {
      made += 1;
      await new Promise<void>((resolve) => (release = resolve));
      now += 500;
      return { count: made };
    });
  const first = read();
  release();
  await first;
  now += 5_000;
  const [second, third] = [read(), read()];
  release();
  expect([await second, await third].map(({ count }) => count)).toEqual([2, 2]);
});

test('a failure is not remembered', async () => {
  let now = 0;
  const kept = keptAnswers(() => now);
  const failing = () =>
    kept('numbers', () => {
      now += 500;
      return Promise.reject(new Error('gone'));
    });
  await expect(failing()).rejects.toThrow('gone');
  await expect(kept('numbers', () => Promise.resolve({ count: 1 }))).resolves.toMatchObject({ count: 1 });
});
